"""What the panels show: plain data that ``app`` collects once a frame. Panels read nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import Engine
from gpulife.games.core.game import Match
from gpulife.input.bindings import Bindings
from gpulife.input.commands import Asked
from gpulife.rules import Rule
from gpulife.seats import Seats
from gpulife.settings.user_settings import Settings
from gpulife.view.look import Look
from gpulife.window.panels.form_state import Fields


@dataclass(frozen=True, slots=True)
class History:
    """Populations over time, for the curves.

    Attributes:
        generations: shape (n,), float64.
        populations: cells in each state but 0, shape (species, n), float64.
    """

    generations: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    populations: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 0)))


@dataclass(frozen=True, slots=True)
class Timeline:
    """Where the session is and may go, in ticks.

    Attributes:
        now: the present tick.
        first: the earliest that it can go back to.
        last: the latest that has been, where it goes on from when nothing is changed.
        refused: why there is no going back, empty where there is.
    """

    now: int = 0
    first: int = 0
    last: int = 0
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Rates:
    """How fast it goes.

    Attributes:
        generations: a second.
        cells: a second.
        frame_seconds: of the last frames, the median.
    """

    generations: float = 0.0
    cells: float = 0.0
    frame_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class WizardStep:
    """What the mapping wizard asks.

    Attributes:
        pad: name of the gamepad.
        prompt: what to do; empty when everything has been asked.
        number: of the question, counted from 1.
        total: of the questions.
        note: why the last press was no answer, empty if it was.
        usable: whether there is anything to save.
    """

    pad: str
    prompt: str
    number: int
    total: int
    note: str
    usable: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One frame's data for the panels.

    Attributes:
        match: what is played.
        title: of the game.
        rule: the law on this board.
        running: whether generations are computed.
        generation: of the board.
        pace: generations in 1000 seconds, 0 for unlimited, -1 for authentic.
        population: cells in each state but 0.
        seeds: left, as written, one a player; empty where there are none.
        history: of the populations.
        timeline: of the session.
        rates: of the last second.
        look: of the board.
        schemes: names of all colour schemes.
        settings: the user's.
        bindings: of keys and buttons.
        players: who plays, one line each.
        monitors: names.
        fullscreen: whether the window is.
        renderer: GL_RENDERER.
        free_memory: bytes that a new board could take.
        unmapped: sockets and names of gamepads that nobody knows the buttons of.
        wizard: what it asks while it maps one of them.
        seats: who sits where, and what they are called; None where that cannot be changed in a match.
        levels: titles of the computer's.
        typing: the player who types a handicap now, None for nobody.
        muted: whether the sound is off.
        output: what the sound comes out of.
        filming: whether a film is being made.
        contest: whether the game has a line of figures of its own under the board.
        engine_of: which engine a rule and a (rows, columns) would get.
        draw_pace: draws how its game chooses how fast it goes; None for generations a second.
        panels: titles of the panels that games have of their own, and what draws them.
    """

    match: Match
    title: str
    rule: Rule
    running: bool
    generation: int
    pace: int
    population: tuple[int, ...]
    seeds: tuple[str, ...]
    history: History
    timeline: Timeline
    rates: Rates
    look: Look
    schemes: tuple[str, ...]
    settings: Settings
    bindings: Bindings
    players: tuple[str, ...] = ()
    monitors: tuple[str, ...] = ()
    fullscreen: bool = False
    renderer: str = ""
    free_memory: int = 0
    unmapped: tuple[tuple[int, str], ...] = ()
    wizard: WizardStep | None = None
    seats: Seats | None = None
    levels: tuple[str, ...] = ()
    typing: int | None = None
    muted: bool = False
    output: str = ""
    draw_pace: Callable[[], Iterable[Asked]] | None = None
    panels: Mapping[str, Callable[[Fields, Snapshot], Iterable[Asked]]] = field(default_factory=dict)
    filming: bool = False
    contest: bool = False
    engine_of: Callable[[Rule, tuple[int, int]], type[Engine]] = lambda _rule, _shape: Engine

    def memory_needed(self, rule: Rule, shape: tuple[int, int]) -> int:
        """Bytes that a new board of ``shape`` (rows, columns) would take."""
        return self.engine_of(rule, shape).memory_needed(shape, rule.species)

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns) of the board."""
        assert self.rule.size is not None  # noqa: S101 - an engine's rule always has one
        return self.rule.size
