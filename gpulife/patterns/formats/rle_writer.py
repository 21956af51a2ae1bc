"""Writer of RLE files for Golly.

Two states are written as ``b`` and ``o``, more states as ``.`` (dead), ``A`` to ``X`` and ``pA`` to ``yO``.
The cells are divided into blocks of rows. Array operations find, count and write the runs of a block.
"""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import PatternError
from gpulife.patterns.board_sizes import MAX_SIDE
from gpulife.patterns.formats._rle_body import STATES_PER_PREFIX
from gpulife.patterns.formats.rle_reader import middle_of
from gpulife.patterns.pattern import NO_NOTES, Notes, Pattern
from gpulife.rules import Cells, Rule, name_for_others

_MAX_LINE = 70
_MAX_RUN = 11  # nine digits, a prefix and a letter
_BLOCK = 1 << 18  # cells: few enough for all arrays of a block to fit into the cache
_ROW_END = 256  # a pseudo-state above the states 0 to 255


def rle_text(pattern: Pattern) -> str:
    """Return the pattern as an RLE with its notes, and a line ``#CXRLE`` if a position or generation is known.

    Dead cells at the end of rows and dead rows at the end are left out. Lines of runs have at most 70 characters.

    Raises:
        PatternError: a cell has a state that the rule lacks, or there are no cells or too many for the format.
    """
    rows, columns = pattern.shape
    if not 1 <= min(rows, columns) <= max(rows, columns) <= MAX_SIDE:
        raise PatternError(f"{pattern.source}: an RLE cannot hold {columns}x{rows} cells: sides are 1 to {MAX_SIDE}")
    if pattern.rule is not None:
        pattern.require_states_of(pattern.rule)
    pieces = rle_pieces(
        [pattern.cells], pattern.rule, pattern.shape, pattern.generation, pattern.position, pattern.notes
    )
    return "".join(pieces)


def rle_pieces(
    strips: Iterable[Cells],
    rule: Rule | None,
    shape: tuple[int, int],
    generation: int = 0,
    position: tuple[int, int] | None = None,
    notes: Notes = NO_NOTES,
) -> Iterator[str]:
    """Yield the text of :func:`rle_text` in pieces, for a board given as strips of whole rows, from the top.

    Without a rule, all cells must be in one strip, since the highest state decides which characters are written.
    """
    yield _remarks(rule, generation, position) + "".join(f"{line}\n" for line in notes.lines())
    yield f"x = {shape[1]}, y = {shape[0]}{f', rule = {name_for_others(rule)}' if rule else ''}\n"
    on_last_line = row = characters = line = 0  # row: the last live cell's row, relative to the next block's first
    for cells in strips:
        symbols = _symbols(two_states=(int(cells.max()) if rule is None else rule.live_states) <= 1)
        height = max(1, _BLOCK // cells.shape[1])
        for top in range(0, len(cells), height):
            block = cells[top : top + height]
            states, counts, last_row = _runs_of_rows(block, row)
            row = last_row - len(block)
            if states.size:
                piece, characters, line = _layout(states, counts, symbols, characters, line)
                start = piece.rfind(b"\n")
                on_last_line = on_last_line + len(piece) if start < 0 else len(piece) - start - 1
                yield piece.decode("ascii")
    yield "!\n" if on_last_line < _MAX_LINE else "\n!\n"


def _remarks(rule: Rule | None, generation: int, position: tuple[int, int] | None) -> str:
    down, right = middle_of(rule)
    place = "" if position is None else f" Pos={position[1] - right},{position[0] - down}"
    facts = place + (f" Gen={generation}" if generation > 0 else "")
    return f"#CXRLE{facts}\n" if facts else ""


def _symbols(*, two_states: bool) -> NDArray[np.uint8]:
    """Return a table of the character of each state, without a prefix, and of ``_ROW_END``; shape (257,), uint8."""
    letters = np.arange(_ROW_END + 1) - 1
    symbols = (letters % STATES_PER_PREFIX + ord("A")).astype(np.uint8)
    symbols[0], symbols[_ROW_END] = ord("."), ord("$")
    if two_states:
        symbols[:2] = ord("b"), ord("o")
    return symbols


def _runs_of_rows(cells: Cells, row: int) -> tuple[NDArray[np.int32], NDArray[np.int32], int]:
    """Find the runs of a block of rows, with ``$`` between rows.

    ``row`` is the row of the last live cell so far, counted from the block's first row: -1 is the row above. It is 0
    for the first block.

    Returns:
        The state of each run (int32; ``_ROW_END`` for ``$``), the length of each run (int32), and the row of the last
        live cell, counted from the block's first row too.
    """
    width = cells.shape[1]
    starts_run = np.ones(cells.shape, bool)
    np.not_equal(cells[:, 1:], cells[:, :-1], out=starts_run[:, 1:])
    starts = np.flatnonzero(starts_run).astype(np.int32)  # half the bytes, and division is twice as fast
    states = cells.reshape(-1)[starts].astype(np.int32)
    counts = np.diff(starts, append=np.int32(cells.size))
    rows = starts // width
    ends_row = np.diff(rows, append=np.int32(-1)) != 0
    kept = np.flatnonzero((states > 0) | ~ends_row)
    if not kept.size:
        return states[:0], counts[:0], row

    rows = rows[kept]
    row_ends = np.diff(rows, prepend=np.int32(row))
    has_row_end = row_ends > 0
    place = np.arange(kept.size) + np.cumsum(has_row_end)
    all_states = np.full(place[-1] + 1, _ROW_END, np.int32)
    all_counts = np.empty(place[-1] + 1, np.int32)
    all_states[place], all_counts[place] = states[kept], counts[kept]
    all_counts[place[has_row_end] - 1] = row_ends[has_row_end]
    return all_states, all_counts, int(rows[-1])


def _layout(
    states: NDArray[np.int32], counts: NDArray[np.int32], symbols: NDArray[np.uint8], written: int, line: int
) -> tuple[bytes, int, int]:
    """Write runs as text, in lines of at most 70 characters.

    ``written`` is the number of characters before these runs, without line ends. ``line`` is the number of the current
    line, from 0. Line n starts with the first run that begins at character 60 n or later.

    Returns:
        The text, and ``written`` and ``line`` for the next runs.
    """
    has_prefix = (states > STATES_PER_PREFIX) & (states < _ROW_END)
    lengths = 1 + has_prefix
    for power in range(len(str(counts.max()))):
        lengths += counts >= max(2, 10**power)
    ends = written + np.cumsum(lengths)
    lines = (ends - lengths) // (_MAX_LINE - _MAX_RUN + 1)
    breaks_line = np.diff(lines, prepend=line) > 0

    last = ends - written + np.cumsum(breaks_line) - 1  # offset of the last character of each run
    text = np.empty(last[-1] + 1, np.uint8)
    text[last] = symbols[states]
    text[(last - lengths)[breaks_line]] = ord("\n")
    prefixed = np.flatnonzero(has_prefix)
    text[last[prefixed] - 1] = ord("p") - 1 + (states[prefixed] - 1) // STATES_PER_PREFIX
    counted = np.flatnonzero(counts > 1)
    numbers, at = counts[counted], (last - has_prefix)[counted]
    while numbers.size:
        at = at - 1
        numbers, digit = np.divmod(numbers, 10)
        text[at] = digit + ord("0")
        more = np.flatnonzero(numbers)
        numbers, at = numbers[more], at[more]
    return text.tobytes(), int(ends[-1]), int(lines[-1])
