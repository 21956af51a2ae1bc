"""Dialogs: small windows over a session that ask a question. While they are open, keyboard and pads operate them."""
