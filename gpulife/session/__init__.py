"""Sessions: a game on an engine with its players, played in ticks that are all recorded, and the files of sessions.

``session`` plays a session, and ``history`` records it. ``edits``, ``undo``, ``replay``, ``playback`` and ``autosave``
use these two modules.
"""
