"""Real-Time Life in a terminal: orders as text, from a file or a keyboard, and a game on disk that runs for weeks."""
