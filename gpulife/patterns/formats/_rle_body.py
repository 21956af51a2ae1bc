"""Decoder for the cells of an RLE, which follow its header and end with ``!``.

An RLE gives cells as runs: a count and a state, such as ``3o``. Array operations decode the text in chunks of bytes,
without a loop over cells or runs. Tables give the kind of each byte and the kinds that may follow. The characters are
those of Golly's extended RLE (https://golly.sourceforge.io/Help/formats.html#rle).
"""

import re
from collections.abc import Iterator
from string import ascii_uppercase
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpulife.patterns.board_sizes import MAX_SIDE
from gpulife.patterns.pattern import MAX_STATE, state_error
from gpulife.patterns.pattern_files import MAX_DIGITS, read_decimals
from gpulife.rules import Cells, Rule

STATES_PER_PREFIX = 24
"""Number of states for each prefix: ``A`` to ``X`` are the states 1 to 24, ``pA`` to ``pX`` are 25 to 48, and so on."""

Indices = NDArray[np.int64]

_CHUNK = 1 << 18  # bytes: few enough for all arrays of a chunk to fit into the cache

_BLANK, _ZERO, _DIGIT, _PREFIX, _LETTER, _PLAIN, _END, _BAD = range(8)
_LETTERS = ascii_uppercase[:STATES_PER_PREFIX]
_PREFIXES = "pqrstuvwxy"


def _byte_table(dtype: type[np.unsignedinteger], rest: int, entries: dict[str, int]) -> NDArray[np.unsignedinteger]:
    table = np.full(256, rest, dtype)
    for characters, value in entries.items():
        table[list(characters.encode())] = value
    return table


_KINDS = _byte_table(
    np.uint8,
    _BAD,
    {
        " \t\n": _BLANK,
        "0": _ZERO,
        "123456789": _DIGIT,
        _PREFIXES: _PREFIX,
        _LETTERS: _LETTER,
        "bo.$": _PLAIN,
        "!": _END,
    },
)
_STATES = _byte_table(np.uint16, 0, {"o": 1} | {letter: place for place, letter in enumerate(_LETTERS, start=1)})
_PREFIX_STATES = _byte_table(
    np.uint16, 0, {prefix: STATES_PER_PREFIX * place for place, prefix in enumerate(_PREFIXES, start=1)}
)

_FAULTS = (
    "",
    "{symbol} is not part of an RLE; cells are b o . A to X and pA to yO, $ ends a row, ! ends the pattern",
    "the prefix {before} of a state is followed by {symbol}; only A to X can follow",
)


def _fault_table() -> NDArray[np.uint8]:
    """Return a table of indices into ``_FAULTS``: a row for each kind of byte, a column for each kind of next byte."""
    table = np.zeros((8, 8), np.uint8)
    table[_PREFIX] = 2
    table[_PREFIX, _LETTER] = 0
    table[:, _BAD] = 1
    return table


_FAULT_AFTER = _fault_table().reshape(-1)
_LAST_OF_A_RUN = re.compile(rb"[^0-9p-y]")


class RunsError(Exception):
    """A mistake in the runs. ``offset`` is its distance in bytes from the beginning of the runs."""

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(reason)
        self.offset = offset


class BeyondError(RunsError):
    """There are live cells beyond the board."""


class LiveRuns(NamedTuple):
    """Runs of live cells in reading order, as arrays of equal length.

    Attributes:
        starts: the index of each run's first cell, int64. Cells are counted from 0, row by row.
        ends: the index after each run's last cell, int64.
        states: the state of each run's cells, uint8.
    """

    starts: Indices
    ends: Indices
    states: Cells


class RunReader:
    """Decodes the runs of a board of ``shape`` (rows, columns), piece by piece.

    Attributes:
        row, column: the position of the next run. It may lie beyond the board, since many files have superfluous row
            ends or dead cells there. Live cells beyond the board are an error.
        highest: the highest state read so far.
    """

    def __init__(self, shape: tuple[int, int], rule: Rule | None) -> None:
        self.shape = shape
        self.rule = rule
        self.row = self.column = self.highest = 0

    @property
    def cells_passed(self) -> int:
        """Number of the board's cells that have been read so far, dead ones included."""
        rows, columns = self.shape
        return min(self.row * columns + min(self.column, columns), rows * columns)

    def read(self, runs: bytes) -> Iterator[LiveRuns]:
        """Yield the runs of live cells in a piece of text. The text must end at the end of a run.

        Raises:
            RunsError: the text has something that is not a run, a live cell beyond the board, or a state that the rule
                lacks.
        """
        done = 0
        while done < len(runs):
            last = _LAST_OF_A_RUN.search(runs, min(done + _CHUNK, len(runs)) - 1)
            until = last.end() if last else len(runs)
            # Put the previous byte before the chunk, so that its first byte can be checked against that.
            before = runs[done - 1 : done] or b"\n"
            try:
                yield self._read(np.frombuffer(before + runs[done:until], np.uint8))
            except RunsError as error:
                raise type(error)(error.offset + done - 1, str(error)) from None
            done = until

    def _read(self, text: Cells) -> LiveRuns:
        """Read the runs of one chunk. The offset of a RunsError counts from the start of the chunk."""
        kinds = _KINDS[text]
        _require_runs(text, kinds)
        kinds[0] = _BLANK  # the byte before the chunk
        ends, states, counts = _split_runs(text, kinds)
        is_row_end = text[ends] == ord("$")
        row_ends = np.flatnonzero(is_row_end)
        reach = self.column + np.cumsum(np.where(is_row_end, 0, counts))
        rows = self.row + np.concatenate(([0], np.cumsum(counts[row_ends])))
        reach_of_rows = np.concatenate(([0], reach[row_ends]))

        live = np.flatnonzero(states)
        place = np.cumsum(is_row_end)[live]
        row, beyond = rows[place], reach[live] - reach_of_rows[place]
        self._require_on_board(ends[live], states[live], row, beyond)
        after = row * self.shape[1] + beyond
        value = states[live].astype(np.uint8)

        self.row, self.column = int(rows[-1]), int(reach[-1] - reach_of_rows[-1]) if reach.size else self.column
        self.highest = max(self.highest, int(value.max(initial=0)))
        return LiveRuns(after - counts[live], after, value)

    def _require_on_board(
        self, at: Indices, states: NDArray[np.unsignedinteger], row: Indices, beyond: Indices
    ) -> None:
        if (wrong := _first(states > (self.rule.live_states if self.rule else MAX_STATE))) is not None:
            raise RunsError(int(at[wrong]), state_error(states[wrong], self.rule, "an RLE"))
        rows, columns = self.shape
        if (wrong := _first((row >= rows) | (beyond > columns))) is not None:
            where = f"row {row[wrong] + 1}" if row[wrong] >= rows else f"column {beyond[wrong]}"
            limit = f"the header says x = {columns}, y = {rows}"
            if self.shape == (MAX_SIDE, MAX_SIDE):
                limit = f"sides of a board are at most {MAX_SIDE}"
            raise BeyondError(int(at[wrong]), f"live cells reach {where}; {limit}")


def _require_runs(text: Cells, kinds: Cells) -> None:
    """Raise RunsError if a byte of a chunk may not follow the byte before it."""
    faults = _FAULT_AFTER[kinds[:-1] * np.uint8(8) + kinds[1:]]
    if (wrong := _first(faults > 0)) is not None:
        before, symbol = (repr(chr(text[place])) for place in (wrong, wrong + 1))
        raise RunsError(wrong + 1, _FAULTS[faults[wrong]].format(before=before, symbol=symbol))


def _split_runs(text: Cells, kinds: Cells) -> tuple[Indices, NDArray[np.unsignedinteger], Indices]:
    """Return (offset of the last character, state, count) of each run, as three arrays.

    The state of a row end is 0.
    """
    ends = np.flatnonzero(kinds >= _LETTER)
    states = _STATES[text[ends]]
    before = ends - 1
    if (kinds == _PREFIX).any():
        prefix = _PREFIX_STATES[text[before]]
        states = states + prefix
        before -= prefix > 0
    if ((kinds[:-1] <= _DIGIT) & (kinds[:-1] > _BLANK) & (kinds[1:] == _BLANK)).any():
        before = _without_blanks(kinds)[before]
    return ends, states, _counts(text, kinds, before)


def _without_blanks(kinds: Cells) -> Indices:
    """Return, for each byte, the offset of the last byte up to it that is no blank.

    Raises:
        RunsError: blanks are between two counts.
    """
    last = np.maximum.accumulate(np.where(kinds == _BLANK, 0, np.arange(len(kinds))))
    is_digit = (kinds == _ZERO) | (kinds == _DIGIT)
    follows = is_digit[1:] & (kinds[:-1] == _BLANK) & is_digit[last[:-1]]
    if (wrong := _first(follows)) is not None:
        raise RunsError(wrong + 1, "a run count is followed by another one; a cell or a row end must follow it")
    return last


def _counts(text: Cells, kinds: Cells, at: Indices) -> Indices:
    """Return the run counts: the decimal numbers that end at the offsets ``at``; 1 where there is no digit."""
    is_digit = (kinds == _ZERO) | (kinds == _DIGIT)
    counts = np.ones(at.shape, np.int64)
    counted = np.flatnonzero(is_digit[at])
    counts[counted], too_long = read_decimals(text, is_digit, at[counted])
    if too_long.size:
        raise RunsError(int(at[counted[too_long[0]]]), f"a run count has more than {MAX_DIGITS} digits")
    if (wrong := _first(counts == 0)) is not None:
        raise RunsError(int(at[wrong]), "a run count is 0; there is nothing to repeat")
    return counts


def _first(mask: NDArray[np.bool_]) -> int | None:
    place = int(mask.argmax()) if mask.size else 0
    return place if mask.size and mask[place] else None
