"""A helper to play Survivor: levels as pictures, and methods for the player's actions."""

from __future__ import annotations

from gpulife.engines import Engine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.game import Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.games.survivor.level import Level, picture_of
from gpulife.games.survivor.rules import SurvivorState, level_settings
from gpulife.rules import parse_rule
from gpulife.session.session import Session

K = ActionKind


def lines(picture: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in picture.strip().splitlines())


def level_from(picture: str, starts: str = "sunrise", **more: object) -> Level:
    return Level("Test", lines(picture), starts, **more)  # type: ignore[arg-type]


class Field:
    """A session of one level."""

    def __init__(self, level: Level | str, starts: str = "sunrise", engine: Engine | None = None) -> None:
        level = level if isinstance(level, Level) else level_from(level, starts)
        match = new_match("survivor", parse_rule("Survivor"), level.shape, 7)
        self.match = type(match)(match.game, match.rule, match.seed, match.option, level_settings(level))
        self.session = Session(self.match, engine or NumpyEngine(parse_rule(match.rule), level.shape))
        self.sounds: list[str] = []
        self.tick()

    @property
    def state(self) -> SurvivorState:
        state = self.session.state
        assert isinstance(state, SurvivorState)
        return state

    @property
    def picture(self) -> tuple[str, ...]:
        return picture_of(self.session.engine.read_all())

    def tick(self, *actions: Action) -> Field:
        self.sounds += [sound.name for sound in self.session.tick(actions).sounds]
        return self

    def do(self, kind: ActionKind, a: int = 0, b: int = 0, player: int = 0) -> Field:
        return self.tick(Action(player, kind, a, b))

    def put(self, piece: int, row: int, column: int) -> Field:
        """Choose the piece, go to the place and press the trigger."""
        self.do(K.PIECE, piece).do(K.POINT, row, column)
        return self.do(K.TRIGGER, 1).do(K.TRIGGER, 0)

    def ok(self) -> Field:
        """End the turn, and play on until it is evaluated."""
        return self.do(K.OK).tick()

    def shows(self, expected: str) -> Field:
        assert self.picture == lines(expected), "\n" + "\n".join(self.picture)
        return self
