"""Films and pictures: encoders (MP4, GIF, PNG), the thread that runs an encoder, and the finished files.

``film_writer`` selects an encoder by a file's extension and can run it in a thread; ``encoder`` has the interface of
all encoders. This package does not draw and does not read a clock: the caller passes the frames, as OpenGL reads them,
and the frame rate.
"""
