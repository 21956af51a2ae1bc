"""The games' controllers, HUDs and set-up pages: a folder or module for each game in ``gpulife.games``."""
