"""Survival of the Fittest (1982): Study Mode, One Seed and Seed List."""
