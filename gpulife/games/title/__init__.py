"""The title screen, which is a game without players."""
