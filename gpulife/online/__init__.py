"""On-line play: a server that holds matches, the clients that play in them, and what both say to each other."""
