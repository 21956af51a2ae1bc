"""A board as text in a terminal, and the keys that direct it."""
