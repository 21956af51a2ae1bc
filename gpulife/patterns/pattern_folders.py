"""Folders of pattern files, such as other programs' collections: a list of the files, and a sketch of each pattern."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import GpulifeError
from gpulife.patterns.formats.macrocell import MacrocellPattern
from gpulife.patterns.loading import open_pattern
from gpulife.patterns.pattern import NO_NOTES, Notes, Pattern, StreamedPattern
from gpulife.patterns.pattern_files import ENDINGS, pattern_file_size, patterns_in_zip
from gpulife.storage.bounded_reading import ReadError
from gpulife.storage.zip_folder import ZIP_ENDING, is_zip_file

MAX_FILES = 20_000
"""Maximum number of files that are listed in a folder and its subfolders."""
_MAX_DEPTH = 12
_MAX_SEEN = 200_000
_MAX_BYTES = 1 << 20
"""Maximum size, in bytes, of a pattern file from which a sketch is made."""
_MAX_PATCHES = 500
_SIDE = 64
_FINER = 4
"""A macrocell file is counted in squares at least this much narrower than those of the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class PatternSketch:
    """What the pattern browser shows of a pattern.

    Attributes:
        picture: density of live cells, 0 to 1, in each pixel of a small picture: shape (rows, columns), float32. Empty
            if there is no sketch.
        size: (rows, columns); (0, 0) if not known.
        rule: title of the rule that the file names; "" for none.
        notes: name, author and remarks in the file.
        problem: why there is no sketch of the pattern; "" if there is one.
        is_damaged: True if opening the pattern would fail too, for the same reason.
    """

    picture: NDArray[np.float32]
    size: tuple[int, int] = (0, 0)
    rule: str = ""
    notes: Notes = NO_NOTES
    problem: str = ""
    is_damaged: bool = False


def find_patterns(folder: Path) -> Iterator[Path | None]:
    """Yield the pattern files in a folder and its subfolders, sorted by name within each folder.

    Also yield None for each file or folder seen, so that callers can pause the search. Zip files count as folders.
    Links to folders are not followed. Folders that cannot be read are skipped. The search ends after MAX_FILES files.
    """
    waiting = [(folder, 0)]
    found = seen = 0
    while waiting:
        here, depth = waiting.pop()
        if is_zip_file(here):
            for path in _in_zip(here):
                found += 1
                yield path
                if found >= MAX_FILES:
                    return
            continue
        try:
            with os.scandir(here) as listing:
                entries = []
                for entry in listing:
                    seen += 1
                    if seen > _MAX_SEEN:
                        return
                    entries.append(entry)
                    yield None
        except (OSError, ValueError):  # ValueError: a NUL in the name
            continue
        entries.sort(key=lambda entry: entry.name.lower())
        inner = []
        for entry in entries:
            try:
                is_zip = entry.name.lower().endswith(ZIP_ENDING) and entry.is_file()
                if is_zip or entry.is_dir(follow_symlinks=False):
                    inner.append((here / entry.name, depth + 1))
                elif entry.name.lower().endswith(ENDINGS) and entry.is_file():
                    found += 1
                    yield here / entry.name
                    if found >= MAX_FILES:
                        return
            except OSError:
                continue
        if depth < _MAX_DEPTH:
            waiting += reversed(inner)


def _in_zip(path: Path) -> list[Path]:
    try:
        return [path / name for name in patterns_in_zip(path)]
    except ReadError:
        return []


def sketch_file(path: Path) -> PatternSketch:
    """Return the sketch of a pattern file. A large file is not read; its sketch has no picture, and says so."""
    try:
        if pattern_file_size(path) > _MAX_BYTES:
            return PatternSketch(_NOTHING, problem="large file: open it to see the pattern")
        pattern = open_pattern(str(path), tells=False)
        return sketch_pattern(pattern)
    except (GpulifeError, OSError) as error:
        return PatternSketch(_NOTHING, problem=str(error).removeprefix(f"{path}").lstrip(":, "), is_damaged=True)


def sketch_pattern(pattern: Pattern | StreamedPattern) -> PatternSketch:
    """Return the sketch of a pattern.

    Raises:
        PatternError: a part of the pattern is damaged.
    """
    rule = pattern.rule.title if pattern.rule else ""
    return PatternSketch(small_picture(pattern), pattern.shape, rule, pattern.notes)


def small_picture(pattern: Pattern | StreamedPattern) -> NDArray[np.float32]:
    """Divide a pattern into at most 64x64 squares, and return how dense the live cells are in each.

    The value of the densest square is 1. Of a large pattern that is no macrocell file, only the first 500 patches are
    drawn.
    """
    step = -(-max(pattern.shape) // _SIDE)
    height, width = (-(-side // step) for side in pattern.shape)
    counts = np.zeros((height, width), np.float32)
    if isinstance(pattern, MacrocellPattern) and pattern.parts > 1:
        rows, columns, lives = pattern.tree.squares(step // _FINER)
        np.add.at(counts, (np.clip(rows // step, 0, height - 1), np.clip(columns // step, 0, width - 1)), lives)
    else:
        for patch in islice(pattern.patches(), _MAX_PATCHES):
            rows, columns = np.nonzero(patch.cells)
            np.add.at(counts, ((rows + patch.row) // step, (columns + patch.column) // step), 1)
    most = counts.max(initial=0.0)
    return counts / most if most else _NOTHING


_NOTHING = np.zeros((0, 0), np.float32)
