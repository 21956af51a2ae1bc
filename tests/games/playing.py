"""A helper to play Study Mode on a small board: pictures in, pictures out."""

from __future__ import annotations

from dataclasses import replace

from boards import board, picture

from gpulife.engines import Engine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.game import NOBODY, RULINGS, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.games.survival1982.state import with_handicap
from gpulife.rules import parse_rule
from gpulife.session.session import Session

K = ActionKind


class Table:
    """A session whose board is given as a picture, with methods for people's actions. The caller counts ``tick``s."""

    def __init__(
        self,
        start: str,
        rule: str = "Immigration",
        option: str = "",
        seed: int = 1982,
        engine: Engine | None = None,
        at: tuple[tuple[int, int], ...] = (),
        rulings: int = RULINGS,
        handicap: tuple[int, int] | None = None,
    ) -> None:
        cells = board(start)
        law = parse_rule(rule)
        match = replace(new_match("study", law, cells.shape, seed, option), rulings=rulings)
        match = with_handicap(match, handicap) if handicap else match
        self.engine = engine or NumpyEngine(parse_rule(match.rule), cells.shape)
        self.engine.paint(0, 0, cells)
        self.session = Session(match, self.engine)
        self.sounds: list[str] = []
        for player, (row, column) in enumerate(at):
            self.do(player, K.POINT, row, column)

    @property
    def state(self):
        return self.session.state

    @property
    def picture(self) -> str:
        return picture(self.engine.read_all())

    def do(self, player: int, kind: ActionKind, a: int = 0, b: int = 0, data: str = "") -> Table:
        """Play one tick with one action."""
        return self.tick(Action(player, kind, a, b, data))

    def tick(self, *actions: Action) -> Table:
        result = self.session.tick(actions)
        self.sounds.extend(sound.name for sound in result.sounds)
        return self

    def ticks(self, count: int) -> Table:
        for _ in range(count):
            self.tick()
        return self

    def press(self, player: int = 0) -> Table:
        """Press the trigger and let go of it."""
        return self.do(player, K.TRIGGER, 1).do(player, K.TRIGGER, 0)

    def tap(self, rows: int, columns: int, player: int = 0) -> Table:
        """Push the stick and let go of it in the next tick."""
        return self.do(player, K.STICK, rows, columns).do(player, K.STICK)

    def space(self) -> Table:
        return self.do(NOBODY, K.HALT)

    def enter(self) -> Table:
        return self.do(NOBODY, K.STEP)

    def place(self, player: int = 0) -> tuple[int, int]:
        return self.state.cursors[player].row, self.state.cursors[player].column


def shows(table: Table, expected: str) -> None:
    """Assert the board's picture."""
    assert table.picture == "\n".join(line.strip() for line in expected.strip().splitlines())
