"""The native client of on-line play: the connection, and a session that predicts its own seat's input."""
