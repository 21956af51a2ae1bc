"""Engines that store a board as bit planes and compute many generations of Life-like rules in one pass."""
