"""Attract mode: computers play for whoever passes by."""
