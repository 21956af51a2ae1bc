"""Patterns of cells: from files, random soups, written text, pictures, or a library of built-in patterns.

``pattern`` defines the type that every reader returns, ``loading`` opens a pattern by name, and ``library`` has the
built-in patterns. ``formats`` reads and writes files, and ``identify`` classifies a pattern.
"""
