"""Engines that store a board as bit planes and compute many generations in one pass, where the rule allows it."""
