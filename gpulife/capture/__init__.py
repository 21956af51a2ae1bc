"""Writes frames to films and pictures (MP4, GIF, PNG).

``film_writer`` selects an encoder by a file's extension and can run it in a thread. ``encoder`` has the interface of
all encoders. The caller draws the frames and sets the frame rate.
"""
