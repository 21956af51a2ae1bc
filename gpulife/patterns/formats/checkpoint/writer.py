"""Writes checkpoints: first the strips, each by whoever has it, then the manifest; then the files of the one before go.

Whenever the writing ends, the folder has a whole checkpoint, if it had one before.
"""

import os
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from gpulife.errors import OutputError, PatternError
from gpulife.patterns.formats.checkpoint.manifest import (
    CELLS_NAME,
    CENSUS_NAME,
    MANIFEST,
    CensusFile,
    Manifest,
    StripFile,
    is_checkpoint,
    manifest_text,
    read_manifest,
)
from gpulife.patterns.formats.npz.bands import Header, header_for, write_bands
from gpulife.rules import Cells, Rule
from gpulife.storage.atomic_io import atomic_write, remove_leftovers

_OWN_NAME = re.compile(rf"{CELLS_NAME}|{CENSUS_NAME}", re.ASCII)


def new_token() -> str:
    """Return what the names of a new checkpoint's files have in common."""
    return secrets.token_hex(8)


def strip_header(rule: Rule, rows: int, columns: int, generation: int) -> Header:
    """Return the header of a strip's file, which is no board of its own: it names the law alone."""
    return header_for(replace(rule, size=None), (rows, columns), generation, rule.live_states)


def write_strip(
    folder: Path,
    token: str,
    row: int,
    header: Header,
    read: Callable[[int, int], Cells],
    advance: Callable[[], None] = lambda: None,
) -> StripFile:
    """Write the file of a strip of whole rows.

    Args:
        folder: folder of the checkpoint.
        token: see :func:`new_token`.
        row: the board's row with which the strip begins.
        header: see :func:`strip_header`.
        read: returns the cells of (first row in the strip, rows).
        advance: called after each of ``header.bands`` bands.

    Raises:
        OutputError: it cannot be written.
    """
    name = f"cells-{token}-{row:09}.npz"
    # Whoever publishes removes leftovers: ranks on other machines may not see the locks on what is still written.
    with atomic_write(folder / name, "wb", cleans=False) as file:
        checksum = write_bands(file.write, header, read, advance)
        size = file.tell()
    return StripFile(name, row, header.shape[0], size, checksum)


def write_census(folder: Path, token: str, copy: Callable[[Callable[[bytes], object]], str]) -> CensusFile:
    """Write the file with the census so far.

    Args:
        folder: folder of the checkpoint.
        token: see :func:`new_token`.
        copy: passes the bytes of the file to the function that it is given, and returns their checksum.

    Raises:
        OutputError: it cannot be written.
    """
    name = f"census-{token}.csv"
    with atomic_write(folder / name, "wb") as file:
        checksum = copy(file.write)
        size = file.tell()
    return CensusFile(name, size, checksum)


def publish(folder: Path, manifest: Manifest) -> None:
    """Make the files that a manifest names the checkpoint of a folder, and remove those of other ones.

    Raises:
        OutputError: a file is not there, or the manifest cannot be written; the checkpoint before stays.
    """
    for strip in manifest.strips:
        path = folder / strip.file
        try:
            size = path.stat().st_size
        except OSError as error:
            raise OutputError(
                f"cannot write {folder}: rows {strip.row} to {strip.row + strip.rows - 1} were written where they are "
                "not seen from here; give a folder that all machines share"
            ) from error
        if size != strip.size:
            raise OutputError(f"cannot write {folder}: {strip.file} has {size} bytes instead of {strip.size}")
    with atomic_write(folder / MANIFEST, "w") as file:
        file.write(manifest_text(manifest))
    remove_others(folder, manifest.files)


def remove_unpublished(folder: Path) -> None:
    """Remove what a checkpoint that failed has left in a folder, so that a full disk is not filled further.

    The manifest that is there decides: it may have got its name before something failed.
    """
    kept: frozenset[str] = frozenset()
    if is_checkpoint(folder):
        try:
            kept = read_manifest(folder)[0].files
        except PatternError:
            return  # nobody knows what belongs to it
    remove_others(folder, kept)


def remove_others(folder: Path, kept: frozenset[str]) -> None:
    """Remove the files of other checkpoints from a folder, and what killed programs left half written there."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _OWN_NAME.fullmatch(entry.name) and entry.name not in kept:
                with suppress(OSError):
                    (folder / entry.name).unlink()
    remove_leftovers(folder)


def is_own(name: str) -> bool:
    """Return whether a file of that name is one that checkpoints make, and whose loss takes nothing from anybody."""
    return _OWN_NAME.fullmatch(name) is not None
