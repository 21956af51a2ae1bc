"""Phones as gamepads in the window: their pads, their screens, and the page with the code to scan."""
