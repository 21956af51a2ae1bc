"""What a pattern is: found out by running it aside, on an endless plane."""
