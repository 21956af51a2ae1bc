"""Patterns: cells from files, soups, texts, pictures and names. Callers supply all random numbers.

``pattern`` defines the type that every reader returns, ``loading`` opens a pattern by name, and ``library`` has the
built-in patterns. ``formats`` reads and writes files, and ``identify`` classifies a pattern.
"""
