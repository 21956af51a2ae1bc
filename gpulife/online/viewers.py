"""What each viewer of a match may see, where the game has secrets: the state that follows from what it was told.

A viewer is a seat, or NOBODY for those who only watch. Others' personal actions are not told to it. A mirror plays what
a viewer was told; where the state that this viewer may see does not follow from it, the viewer is told that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpulife.games.core.game import NOBODY, Action, ActionKind, Board
from gpulife.games.core.game_spec import GameSpec, full_state
from gpulife.games.core.order import Flash, Order, Paint, Sound
from gpulife.session.tick import with_revealed_seed

PERSONAL = frozenset(
    {
        ActionKind.STICK,
        ActionKind.TRIGGER,
        ActionKind.POINT,
        ActionKind.DIGIT,
        ActionKind.PLACE,
        ActionKind.WITHDRAW,
        ActionKind.PIECE,
        ActionKind.TAKE_BACK,
        ActionKind.OPTION,
        ActionKind.SELECT,
        ActionKind.WHO,
        ActionKind.HIDE,
    }
)
"""Kinds of actions that, in a game with secrets, are told only to the seat that did them."""


def has_secrets(game: GameSpec[Any]) -> bool:
    """Return whether players of a game may know what others do not."""
    return game.observe is not full_state


def may_be_told(action: Action, viewer: int) -> bool:
    """Return whether a viewer of a game with secrets is told of an action."""
    return action.player in (viewer, NOBODY) or action.kind not in PERSONAL


@dataclass(slots=True)
class Mirror:
    """Whether one viewer, who plays what it was told, sees a match as it may.

    Attributes:
        viewer: seat, or NOBODY.
        corrected: whether the state did not follow in the last tick.
        replaced: whether the board did not, either.
    """

    viewer: int
    corrected: bool = False
    replaced: bool = False

    def compare(
        self,
        game: GameSpec[Any],
        before: Any,
        done: Sequence[Action],
        board: Board,
        after: Any,
        orders: Sequence[Order],
    ) -> None:
        """Play a tick as the viewer does, before the board changes, and find out whether that is right.

        Args:
            game: the game.
            before: state that the game really had before the tick.
            done: all actions of the tick.
            board: the board before the tick's orders.
            after: state that the game really has after it.
            orders: its orders.
        """
        told = tuple(action for action in done if may_be_told(action, self.viewer))
        seen = with_revealed_seed(game.observe(before, self.viewer), told)
        mine, mine_orders = game.advance(seen, told, board)
        self.replaced = not _same_orders(orders, mine_orders)
        self.corrected = mine != game.observe(after, self.viewer)

    def skip(self) -> None:
        """Let a tick pass in which nothing could be hidden."""
        self.replaced = self.corrected = False


def _same_orders(one: Sequence[Order], other: Sequence[Order]) -> bool:
    """Return whether orders do the same to a board."""
    ours, theirs = ([order for order in orders if not isinstance(order, Sound | Flash)] for orders in (one, other))
    return len(ours) == len(theirs) and all(map(_same_order, ours, theirs))


def _same_order(one: Order, other: Order) -> bool:
    if isinstance(one, Paint) and isinstance(other, Paint):
        same_mask = one.mask is other.mask or (
            one.mask is not None and other.mask is not None and np.array_equal(one.mask, other.mask)
        )
        return (
            (one.row, one.column) == (other.row, other.column) and same_mask and np.array_equal(one.cells, other.cells)
        )
    return type(one) is type(other) and not isinstance(one, Paint) and one == other
