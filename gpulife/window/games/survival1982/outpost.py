"""The outpost: the small goal at the end of the guided round, for which players need all that it has taught.

The match is a round of Seed List against an outpost that plants nothing. A player has just enough seeds for a block, a
pulsar and a spaceship, and wins up to three stars.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import Any

import numpy as np
from imgui_bundle import imgui

from gpulife.engines.base import Engine
from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.games.core.game import NOBODY, Action, ActionKind, Match, Place
from gpulife.games.matches import new_match
from gpulife.games.registry import find_game
from gpulife.games.survival1982.observation import Overlay
from gpulife.games.survival1982.state import HANDICAP_OPTION, RoundPhase, with_handicap
from gpulife.input.commands import SetUp
from gpulife.patterns.seeds import SEED_SHAPES
from gpulife.rules import Cells, parse_rule
from gpulife.window.design import CAPTION, GOOD, LEAD, NEAR, PROMPT, RGBA, STRONG, TEXT, faded, packed
from gpulife.window.games.survival1982.lesson import LessonController
from gpulife.window.games.survival1982.ship_flight import SHIP
from gpulife.window.panels.draw_primitives import Point, text
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.canvas import Canvas, fitting_size, scaled
from gpulife.window.play.foresight import Remembered
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.opening import Opening
from gpulife.window.play.outlook import Plan
from gpulife.window.play.overlay import Hints
from gpulife.window.play.result_banner import EndButton, Result
from gpulife.window.scopes import PASS_ON, Handled, handles
from gpulife.window.shell import Shell

OUTPOST_BUTTON = "Capture an outpost"
OUTPOST: tuple[Place, ...] = tuple(
    (row + down, column + right)
    for row in (18, 22, 26, 30)
    for column in (60, 64)
    for down in (0, 1)
    for right in (0, 1)
)
"""The cells of the outpost: eight blocks."""
SHAPE = 52, 96
"""Rows and columns of the board. It is that of the guided round."""
_SHAPES = 0, 6, SHIP
SEEDS = 2 * 2 + sum(SEED_SHAPES[entry].cost for entry in _SHAPES[1:])
"""Seeds of the player: a block, a pulsar and a spaceship."""
_GROWN = 40
"""Cells that a player must have in the end. A pulsar has 48 to 72."""
_STRIP, _WIDEST, _STAR = 72.0, 1000.0, 11.0
"""Height and greatest width of the strip with the goals above the board, and radius of its stars, in units of 1/96
inch."""
_NAME = "Outpost"
"""What the right side is called."""
_POPS, _APART = 0.5, 0.45
"""Seconds in which a star of the result pops up, and between two of them."""
_SMALLEST = 10.0
"""Smallest font size of the goals, in units of 1/96 inch."""
_LARGE = 18.0
"""Radius of the stars of a result, in units of 1/96 inch."""


@dataclass(frozen=True, slots=True)
class Goals:
    """Which of the three goals are reached.

    Attributes:
        captured: at most half of the outpost's cells are left, and the player has cells.
        grown: the player has at least _GROWN cells.
        kept: the player has a block that touches no other cell.
    """

    captured: bool
    grown: bool
    kept: bool

    @property
    def stars(self) -> int:
        """The stars: one for each goal; none if the outpost is not captured."""
        return self.captured + self.grown + self.kept if self.captured else 0


def goals_of(cells: Cells) -> Goals:
    """Return which goals are reached on a board, shape (rows, columns): all three if the outpost has no cells left."""
    own, other = (int(np.count_nonzero(cells == state)) for state in (1, 2))
    captured = bool(own) and 2 * other <= len(OUTPOST)
    wiped = captured and not other
    return Goals(captured, wiped or own >= _GROWN, wiped or _has_lone_block(cells))


def _has_lone_block(cells: Cells) -> bool:
    """Return True if there are four cells of the left player in a square that no other cell touches."""
    framed, (rows, columns) = np.pad(cells > 0, 1), cells.shape
    parts = [framed[down : down + rows - 1, right : right + columns - 1] for down in range(4) for right in range(4)]
    own = cells == 1
    square = own[1:, 1:] & own[1:, :-1] & own[:-1, 1:] & own[:-1, :-1]
    return bool((square & (np.sum(parts, axis=0) == 4)).any())


def taps(player: int, places: Iterable[Place]) -> list[Action]:
    """Return the actions that plant single cells for a player, one after the other."""
    steps = (ActionKind.TRIGGER, 1, 0), (ActionKind.TRIGGER, 0, 0)
    return [Action(player, *step) for place in places for step in ((ActionKind.POINT, *place), *steps)]


class OutpostController(LessonController):
    """Runs the round against the outpost, shows the three goals above the board, and counts the stars.

    Args:
        shell: services shared by all screens.
        play: the session.
        then: the match to play afterwards; None to offer Seed List and One Seed.
    """

    def __init__(self, shell: Shell, play: OpenSession, then: Match | None) -> None:
        super().__init__(shell, play)
        self._then = then
        self._has_outpost = False
        self._goals: Remembered[Goals] = Remembered()
        self._threat: Remembered[str] = Remembered()
        self._ended_at: float | None = None
        self._stars_heard = 0

    @property
    def player_names(self) -> tuple[str, ...]:
        """The person's name, and that of the outpost."""
        return super().player_names[0], _NAME

    @property
    def shapes(self) -> Sequence[int]:
        """The shapes of the guided round."""
        return _SHAPES

    @property
    def holds_time(self) -> bool:
        """True in the set-up until the player acts: there is no clock."""
        side = self.state.sides[0]
        acts = self.play.runner.has_pending or self.play.session.is_unfinished or side.cursor.stick != (0, 0)
        return self.is_setting_up and not (acts or self._waits_for_computers or self.play.session.in_the_past)

    @property
    def overlay(self) -> Overlay:
        """The overlay for the game's current state, without the seconds of the set-up, which has no clock."""
        return replace(super().overlay, seconds_left=None)

    @property
    def hints(self) -> Hints:
        """The hints to show now; after the round, only those that hold here."""
        hints = super().hints
        if self.state.phase is not RoundPhase.OVER:
            return hints
        return replace(hints, middle=self._for_all("{result} Statistics  {start} Try again  {help} Help"))

    @property
    def opening(self) -> Opening | None:
        """The notice that says what the seeds are for, until something is planted."""
        opening = super().opening
        if opening is None:
            return None
        ends = f"Then press {self.done_controls}: time stands still until you are done"
        return replace(opening, title=f"{SEEDS} seeds: a block, a pulsar and a spaceship", wordings=(ends,))

    @property
    def goals(self) -> Goals:
        """Which goals are reached now."""
        engine = self.play.engine
        return self._goals.of(engine.changes, lambda: goals_of(engine.read_all()))

    @property
    def result(self) -> Result | None:
        """How the round has ended: the stars, and what is missing for more. Return tries again until all are won."""
        result = super().result
        if result is None:
            return None
        goals, (own, left) = self.goals, self.state.scores
        stars = goals.stars
        if not goals.captured:
            reason = "No cell of yours lives" if not own else f"{left} of its {len(OUTPOST)} cells are left"
            note = "Aim the spaceship in the set-up: the words under it say what it leaves of the outpost."
            return replace(result, title="The outpost stands", winner=1, reason=f"{reason}.", note=note, scores=())
        title = f"Outpost captured: {stars} star{'s' * (stars != 1)}"
        missing = [words for words, is_reached in _missing(goals) if not is_reached]
        reason = f"{len(OUTPOST) - left} of its {len(OUTPOST)} cells are gone. You have {own}."
        main = len(result.buttons) - 2 if stars == len(_GOALS) else 0
        note = " ".join(missing) or "All three stars: you are ready for a real round."
        return replace(result, title=title, winner=0, reason=reason, note=note, scores=(), main=max(main, 0))

    @property
    def end_buttons(self) -> tuple[EndButton, ...]:
        """The buttons after the end: try again, One Seed, Seed List or the match that waits, and back to the start."""
        if not (usual := super().end_buttons):
            return ()
        again = EndButton("Try again", Action(NOBODY, ActionKind.START), "start")
        if self._then is not None:
            return again, EndButton("Play a real round", Action(NOBODY, ActionKind.AGAIN), "again"), usual[-1]
        games = [EndButton(f"Play {title}", SetUp(name, against=1)) for name, title in _GAMES]
        return again, *games, usual[-1]

    @handles(ActionKind.START)
    def _try_again(self, _: Action) -> None:
        begin_outpost(self.shell, self._then)

    @handles(ActionKind.AGAIN)
    def _go_on(self, _: Action) -> Handled:
        """Begin the match that waits; without one, try again."""
        if self.play.session.in_the_past or self.state.phase is not RoundPhase.OVER:
            return PASS_ON
        if self._then is None:
            begin_outpost(self.shell, None)
        else:
            self.shell.begin(self._then, (Action(NOBODY, ActionKind.START),))
        return None

    def update_seats(self) -> None:
        """Plant the outpost when the set-up begins; the right side is then done."""
        super().update_seats()
        if not self._has_outpost and self.is_setting_up:
            self._has_outpost = True
            for action in (*taps(1, OUTPOST), Action(1, ActionKind.DONE)):
                self.play.runner.act(action)

    def _plan(self, player: int, cells: Sequence[Place]) -> Plan:
        """Return what a player would plant now. With the spaceship, the words say what it leaves of the outpost."""
        plan = super()._plan(player, cells)
        if self.state.sides[player].entry != SHIP:
            return plan
        key = self.play.engine.changes, tuple(plan.cells)
        return replace(plan, words=lambda _: self._threat.of(key, lambda: threat(self.play.engine, plan.cells)))

    @property
    def hud_margins(self) -> HudMargins:
        """Space around the board, with a strip above it for the goals."""
        margins = super().hud_margins
        return margins._replace(above=margins.above + scaled(_STRIP))

    def draw(self, seconds: float) -> None:
        """Draw the overlay, the goals, and the stars of a result."""
        super().draw(seconds)
        canvas = self.layout.canvas
        left, y, right, _ = canvas.area
        room, y = min(right - left - scaled(2 * NEAR), scaled(_WIDEST)), y + scaled(NEAR)
        first = (left + right - room) / 2
        if self.state.phase is RoundPhase.OVER and not self.play.session.in_the_past:
            self._draw_stars(canvas, ((left + right) / 2, y + scaled(_LARGE - NEAR / 2)))
        else:
            self._ended_at, self._stars_heard = None, 0
            words = f"Capture the outpost before the yellow bar is empty, with {SEEDS} seeds"
            size = fitting_size(words, room, LEAD.size)
            text(words, (left + right) / 2, y, PROMPT, align=0.5, size=size, bold=True)
        y += scaled(2 * _LARGE + NEAR / 2)
        goals = self.goals
        reached = goals.captured, goals.grown, goals.kept
        part = room / len(_GOALS)
        size = min(fitting_size(words, part - scaled(2 * _STAR + 3 * NEAR), STRONG.size, _SMALLEST) for words in _GOALS)
        for number, (words, is_reached) in enumerate(zip(_GOALS, reached, strict=True)):
            _draw_goal(words, (first + part * number, y), part, size, is_reached=is_reached)

    def _draw_stars(self, canvas: Canvas, at: Point) -> None:
        """Draw the stars of the result in the strip, the middle one at ``at``.

        They pop up one after the other, each with a sound.
        """
        if self._ended_at is None:
            self._ended_at = self.shell.now
        passed, stars = self.shell.now - self._ended_at, self.goals.stars
        if passed < _APART * len(_GOALS) + _POPS:
            self.shell.motion.due()
        (x, y), radius = at, scaled(_LARGE)
        pitch = radius * 2.6
        for number in range(len(_GOALS)):
            middle = x + (number - (len(_GOALS) - 1) / 2) * pitch, y
            draw_star(middle, radius, faded(CAPTION, 0.35))
            share = 1.0 if canvas.is_calm else (passed - _APART * number) / _POPS
            if number >= stars or share <= 0:
                continue
            if number >= self._stars_heard:
                self._stars_heard = number + 1
                self.shell.sound.audio.play("choose", (number + 1) / len(_GOALS), 0)
            draw_star(middle, radius * (1 + 0.6 * max(1 - share, 0) * sin(min(share, 1) * pi)), PROMPT)


_GOALS = (
    "Half of the outpost dies: spaceship",
    f"{_GROWN} cells of yours: pulsar",
    "A block of yours lives on",
)
_GAMES = ("one-seed", "One Seed"), ("seed-list", "Seed List")


def _missing(goals: Goals) -> Sequence[tuple[str, bool]]:
    """Return for each goal but the first what is said if it is missed, and whether it is reached."""
    return (
        (f"For another star, have {_GROWN} cells: give a pulsar room.", goals.grown),
        ("For another star, keep a block out of the way.", goals.kept),
    )


def threat(engine: Engine, planned: Mapping[Place, int]) -> str:
    """Return what planting cells does to the outpost; ``planned`` are the cells' states, keyed by place."""
    cells = engine.read_all()
    outpost, hits = cells == 2, False
    for place, state in planned.items():
        cells[place] = state
    batch = NumpyBatch(cells, engine.rule, engine.generation, 1)
    for _ in range(SHAPE[0]):
        batch.step()
        hits |= not np.array_equal(batch.cells(0) == 2, outpost)
    left = int(np.count_nonzero(batch.cells(0) == 2))
    batch.close()
    if left != len(OUTPOST):
        return f"The outpost ends with {left} cells, not {len(OUTPOST)}"
    return "Hits the outpost, but nothing is lost in the end" if hits else "Misses the outpost"


def _draw_goal(words: str, at: Point, room: float, size: float, *, is_reached: bool) -> None:
    """Draw a star and the words of a goal, in a font size, in a column, ``room`` points wide, that begins at ``at``."""
    (left, y), radius, gap = at, scaled(_STAR), scaled(NEAR)
    wide = 2 * radius + gap + width_of(words, size)
    x = left + (room - wide) / 2
    rgba: RGBA = PROMPT if is_reached else faded(CAPTION, 0.4)
    draw_star((x + radius, y + radius), radius, rgba)
    text(words, x + 2 * radius + gap, y + radius - scaled(size * 0.62), GOOD if is_reached else TEXT, size=size)


def draw_star(middle: Point, radius: float, rgba: RGBA) -> None:
    """Draw a star with five points."""
    angles = [pi * (number / 5 - 0.5) for number in range(10)]
    radii = [radius * (0.45 if number % 2 else 1.0) for number in range(10)]
    points: list[Any] = [
        (middle[0] + cos(angle) * reach, middle[1] + sin(angle) * reach)
        for angle, reach in zip(angles, radii, strict=True)
    ]
    imgui.get_background_draw_list().add_concave_poly_filled(points, packed(rgba))


def begin_outpost(shell: Shell, then: Match | None) -> None:
    """Begin the round against the outpost.

    Args:
        shell: services shared by all screens.
        then: the match to play afterwards; None to offer Seed List and One Seed.

    Raises:
        GpulifeError: there is not enough memory.
    """
    rule = parse_rule(find_game("seed-list").rule)
    match = with_handicap(new_match("seed-list", rule, SHAPE, 1, HANDICAP_OPTION), (SEEDS, len(OUTPOST)))
    start = (Action(NOBODY, ActionKind.START),)
    shell.begin(match, start, controller=lambda shell_, play: OutpostController(shell_, play, then))
