"""The result of a tick, and functions that examine the states and actions of any game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from gpulife.games.core.game import MAX_REVEALED_SEED, NOBODY, Action, ActionKind, Cursor
from gpulife.games.core.game_spec import GameState
from gpulife.games.core.order import Flash, Order, Sound

_State = TypeVar("_State", bound=GameState)


@dataclass(frozen=True, slots=True)
class TickResult:
    """The result of one tick, to be shown by the session's owner.

    Attributes:
        tick: number of the tick; the first is 0.
        generations: number of generations computed in the tick.
        sounds: sounds to play.
        flashes: flashes to show.
        branched: True if the tick cut off a recorded future.
    """

    tick: int
    generations: int
    sounds: tuple[Sound, ...]
    flashes: tuple[Flash, ...]
    branched: bool

    @classmethod
    def of(cls, tick: int, generations: int, orders: Sequence[Order], *, branched: bool) -> "TickResult":
        """Return the result of a tick with the given orders."""
        sounds = tuple(order for order in orders if isinstance(order, Sound))
        flashes = tuple(order for order in orders if isinstance(order, Flash))
        return cls(tick, generations, sounds, flashes, branched)


def releases(cursors: Iterable[Cursor]) -> tuple[Action, ...]:
    """Return the actions that release all sticks and triggers that the players' ``cursors`` hold."""
    return tuple(
        Action(player, kind)
        for player, cursor in enumerate(cursors)
        for kind, is_held in ((ActionKind.STICK, cursor.stick != (0, 0)), (ActionKind.TRIGGER, cursor.trigger))
        if is_held
    )


def holds_secrets(state: GameState) -> bool:
    """Return True if a state has players' choices that are still secret. Only states with ``CanHide`` can have them."""
    # isinstance would take longer than the rest of a quiet tick.
    return bool(getattr(state, "holds_secrets", False))


def with_revealed_seed(state: _State, actions: Sequence[Action]) -> _State:
    """Return ``state`` with the seed that an on-line match's server reveals in this tick, if it reveals one.

    The seed is used for the whole tick, whatever the position of its action in ``actions``.
    """
    for action in actions:
        if action.kind is ActionKind.REVEAL and action.player == NOBODY and hasattr(state, "seed"):
            timed: Any = state
            state = replace(timed, seed=min(max(action.a, 0), MAX_REVEALED_SEED))
    return state


def may_choose(action: Action) -> bool:
    """Return True if an action may be a player's secret choice: it comes from a player, or is a digit key."""
    return action.player != NOBODY or action.kind is ActionKind.DIGIT


def only_releases(action: Action) -> bool:
    """Return True if an action only releases a stick or a trigger, or ends an edit.

    While a recorded future is replayed, such an action does not cut it off.
    """
    return (action.kind is ActionKind.STICK and (action.a, action.b) == (0, 0)) or (
        action.kind in (ActionKind.TRIGGER, ActionKind.EDIT) and action.a == 0
    )
