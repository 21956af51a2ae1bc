"""The panels, one module each: a function that draws the panel and returns what its user asks for."""
