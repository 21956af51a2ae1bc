"""What the program remembers between runs."""
