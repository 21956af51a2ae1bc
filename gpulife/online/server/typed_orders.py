"""Orders of Real-Time Life that somebody types where people talk, as they are written in a terminal and by mail."""

from typing import Any

from gpulife.games.core.game import Action, ActionKind
from gpulife.games.core.game_spec import GameSpec
from gpulife.games.realtime.texts import OrderError, is_place, parse_join, parse_move
from gpulife.seats import MAX_LETTERS

_KINDS = {"JOIN": ActionKind.JOIN, "MOVE": ActionKind.MOVE}
_NO_LETTERS = " :#"


def order_name(name: str) -> str:
    """Return somebody's name as orders write it: without blanks, colons and #."""
    return "".join(letter for letter in name if letter not in _NO_LETTERS)[:MAX_LETTERS]


def typed_order(game: GameSpec[Any], seat: int, name: str, text: str) -> Action | str | None:
    """Return the order that a line is, or why it is none that can be carried out; None for talk.

    Args:
        game: the game.
        seat: seat of whoever typed it.
        name: name of whoever typed it, under which it is given; JOIN may leave it out.
        text: the line, such as "MOVE a1 c3".
    """
    verb, *words = text.split() or [""]
    kind = _KINDS.get(verb.upper())
    if kind is None or kind not in (game.online_kinds or ()) or not any(map(is_place, words[:2])):
        return None
    try:
        if kind is ActionKind.MOVE:
            parse_move(" ".join(words))
        else:
            words = [order_name(name), *(words if is_place(words[0]) else words[1:])]
            parse_join(" ".join(words))
    except OrderError as error:
        return str(error)
    return Action(seat, kind, data=" ".join(words))


def is_own_name(data: str, name: str) -> bool:
    """Return whether a JOIN action's text names who gives it."""
    return data.split(" ", 1)[0] == order_name(name)
