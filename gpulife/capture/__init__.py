"""Films and pictures: encoders (MP4, GIF, PNG), the thread that runs them, and their files.

``film_writer`` selects an encoder by a file's ending and can run it in a thread; ``encoder`` has the common interface.
This package neither draws nor reads a clock: the caller passes the frames, as OpenGL reads them, and their rate.
"""
