"""Phones as gamepads in the window: their input, their screens, and the page with the QR code."""
