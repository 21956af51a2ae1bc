"""Formats of pattern files, each with what reads and what writes it.

RLE, macrocell and the small text formats are those of other programs. ``npz`` is for boards of any size, and
``checkpoint`` is a folder of such files, which several programs write at once.
"""
