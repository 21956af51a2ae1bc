"""Boards as files, by the ending of the name: what ``gpulife run -o`` and the window's "save" write."""

from __future__ import annotations

from pathlib import Path

from gpulife.errors import OutputError
from gpulife.files import atomic_write
from gpulife.patterns.npz import npz_bytes
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.rle import rle_text
from gpulife.view.palettes import Colours
from gpulife.view.picture import save_png

BOARD_ENDINGS = (".rle", ".png", ".npz")


def require_board_ending(path: Path) -> None:
    """Raise OutputError unless ``path`` ends in one of BOARD_ENDINGS."""
    if path.suffix.lower() not in BOARD_ENDINGS:
        raise OutputError(f"cannot write {path}: its name should end with {', '.join(BOARD_ENDINGS)}")


def save_board(path: Path, pattern: Pattern, colours: Colours, zoom: int = 1) -> None:
    """Write cells to a file, whole or not at all.

    Args:
        path: ends in one of BOARD_ENDINGS.
        pattern: with rule and generation.
        colours: of the states, for pictures.
        zoom: pixels a cell of pictures.

    Raises:
        OutputError: the name has another ending, or the file cannot be written.
    """
    require_board_ending(path)
    ending = path.suffix.lower()
    if ending == ".rle":
        text = rle_text(pattern)
        with atomic_write(path, "w") as file:
            file.write(text)
        return
    with atomic_write(path, "wb") as file:
        if ending == ".npz":
            file.write(npz_bytes(pattern))
        else:
            save_png(file, pattern.cells, colours, zoom)
