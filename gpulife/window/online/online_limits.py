"""Refuses requests that are impossible in an on-line match, each with a message."""

from typing import Any

from gpulife.games.core.game import Action, ActionKind
from gpulife.games.core.game_spec import GameSpec
from gpulife.input.commands import (
    BoardPicture,
    ChangeSeat,
    CommandOrAction,
    Faster,
    Film,
    GuidedRound,
    Jump,
    OfSession,
    Open,
    Record,
    Redo,
    Screenshot,
    Seek,
    ShowFolder,
    Slower,
    Undo,
)

_POSSIBLE = (Action, Faster, Slower, Film, Screenshot, BoardPicture, ShowFolder, Open)
"""Requests that are possible in an on-line match. Opening a file leaves the match, after a question."""
_BEGINS_ANOTHER = (ActionKind.SELECT, ActionKind.OPTION, ActionKind.RESET)
_NOT_HERE = "That is not possible in an on-line match"


def online_refusal(request: CommandOrAction, game: GameSpec[Any]) -> str:
    """Return why a request is impossible in an on-line match of ``game``; "" if it is possible."""
    match request:
        case Action(kind=kind) if kind in _BEGINS_ANOTHER and kind not in (game.online_kinds or ()):
            return "That would begin another match: leave this one first"
        case Undo() | Redo():
            return "There is no undo in an on-line match"
        case Seek() | Jump():
            return "There is no going back in an on-line match"
        case Record():
            return "The server saves the replay of an on-line match"
        case ChangeSeat():
            return "In an on-line match, people choose their own seats"
        case GuidedRound():
            return _NOT_HERE
    if isinstance(request, _POSSIBLE):
        return ""
    return _NOT_HERE if isinstance(request, OfSession) else ""
