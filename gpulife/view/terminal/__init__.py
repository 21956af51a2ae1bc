"""A board as text in a terminal, and the keys that are pressed there."""
