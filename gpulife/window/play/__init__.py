"""The screen on which a session is played."""
