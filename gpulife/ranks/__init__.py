"""Run gpulife as several ranks (processes) under MPI.

``mpi`` examines the installed MPI and tells whether MPI started this process. ``launcher`` starts a program on several
ranks, and ``link`` connects each rank with the launcher. In each rank, ``world`` stands for the whole group of ranks.
"""
