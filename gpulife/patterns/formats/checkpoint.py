"""Checkpoints of boards of any size: folders that any number of programs write at once, and any other number reads.

A folder has a banded ``.npz`` file for each strip of whole rows (see ``npz``), which ``numpy.load`` opens by itself,
perhaps a file with the census so far, and ``manifest.json``, which names them and is renamed into its place last. Every
checkpoint has new names for its files, so that the one before stays whole until then.
"""

import json
import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from gpulife.errors import OutputError, PatternError, RuleError
from gpulife.patterns.board_sizes import MAX_SIDE
from gpulife.patterns.formats.npz import BandedPattern, Header, header_for, open_npz, write_bands
from gpulife.patterns.pattern import NO_NOTES, Notes, Patch, StreamedPattern, parse_file_rule
from gpulife.patterns.rectangles import planes_for
from gpulife.rules import MAX_RULE_BYTES, Cells, Rule
from gpulife.storage.atomic_io import atomic_write, remove_leftovers
from gpulife.storage.bounded_reading import open_regular, parse_json, read_file

# The manifest of a checkpoint: what the board is, which files hold it, and of which run it is.

MANIFEST = "manifest.json"
"""The name of its file in the folder."""
MAX_PARTS = 1 << 14
"""Limit on the strips of a checkpoint."""
MAX_START = 1000
"""Limit on the characters that say with what a run began."""
_FORMAT, _VERSION = "gpulife checkpoint", 1
_MAX_BYTES = 1 << 24
_HEX = "[0-9a-f]{16}"
CELLS_NAME = rf"cells-{_HEX}-[0-9]{{9}}\.npz"
CENSUS_NAME = rf"census-{_HEX}\.csv"
"""Names of a checkpoint's files, as regular expressions: a new token for each checkpoint, and a strip's first row."""

_Count = Annotated[int, Meta(ge=0, le=(1 << 63) - 1)]
_Side = Annotated[int, Meta(ge=1, le=MAX_SIDE)]
_Checksum = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]


@dataclass(frozen=True, slots=True)
class StripFile:
    """A file with a strip of whole rows.

    Attributes:
        file: its name.
        row: the first row.
        rows: the number of rows.
        size: bytes of the file.
        checksum: its fingerprint, see ``npz_archive``.
    """

    file: Annotated[str, Meta(pattern=rf"^{CELLS_NAME}\Z")]
    row: Annotated[int, Meta(ge=0, lt=MAX_SIDE)]
    rows: _Side
    size: _Count
    checksum: _Checksum


@dataclass(frozen=True, slots=True)
class CensusFile:
    """A file with the census up to the checkpoint, as ``gpulife run --census`` writes it.

    Attributes:
        file: its name.
        size: bytes of the file.
        checksum: BLAKE2b of them, 16 bytes in hexadecimal digits.
    """

    file: Annotated[str, Meta(pattern=rf"^{CENSUS_NAME}\Z")]
    size: _Count
    checksum: _Checksum


@dataclass(frozen=True, slots=True)
class RunRecord:
    """The run that wrote a checkpoint.

    Attributes:
        start: the options that say with what it began, to compare and to show.
        first: the generation at which it began.
        generations: the number that was asked for.
        seed: the seed of its soup, as digits (JSON's numbers end before 2^64); None without one.
        has_census: whether it writes a census.
    """

    start: Annotated[str, Meta(max_length=MAX_START)]
    first: _Count
    generations: _Count
    seed: Annotated[str, Meta(pattern=r"^[0-9]{1,20}\Z")] | None
    has_census: bool

    @property
    def last(self) -> int:
        """The generation at which it is done."""
        return self.first + self.generations


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What the pattern's file said of it, see ``Notes``."""

    name: Annotated[str, Meta(max_length=2000)]
    author: Annotated[str, Meta(max_length=2000)]
    comments: Annotated[tuple[Annotated[str, Meta(max_length=2000)], ...], Meta(max_length=2000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """A checkpoint.

    Attributes:
        rule: the rule's name with the suffix that fixes the board.
        rule_text: the text of the ``.rule`` file that the rule comes from, or "".
        rows, columns: the shape of the board.
        generation: the generation of the cells.
        notes: what the pattern's file said in words.
        strips: the files with the cells, from the top.
        census: the file with the census so far, if there is one.
        run: the run that wrote it, if it was one.
    """

    format: str = _FORMAT
    version: int = _VERSION
    rule: Annotated[str, Meta(max_length=300)]
    rule_text: Annotated[str, Meta(max_length=MAX_RULE_BYTES)]
    rows: _Side
    columns: _Side
    generation: _Count
    notes: Words
    strips: Annotated[tuple[StripFile, ...], Meta(min_length=1, max_length=MAX_PARTS)]
    census: CensusFile | None
    run: RunRecord | None

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the board."""
        return self.rows, self.columns

    @property
    def files(self) -> frozenset[str]:
        """The names of all files of the checkpoint but the manifest's own."""
        return frozenset((*(strip.file for strip in self.strips), *([self.census.file] if self.census else [])))


class _Head(msgspec.Struct):
    format: str
    version: int


def words_of(notes: Notes) -> Words:
    """Return notes as manifests hold them."""
    # Bytes that are no text come from files as halves of characters, which JSON cannot hold.
    name, author, *comments = (
        text.encode("utf-8", "replace").decode() for text in (notes.name, notes.author, *notes.comments)
    )
    return Words(name=name, author=author, comments=tuple(comments))


def notes_in(words: Words) -> Notes:
    """Return the notes that a manifest holds."""
    notes = Notes(words.name, words.author, words.comments)
    return NO_NOTES if notes == NO_NOTES else notes


def manifest_text(manifest: Manifest) -> str:
    """Return a manifest as the content of its file."""
    return json.dumps(asdict(manifest), indent=1) + "\n"


def is_checkpoint(folder: Path) -> bool:
    """Return whether ``folder`` is a folder with a manifest."""
    return os.path.isfile(folder / MANIFEST)  # noqa: PTH113 - a Path raises where it may not look


def read_manifest(folder: Path) -> tuple[Manifest, Rule]:
    """Read the manifest of a checkpoint; return it with the rule, which is fixed to the board.

    Raises:
        PatternError: it cannot be read, a newer gpulife wrote it, it is damaged, or it contradicts itself.
    """
    path = folder / MANIFEST
    data = read_file(path, _MAX_BYTES, "the manifest of a checkpoint", PatternError)
    head = parse_json(data, _Head, str(path), PatternError)
    if head.format != _FORMAT:
        raise PatternError(f"{path}: not the manifest of a checkpoint: its format is {head.format[:40]!r}")
    if head.version != _VERSION:
        raise PatternError(f"{path}: version {head.version} of the format; this gpulife reads version {_VERSION}")
    manifest = parse_json(data, Manifest, str(path), PatternError)
    try:
        rule = parse_file_rule(manifest.rule, manifest.rule_text)
    except RuleError as error:
        raise PatternError(f"{path}: {error}") from error
    if rule.size != manifest.shape:
        raise PatternError(f"{path}: {manifest.columns}x{manifest.rows} cells are not a board of {rule}")
    if (problem := _wrong_rows(manifest)) is not None:
        raise PatternError(f"{path}: {problem}")
    return manifest, rule


def _wrong_rows(manifest: Manifest) -> str | None:
    """Say what is wrong with the rows of the strips; None if each row is in one of them."""
    reached = 0
    for strip in manifest.strips:
        if strip.row > reached:
            return f"rows {reached} to {strip.row - 1} are missing"
        if strip.row < reached:
            return f"row {strip.row} is there twice"
        reached += strip.rows
    if reached < manifest.rows:
        return f"rows {reached} to {manifest.rows - 1} are missing"
    if reached > manifest.rows:
        return f"strips of {reached} rows are more than a board of {manifest.rows} rows has"
    if len({strip.file for strip in manifest.strips}) < len(manifest.strips):
        return "two strips are in the same file"
    return None


# Reads checkpoints as patterns, strip by strip: whole ones, or only the rows that somebody needs.

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CheckpointPattern(StreamedPattern):
    """The cells of a checkpoint.

    Attributes:
        folder: its folder.
        manifest: its manifest.
        strips: the first row of each strip that was opened, and its cells.
    """

    folder: Path
    manifest: Manifest
    strips: tuple[tuple[int, BandedPattern], ...] = field(repr=False)

    def patches(self) -> Iterator[Patch]:
        """Unpack band after band, from the top."""
        return self.patches_of_rows(0, self.shape[0])

    def patches_of_rows(self, first: int, rows: int) -> Iterator[Patch]:
        """Unpack those bands that have some of ``rows`` rows from row ``first`` on, and cut them to these rows.

        Raises:
            PatternError: a band is damaged.
        """
        for start, strip in self.strips:
            begin, end = max(first, start), min(first + rows, start + strip.shape[0])
            if begin >= end:
                continue
            for patch in strip.patches_of_rows(begin - start, end - begin):
                row = start + patch.row
                cells = patch.cells[max(begin - row, 0) : max(end - row, 0)]
                if len(cells):
                    yield Patch(max(row, begin), patch.column, cells)

    def verify(self, advance: Callable[[], None] = lambda: None) -> None:
        """Read all strips once; see :class:`StreamedPattern`."""
        for _, strip in self.strips:
            strip.verify(advance)

    def highest_state(self) -> int:
        """Return the highest state; this reads and checks all strips."""
        return max(strip.highest_state() for _, strip in self.strips)

    def census(self) -> Iterator[bytes]:
        """Read the census so far, piece by piece; nothing if the checkpoint has none.

        Raises:
            PatternError: it is not what the checkpoint was written with; told after the last piece.
        """
        record = self.manifest.census
        if record is None:
            return
        path = self.folder / record.file
        digest, size = blake2b(digest_size=16), 0
        with open_regular(path, PatternError) as file:
            try:
                while size <= record.size and (piece := file.read(_CHUNK)):
                    digest.update(piece)
                    size += len(piece)
                    yield piece
            except OSError as error:
                raise PatternError(f"cannot read {path}: {error.strerror or error}") from error
        if size != record.size or digest.hexdigest() != record.checksum:
            raise PatternError(f"{path}: the census is damaged: it is not what the checkpoint was written with")


def open_checkpoint(folder: Path, source: str) -> CheckpointPattern:
    """Open a checkpoint and the header of each of its files.

    Args:
        folder: its folder.
        source: its name in messages.

    Raises:
        PatternError: the manifest is damaged, or a file is missing, damaged or not what the manifest says.
        BoardSizeError: a single band does not fit into memory.
    """
    manifest, rule = read_manifest(folder)
    while True:
        try:
            return open_strips(folder, source, manifest, rule, (0, manifest.rows))
        except PatternError:
            # A run that goes on may have put another checkpoint in its place meanwhile.
            before = manifest
            manifest, rule = read_manifest(folder)
            if manifest == before:
                raise


def open_strips(folder: Path, source: str, manifest: Manifest, rule: Rule, rows: tuple[int, int]) -> CheckpointPattern:
    """Do :func:`open_checkpoint` for whoever has the manifest and needs only ``rows``: (first row, number of rows)."""
    first, end = rows[0], sum(rows)
    strips = tuple(
        (strip.row, _open_strip(folder, strip, manifest, rule))
        for strip in manifest.strips
        if strip.row < end and strip.row + strip.rows > first
    )
    return CheckpointPattern(
        shape=manifest.shape,
        rule=rule,
        generation=manifest.generation,
        source=source,
        parts=sum(strip.parts for _, strip in strips),
        notes=notes_in(manifest.notes),
        folder=folder,
        manifest=manifest,
        strips=strips,
    )


def _open_strip(folder: Path, record: StripFile, manifest: Manifest, rule: Rule) -> BandedPattern:
    path = folder / record.file
    with open_regular(path, PatternError) as file:
        size = file.seek(0, 2)
    if size != record.size:
        raise PatternError(f"{path}: {size} bytes instead of {record.size}")
    strip = open_npz(lambda: open_regular(path, PatternError), str(path))
    if strip.fingerprint != record.checksum:
        raise PatternError(f"{path}: not the file that the checkpoint was written with (checksum)")
    rows, columns = strip.shape
    wrong = None
    if strip.shape != (record.rows, manifest.columns):
        wrong = f"{columns}x{rows} cells instead of {manifest.columns}x{record.rows}"
    elif strip.generation != manifest.generation:
        wrong = f"generation {strip.generation} instead of {manifest.generation}"
    elif str(strip.rule) != rule.law:
        wrong = f"rule {strip.rule} instead of {rule.law}"
    elif strip.header.planes != planes_for(rule.live_states):
        wrong = f"{strip.header.planes} bit planes instead of {planes_for(rule.live_states)}"
    if wrong is not None:
        raise PatternError(f"{path}: {wrong}")
    return strip


# Writes checkpoints: first the strips, each by whoever has it, then the manifest; then the files of the one before go.
#
# Whenever the writing ends, the folder has a whole checkpoint, if it had one before.

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
