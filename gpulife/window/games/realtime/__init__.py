"""Real-Time Life in the window."""
