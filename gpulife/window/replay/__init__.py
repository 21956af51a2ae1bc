"""Watching a replay: a match that is over is shown again, and nothing changes it."""
