"""Checkpoints of boards of any size: folders that any number of programs write at once, and any other number reads.

A folder has a banded ``.npz`` file for each strip of whole rows (see ``formats/npz/bands``), which ``numpy.load`` opens
by itself, perhaps a file with the census so far, and ``manifest.json``, which names them and is renamed into its place
last. Every checkpoint has new names for its files, so that the one before stays whole until then.
"""
