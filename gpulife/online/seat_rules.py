"""Checks which actions a client may send for its seat in an on-line match."""

from typing import Any

from gpulife.games.core.consent import CONSENT
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.game_spec import GameSpec
from gpulife.games.core.pace import GENERATION
from gpulife.games.realtime.match_settings import HOUR_SECONDS
from gpulife.games.realtime.rules import PACE_IN_QUARTERS, PACE_IN_SECONDS
from gpulife.games.registry import GAMES
from gpulife.online.protocol import MAX_TALK, Act
from gpulife.online.shown_text import said_text

_EVERYWHERE = frozenset(
    {
        ActionKind.STICK,
        ActionKind.TRIGGER,
        ActionKind.POINT,
        ActionKind.RESIGN,
        ActionKind.AGREE,
        ActionKind.DONE,
        ActionKind.HALT,
        ActionKind.PACE,
    }
)
_ORDERS = frozenset(
    {
        ActionKind.JOIN,
        ActionKind.MOVE,
        ActionKind.PLACE,
        ActionKind.WITHDRAW,
        ActionKind.OK,
        ActionKind.DONE,
        ActionKind.TAKE_BACK,
        ActionKind.RESIGN,
        ActionKind.START,
        ActionKind.AGAIN,
    }
)
_MAX_RATE = GENERATION
"""Fastest pace that a player may set for a game: one generation in each tick."""
_PACES = {PACE_IN_SECONDS: HOUR_SECONDS, PACE_IN_QUARTERS: 4 * HOUR_SECONDS}
"""Maximum length of a turn tick (a tick as players know it) of Real-Time Life, for each unit of time.

An action PACE has the unit in ``a`` and the length in ``b``.
"""


def hosted_games() -> tuple[str, ...]:
    """Return the names of the games that servers host: those in which people play against each other."""
    return tuple(name for name, game in GAMES.items() if game.online_kinds is not None)


def hosted_settings(game: GameSpec[Any]) -> dict[str, Any]:
    """Return the settings that every on-line match of a game must have.

    They make sure that no player alone can halt or restart the game.
    """
    return {CONSENT: True} if CONSENT in game.settings else {}


def seat_kinds(game: GameSpec[Any]) -> frozenset[ActionKind]:
    """Return the kinds of actions that a player may use in a game."""
    return _EVERYWHERE | (game.online_kinds or frozenset())


def is_order(kind: ActionKind) -> bool:
    """Return True for actions that must be saved at once, such as moves; False for others, such as stick movements."""
    return kind in _ORDERS


def checked_action(game: GameSpec[Any], seat: int, act: Act) -> Action | str:
    """Return a seat's request as an action of that seat's player, or the reason why it is refused.

    Args:
        game: the game, which must be one that servers host.
        seat: number of the seat that sent the request; NOBODY for a spectator.
        act: the request.
    """
    if seat == NOBODY:
        return "you are watching: take a seat to play"
    try:
        kind = ActionKind(act.kind)
    except ValueError:
        return f"unknown action {act.kind}: a newer gpulife may know it"
    if kind not in seat_kinds(game):
        return f"players cannot do this in {game.title}"
    if kind is ActionKind.PACE and not _may_pace(game, act):
        return "this pace is too fast or too slow for an on-line match"
    data = said_text(act.data, MAX_TALK) if kind is ActionKind.SAY else act.data
    if kind is ActionKind.SAY and not data:
        return "the message has no visible text"
    if not data.isprintable():  # no action needs invisible characters, and not all of them can be stored
        return "the text has invisible characters: remove them"
    return Action(seat, kind, act.a, act.b, data)


def _may_pace(game: GameSpec[Any], act: Act) -> bool:
    if game.lasts_for_days:  # its pace is the length of a turn tick
        return 1 <= act.b <= _PACES.get(act.a, 0)
    return act.a == -1 or 1 <= act.a <= _MAX_RATE
