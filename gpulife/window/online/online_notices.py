"""Texts about an on-line match and its connection, with controls in braces."""

from gpulife.online.protocol import People
from gpulife.online.shown_text import shown_beside_controls
from gpulife.window.panels.widgets import sentence

_MAX_NAME, _MAX_LINE = 32, 200
_TO_LOBBY = "   {online} On-line play"


def stopped_lines(server: str, *, has_seat: bool) -> tuple[str, str, str]:
    """Return the lines to show when the server has stopped: what happens now, and where the user can go.

    Args:
        server: the server's name; "" if it is unknown.
        has_seat: True if the user has a seat; False if they only watch.
    """
    name = shown_beside_controls(server, _MAX_NAME) or "The server"
    waits = "The match waits, and so does your seat" if has_seat else "The match waits"
    return f"{name} has stopped", f"{waits}: it continues when it is hosted again", _TO_LOBBY.strip()


def lost_notices(problem: str) -> list[str]:
    """Return the lines to show while the connection is lost; ``problem`` is the reason, "" if unknown."""
    return [
        f"{sentence(shown_beside_controls(problem, _MAX_LINE)) or 'The connection is lost'}.",
        f"Time is halted until it is back.{_TO_LOBBY}",
    ]


def over_notices(why: str) -> list[str]:
    """Return the lines to show when the match is over for the user."""
    words = sentence(shown_beside_controls(why, _MAX_LINE))
    return [f"{words if words.endswith(('.', '!', '?')) else f'{words}.'}{_TO_LOBBY}"]


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
