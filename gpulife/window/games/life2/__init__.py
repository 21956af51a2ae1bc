"""LIFE-2 in the window."""
