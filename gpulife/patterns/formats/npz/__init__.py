"""Boards as numpy's ``.npz`` files in bands (see ``bands``): in files, in memory, and as text.

The format has checksums (zip's CRC-32), and ``numpy.load`` opens it. Snapshots of engines are the same bytes.
"""

import io
from base64 import b64decode, b64encode

from gpulife.errors import PatternError
from gpulife.patterns.formats.npz.bands import BandedPattern, board_bytes, open_npz
from gpulife.patterns.pattern import Pattern

TEXT_MARK = "npz:"
"""The prefix of texts that :func:`npz_text` returns."""


def npz_bytes(pattern: Pattern) -> bytes:
    """Return the pattern as the bytes of an ``.npz`` file.

    Raises:
        PatternError: it holds a state that its rule does not have.
    """
    if pattern.rule is not None:
        pattern.require_states_of(pattern.rule)
    highest = pattern.highest_state() if pattern.rule is None else pattern.rule.live_states
    return board_bytes(
        pattern.rule, pattern.shape, pattern.generation, highest, lambda row, rows: pattern.cells[row : row + rows]
    )


def open_npz_bytes(data: bytes, source: str) -> BandedPattern:
    """Open a board in memory; see :func:`open_npz`."""
    return open_npz(lambda: io.BytesIO(data), source)


def npz_text(pattern: Pattern) -> str:
    """Return :func:`npz_bytes` as text, which painting actions may contain instead of an RLE."""
    return TEXT_MARK + b64encode(npz_bytes(pattern)).decode("ascii")


def open_npz_text(text: str, source: str) -> BandedPattern:
    """Open a board that :func:`npz_text` wrote; see :func:`open_npz`."""
    try:
        data = b64decode(text.removeprefix(TEXT_MARK), validate=True)
    except ValueError as error:
        raise PatternError(f"{source}: not a board as text") from error
    return open_npz_bytes(data, source)
