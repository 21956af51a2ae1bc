"""A helper to play a competitive game on a small board: like ``playing``, but after START."""

from __future__ import annotations

from dataclasses import replace

from boards import board
from games.playing import K, Table

from gpulife.engines import Engine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.consent import CONSENT, seat_actions
from gpulife.games.core.game import NOBODY, RULINGS
from gpulife.games.matches import new_match, with_series
from gpulife.games.survival1982.observation import Overlay, overlay
from gpulife.games.survival1982.rules import late_planters
from gpulife.games.survival1982.state import with_handicap
from gpulife.rules import parse_rule
from gpulife.session.session import Session

EMPTY = "\n".join(["." * 24] * 12)
BLOCKS = """
........................
.AA..................BB.
.AA..................BB.
........................
........................
........................
"""
"""A still life on each half; the halves are 12 columns wide."""
DOWN, UP, LEFT, RIGHT = (1, 0), (-1, 0), (0, -1), (0, 1)


class Duel(Table):
    """A session of a competitive game in its set-up, on a board given as a picture."""

    def __init__(
        self,
        start: str = EMPTY,
        game: str = "one-seed",
        option: str = "",
        rule: str = "Immigration",
        seed: int = 1982,
        engine: Engine | None = None,
        at: tuple[tuple[int, int], ...] = (),
        press_start: bool = True,
        rulings: int = RULINGS,
        consent: bool = False,
        levels: tuple[int, int] = (0, 0),
        series: str = "",
        handicap: tuple[int, int] | None = None,
    ) -> None:
        cells = board(start)
        match = new_match(game, parse_rule(rule), cells.shape, seed, option)
        match = with_series(match, series) if series else match
        match = with_handicap(match, handicap) if handicap else match
        match = replace(match, rulings=rulings, settings={**match.settings, **({CONSENT: True} if consent else {})})
        self.engine = engine or NumpyEngine(parse_rule(match.rule), cells.shape)
        self.session = Session(match, self.engine)
        self.sounds: list[str] = []
        if press_start:
            self.start()
            if any(levels):
                self.tick(*seat_actions(self.state, levels))
            self.engine.paint(0, 0, cells)
            self.session.board.changed()
            self.session.state = replace(self.session.state, recount=True)
        for player, (row, column) in enumerate(at):
            self.do(player, K.POINT, row, column)

    @property
    def seen(self) -> Overlay:
        seen = overlay(self.state, self.engine.shape)
        assert seen is not None
        return seen

    @property
    def phase(self) -> str:
        return self.seen.phase

    @property
    def clock(self) -> int:
        return self.state.clock.notches

    def entry_of(self, player: int) -> int:
        return self.state.sides[player].entry

    def start(self) -> Duel:
        return self.do(NOBODY, K.START)

    def space(self) -> Duel:
        return self.do(NOBODY, K.HALT).waited()

    def enter(self) -> Duel:
        return self.do(NOBODY, K.STEP).waited()

    def waited(self) -> Duel:
        """Play until the set-up no longer waits for sides without cells."""
        while late_planters(self.state):
            self.tick()
        return self

    def quickly(self) -> Duel:
        """Set the pace to a generation a tick."""
        return self.do(NOBODY, K.PACE, 60_000)

    def generations(self, count: int) -> Duel:
        """Compute a number of generations, then halt."""
        for _ in range(count):
            self.enter().ticks(60)
        return self

    def tap(self, rows: int, columns: int, player: int = 0) -> Duel:
        self.do(player, K.STICK, rows, columns).do(player, K.STICK)
        return self

    def into_menu(self, player: int = 0) -> Duel:
        """Enter the menu: push down to the bottom, let go, push down."""
        self.do(player, K.POINT, 10_000, self.place(player)[1])
        return self.tap(*DOWN, player).tap(*DOWN, player)

    def take(self, entry: int, turns: int = 0, player: int = 0) -> Duel:
        """Fetch a shape from the menu, and turn it a number of times."""
        self.into_menu(player)
        away = entry - self.entry_of(player)
        way = RIGHT if (away > 0) == (player == 0) else LEFT
        for _ in range(abs(away)):
            self.tap(*way, player)
        for _ in range(turns):
            self.press(player)
        return self.tap(*UP, player)

    def twice(self, player: int = 0) -> Duel:
        self.press(player).press(player)
        return self
