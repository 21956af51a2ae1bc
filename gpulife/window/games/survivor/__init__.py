"""Survivor in the window: figures, bars, pages between levels, and the editor."""
