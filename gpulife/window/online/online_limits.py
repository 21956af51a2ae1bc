"""What people cannot do in an on-line match, since others are in it: each with one line."""

from typing import Any

from gpulife.games.core.game import Action, ActionKind
from gpulife.games.core.game_spec import GameSpec
from gpulife.input.commands import files, patterns, session, workbench
from gpulife.input.commands.command import CommandOrAction
from gpulife.input.commands.files import BoardPicture, Film, Open, Record, Screenshot, ShowFolder
from gpulife.input.commands.play import ChangeSeat, GuidedRound
from gpulife.input.commands.session import Faster, Jump, Redo, Seek, Slower, Undo

_ROOMS = frozenset(module.__name__ for module in (files, patterns, session, workbench))
"""Modules of commands about boards, sessions and time, which are the server's."""
_POSSIBLE = (Action, Faster, Slower, Film, Screenshot, BoardPicture, ShowFolder, Open)
"""Commands among them that are not; who opens a file is asked before the match is left for it."""
_BEGINS_ANOTHER = (ActionKind.SELECT, ActionKind.OPTION, ActionKind.RESET)
_NOT_HERE = "That is not possible in an on-line match"


def online_refusal(request: CommandOrAction, game: GameSpec[Any]) -> str:
    """Return why a request cannot be carried out in an on-line match of a game; "" if it can."""
    match request:
        case Action(kind=kind) if kind in _BEGINS_ANOTHER and kind not in (game.online_kinds or ()):
            return "That would begin another match: leave this one first"
        case Undo() | Redo():
            return "Nothing is undone in an on-line match"
        case Seek() | Jump():
            return "There is no going back in an on-line match"
        case Record():
            return "The server keeps the replay of an on-line match"
        case ChangeSeat():
            return "Who sits where in an on-line match is up to those who join it"
        case GuidedRound():
            return _NOT_HERE
    if isinstance(request, _POSSIBLE):
        return ""
    return _NOT_HERE if type(request).__module__ in _ROOMS else ""
