"""Macrocell files, which Golly writes: boards as quadtrees."""
