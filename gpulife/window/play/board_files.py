"""Turns opened or dropped files into matches, and pasted text into actions on the current board."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path

import numpy as np

from gpulife.errors import PatternError
from gpulife.games.core.area import Area
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
"""Largest pattern, in cells, that is read as a whole. Larger ones are read in patches, if their file format allows."""

_MAX_CLIPBOARD_CHARACTERS = 1 << 24


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A match to begin from an opened file.

    Attributes:
        match: the match to begin.
        actions: actions to carry out in the match's first tick.
        recording: a recorded match to play back; None for a file that is no replay.
        stream: a large pattern, to be put on the board patch by patch with :func:`stream_actions`; None for other
            files.
        area: the part of the board on which the pattern lies; None for a replay.
        name: name of the pattern: the one in the file, else the file name; "" for a replay.
        notes: the file's comments on its pattern.
        message: message to show when the match has begun.
    """

    match: Match
    actions: tuple[Action, ...] = ()
    recording: Recording | None = None
    stream: StreamedPattern | None = None
    area: Area | None = None
    name: str = ""
    notes: Notes = NO_NOTES
    message: str = ""


def open_file(name: str, present: Rule, look: Look, seed: int) -> OpenedFile:
    """Read a pattern, a picture or a replay and return the match to begin.

    The match of a pattern begins halted, with the file's rule and generation. Its board has the size in the file or,
    without one, some space around the pattern. If a pattern has more than STREAMED_CELLS cells, only its header is
    read.

    Args:
        name: path of a file, or name of a built-in pattern.
        present: rule of the current board. It is used if a pattern has several states and names no rule.
        look: how the current board is drawn. Its colours decide which states the pixels of a picture become.
        seed: seed of the match.

    Raises:
        GpulifeError: the file cannot be read, has states that its rule lacks, or is larger than the board that it asks
            for.
    """
    path = Path(name)
    if path.suffix.lower() == REPLAY_ENDING:
        recording = read_replay(path)
        return OpenedFile(recording.match, recording=recording, message=f"opened {path.name}")
    pattern = open_pattern(name, look.palette, tells=False)  # the message tells what was read
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
        area=Area(*place_on(pattern, size), *pattern.shape),
        name=pattern.notes.name or path.name,
        notes=pattern.notes,
        message=_message(path.name, pattern, law),
    )


def _rule_for(pattern: Pattern | StreamedPattern, present: Rule) -> Rule:
    """Return the rule for a pattern that names no rule: Life, or the current rule if the pattern needs more states."""
    return parse_rule("Life" if pattern.highest_state() <= 1 else present.law)


def _in_generation(stream: StreamedPattern) -> StreamedPattern:
    """Return ``stream``, with its generation set to 0 if it is above MAX_GENERATION."""
    return stream if stream.generation <= MAX_GENERATION else replace(stream, generation=0)


def _message(file: str, pattern: Pattern | StreamedPattern, law: Rule) -> str:
    """Return the message about an opened pattern: file, title, rule, generation, and changes made in reading.

    ``law`` is the rule with which the pattern is opened.
    """
    about, changed = pattern.notes.summary(), "; ".join(pattern.notes.reading)
    words = f"opened {file}" + (f": {about}" if about else "") + (f" ({changed})" if changed else "")
    rule = law.title + ("" if pattern.rule else ", as the file names no rule")
    if pattern.generation > MAX_GENERATION:
        when = f", counted from 0, as generation {pattern.generation:,} is too high"
    else:
        when = f", generation {pattern.generation:,}" if pattern.generation else ""
    return f"{words}. Rule: {rule}{when}"


def stream_actions(
    stream: StreamedPattern,
    shape: tuple[int, int],
    states: Cells | None = None,
    place: tuple[int, int] | None = None,
) -> Iterator[Action]:
    """Yield the actions that paint a large pattern, patch by patch: one action for each tick.

    There are at most ``stream.parts`` actions. They hold compressed cells, to keep replays small.

    Args:
        stream: the pattern.
        shape: (rows, columns) of the board; cells of the pattern outside it are left out.
        states: new state for each state of the pattern, shape (states,), uint8; None keeps the states.
        place: (row, column) on the board for the pattern's upper left cell; None for the place that ``place_on``
            chooses.

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
    """Return the actions that paint a pasted pattern in the middle of the board.

    Raises:
        PatternError: the text is in no known pattern format, or the pattern is larger than the board.
    """
    pattern = pasted_pattern(text)
    require_some_cells(pattern)
    shape = rule.size or pattern.shape
    _require_room(pattern, "clipboard", shape)
    return _in_the_middle(fitted_to(pattern, rule), shape)


def pasted_pattern(text: str) -> Pattern | StreamedPattern:
    """Parse pasted text as a pattern.

    Raises:
        PatternError: the text is empty, too long, or in no known pattern format.
    """
    if not text.strip():
        raise PatternError("the clipboard is empty: copy a pattern first, for example in RLE format")
    if len(text) > _MAX_CLIPBOARD_CHARACTERS:
        raise PatternError(f"the clipboard holds {len(text)} characters, too many to paste: open the pattern as a file")
    return open_text(text_of_bytes(text.encode("utf-8", "replace"), "clipboard"))


def _require_room(pattern: Pattern | StreamedPattern, name: str, board: tuple[int, int]) -> None:
    (height, width), (rows, columns) = pattern.shape, board
    if height > rows or width > columns:
        raise PatternError(f"{name}: {width}x{height} cells do not fit on a board of {columns}x{rows}")


def _actions_to_begin(pattern: Pattern, shape: tuple[int, int]) -> tuple[Action, ...]:
    """Return the actions that put a pattern on a new board of ``shape`` and set the board to its generation."""
    row, column = place_on(pattern, shape)
    if 0 < pattern.generation <= MAX_GENERATION:
        data = npz_text(replace(pattern, rule=None))
    else:
        data = rle_text(Pattern(pattern.cells))
    return (Action(NOBODY, ActionKind.PAINT, row, column, data),)


def _in_the_middle(pattern: Pattern | StreamedPattern, shape: tuple[int, int]) -> tuple[Action, ...]:
    """Return the actions, one for each patch of a pattern, that paint it in the middle of a board of ``shape``."""
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
