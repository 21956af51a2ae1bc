"""Real-Time Life (2000)."""
