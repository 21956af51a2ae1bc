"""The native client of on-line play: addresses and lists of servers, the connection, and a session that predicts.

``server_address`` and ``known_servers`` say where, ``lobby_connection`` and ``server_records`` what a server has,
``connection`` is a seat at a match there, and ``online_session`` shows what that seat does at once.
"""
