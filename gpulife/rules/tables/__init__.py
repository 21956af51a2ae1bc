"""Golly's ``.rule`` files: laws as tables of transitions or as trees (https://golly.sourceforge.io/Help/formats.html)."""
