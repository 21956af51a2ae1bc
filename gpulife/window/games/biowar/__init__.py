"""BioWar in the window."""
