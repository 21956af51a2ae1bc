"""The computer as a player of LIFE-2, in four levels."""
