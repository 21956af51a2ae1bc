"""Kinetic art in the window: scenes that fade into each other, for months. ``gpulife.art`` has the scenes."""
