"""Survivor in the window: sprites, bars, pages between levels, and the editor."""
