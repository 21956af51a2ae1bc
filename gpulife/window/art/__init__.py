"""Kinetic art in the window: scenes that fade into each other for months (see ``gpulife.art`` for what they are)."""
