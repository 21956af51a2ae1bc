"""Files of the window: what is dropped on it, pasted into it, opened and saved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gpulife.errors import PatternError
from gpulife.games.core.game import NOBODY, Action, ActionKind, Match
from gpulife.games.matches import new_match
from gpulife.patterns.formats.npz import npz_text
from gpulife.patterns.formats.rle.reader import RlePattern, open_rle
from gpulife.patterns.formats.rle.writer import rle_text
from gpulife.patterns.loading import open_pattern
from gpulife.patterns.pattern import Patch, Pattern, StreamedPattern
from gpulife.patterns.text_pieces import text_of_bytes
from gpulife.rules import Rule
from gpulife.session.history import Recording
from gpulife.session.replay import ENDING, read_replay
from gpulife.view.look import Look

STREAMED_CELLS = 1 << 22
"""Of larger boards, files for massive ones are read a patch at a time; smaller ones are one RLE in one action."""

_MAX_CLIPBOARD_CHARACTERS = 1 << 24


@dataclass(frozen=True, slots=True)
class Opened:
    """What a file asks for.

    Attributes:
        match: to begin, None to go on with the one that there is.
        actions: to take in the next tick.
        recording: to play back instead.
        stream: to put in the middle of the match's board, a patch at a time: see :func:`stream_actions`.
    """

    match: Match | None = None
    actions: tuple[Action, ...] = ()
    recording: Recording | None = None
    stream: StreamedPattern | None = None


def open_file(path: Path, rule: Rule, look: Look, seed: int) -> Opened:
    """Read a pattern, a picture or a replay.

    A pattern that fits on the present board is put in its middle; one that names another rule, or is larger, begins a
    universe of its own. So does one of more than STREAMED_CELLS cells in a file for massive boards other than an RLE:
    of that, nothing but what stands before the cells has been read then.

    Args:
        path: the file.
        rule: of the present board.
        look: whose colours a picture's are compared with.
        seed: for a new universe.

    Raises:
        GpulifeError: it cannot be read, or holds states that the rule does not have.
    """
    if path.suffix.lower() == ENDING:
        recording = read_replay(path)
        return Opened(recording.match, recording=recording)
    opened = open_pattern(str(path), look.palette)
    stream = opened if isinstance(opened, StreamedPattern) and _cells(opened.shape) > STREAMED_CELLS else None
    if stream is not None and not isinstance(stream, RlePattern):
        return _open_stream(stream, rule, seed)
    own = opened.rule
    shape = rule.size or opened.shape
    fits = opened.shape[0] <= shape[0] and opened.shape[1] <= shape[1]
    if fits and (own is None or own.law == rule.law or (own.size is None and own.species <= rule.species)):
        opened.require_states_of(rule)
        return Opened(actions=_in_the_middle(stream or opened.whole(), shape))
    if stream is not None:
        return _open_stream(stream, rule, seed)
    law = own or rule
    size = law.size or (max(opened.shape[0], shape[0]), max(opened.shape[1], shape[1]))
    opened.require_states_of(law)
    return Opened(new_match("study", law, size, seed), _in_the_middle(opened.whole(), size))


def _cells(shape: tuple[int, int]) -> int:
    return shape[0] * shape[1]


def _open_stream(stream: StreamedPattern, rule: Rule, seed: int) -> Opened:
    law = stream.rule or rule.on_board(stream.shape)
    size = law.size or stream.shape
    if stream.rule is None:
        stream.require_states_of(law)
    if stream.shape[0] > size[0] or stream.shape[1] > size[1]:
        raise PatternError(
            f"{stream.source}: {stream.shape[1]}x{stream.shape[0]} cells do not fit on a board of {size[1]}x{size[0]}"
        )
    return Opened(new_match("study", law, size, seed), stream=stream)


def stream_actions(stream: StreamedPattern, shape: tuple[int, int]) -> Iterator[Action]:
    """What puts a stream in the middle of a board of ``shape``: each for a tick of its own, ``stream.parts`` in all.

    They hold the cells packed and compressed, so that a replay has them all without being much larger than the file.

    Raises:
        PatternError: the next part of the file is damaged.
    """
    row, column = ((board - own) // 2 for board, own in zip(shape, stream.shape, strict=True))
    for patch in stream.patches():
        yield _patch_action(patch, row, column, stream.generation)


def _patch_action(patch: Patch, row: int, column: int, generation: int) -> Action:
    data = npz_text(Pattern(patch.cells, generation=generation))
    return Action(NOBODY, ActionKind.PAINT, row + patch.row, column + patch.column, data)


def paste_actions(text: str, rule: Rule) -> tuple[Action, ...]:
    """What pasting an RLE asks for: its cells in the middle of the board.

    Raises:
        PatternError: it is no RLE, or larger than the board.
    """
    if not text.strip():
        raise PatternError("the clipboard is empty: copy a pattern's RLE first")
    if len(text) > _MAX_CLIPBOARD_CHARACTERS:
        raise PatternError(f"the clipboard holds {len(text)} characters: drop such a pattern as a file")
    pattern = open_rle(text_of_bytes(text.encode("utf-8", "replace"), "clipboard"))
    shape = rule.size or pattern.shape
    if pattern.shape[0] > shape[0] or pattern.shape[1] > shape[1]:
        raise PatternError(
            f"clipboard: {pattern.shape[1]}x{pattern.shape[0]} cells do not fit on a board of {shape[1]}x{shape[0]}"
        )
    pattern.require_states_of(rule)
    return _in_the_middle(pattern, shape)


def _in_the_middle(pattern: Pattern | StreamedPattern, shape: tuple[int, int]) -> tuple[Action, ...]:
    """An action for each patch, without the dead rows above and below its live ones."""
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
