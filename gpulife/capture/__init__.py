"""Films and pictures of what is drawn: encoders (MP4, GIF, PNG), their thread, and the files that they write.

Nothing here draws or knows a clock: who films hands over frames, as OpenGL reads them, and says how fast they go.
"""
