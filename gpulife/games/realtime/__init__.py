"""Real-Time Life (2000), a game for up to 26 players who spend points to move their cells."""
