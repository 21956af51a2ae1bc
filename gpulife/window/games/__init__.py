"""What each game has of its own in the window: twins of the folders in ``gpulife.games``."""
