"""Patterns: cells out of files, soups, texts, pictures and names. Random numbers always come from the caller."""
