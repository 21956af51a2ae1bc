"""Films and pictures of what is drawn: encoders (MP4, GIF, PNG), their thread, and the files that they write.

Nothing here draws or knows a clock: the caller passes frames, as OpenGL reads them, and says how fast they follow.
"""
