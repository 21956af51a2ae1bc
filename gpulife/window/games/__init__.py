"""The games' controllers, HUDs and set-up pages, with a folder or module for each game of ``gpulife.games``."""
