"""The panels, one module each. A panel is a function that draws it and returns the user's requests."""
