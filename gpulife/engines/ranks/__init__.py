"""Universes shared by several processes, each with a strip of the board: see :mod:`gpulife.engines.ranks.engine`."""
