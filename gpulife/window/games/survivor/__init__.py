"""Survivor in the window: its pictures of cells, bars around the board, pages between levels, and level editor."""
