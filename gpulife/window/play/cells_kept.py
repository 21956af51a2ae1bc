"""Go on with the cells of a board in a session of its own: under another rule, or on a board of another size."""

from math import prod

from gpulife.games.core.game import NOBODY, Action, ActionKind, Match, Place
from gpulife.patterns.formats.npz import open_npz_bytes
from gpulife.rules import Cells, parse_rule
from gpulife.window.blocking_progress import BlockingProgress
from gpulife.window.play.board_files import STREAMED_CELLS, stream_actions
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.play_view import PlayView

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
    stream = open_npz_bytes(old.engine.snapshot(), "board")
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
