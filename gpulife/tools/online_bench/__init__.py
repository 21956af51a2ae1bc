"""Measurements of on-line play over real sockets (``gpulife bench --online``), each compared with its limit."""
