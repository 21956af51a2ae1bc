"""What a program does before it is at a match: addresses of servers, those it knows, and their lists of matches."""
