"""A person, as a queue that keyboard, pads, mouse and panels fill between two ticks."""

from __future__ import annotations

from collections.abc import Sequence

from gpulife.games.base import Action, Board, GameState


class HumanPlayer:
    """Acts as it is told."""

    is_live = True

    def __init__(self) -> None:
        self._waiting: list[Action] = []

    def push(self, *actions: Action) -> None:
        """Let these happen in the next tick, after those that wait already."""
        self._waiting.extend(actions)

    def actions(self, tick: int, state: GameState, board: Board) -> Sequence[Action]:  # noqa: ARG002 - a Player
        """All that waits; once."""
        waiting, self._waiting = self._waiting, []
        return waiting
