"""Survival of the Fittest in the window."""
