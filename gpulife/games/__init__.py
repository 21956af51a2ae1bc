"""Games: rules of play as plain state machines, no GL, no clock, no files. See ``registry`` for which there are."""

from importlib import import_module
from typing import Any

_MOVED = dict.fromkeys(("law_of", "new_match", "next_game", "next_option", "require_playable"), "matches")


def __getattr__(name: str) -> Any:
    """Find what stood here until callers name its module."""
    if name in ("GAMES", "find_game", *_MOVED):
        return getattr(import_module(f"gpulife.games.{_MOVED.get(name, 'registry')}"), name)
    raise AttributeError(name)
