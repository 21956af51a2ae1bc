"""Attract mode: computers play while nobody uses the program."""
