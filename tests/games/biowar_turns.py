"""A helper to play BioWar on a small board: like ``playing``, with methods for the players' actions."""

from __future__ import annotations

from dataclasses import replace

from boards import board
from games.playing import K, Table

from gpulife.engines import Engine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.biowar.state import BioWarState, PlayerStanding, Side, TurnPhase
from gpulife.games.core.game import NOBODY, Action
from gpulife.games.core.game_spec import LIMIT
from gpulife.games.matches import new_match
from gpulife.rules import Edges, parse_rule
from gpulife.session.session import Session

EMPTY = "\n".join(["." * 24] * 11)
SECONDS = 60


class War(Table):
    """A session of BioWar with some players in it, on a board given as a picture."""

    def __init__(
        self,
        start: str = EMPTY,
        players: int = 0,
        species: int = 6,
        option: str = "",
        seed: int = 1986,
        engine: Engine | None = None,
        edges: Edges | None = None,
        limit: int = 0,
    ) -> None:
        cells = board(start)
        match = new_match(
            "biowar", parse_rule(f"BioWar:{species}").on_board(cells.shape, edges), cells.shape, seed, option
        )
        if limit:
            match = replace(match, settings={LIMIT: limit})
        self.engine = engine or NumpyEngine(parse_rule(match.rule), cells.shape)
        self.engine.paint(0, 0, cells)
        self.session = Session(match, self.engine)
        self.sounds: list[str] = []
        if players:
            self.tick(*(Action(player, K.START) for player in range(players)))

    @property
    def state(self) -> BioWarState:
        state = self.session.state
        assert isinstance(state, BioWarState)
        return state

    def side(self, player: int = 0) -> Side:
        return self.state.sides[player]

    def standings(self) -> str:
        """The standings of the seats, as "in out spectator", without spectators at the end."""
        names = [str(side.standing) for side in self.state.sides]
        while names and names[-1] == PlayerStanding.SPECTATOR:
            names.pop()
        return " ".join(names)

    def put(self, *places: tuple[int, int], player: int = 0) -> War:
        """Point to each place and press the trigger there."""
        for row, column in places:
            self.do(player, K.POINT, row, column).press(player)
        return self

    def done(self, *players: int) -> War:
        """Press DONE for these players, by default all in the game, then play the turn to its end."""
        turn = self.state.turn
        self.tick(*(Action(player, K.START) for player in players or self.state.players))
        return self.to_turn(turn + 1)

    def to_growth(self) -> War:
        while self.state.phase is TurnPhase.ADJUSTMENT:
            self.tick()
        return self

    def to_turn(self, turn: int) -> War:
        """Play until that turn begins, until nobody plays, or until the game is over."""
        for _ in range(100_000):
            if self.state.turn == turn or self.state.phase in (TurnPhase.IDLE, TurnPhase.OVER):
                return self
            self.tick()
        raise AssertionError(f"turn {turn} never comes")

    def turns(self, count: int) -> War:
        """Play ``count`` turns without actions."""
        for _ in range(count):
            self.done()
        return self

    def option(self, player: int = 0) -> War:
        self.do(player, K.OPTION)
        return self

    def select(self, player: int = 0) -> War:
        self.do(player, K.SELECT)
        return self

    def start(self, player: int = 0) -> War:
        self.do(player, K.START)
        return self

    def talk(self) -> list[tuple[int, str, str]]:
        return [(remark.player, str(remark.event), remark.text) for remark in self.state.remarks]


__all__ = ["EMPTY", "NOBODY", "SECONDS", "Action", "K", "PlayerStanding", "TurnPhase", "War"]
