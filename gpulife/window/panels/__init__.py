"""The panels, one module each. A panel is a function that draws the panel and returns the user's requests."""
