"""Measures on-line play over real sockets (``gpulife bench --online``), and compares each result with its limit."""
