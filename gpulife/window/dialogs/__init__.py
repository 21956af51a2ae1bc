"""Dialogs: small windows over a session that ask a question. Keyboard and pads operate them while they are open."""
