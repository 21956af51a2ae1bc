"""The games' controllers, HUDs and set-up pages: a folder for each folder of ``gpulife.games``."""
