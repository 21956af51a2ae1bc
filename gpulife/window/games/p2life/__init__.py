"""P2Life in the window."""
