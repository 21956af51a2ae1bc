"""Phones as gamepads: what a phone and the window say to each other, and the little server between them.

``protocol`` is what is said, ``phone_book`` knows the phones and what is held in a frame, and ``phone_server`` runs
in a thread of the window and sends the page in ``pad/``. ``gpulife.window.phones`` makes gamepads of them.
"""
