"""The title screen (ruling R9): the program's name in cells of two species is shown, evolves, and is written again.

It is a game that nobody plays, so that the title screen has replays and can be rewound. In the window, START begins
the chosen game. In this game's own rules, START and RESET write the name again.
"""

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Annotated

import numpy as np
from msgspec import Meta

from gpulife.games.core import board_edit
from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind, Board, Cursor, Match
from gpulife.games.core.game_spec import GameSpec
from gpulife.games.core.order import Order, Paint, Renumber, Sound, Step
from gpulife.games.core.pace import ENDLESS, GENERATION, Beat, Pace, PaceKind
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.core.state_checks import check_timed_state
from gpulife.games.core.timed_state import TimedState
from gpulife.patterns.image import text_to_cells
from gpulife.patterns.seeds import SEED_SHAPES, mirrored
from gpulife.rules import Cells

FANFARE = "fanfare"
"""Name of this game, and of its music."""
NAME, MOTTO = "gpulife", "survival of the fittest"
SPELT_TICKS = 120 * TICKS_PER_SECOND
"""The program's name is written again after this many ticks."""
READ_TICKS = 4 * TICKS_PER_SECOND
"""The name stands still for this many ticks, so that people can read it."""

_WIDTH, _GAP = 0.82, 0.08
"""Maximum width of the name and the motto as a share of the board's, and the gap between them as a share of its
height."""
_MIN_HEIGHT, _MAX_HEIGHT = 5, 400
_FIRST_LETTERS = 3
"""Number of letters of the name in the first species; the others are in the second."""
_VISIT_TICKS = 5 * TICKS_PER_SECOND
"""Spaceships arrive at intervals of this many ticks, so that the board never comes to rest."""
SPECIES = 2
_SPACESHIPS = tuple(shape for shape in SEED_SHAPES if shape.name in ("glider", "lwss", "hwss"))


@dataclass(frozen=True, slots=True)
class FanfareState(TimedState):
    """The state of the title at one tick.

    Attributes:
        spelt: number of ticks since the program's name was last written; 0 means that the next tick writes it.
        visit_at: value of ``spelt`` at which the next spaceships arrive.
        cursors: always empty.
        seeds: always empty.
    """

    spelt: Annotated[int, Meta(ge=0, le=SPELT_TICKS)] = 0
    visit_at: Annotated[int, Meta(ge=0, le=SPELT_TICKS + _VISIT_TICKS)] = 0
    cursors: Annotated[tuple[Cursor, ...], Meta(max_length=0)] = ()
    seeds: Annotated[tuple[int, ...], Meta(max_length=0)] = ()


def start(match: Match, _shape: tuple[int, int]) -> FanfareState:
    """Return the first state; the first tick writes the program's name on the board."""
    return FanfareState(option="", seed=match.seed, beat=Beat(Pace(PaceKind.AUTHENTIC)))


def advance(state: FanfareState, actions: tuple[Action, ...], board: Board) -> tuple[FanfareState, tuple[Order, ...]]:
    """Play a tick. START and RESET write the name again, PACE sets the pace; all other actions are ignored."""
    staged = StagedBoard(board)
    for action in actions:
        if action.kind in (ActionKind.START, ActionKind.RESET):
            state = replace(state, spelt=0)
        elif action.kind is ActionKind.PACE:
            state = replace(state, beat=replace(state.beat, pace=Pace.of_action(action.a, action.b)))
    if state.spelt in (0, SPELT_TICKS):
        return _spell(state, staged), tuple(staged.orders)
    state = replace(state, spelt=state.spelt + 1)
    if state.spelt >= READ_TICKS:
        state = _pass_time(state, staged)
    return state, tuple(staged.orders)


def title_cells(shape: tuple[int, int]) -> Cells:
    """Return a board with the name in cells of both species and, if there is room, the motto below it.

    Returns:
        State codes, shape ``shape``, uint8.
    """
    rows, columns = shape
    cells = np.zeros(shape, np.uint8)
    height = _largest_height(NAME, (round(rows * 0.42), round(columns * _WIDTH)))
    if not height:
        return cells
    name = text_to_cells(NAME, 1, height)
    # The font leaves an empty column between letters.
    name[:, text_to_cells(NAME[:_FIRST_LETTERS], 1, height).shape[1] :] *= np.uint8(2)
    height = _largest_height(MOTTO, (round(rows * 0.16), round(columns * _WIDTH)))
    gap = round(rows * _GAP)
    motto = text_to_cells(MOTTO, 2, height) if height else np.zeros((0, 0), np.uint8)
    motto[:, motto.shape[1] // 2 :] //= np.uint8(2)
    top = (rows - name.shape[0] - (gap + motto.shape[0] if height else 0)) // 2
    _put_line(cells, name, top)
    _put_line(cells, motto, top + name.shape[0] + gap)
    return cells


def _largest_height(text: str, room: tuple[int, int]) -> int:
    """Return the largest height of letters at which ``text`` fits into ``room`` (rows, columns); 0 if none fits."""

    def fits(height: int) -> bool:
        return all(np.less_equal(text_to_cells(text, 1, height).shape, room))

    return max(takewhile(fits, range(_MIN_HEIGHT, min(room[0], _MAX_HEIGHT) + 1)), default=0)


def _put_line(cells: Cells, line: Cells, top: int) -> None:
    left = (cells.shape[1] - line.shape[1]) // 2
    cells[top : top + line.shape[0], left : left + line.shape[1]] = line


def _spell(state: FanfareState, staged: StagedBoard) -> FanfareState:
    """Clear the board, write the program's name on it, and begin the music."""
    staged.order(*board_edit.clear(staged.shape), Renumber(0), Paint(0, 0, title_cells(staged.shape)), Sound(FANFARE))
    beat = replace(state.beat, going=False, phase=0, left=0)
    return replace(state, spelt=1, visit_at=READ_TICKS + _VISIT_TICKS, beat=beat, draws=state.draws + 1)


def _pass_time(state: FanfareState, staged: StagedBoard) -> FanfareState:
    beat, ended = replace(state.beat, left=ENDLESS).tick()
    if beat.going and not ended:
        return replace(state, beat=beat)
    if state.spelt >= state.visit_at:  # at the end of a generation, when planted shapes appear in games, too
        _send_visitors(state, staged)
        state = replace(state, visit_at=state.spelt + _VISIT_TICKS, draws=state.draws + 1)
    beat, count = beat.begin(ended, min(beat.pace.speed(staged, slow=False), GENERATION))
    if count:
        staged.order(Step(count))
    return replace(state, beat=beat)


def _send_visitors(state: FanfareState, staged: StagedBoard) -> None:
    """Put one spaceship at the left edge and one at the right, both heading for the middle."""
    rng = np.random.default_rng((state.seed, state.draws))
    rows, columns = staged.shape
    for player in range(SPECIES):
        ship = _SPACESHIPS[int(rng.integers(len(_SPACESHIPS)))].cells
        cells = mirrored(ship) if player else ship
        height, width = cells.shape
        row = int(rng.integers(max(rows - height, 1)))
        if height <= rows and 2 * width <= columns:
            column = columns - width if player else 0
            staged.order(Paint(row, column, cells * np.uint8(player + 1), cells > 0))


TITLE = GameSpec(
    name=FANFARE,
    title="gpulife",
    about="the program's name, spelled in live cells",
    players=0,
    competitive=False,
    shape=(96, 160),
    min_live_states=SPECIES,
    state_type=FanfareState,
    first_state=start,
    check_state=lambda state, start, _shape: check_timed_state(state, start),
    advance=advance,
    scores=lambda _state, _census: (),
    window="gpulife.window.games.title_screen:WINDOW",
)
