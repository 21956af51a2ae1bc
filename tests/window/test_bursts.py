"""Which changes of a board are shown, and for how long."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gpulife.rules import Cells
from gpulife.window.design import BURST
from gpulife.window.play import bursts
from gpulife.window.play.bursts import Bursts, changes_of


def test_fights_come_first() -> None:
    before, after = np.zeros((6, 8), np.uint8), np.zeros((6, 8), np.uint8)
    before[1, 1:4], after[0:3, 2] = 1, 1  # a blinker far from the other player
    before[4, 5], before[4, 7], after[4, 6] = 1, 2, 2  # a birth between both
    before[5, 0], after[5, 0] = 2, 1  # a capture
    changes = changes_of(before, after)
    fought = [(place, old, new) for place, old, new, is_fought in changes if is_fought]
    assert fought == [((4, 6), 0, 2), ((5, 0), 2, 1)]
    assert [is_fought for *_, is_fought in changes] == sorted((is_fought for *_, is_fought in changes), reverse=True)
    assert ((0, 2), 0, 1, False) in changes
    assert ((1, 1), 1, 0, False) in changes
    assert changes_of(before, before.copy()) == []
    assert changes_of(before, after, only_fights=True) == changes[:2]


class Watched:
    """A board on which changes are shown, and the numbers of changes that were drawn in each frame."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, shape: tuple[int, int], *, only_fights: bool = False) -> None:
        self.drawn: list[int] = []
        monkeypatch.setattr(bursts, "_draw", lambda changes, *_: self.drawn.append(len(changes)))
        self.board, self.reads, self.awake = np.zeros(shape, np.uint8), 0, 0
        self.engine: Any = SimpleNamespace(changes=0, generation=0, read=self._read)
        self.runner: Any = SimpleNamespace(seeking=None)
        self.shell: Any = SimpleNamespace(now=0.0, motion=SimpleNamespace(due=self._due))
        play: Any = SimpleNamespace(engine=self.engine, runner=self.runner)
        self.bursts = Bursts(self.shell, play, only_fights=only_fights)
        self.frame()

    def _read(self, row: int, column: int, rows: int, columns: int) -> Cells:
        self.reads += 1
        return self.board[row : row + rows, column : column + columns].copy()

    def _due(self) -> None:
        self.awake += 1

    def turn(self, *places: tuple[int, int], state: int = 1, generations: int = 1) -> None:
        for place in places:
            self.board[place] = state
        self.engine.changes += 1
        self.engine.generation += generations

    def frame(self, seconds: float = 0.1, *, is_calm: bool = False) -> list[int]:
        self.shell.now += seconds
        self.drawn.clear()
        canvas: Any = SimpleNamespace(is_calm=is_calm)
        self.bursts.draw(canvas, self.board.shape)
        return self.drawn


def test_changes_are_shown_for_a_while_and_then_the_window_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch, (20, 30))
    assert watched.frame() == []
    watched.turn((1, 1), (2, 2))
    assert watched.frame() == watched.frame() == [2]
    assert watched.reads == 2, "a board is read only when it has changed"
    assert watched.frame(BURST) == []
    awake = watched.awake
    assert watched.frame() == []
    assert watched.awake == awake


def test_jumps_in_time_show_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(monkeypatch, (20, 30))
    watched.turn((1, 1), generations=-1)
    assert watched.frame() == [], "a new round"
    watched.runner.seeking = 5
    watched.turn((2, 2))
    assert watched.frame() == []
    watched.runner.seeking = None
    assert watched.frame() == []
    watched.turn((3, 3))
    assert watched.frame() == [1]
    assert watched.frame(is_calm=True) == [], "reduced flashing"


def test_large_and_fast_boards_show_only_fights(monkeypatch: pytest.MonkeyPatch) -> None:
    for shape, only_fights in (((100, 100), False), ((20, 30), True)):
        watched = Watched(monkeypatch, shape, only_fights=only_fights)
        watched.turn((1, 1))
        assert watched.frame(1.0) == []
        watched.turn((1, 1), (5, 5), state=2)
        assert watched.frame(1.0) == [1]
    watched = Watched(monkeypatch, (1000, 1000))
    watched.turn((1, 1))
    watched.frame(1.0)
    assert watched.reads == 0, "too large a board to read"
