"""Kinetic art in the window: shows scenes one after another, for months. ``gpulife.art`` describes the scenes."""
