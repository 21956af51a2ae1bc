"""Watching replays: a finished match is shown again and cannot be changed."""
