"""Read what people open or drop as a match to begin, and what they paste as actions on the board that there is."""

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
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.loading import open_pattern, open_text
from gpulife.patterns.pattern import (
    NO_NOTES,
    Notes,
    Pattern,
    StreamedPattern,
    board_around,
    fitted_to,
    place_on,
    require_some_cells,
)
from gpulife.patterns.pattern_files import text_of_bytes
from gpulife.rules import Cells, Rule, parse_rule
from gpulife.session.history import Recording
from gpulife.session.replay import REPLAY_ENDING, read_replay
from gpulife.view.look import Look

STREAMED_CELLS = 1 << 22
"""Cells above which a file in a format for massive boards is read a patch at a time, instead of in one action."""

_MAX_CLIPBOARD_CHARACTERS = 1 << 24


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """What opening a file begins.

    Attributes:
        match: the match to begin.
        actions: actions of its first tick.
        recording: a recorded match to play back.
        stream: pattern to put on the match's board, a patch at a time; see :func:`stream_actions`.
        name: what people call the pattern: its name in the file, else the file's own; "" for a replay.
        notes: what the file says of its pattern in words.
        message: what to tell people once it is open.
    """

    match: Match
    actions: tuple[Action, ...] = ()
    recording: Recording | None = None
    stream: StreamedPattern | None = None
    name: str = ""
    notes: Notes = NO_NOTES
    message: str = ""


def open_file(name: str, present: Rule, look: Look, seed: int) -> OpenedFile:
    """Read a pattern, a picture or a replay, to begin a session of its own: halted, in the file's rule and generation.

    The board is the one that the file names, else one with room around the pattern. Of a file in a format for massive
    boards that has more than STREAMED_CELLS cells only the header is read here.

    Args:
        name: file to read, or name of a built-in pattern.
        present: rule of the present board, for patterns of several states that name none.
        look: has the colours with which those of a picture are compared.
        seed: seed of the match.

    Raises:
        GpulifeError: the file cannot be read, or has states that its rule does not have, or more cells than its board.
    """
    path = Path(name)
    if path.suffix.lower() == REPLAY_ENDING:
        recording = read_replay(path)
        return OpenedFile(recording.match, recording=recording, message=f"opened {path.name}")
    pattern = open_pattern(name, look.palette, tells=False)  # the message does
    law = pattern.rule or _rule_for(pattern, present)
    if law.size is None:
        require_some_cells(pattern)
    size = law.size or board_around(pattern.shape)
    pattern.require_states_of(law)
    _require_room(pattern, pattern.source, size)
    if isinstance(pattern, StreamedPattern) and prod(pattern.shape) > STREAMED_CELLS:
        stream: StreamedPattern | None = _in_generation(pattern)
        actions: tuple[Action, ...] = ()
    else:
        stream, actions = None, _actions_to_begin(pattern.whole(), size)
    return OpenedFile(
        new_match("study", law, size, seed),
        actions,
        stream=stream,
        name=pattern.notes.name or path.name,
        notes=pattern.notes,
        message=_message(path.name, pattern, law),
    )


def _rule_for(pattern: Pattern | StreamedPattern, present: Rule) -> Rule:
    """Return the rule for a pattern that names none: Life, or the present one if it needs more states."""
    return parse_rule("Life" if pattern.highest_state() <= 1 else present.law)


def _in_generation(stream: StreamedPattern) -> StreamedPattern:
    """Return a pattern in the first generation if its own is none that a session can count from."""
    return stream if stream.generation <= MAX_GENERATION else replace(stream, generation=0)


def _message(file: str, pattern: Pattern | StreamedPattern, law: Rule) -> str:
    """Return what to tell people of a pattern that was opened: what it is, and what reading had to change."""
    about, changed = pattern.notes.summary(), "; ".join(pattern.notes.reading)
    words = f"opened {file}" + (f": {about}" if about else "") + (f" ({changed})" if changed else "")
    rule = law.title + ("" if pattern.rule else ", as it names no rule")
    if pattern.generation > MAX_GENERATION:
        when = f", counted from 0, as generation {pattern.generation:,} is too far"
    else:
        when = f", generation {pattern.generation:,}" if pattern.generation else ""
    return f"{words}. Rule: {rule}{when}"


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
        place: (row, column) of the pattern's upper left cell on the board; None for where ``place_on`` puts it.

    Raises:
        PatternError: the next part of the file is damaged.
    """
    row, column = place or place_on(stream, shape)
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
    return _in_the_middle(fitted_to(pattern, rule), shape)


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


def _actions_to_begin(pattern: Pattern, shape: tuple[int, int]) -> tuple[Action, ...]:
    """Return the actions that begin a board of ``shape`` with a pattern, in the pattern's generation."""
    row, column = place_on(pattern, shape)
    if 0 < pattern.generation <= MAX_GENERATION:
        data = npz_text(replace(pattern, rule=None))
    else:
        data = rle_text(Pattern(pattern.cells))
    return (Action(NOBODY, ActionKind.PAINT, row, column, data),)


def _in_the_middle(pattern: Pattern | StreamedPattern, shape: tuple[int, int]) -> tuple[Action, ...]:
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
