"""Formats for small patterns of one live state, that people write by hand: plaintext, Life 1.05 and Life 1.06."""
