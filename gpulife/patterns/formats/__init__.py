"""Formats of pattern files."""
