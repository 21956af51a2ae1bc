"""Texts about an on-line match, the requests that it refuses, and its people. Names of controls stand in braces."""

from collections.abc import Sequence
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
from gpulife.online.protocol import People
from gpulife.online.shown_text import computer_level, listed, shown_beside_controls
from gpulife.seats import MAX_LETTERS, NOBODY, Seat, Seats
from gpulife.window.panels.widgets import sentence

_MAX_NAME, _MAX_LINE = 32, 200
_TO_LOBBY = "   {online} On-line play"


def stopped_lines(server: str, *, has_seat: bool) -> tuple[str, str, str]:
    """Return three lines, which say that the server has stopped, what happens to the match, and where to go next.

    Args:
        server: the server's name; "" if it is unknown.
        has_seat: True if the user has a seat; False if the user only watches.
    """
    name = shown_beside_controls(server, _MAX_NAME) or "The server"
    waits = "Your seat is kept, and the match waits" if has_seat else "The match waits"
    return f"{name} stopped hosting", f"{waits} until it is hosted again", _TO_LOBBY.strip()


def lost_notices(problem: str) -> list[str]:
    """Return the lines to show while the connection is lost. ``problem`` is the reason; "" if it is unknown."""
    return [
        f"{sentence(shown_beside_controls(problem, _MAX_LINE)) or 'The connection is lost'}.",
        f"The match is halted until the server is back.{_TO_LOBBY}",
    ]


def over_notices(why: str) -> list[str]:
    """Return the lines to show when the match is over for the user; ``why`` is the reason, as a sentence."""
    words = sentence(shown_beside_controls(why, _MAX_LINE))
    return [f"{words if words.endswith(('.', '!', '?')) else f'{words}.'}{_TO_LOBBY}"]


def again_notices(people: People) -> list[str]:
    """Return the line, for the host, about the players who would like another game."""
    names = [shown_beside_controls(each.name, _MAX_NAME) for each in people.people if each.who in people.wishes]
    return [f"{listed(names)} would like another game: {{end-main}} begins it"] if names else []


def match_notices(people: People, code: str) -> list[str]:
    """Return the lines about a running match: free seats, and who is away."""
    notices = []
    free = people.seats.count("")
    if free:
        seats = f"{free} free seat{'s' if free > 1 else ''}"
        notices.append(f"{seats}: others join with the invite code {shown_beside_controls(code, 40)}")
    away = [shown_beside_controls(person.name, _MAX_NAME) for person in people.people if not person.here]
    if away:
        notices.append(f"Away: {', '.join(away)}")
    return notices


# Refuses requests that are impossible in an on-line match, each with a message.

_POSSIBLE = (Action, Faster, Slower, Film, Screenshot, BoardPicture, ShowFolder, Open)
"""Requests that are possible in an on-line match. Opening a file leaves the match, so the user is asked first."""
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
            return "An on-line match cannot be rewound"
        case Record():
            return "The server saves the replay of an on-line match"
        case ChangeSeat():
            return "In an on-line match, people choose their own seats"
        case GuidedRound():
            return _NOT_HERE
    if isinstance(request, _POSSIBLE):
        return ""
    return _NOT_HERE if isinstance(request, OfSession) else ""


# Converts the seats of an on-line match to the form that panels and HUDs show.


def online_seats(seats: Seats, names: Sequence[str], *, keeps_names: bool = False) -> Seats:
    """Return ``seats`` with the players of an on-line match.

    Args:
        seats: this machine's seats. Their number and colours are kept.
        names: the server's entry for each seat: a person's name, "" if free, "computer:N" or "nobody".
        keeps_names: True to keep the names that ``seats`` has, because the result of their match is on screen.
    """
    shown = [*names, *[NOBODY] * len(seats.seats)]
    return Seats(
        tuple(
            seat if keeps_names and seat.name else _seat(name, seat.colour)
            for name, seat in zip(shown, seats.seats, strict=False)
        )
    )


def _seat(name: str, colour: str) -> Seat:
    if name == NOBODY:
        return Seat(colour=colour, closed=True)
    if level := computer_level(name):
        return Seat(level, colour=colour)
    return Seat(name=shown_beside_controls(name, MAX_LETTERS), colour=colour)
