"""The engine ``hashlife``: a pattern on a plane without end, as a quadtree in which equal squares are stored once.

The method is Bill Gosper's (1984); Tomas Rokicki's hlife made it practical. ``engine`` is for users of the package,
``laws`` says which rules it computes. Only ``laws`` can be imported without numba, the extra ``gpulife[hashlife]``.
"""
