"""Views: they draw a universe in windows, films, terminals and files. No view changes a universe.

``camera``, ``look``, ``palettes`` and ``schemes`` are plain data. ``gl_board`` draws a board in a window,
``gl_minimap`` draws a small picture of the whole board, and ``gl_offscreen`` draws frames without a window.
``terminal`` prints a board as text, and ``board_export`` writes it to files.
"""
