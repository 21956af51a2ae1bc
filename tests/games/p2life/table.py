"""A helper to play P2Life: like ``playing``, but after START. With a picture it is in phase TOKENS on that board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from boards import board
from games.playing import K, Table

from gpulife.engines import Engine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.consent import CONSENT, seat_actions
from gpulife.games.core.game import NOBODY
from gpulife.games.matches import new_match, with_series
from gpulife.games.p2life.state import Phase, Side
from gpulife.rules import parse_rule
from gpulife.session.session import Session


class P2LifeTable(Table):
    """A session of P2Life."""

    def __init__(
        self,
        start: str = "",
        option: str = "",
        rule: str = "P2Life",
        seed: int = 2003,
        shape: tuple[int, int] = (64, 64),
        series: str = "",
        engine: Engine | None = None,
        levels: tuple[int, int] = (0, 0),
        *,
        consent: bool = False,
        press_start: bool = True,
    ) -> None:
        cells = board(start) if start else None
        match = new_match("p2life", parse_rule(rule), shape if cells is None else cells.shape, seed, option)
        match = with_series(match, series) if series else match
        match = replace(match, settings={**match.settings, CONSENT: True}) if consent else match
        law = parse_rule(match.rule)
        assert law.size is not None
        self.engine = engine or NumpyEngine(law, law.size)
        self.session = Session(match, self.engine)
        self.sounds: list[str] = []
        if press_start:
            self.do(NOBODY, K.START)
            self.tick(*seat_actions(self.state, levels))
        if cells is not None:
            self.engine.paint(0, 0, cells)
            self.session.board.changed()
            sides: Any = tuple(replace(side, tokens=1) for side in self.state.sides)
            self.session.state = replace(self.session.state, phase=Phase.TOKENS, sides=sides)

    @property
    def phase(self) -> str:
        return str(self.state.phase)

    def side(self, player: int) -> Side:
        side: Side = self.state.sides[player]
        return side

    def put(self, player: int, row: int, column: int) -> P2LifeTable:
        self.do(player, K.PLACE, row, column)
        return self

    def both_pass(self) -> P2LifeTable:
        first = self.state.mover
        self.do(first, K.DONE).do(1 - first, K.DONE)
        return self

    def grow(self) -> P2LifeTable:
        """Play until the generations of this growth are over."""
        for _ in range(10_000):
            if self.phase != "growth":
                return self
            self.tick()
        raise AssertionError("it grows for ever")

    def quickly(self) -> P2LifeTable:
        """Set the pace to a generation a tick."""
        self.do(NOBODY, K.PACE, 60_000)
        return self

    def ticks(self, count: int) -> P2LifeTable:
        super().ticks(count)
        return self
