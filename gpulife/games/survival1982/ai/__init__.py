"""The computer as a player of the competitive games of 1982, in four levels."""
