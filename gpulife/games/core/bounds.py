"""Number types with limits, for fields of games' states. msgspec checks the limits only when it reads a file."""

from typing import Annotated

from msgspec import Meta

MAX_COUNT = 1 << 53
"""Limit on all counts in states: far above any count in a match, and exact as a number in JSON."""
MAX_PLAYERS = 26
"""Limit on the players of any game: one for each letter of the alphabet."""

Natural = Annotated[int, Meta(ge=0, le=MAX_COUNT)]
Number = Annotated[int, Meta(ge=-MAX_COUNT, le=MAX_COUNT)]
Digit = Annotated[int, Meta(ge=0, le=9)]
Sign = Annotated[int, Meta(ge=-1, le=1)]
Player = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)]
PlayerOrNobody = Annotated[int, Meta(ge=-1, lt=MAX_PLAYERS)]
"""A player's number, or NOBODY."""
OneOfTwo = Annotated[int, Meta(ge=0, le=1)]
