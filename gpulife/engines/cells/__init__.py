"""Engines that store one byte per cell, for every rule."""
