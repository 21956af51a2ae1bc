"""Integer types with a range, for the fields of games' states.

The range is checked only when a state is read from a file.
"""

from typing import Annotated

from msgspec import Meta

MAX_COUNT = 1 << 53
"""Highest value of a count in a state. No match comes near it, and JSON numbers are exact up to it."""
MAX_PLAYERS = 26
"""Maximum number of players of any game: one for each letter of the alphabet."""

Natural = Annotated[int, Meta(ge=0, le=MAX_COUNT)]
Number = Annotated[int, Meta(ge=-MAX_COUNT, le=MAX_COUNT)]
Digit = Annotated[int, Meta(ge=0, le=9)]
Sign = Annotated[int, Meta(ge=-1, le=1)]
Player = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)]
PlayerOrNobody = Annotated[int, Meta(ge=-1, lt=MAX_PLAYERS)]
"""A player's number, or NOBODY."""
OneOfTwo = Annotated[int, Meta(ge=0, le=1)]
