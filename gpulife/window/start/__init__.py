"""The start menu and its pages."""
