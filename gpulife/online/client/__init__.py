"""The native client of on-line play: server addresses and lists, the connection, and a predicting session.

``server_address`` and ``known_servers`` handle addresses; ``lobby_connection`` and ``server_records`` get a server's
lists of matches and results. ``connection`` is the connection to a match's server, and ``online_session`` shows the
actions of the client's own seat at once.
"""
