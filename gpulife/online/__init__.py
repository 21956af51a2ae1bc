"""On-line play: the match server, its clients, and the messages between them.

``protocol`` defines the messages. ``server`` hosts matches and ``storage`` saves them. Players join from the window
(``client``) or from a browser (``page``, ``page_view``). ``hosted_match`` is a match on the server; ``followed_match``
is a client's copy of it. ``phone_server`` lets phones act as gamepads for one machine.
"""
