"""Formats of pattern files, each with its reader and writer.

RLE, macrocell and the small text formats belong to other programs. ``npz`` is for boards of any size, and
``checkpoint`` is a folder of such files, which several processes write at once.
"""
