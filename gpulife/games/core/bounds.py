"""Types of numbers in a game's state, with limits that msgspec checks when it reads a file, and only then."""

from typing import Annotated

from msgspec import Meta

MAX_COUNT = 1 << 53
"""Limit on all counts: far more than a match has, and exact in JSON."""
MAX_PLAYERS = 26
"""Limit on the players of any game: each has a letter."""

Natural = Annotated[int, Meta(ge=0, le=MAX_COUNT)]
Number = Annotated[int, Meta(ge=-MAX_COUNT, le=MAX_COUNT)]
Digit = Annotated[int, Meta(ge=0, le=9)]
Sign = Annotated[int, Meta(ge=-1, le=1)]
Player = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)]
PlayerOrNobody = Annotated[int, Meta(ge=-1, lt=MAX_PLAYERS)]
"""A player, or NOBODY."""
OneOfTwo = Annotated[int, Meta(ge=0, le=1)]
