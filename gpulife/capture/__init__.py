"""Films and pictures of what is drawn: encoders (MP4, GIF, PNG), their thread, and the files that they write.

``film_writer`` opens the encoder of a file by the ending of its name, and runs one in a thread; ``encoder`` is what all
have in common. Nothing here draws or knows a clock: the caller passes frames, as OpenGL reads them, and says how fast
they follow.
"""
