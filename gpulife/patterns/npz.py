"""Boards as numpy's ``.npz`` files: in bands (see ``bands``), and as gpulife 0.1 wrote them.

Those had one array ``cells`` (uint8) beside ``rule`` (the name with suffix) and ``generation``; both kinds are read,
and whatever else has such an array. The format carries checksums of its own (zip's CRC-32) and opens with
``numpy.load``. The snapshots of the engines are the same bytes.
"""

from __future__ import annotations

import io
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import IO

import numpy as np

from gpulife.errors import PatternError, RuleError
from gpulife.patterns.archive import Archive, open_archive
from gpulife.patterns.bands import BandedPattern, banded_pattern, header_for, is_banded, write_bands
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.sizes import require_memory
from gpulife.rules import parse_rule

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


def open_npz_bytes(data: bytes, source: str) -> Pattern | BandedPattern:
    """:func:`open_npz` of bytes in memory."""
    return open_npz(lambda: io.BytesIO(data), source)


def npz_text(pattern: Pattern) -> str:
    """:func:`npz_bytes` as text: what an action that paints may hold instead of an RLE."""
    return TEXT_MARK + b64encode(npz_bytes(pattern)).decode("ascii")


def open_npz_text(text: str, source: str) -> Pattern | BandedPattern:
    """Read what :func:`npz_text` wrote; see :func:`open_npz`."""
    try:
        data = b64decode(text.removeprefix(TEXT_MARK), validate=True)
    except ValueError as error:
        raise PatternError(f"{source}: not a board as text") from error
    return open_npz_bytes(data, source)


def open_npz(open_file: Callable[[], IO[bytes]], source: str) -> Pattern | BandedPattern:
    """Read what stands before the cells of an ``.npz`` file; the cells of one in bands come later.

    Args:
        open_file: opens the file anew.
        source: what to call it in messages.

    Raises:
        PatternError: the file is damaged, or no board.
        BoardSizeError: its cells do not fit into memory; if it is in bands, not even one band does.
    """
    with open_archive(open_file, source) as archive:
        return banded_pattern(archive, open_file) if is_banded(archive) else _whole(archive)


def _whole(archive: Archive) -> Pattern:
    """The pattern in a file with an array ``cells``."""
    source = archive.source
    if "cells.npy" not in archive.names:
        raise PatternError(f"{source}: not a board saved as .npz: there are no cells in it")
    require_memory((1, archive.size("cells.npy", "the cells are")), 2)
    rule = archive.text("rule.npy", "the name of the rule is")
    generation = int(archive.numbers("generation.npy", "the generation is", ())[()])
    cells = archive.any_array("cells.npy", "the cells are")
    if cells.dtype != np.uint8 or cells.ndim != 2 or not cells.size:
        raise PatternError(f"{source}: its cells are {cells.dtype} of shape {cells.shape}; they should be uint8, 2-D")
    try:
        pattern = Pattern(cells.astype(np.uint8), parse_rule(rule) if rule else None, generation, source=source)
    except RuleError as error:
        raise PatternError(f"{source}: {error}") from error
    if pattern.rule is not None:
        pattern.require_states_of(pattern.rule)
        if pattern.rule.size not in (None, pattern.shape):
            raise PatternError(f"{source}: {cells.shape[1]}x{cells.shape[0]} cells are not a board of {pattern.rule}")
    return pattern
