"""Go on with a board's cells on a board of another size."""

from dataclasses import dataclass, replace
from math import prod

import numpy as np

from gpulife.engines.base import Engine
from gpulife.engines.checkpoint import take_snapshot
from gpulife.errors import GpulifeError
from gpulife.games.core.area import Area
from gpulife.games.core.game import NOBODY, Action, ActionKind, Match, Place
from gpulife.games.core.order import strips
from gpulife.games.matches import new_match
from gpulife.games.registry import find_game
from gpulife.input.commands.session import PLACES, ResizeBoard
from gpulife.patterns.formats.npz import open_npz_bytes
from gpulife.rules import Cells, parse_rule
from gpulife.window.blocking_progress import BlockingProgress
from gpulife.window.play.board_files import STREAMED_CELLS, stream_actions
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.handler_table import HandlerTable
from gpulife.window.play.play_view import PlayView
from gpulife.window.play.undo_history import can_be_kept, is_untouched

MAX_CELLS = 1 << 34
"""Limit on the cells of a board: they are kept in memory, packed, while the new board is made."""


def begin_with_cells(
    controller: AnyController, match: Match, label: str, *, states: Cells | None = None, place: Place | None = None
) -> PlayView:
    """Begin a session with the cells, the generation and the pace of the present one, which runs on if that did.

    Args:
        controller: controller of the present session, on a board of at most MAX_CELLS cells.
        match: the match that begins.
        label: the work, in words, where it takes long.
        states: what each present state becomes, shape (states,), uint8; None for the same.
        place: (row, column) of the present board's upper left cell on the new one; None for the middle. Cells beyond
            the new board are left out.

    Raises:
        GpulifeError: it cannot begin; or the user has to be asked before the present session is left.
    """
    shell, old = controller.shell, controller.play
    shell.ask_before_leaving()
    stream = open_npz_bytes(take_snapshot(old.engine), "board")
    running, pace = old.session.state.running, old.session.state.pace
    shape = parse_rule(match.rule).size or old.engine.shape
    paint = stream_actions(stream, shape, states, place)
    streamed = prod(old.engine.shape) > STREAMED_CELLS
    play = shell.begin(match, () if streamed else tuple(paint))
    if streamed:
        work = BlockingProgress(shell, label, stream.parts)
        for action in paint:
            play.session.tick((action,))
            work.advance()
        play.session.edits.begin_at(play.session.ticks)
    play.name, play.notes = old.name, old.notes
    if play.engine.shape == old.engine.shape:
        play.camera, play.target, play.fitted = old.camera, old.target, old.fitted
    play.act(Action(NOBODY, ActionKind.PACE, *pace.numbers))
    if running:
        play.act(Action(NOBODY, ActionKind.HALT))
    return play


Shape = tuple[int, int]
MAX_COUNTED_CELLS = 1 << 26
"""Limit on the cells in which live ones are counted before they are cut off."""


@dataclass(frozen=True, slots=True)
class CutOff:
    """What a board loses with another size.

    Attributes:
        rows: number of rows.
        columns: number of columns.
        live_cells: number of live cells in them; None where they are too many to count.
    """

    rows: int
    columns: int
    live_cells: int | None


def require_resizable(controller: AnyController) -> None:
    """Raise GpulifeError unless the board of this session can have another size."""
    match, shape = controller.play.session.match, controller.play.engine.shape
    if not match.is_universe:
        raise GpulifeError(f"{find_game(match.game).title} is played on its own board: begin a universe to resize it")
    if prod(shape) > MAX_CELLS:
        raise GpulifeError(f"a board of {prod(shape):,} cells is too large to resize: save it, then open it")


def resize(controller: AnyController, shape: Shape, place: str) -> None:
    """Begin a session with the present cells on a board of ``shape``; ``place`` is one of PLACES.

    Raises:
        GpulifeError: see :func:`require_resizable`; or there is no memory for such a board.
    """
    require_resizable(controller)
    shell, old = controller.shell, controller.play
    match, before = old.session.match, old.engine.shape
    if shape == before:
        raise GpulifeError(f"the board is {shape[1]} x {shape[0]} already")
    row, column = offset(before, shape, place)
    comes_back = can_be_kept(old) and not is_untouched(old)
    new = new_match(match.game, old.engine.rule.on_board(shape), shape, match.seed, match.option)
    play = begin_with_cells(controller, new, "resizing the board", place=(row, column))
    play.look = old.look
    if not old.fitted:
        moved = replace(old.target, row=old.target.row + row, column=old.target.column + column)
        play.camera = play.target = moved
        play.fitted = False
    undo = f": {shell.poller.bindings.first_key_text('undo')} brings the old one back" if comes_back else ""
    shell.show_message(f"The board is {shape[1]} x {shape[0]} now{undo}")


def offset(before: Shape, after: Shape, place: str) -> Place:
    """Return (row, column) of the old board's upper left cell on the new one.

    Args:
        before: (rows, columns) of the old board.
        after: the same of the new one.
        place: one of PLACES.

    Raises:
        GpulifeError: there is no such place.
    """
    if place not in PLACES:
        raise GpulifeError(f"there is no place {place[:20]!r} on a board; there are {', '.join(PLACES)}")
    down, right = divmod(PLACES.index(place), 3)
    rows, columns = after[0] - before[0], after[1] - before[1]
    return (0, rows // 2, rows)[down], (0, columns // 2, columns)[right]


def cut_off(engine: Engine, after: Shape, place: str) -> CutOff | None:
    """Return what a board loses with another size; None for nothing."""
    rows, columns = engine.shape
    row, column = offset(engine.shape, after, place)
    top, left = max(0, -row), max(0, -column)
    below, right = min(rows, after[0] - row), min(columns, after[1] - column)
    lost_rows, lost_columns = rows - (below - top), columns - (right - left)
    if not (lost_rows or lost_columns):
        return None
    parts = [
        Area(0, 0, top, columns),
        Area(below, 0, rows - below, columns),
        Area(top, 0, below - top, left),
        Area(top, right, below - top, columns - right),
    ]
    parts = [part for part in parts if part.cells]
    if sum(part.cells for part in parts) > MAX_COUNTED_CELLS:
        return CutOff(lost_rows, lost_columns, None)
    return CutOff(lost_rows, lost_columns, sum(_live_cells(engine, part) for part in parts))


def _live_cells(engine: Engine, area: Area) -> int:
    return sum(
        int(np.count_nonzero(engine.read(area.row + row, area.column, height, area.width)))
        for row, height in strips(area.size)
    )


def _resize(controller: AnyController, command: ResizeBoard) -> None:
    resize(controller, (command.rows, command.columns), command.place)


HANDLERS: HandlerTable = {ResizeBoard: _resize}
