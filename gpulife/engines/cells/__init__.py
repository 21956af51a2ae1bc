"""Engines with one byte a cell, for every rule."""
