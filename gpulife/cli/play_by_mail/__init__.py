"""Real-Time Life in a terminal or by mail: typed orders, and a game in a file that runs for weeks."""
