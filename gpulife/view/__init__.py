"""Views: how a universe looks. Nothing here changes one.

``camera``, ``look``, ``palettes`` and ``schemes`` are plain data. ``gl_board`` draws a board in a window,
``gl_minimap`` a small picture of it, and ``gl_offscreen`` frames without a window; ``terminal`` makes text of one,
and ``board_export`` files.
"""
