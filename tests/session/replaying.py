"""A player who repeats recorded actions: of a whole game, or of one player against a new opponent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gpulife.games.core.game import Action, Board


class ReplayPlayer:
    """Plays a log.

    Args:
        log: (tick, action) pairs in the order of their ticks, such as ``Recording.log``.
        player: whose actions of the log; None for all.
    """

    is_live = False

    def __init__(self, log: Iterable[tuple[int, Action]], player: int | None = None) -> None:
        self._by_tick: dict[int, list[Action]] = {}
        for tick, action in log:
            if player is None or action.player == player:
                self._by_tick.setdefault(tick, []).append(action)

    def actions(self, tick: int, state: Any, board: Board) -> Sequence[Action]:  # noqa: ARG002 - a Player
        """The log's actions of ``tick``."""
        return self._by_tick.get(tick, ())
