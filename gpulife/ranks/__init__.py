"""Programs of several ranks, which MPI runs: what starts them, how many there are, and what holds them together."""
