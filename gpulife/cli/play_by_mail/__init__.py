"""Real-Time Life in a terminal or by mail: orders are typed or mailed, and a game in a file can last for weeks."""
