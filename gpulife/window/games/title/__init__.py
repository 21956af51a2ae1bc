"""The title in the window."""
