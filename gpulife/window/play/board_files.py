"""Read files that are opened or dropped on the window, and pasted patterns, as actions or as a match to begin."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path

import numpy as np

from gpulife.errors import PatternError
from gpulife.games.core.board_edit import MAX_GENERATION
from gpulife.games.core.game import NOBODY, Action, ActionKind, Match
from gpulife.games.matches import new_match
from gpulife.patterns.formats.npz import npz_text
from gpulife.patterns.formats.rle.reader import RlePattern
from gpulife.patterns.formats.rle.writer import rle_text
from gpulife.patterns.loading import open_pattern, open_text
from gpulife.patterns.notes import NO_NOTES, Notes
from gpulife.patterns.pattern import Pattern, StreamedPattern, require_some_cells
from gpulife.patterns.text_pieces import text_of_bytes
from gpulife.rules import Cells, Rule
from gpulife.session.history import Recording
from gpulife.session.replay import REPLAY_ENDING, read_replay
from gpulife.view.look import Look

STREAMED_CELLS = 1 << 22
"""Cells above which a file in a format for massive boards is read a patch at a time, instead of in one action."""

_MAX_CLIPBOARD_CHARACTERS = 1 << 24


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """The effect of opening a file.

    Attributes:
        match: the match to begin; None to go on with the present one.
        actions: actions for the next tick.
        cells: cells of the rectangle that these replace on the present board; 0 if a match begins.
        recording: a recorded match to play back.
        stream: pattern to put in the middle of the match's board, a patch at a time; see :func:`stream_actions`.
        notes: what the file says of its pattern in words.
        rule: the rule that the file names, if its pattern is put on the present board.
    """

    match: Match | None = None
    actions: tuple[Action, ...] = ()
    cells: int = 0
    recording: Recording | None = None
    stream: StreamedPattern | None = None
    notes: Notes = NO_NOTES
    rule: Rule | None = None


def open_file(path: Path, rule: Rule, look: Look, seed: int, *, is_empty: bool = False) -> OpenedFile:
    """Read a pattern, a picture or a replay.

    A pattern that fits on the present board is put in its middle; one that names another rule, or is larger, begins a
    universe of its own. So does one of more than STREAMED_CELLS cells in a format for massive boards other than RLE,
    of which only the header is read here.

    Args:
        path: file to read.
        rule: rule of the present board.
        look: has the colours with which those of a picture are compared.
        seed: seed of the match if a new universe begins.
        is_empty: whether nothing lives on the present board, which then takes over the pattern's generation, too.

    Raises:
        GpulifeError: the file cannot be read, or has states that the rule does not have.
    """
    if path.suffix.lower() == REPLAY_ENDING:
        recording = read_replay(path)
        return OpenedFile(recording.match, recording=recording)
    opened = open_pattern(str(path), look.palette)
    stream = opened if isinstance(opened, StreamedPattern) and prod(opened.shape) > STREAMED_CELLS else None
    if stream is not None and not isinstance(stream, RlePattern):
        return _open_stream(stream, rule, seed)
    require_some_cells(opened)
    own = opened.rule
    shape = rule.size or opened.shape
    fits = opened.shape[0] <= shape[0] and opened.shape[1] <= shape[1]
    if fits and (own is None or own.law == rule.law or _can_go_on(own, rule)):
        opened.require_states_of(rule)
        if is_empty and stream is None:
            actions = actions_to_begin(opened.whole(), shape)
        else:
            actions = in_the_middle(stream or opened.whole(), shape)
        return OpenedFile(actions=actions, cells=prod(opened.shape), notes=opened.notes, rule=own)
    if stream is not None:
        return _open_stream(stream, rule, seed)
    law = own or rule
    size = law.size or (max(opened.shape[0], shape[0]), max(opened.shape[1], shape[1]))
    opened.require_states_of(law)
    actions = actions_to_begin(opened.whole(), size)
    return OpenedFile(new_match("study", law, size, seed), actions, notes=opened.notes)


def _can_go_on(own: Rule, rule: Rule) -> bool:
    """Return whether a pattern of the rule ``own`` means the same cells on a board of ``rule``."""
    return own.size is None and own.live_states <= rule.live_states and own.family.states == rule.family.states


def opened_message(name: str, notes: Notes) -> str:
    """Return what to tell people after a file of that name was opened: what it is, and what reading had to change."""
    about = notes.summary()
    return f"opened {name}" + (f": {about}" if about else "") + (f" ({notes.reading})" if notes.reading else "")


def _open_stream(stream: StreamedPattern, rule: Rule, seed: int) -> OpenedFile:
    law = stream.rule or rule.on_board(stream.shape)
    size = law.size or stream.shape
    if stream.rule is None:
        stream.require_states_of(law)
    _require_room(stream, stream.source, size)
    return OpenedFile(new_match("study", law, size, seed), stream=stream, notes=stream.notes)


def stream_actions(
    stream: StreamedPattern,
    shape: tuple[int, int],
    states: Cells | None = None,
    place: tuple[int, int] | None = None,
) -> Iterator[Action]:
    """Yield the actions that put a stream on a board of ``shape``, at most ``stream.parts``, one for each tick.

    Their cells are packed and compressed, so that a replay is not much larger than the file.

    Args:
        stream: the pattern.
        shape: (rows, columns) of the board; what of the pattern lies beyond it is left out.
        states: state to paint instead of each state of the pattern, shape (states,), uint8; None for the same.
        place: (row, column) of the pattern's upper left cell on the board; None for the middle.

    Raises:
        PatternError: the next part of the file is damaged.
    """
    row, column = place or tuple((board - own) // 2 for board, own in zip(shape, stream.shape, strict=True))
    for patch in stream.patches():
        top, left = row + patch.row, column + patch.column
        cells = patch.cells[max(0, -top) : max(0, shape[0] - top), max(0, -left) : max(0, shape[1] - left)]
        if cells.size:
            data = npz_text(Pattern(cells if states is None else states[cells], generation=stream.generation))
            yield Action(NOBODY, ActionKind.PAINT, max(0, top), max(0, left), data)


def paste_actions(text: str, rule: Rule) -> tuple[Action, ...]:
    """Return the actions that put a pasted pattern in the middle of the board.

    Raises:
        PatternError: the text is in no format of patterns, or the pattern is larger than the board.
    """
    pattern = pasted_pattern(text)
    require_some_cells(pattern)
    shape = rule.size or pattern.shape
    _require_room(pattern, "clipboard", shape)
    pattern.require_states_of(rule)
    return in_the_middle(pattern, shape)


def pasted_pattern(text: str) -> Pattern | StreamedPattern:
    """Return the pattern of a pasted text.

    Raises:
        PatternError: the text is in no format of patterns.
    """
    if not text.strip():
        raise PatternError("the clipboard is empty: copy a pattern first, such as an RLE")
    if len(text) > _MAX_CLIPBOARD_CHARACTERS:
        raise PatternError(f"the clipboard holds {len(text)} characters: drop such a pattern as a file")
    return open_text(text_of_bytes(text.encode("utf-8", "replace"), "clipboard"))


def _require_room(pattern: Pattern | StreamedPattern, name: str, board: tuple[int, int]) -> None:
    (height, width), (rows, columns) = pattern.shape, board
    if height > rows or width > columns:
        raise PatternError(f"{name}: {width}x{height} cells do not fit on a board of {columns}x{rows}")


def actions_to_begin(pattern: Pattern, shape: tuple[int, int]) -> tuple[Action, ...]:
    """Return the actions that begin a board of ``shape`` with a pattern in its middle, in the pattern's generation."""
    if not 0 < pattern.generation <= MAX_GENERATION:
        return in_the_middle(pattern, shape)
    row, column = ((board - own) // 2 for board, own in zip(shape, pattern.shape, strict=True))
    return (Action(NOBODY, ActionKind.PAINT, row, column, npz_text(replace(pattern, rule=None))),)


def in_the_middle(pattern: Pattern | StreamedPattern, shape: tuple[int, int]) -> tuple[Action, ...]:
    """Return an action for each patch, without the dead rows above and below its live ones."""
    row, column = ((board - own) // 2 for board, own in zip(shape, pattern.shape, strict=True))
    actions = []
    for patch in pattern.patches():
        cells, top = patch.cells, 0
        if pattern.parts > 1:
            live = np.flatnonzero(cells.any(axis=1))
            top = int(live[0])
            cells = cells[top : int(live[-1]) + 1]
        place = row + patch.row + top, column + patch.column
        actions.append(Action(NOBODY, ActionKind.PAINT, *place, rle_text(Pattern(cells))))
    return tuple(actions)
