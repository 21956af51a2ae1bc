"""Commands: all that a key, a pad button or a panel can ask for, besides a player's Actions.

Every command is plain data with a class of its own, in the module of what it acts on. It means the same wherever it
comes from, and screens and shell carry it out.
"""
