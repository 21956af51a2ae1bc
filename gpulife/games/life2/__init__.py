"""LIFE-2 (1978), a game for two in which pieces are placed in secret."""
