"""The title screen, which a session plays like a game."""
