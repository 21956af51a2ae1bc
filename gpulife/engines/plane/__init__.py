"""The engine ``plane``: a pattern on a plane without end, in tiles that exist only where something lives.

``engine`` is for users of the package, and ``laws`` says which rules it computes.

A tile is a square of cells. A table finds it by its row and column among tiles, and each tile knows its eight
neighbours. A pass computes several generations of the tiles that may change, from their cells and a halo of the
neighbours' cells. Tiles that come out as they were sleep until something changes beside them. Passes run in numpy, or
with the extra ``gpulife[hashlife]`` in functions that numba compiles, which are much faster for few tiles.
"""
