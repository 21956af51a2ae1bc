"""Attract mode: while nobody uses the program, computers play matches as a demonstration."""
