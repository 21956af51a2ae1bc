"""The native client of on-line play.

``server_address`` and ``known_servers`` handle addresses; ``lobby_connection`` and ``server_records`` get a server's
lists of matches and results. ``connection`` is the connection to a match's server. ``online_session`` is the match as
the player sees it, including the player's own actions that the server has not confirmed yet.
"""
