"""On-line play: a server that holds matches, the clients that play in them, and what both say to each other.

``protocol`` is what both say. ``server`` holds matches and ``storage`` keeps them; ``client`` plays in them from a
window, ``page`` and ``page_view`` from a browser. ``hosted_match`` is a match where it is held, ``followed_match``
one where it is followed. ``phone_server`` lets phones be gamepads of one machine.
"""
