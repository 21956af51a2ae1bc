"""Sessions: a game on an engine with its players, in ticks that are all remembered, and the files that keep them.

``session`` plays and ``history`` remembers. From these come ``edits`` and ``undo``, ``replay`` and ``playback``, and
``autosave``, which brings a session back after a crash.
"""
