"""Checks that a board fits in memory before it is allocated, and formats numbers of bytes."""

from math import isqrt

from gpulife.errors import BoardSizeError

_SMALL = 50
"""A board is small if this many of its size fit in memory."""


def require_memory(shape: tuple[int, int], needed: int, engine: str, available: int) -> None:
    """Raise BoardSizeError if ``needed``, the bytes for a board of ``shape``, is more than ``available``.

    ``shape`` is (rows, columns), and ``engine`` the name of the engine, for the message.
    """
    if needed <= available:
        return
    rows, columns = shape
    side = isqrt(available * rows * columns // needed)
    raise BoardSizeError(
        f"a board of {columns}x{rows} needs {format_bytes(needed)} with the {engine} engine, "
        f"but only {format_bytes(available)} is free: a board of about {side}x{side} fits"
    )


def memory_line(needed: int, free: int) -> tuple[str, bool]:
    """Return a line such as "Fits in memory: 0.4 of 1.5 GiB", and whether ``needed`` bytes fit in ``free`` bytes.

    The line has no figures if the board is small compared with the memory.
    """
    if needed > free:
        return f"Needs {format_bytes(needed)}, but only {format_bytes(free)} is free", False
    if needed * _SMALL < free:
        return "Fits in memory", True
    return f"Fits in memory: {format_bytes(needed)} of {format_bytes(free)} free", True


def format_bytes(count: float) -> str:
    """Return a number of bytes as text in binary units: ``format_bytes(1536) == '1.5 KiB'``."""
    for unit in ("B", "KiB", "MiB", "GiB", "TiB"):
        if count < 1024:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1024
    return f"{count:.1f} PiB"
