"""What screens of Real-Time Life say of its time, and its answers to orders in words for people who see the board."""

import re

from gpulife.games.realtime.observation import RealTimeOverlay

_PLACE = r"\b[a-z]{1,3}[1-9][0-9]*\b"
_WAY, _PLACES = re.compile(f"{_PLACE} to {_PLACE}"), re.compile(_PLACE)
_BETWEEN = re.compile(f" from {_PLACE} to {_PLACE}")
"""A move and a place of the board, as players by mail write them."""


def headline(overlay: RealTimeOverlay) -> str:
    """Return the line about the time of a game that is not over."""
    if overlay.phase == "waiting":
        words = overlay.clock.partition(": ")[2]
        return words[:1].upper() + words[1:]
    generation = f"Generation {overlay.generation}"
    if overlay.phase == "halted":
        return f"{generation}   halted"
    if not overlay.tick_left:
        return f"{generation}   the next one in {overlay.generation_left}"
    return f"{generation}   next tick in {overlay.tick_left}, next generation in {overlay.generation_left}"


def in_words(message: str) -> str:
    """Return an answer of the game as a sentence without the coordinates of play by mail, which no screen shows."""
    words = _PLACES.sub("that place", _WAY.sub("that move", _BETWEEN.sub("", message)))
    return words[:1].upper() + words[1:]
