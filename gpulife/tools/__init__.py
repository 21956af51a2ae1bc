"""Commands that measure and compare: bench, stress, render and tournament."""
