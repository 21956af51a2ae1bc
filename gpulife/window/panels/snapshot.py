"""The data that panels show, collected once a frame. Panels read the state of the session nowhere else."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.area import Area
from gpulife.games.core.game import Match
from gpulife.input.bindings import Bindings
from gpulife.input.commands import CommandOrAction, Tool
from gpulife.input.pad_mappings import Wizard
from gpulife.rules import Rule
from gpulife.seats import Seats
from gpulife.settings import Settings
from gpulife.view.look import Look
from gpulife.window.panels.panel_state import PanelState
from gpulife.window.panels.thumbnails import Thumbnails


@dataclass(frozen=True, slots=True)
class History:
    """Populations over time, for the curves.

    Attributes:
        generations: generation at each point of the curves: shape (points,), float64.
        populations: number of cells of each kind at each point: shape (kinds, points), float64.
    """

    generations: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    populations: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 0)))


@dataclass(frozen=True, slots=True)
class Timeline:
    """The session's position in time, in ticks.

    Attributes:
        now: the current tick.
        last: the latest recorded tick. After a rewind it lies after ``now``.
        rewind_refusal: the reason why rewinding is impossible; "" if it is possible.
        is_replay: True while a replay file is played back, until its end.
    """

    now: int = 0
    last: int = 0
    rewind_refusal: str = ""
    is_replay: bool = False


@dataclass(frozen=True, slots=True)
class Rates:
    """The speed of the session.

    Attributes:
        generations: computed generations per second.
        cells: computed cells per second.
        frame_seconds: median time per frame over the most recent frames, in seconds.
    """

    generations: float = 0.0
    cells: float = 0.0
    frame_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class WorkbenchFacts:
    """The workbench's state: tool, selection and patterns to be placed.

    Attributes:
        tool: the effect of the left mouse button.
        mode: how a pattern's cells replace those of the board: one of ``area_edit.MERGES``.
        selection: the selected rectangle; None for none.
        holds: True while the user is placing a pattern, which is shown over the board.
        measured: the two cells (row, column) whose distance is shown; None for none.
    """

    tool: Tool
    mode: str
    selection: Area | None
    holds: bool
    measured: tuple[tuple[int, int], tuple[int, int]] | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One frame's data for the panels.

    Attributes:
        match: the match of the session.
        title: title of the game.
        rule: rule of the board.
        running: True if generations are computed.
        generation: the board's generation.
        pace: speed in generations per 1000 seconds; 0 for unlimited, -1 for the speed of the original game of 1982.
        population: number of cells of each kind, in the order of ``rule.census_names``.
        kinds: names of the kinds of cells, in the same order.
        seeds: seeds left for each player, as text; empty if the game has none.
        history: populations since the beginning.
        timeline: the session's position in time.
        undo: title of the edit that Undo would take back, or of the session to which it would return; "" for none.
        redo: title of the edit that Redo would make again, or of the session to which it would return; "" for none.
        rates: speed of the session.
        look: how the board is drawn: colours, effects and grid lines.
        has_pictures: True if the board may be drawn as a picture.
        schemes: names of the colour schemes that the user can choose.
        settings: the user's settings.
        bindings: keys and buttons of all controls.
        players: for each player, a line that says which devices (keyboard, mouse, gamepad) they use.
        monitors: names of the monitors.
        fullscreen: True if the window fills a monitor.
        renderer: name of the renderer (GL_RENDERER).
        free_memory: bytes available for a new board.
        unmapped: (socket number, name) of each gamepad whose buttons are not known.
        wizard: state of the mapping wizard; None if it is not running.
        seats: the player on each seat, with names; None if seats cannot change during a match.
        levels: titles of the computer's levels.
        typing: the player who is typing the number of seeds with which they begin; None if nobody is typing.
        muted: True if the sound is off.
        output: name of the sound device.
        workbench: the workbench's state; None in contests.
        thumbnails: makes pictures of patterns; None to show no pictures.
        filming: True if a film is being recorded.
        name: name of the pattern with which the session began; "" if it began otherwise.
        at_rest: sentence for the offer to renew a universe that only repeats itself; "" for no offer.
        shows_scores: True if the game shows scores and generation itself, so that the bar can omit them.
        has_pads: True if a gamepad is plugged in.
        memory_needed: function from a rule and (rows, columns) to the bytes that a new board needs.
        draw_pace: draws the game's own speed control; None for the usual control, in generations per second.
        panels: drawing functions of the panels that games add, keyed by title.
    """

    match: Match
    title: str
    rule: Rule
    running: bool
    generation: int
    pace: int
    population: tuple[int, ...]
    kinds: tuple[str, ...]
    seeds: tuple[str, ...]
    history: History
    timeline: Timeline
    rates: Rates
    look: Look
    schemes: tuple[str, ...]
    settings: Settings
    bindings: Bindings
    has_pictures: bool = False
    players: tuple[str, ...] = ()
    monitors: tuple[str, ...] = ()
    fullscreen: bool = False
    renderer: str = ""
    free_memory: int = 0
    unmapped: tuple[tuple[int, str], ...] = ()
    wizard: Wizard | None = None
    seats: Seats | None = None
    levels: tuple[str, ...] = ()
    typing: int | None = None
    muted: bool = False
    output: str = ""
    draw_pace: Callable[[], Iterable[CommandOrAction]] | None = None
    panels: "Mapping[str, Callable[[PanelState, Snapshot], Iterable[CommandOrAction]]]" = field(default_factory=dict)
    workbench: WorkbenchFacts | None = None
    thumbnails: Thumbnails | None = None
    filming: bool = False
    undo: str = ""
    redo: str = ""
    name: str = ""
    at_rest: str = ""
    shows_scores: bool = False
    has_pads: bool = True
    memory_needed: Callable[[Rule, tuple[int, int]], int] = lambda _rule, _shape: 0

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns) of the board."""
        assert self.rule.size is not None  # noqa: S101 - an engine's rule always has one
        return self.rule.size

    def keys_text(self, control: str) -> str:
        """Return a control's keys, and its buttons if a gamepad is plugged in, as displayed in tooltips."""
        return self.bindings.keys_text(control, pads=self.has_pads)
