"""Boards as numpy's ``.npz`` files: in bands (see ``bands``), and as gpulife 0.1 wrote them (see ``npz_whole``).

Those had one array ``cells`` (uint8) beside ``rule`` (the name with suffix) and ``generation``; both kinds are read,
and whatever else has such an array. The format carries checksums of its own (zip's CRC-32) and opens with
``numpy.load``. The snapshots of the engines are the same bytes.
"""

from __future__ import annotations

import io
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import IO

from gpulife.errors import PatternError
from gpulife.patterns.archive import open_archive
from gpulife.patterns.bands import banded_pattern, header_for, is_banded, write_bands
from gpulife.patterns.npz_whole import whole_pattern
from gpulife.patterns.pattern import Pattern, StreamedPattern

TEXT_MARK = "npz:"
"""How :func:`npz_text` begins."""


def npz_bytes(pattern: Pattern) -> bytes:
    """The pattern as the bytes of an ``.npz`` file in bands.

    Raises:
        PatternError: it holds a state that its rule does not have.
    """
    if pattern.rule is not None:
        pattern.require_states_of(pattern.rule)
    highest = pattern.highest_state() if pattern.rule is None else pattern.rule.species
    buffer = io.BytesIO()
    header = header_for(pattern.rule, pattern.shape, pattern.generation, highest)
    write_bands(buffer.write, header, lambda row, rows: pattern.cells[row : row + rows])
    return buffer.getvalue()


def read_npz_bytes(data: bytes, source: str) -> Pattern:
    """Read an ``.npz`` file of either kind; ``source`` names it in messages.

    Raises:
        PatternError: the bytes are damaged, or no board.
        BoardSizeError: the cells do not fit into memory.
    """
    return open_npz_bytes(data, source).whole()


def open_npz_bytes(data: bytes, source: str) -> Pattern | StreamedPattern:
    """:func:`open_npz` of bytes in memory."""
    return open_npz(lambda: io.BytesIO(data), source)


def npz_text(pattern: Pattern) -> str:
    """:func:`npz_bytes` as text: what an action that paints may hold instead of an RLE."""
    return TEXT_MARK + b64encode(npz_bytes(pattern)).decode("ascii")


def open_npz_text(text: str, source: str) -> Pattern | StreamedPattern:
    """Read what :func:`npz_text` wrote; see :func:`open_npz`."""
    try:
        data = b64decode(text.removeprefix(TEXT_MARK), validate=True)
    except ValueError as error:
        raise PatternError(f"{source}: not a board as text") from error
    return open_npz_bytes(data, source)


def open_npz(open_file: Callable[[], IO[bytes]], source: str) -> Pattern | StreamedPattern:
    """Read what stands before the cells of an ``.npz`` file; the cells of one in bands come later.

    Args:
        open_file: opens the file anew.
        source: what to call it in messages.

    Raises:
        PatternError: the file is damaged, or no board.
        BoardSizeError: its cells do not fit into memory; if it is in bands, not even one band does.
    """
    with open_archive(open_file, source) as archive:
        return (banded_pattern if is_banded(archive) else whole_pattern)(archive, open_file)
