"""Patterns: cells out of files, soups, texts, pictures and names. Random numbers always come from the caller.

``pattern`` is what all of them become, ``loading`` opens one by its name, whatever it is, and ``library`` has those
that come with gpulife. ``formats`` reads and writes files; ``identify`` finds out what a pattern is.
"""
