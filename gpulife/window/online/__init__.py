"""On-line play in the window: servers and their matches, hosting, and who is at a match."""
