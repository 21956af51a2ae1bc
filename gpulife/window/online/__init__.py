"""On-line play in the window: servers and their matches, hosting, and the people at a match."""
