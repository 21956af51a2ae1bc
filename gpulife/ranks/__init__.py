"""Run gpulife as several ranks (processes) under MPI.

``mpi`` examines the installed MPI and tells whether MPI started this process. ``launcher`` starts a program on several
ranks, and ``link`` connects each rank with it. In each rank, ``world`` represents all ranks.
"""
