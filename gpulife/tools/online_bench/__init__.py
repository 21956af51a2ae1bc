"""Measurements of on-line play over real sockets (``gpulife bench --online``): every figure with its limit."""
