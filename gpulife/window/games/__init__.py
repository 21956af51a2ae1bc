"""The games' controllers, figures and set-up pages: a folder for each folder of ``gpulife.games``."""
