"""The server of on-line play: one port, one process, many matches.

``serving`` opens a server with its database and serves until somebody ends it; ``server_options`` is what it allows.
All else is the server's own: the game server reads messages and lets ticks pass, a room is a match with its people, and
rooms are all of them. Computers think in worker processes, which run ``computer_worker``.
"""
