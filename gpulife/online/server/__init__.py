"""The server of on-line play: one process with many matches, on one port.

``serving`` opens a server with its database and runs it until it is stopped; ``server_options`` has its settings and
limits. The other modules are private: the game server reads messages and advances the matches, a ``Room`` is one match
with its people, and ``Rooms`` holds all matches. Computer players run in worker processes; see ``computer_worker``.
"""
