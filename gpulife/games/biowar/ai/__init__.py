"""The computer as a player of BioWar, in four levels, for any seat."""
