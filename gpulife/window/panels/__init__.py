"""The panels, one module for each. A panel is a function that draws widgets and returns the user's requests."""
