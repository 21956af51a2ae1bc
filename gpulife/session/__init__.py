"""Sessions: a game on an engine with its players, in ticks that are all remembered, and the files that keep them."""
