"""Readers and writers of the formats of pattern files.

RLE, macrocell and the small text formats are also used by other programs. ``npz`` is gpulife's format for boards of any
size. A ``checkpoint`` is a folder of ``npz`` files, which several processes write at the same time.
"""
