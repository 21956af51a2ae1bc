"""The screen on which a session is played, and what it is made of."""
