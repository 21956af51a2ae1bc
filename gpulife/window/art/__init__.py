"""Kinetic art in the window: scenes that fade into each other, for months. See ``gpulife.art`` for the scenes."""
