"""Watching replays: a finished match is shown again, and nobody can change it."""
