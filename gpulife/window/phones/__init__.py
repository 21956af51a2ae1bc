"""Phones as gamepads in the window: the pads that they are, what their screens show, and the page with the code."""
