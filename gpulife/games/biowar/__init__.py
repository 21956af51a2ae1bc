"""BioWar (1986), a turn-based game for up to six."""
