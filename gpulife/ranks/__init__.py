"""Programs of several ranks, which MPI runs: what starts them, how many there are, and what holds them together.

``mpi`` says which MPI there is and whether it started this process. ``launcher`` starts a program on ranks, and
``link`` is their way back to it. ``world`` is what a rank knows of the others.
"""
