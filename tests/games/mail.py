"""A helper to play Real-Time Life on a small board: letters in pictures are players, orders are text."""

from __future__ import annotations

from dataclasses import replace

from boards import SYMBOLS, board
from games.playing import K, Table

from gpulife.engines import Engine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.game import NOBODY, Action, Match
from gpulife.games.realtime.match_settings import new_realtime
from gpulife.games.realtime.notation import board_lines
from gpulife.games.realtime.observation import RealTimeOverlay, realtime_overlay
from gpulife.games.realtime.state import RealTimePhase, RealTimeState, Seat, SeatStanding
from gpulife.rules import parse_rule
from gpulife.session.session import Session

TEN = "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1"
"""Ten places in a row."""
SECOND = 60
"""Ticks of the session."""


def row(number: int, first: str = "a", length: int = 10) -> str:
    """Return a number of places in one row of the board, from a column on."""
    start = ord(first)
    return " ".join(f"{chr(start + place)}{number}" for place in range(length))


class Mail(Table):
    """A session of Real-Time Life.

    Args:
        start: a picture; the letters in it are in the game, which has begun. "" for a dead board and nobody.
        points: of everybody in the picture.
        settings: of ``new_realtime``; the letters are as many as the picture has, or 4.
    """

    def __init__(self, start: str = "", *, points: int = 0, engine: Engine | None = None, **settings: object) -> None:
        cells = board(start.replace("*", "Z")) if start else None
        letters = settings.pop("letters", None) or max(
            (SYMBOLS.index(symbol) for symbol in start if symbol in SYMBOLS[1:-1]), default=4
        )
        settings.setdefault("tick_seconds", 1)
        if cells is not None:
            settings["shape"] = cells.shape
            settings.setdefault("players", 1)
        self.match: Match = new_realtime(1982, letters=letters, **settings)  # type: ignore[arg-type]
        rule = parse_rule(self.match.rule)
        assert rule.size is not None
        self.engine = engine or NumpyEngine(rule, rule.size)
        self.session = Session(self.match, self.engine)
        self.sounds: list[str] = []
        if cells is not None:
            cells[cells == SYMBOLS.index("Z")] = letters + 1
            self.engine.paint(0, 0, cells)
            self.session.board.changed()
            counts = [int((cells == number + 1).sum()) for number in range(letters)]
            seats = tuple(
                replace(seat, name=SYMBOLS[number + 1], standing=SeatStanding.IN, cells=count, points=points)
                if count
                else seat
                for number, (seat, count) in enumerate(zip(self.state.seats, counts, strict=True))
            )
            self.session.state = replace(self.state, seats=seats, phase=RealTimePhase.PLAY)

    @property
    def state(self) -> RealTimeState:
        state = self.session.state
        assert isinstance(state, RealTimeState)
        return state

    @property
    def picture(self) -> str:
        lines = board_lines(self.state, self.session.board)
        return "\n".join(line.split()[0] for line in lines if line[0] in ".*ABCDEFGHIJKLMNOPQRSTUVWXYZ")

    @property
    def seen(self) -> RealTimeOverlay:
        return realtime_overlay(self.state)

    def seat(self, letter: str) -> Seat:
        return self.state.seats[ord(letter) - ord("A")]

    def join(self, name: str, places: str, player: int = NOBODY) -> Mail:
        self.do(player, K.JOIN, data=f"{name} {places}")
        return self

    def move(self, letter: str, places: str) -> Mail:
        self.do(ord(letter) - ord("A"), K.MOVE, data=places)
        return self

    def says(self, letter: str = "") -> str:
        """The answer to the last order."""
        return self.seat(letter).message if letter else self.state.reply

    def hour(self, count: int = 1) -> Mail:
        """Play a number of the game's turn ticks at once, with the clock halted."""
        if not self.state.halted:
            self.do(NOBODY, K.HALT)
        for _ in range(count):
            self.do(NOBODY, K.STEP).tick()
        return self

    def generation(self, count: int = 1) -> Mail:
        self.hour(12 * count)
        return self

    def press(self, player: int = 0) -> Mail:
        self.tick(Action(player, K.TRIGGER, 1)).tick(Action(player, K.TRIGGER, 0))
        return self

    def click(self, place: tuple[int, int], player: int = 0) -> Mail:
        self.do(player, K.POINT, *place)
        return self.press(player)
