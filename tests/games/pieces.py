"""A helper to play LIFE-2: like ``playing``, but after START. Places are "column,row", counted from 1."""

from __future__ import annotations

from dataclasses import replace

from boards import board
from games.playing import K, Table

from gpulife.engines import Engine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.game import NOBODY, Action
from gpulife.games.life2.rules import GRACE
from gpulife.games.life2.state import Life2Phase
from gpulife.games.matches import new_match
from gpulife.games.registry import GAMES
from gpulife.rules import parse_rule
from gpulife.session.session import Session

EMPTY = "\n".join(["....."] * 5)
A_SECOND = 60


class Pieces(Table):
    """A session of LIFE-2, by default in its opening. With a picture it is in its second turn, on that board."""

    def __init__(
        self,
        start: str = "",
        option: str = "",
        rule: str = "",
        seed: int = 1978,
        shape: tuple[int, int] = (5, 5),
        engine: Engine | None = None,
        press_start: bool = True,
    ) -> None:
        cells = board(start) if start else None
        law = parse_rule(rule or GAMES["life-2"].rule)
        match = new_match("life-2", law, shape if cells is None else cells.shape, seed, option)
        law = parse_rule(match.rule)
        assert law.size is not None
        self.engine = engine or NumpyEngine(law, law.size)
        self.session = Session(match, self.engine)
        self.sounds: list[str] = []
        if press_start:
            self.do(NOBODY, K.START)
        if cells is not None:
            self.engine.paint(0, 0, cells)
            self.session.board.changed()
            self.session.state = replace(self.session.state, phase=Life2Phase.TURN, empty=1, turn=2)

    @property
    def phase(self) -> str:
        return str(self.state.phase)

    def chosen(self, player: int) -> list[str]:
        return [f"{column + 1},{row + 1}" for row, column in self.state.hands[player].chosen]

    def choose(self, player: int, *places: str) -> Pieces:
        for place in places:
            column, row = (int(part) for part in place.split(","))
            self.do(player, K.PLACE, row - 1, column - 1)
        return self

    def both(self, left: str, right: str) -> Pieces:
        """Choose all pieces of both players, given as "1,2 3,4", and play until the reveal."""
        return self.choose(0, *left.split()).choose(1, *right.split()).reveal()

    def turn(self, left: str, right: str) -> Pieces:
        """Like ``both``, then also play and evaluate the generation."""
        return self.both(left, right).grow()

    def reveal(self) -> Pieces:
        """Play until the chosen pieces are on the board, but not for longer than that can take."""
        for _ in range(GRACE):
            if self.phase != "reveal":
                self.tick()
        return self

    def grow(self) -> Pieces:
        while self.phase == "reveal":
            self.tick()
        return self.tick()

    def type(self, *digits: int, player: int = NOBODY) -> Pieces:
        return self.tick(*(Action(player, K.DIGIT, digit) for digit in digits))
