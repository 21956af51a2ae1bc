"""Sessions: play a game on an engine tick by tick, record everything, and save the session to files.

``session`` plays a session, and ``history`` records it. ``edits``, ``undo``, ``replay``, ``playback`` and ``autosave``
build on these two modules.
"""
