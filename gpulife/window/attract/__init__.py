"""Attract mode: computers play while nobody is using the program."""
