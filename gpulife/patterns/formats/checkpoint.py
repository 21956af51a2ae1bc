"""Checkpoints of boards of any size: folders that several processes can write, or read, at the same time.

The folder has an ``.npz`` file for each strip of whole rows (see ``npz``), and optionally a file with the census so
far. ``manifest.json`` lists these files and is written last. Every checkpoint uses new file names, so the previous one
stays complete until then.
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

# The manifest of a checkpoint describes the board, the files that hold it, and the run that wrote it.

MANIFEST = "manifest.json"
"""Name of the file that describes a checkpoint."""
MAX_PARTS = 1 << 14
"""Maximum number of strips in a checkpoint. Each strip of whole rows is one file."""
MAX_START = 1000
"""Maximum number of characters of ``RunRecord.start``."""
_FORMAT, _VERSION = "gpulife checkpoint", 1
_MAX_BYTES = 1 << 24
_HEX = "[0-9a-f]{16}"
CELLS_NAME = rf"cells-{_HEX}-[0-9]{{9}}\.npz"
CENSUS_NAME = rf"census-{_HEX}\.csv"
"""CELLS_NAME, CENSUS_NAME: regular expressions for the names of a checkpoint's files. The hexadecimal digits are the
checkpoint's token; the decimal digits are the first row of the file's strip.
"""

_Count = Annotated[int, Meta(ge=0, le=(1 << 63) - 1)]
_Side = Annotated[int, Meta(ge=1, le=MAX_SIDE)]
_Checksum = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]


@dataclass(frozen=True, slots=True)
class StripFile:
    """A file with a strip of whole rows.

    Attributes:
        file: the file's name.
        row: the first row of the strip on the board.
        rows: number of rows in the strip.
        size: the file's size in bytes.
        checksum: the file's fingerprint; see ``npz_archive.fingerprint``.
    """

    file: Annotated[str, Meta(pattern=rf"^{CELLS_NAME}\Z")]
    row: Annotated[int, Meta(ge=0, lt=MAX_SIDE)]
    rows: _Side
    size: _Count
    checksum: _Checksum


@dataclass(frozen=True, slots=True)
class CensusFile:
    """A file with the census up to the checkpoint, in the format of ``gpulife run --census``.

    Attributes:
        file: the file's name.
        size: the file's size in bytes.
        checksum: BLAKE2b hash of the file's content: 16 bytes, as 32 hexadecimal digits.
    """

    file: Annotated[str, Meta(pattern=rf"^{CENSUS_NAME}\Z")]
    size: _Count
    checksum: _Checksum


@dataclass(frozen=True, slots=True)
class RunRecord:
    """The run that wrote a checkpoint.

    Attributes:
        start: the command-line options that determined the run's first board. They are shown in messages. They also
            tell whether a run repeats an earlier command.
        first: the generation at which the run began.
        generations: the requested number of generations.
        seed: the seed of the run's soup, as decimal digits; None if the run did not begin with a soup.
        has_census: True if the run writes a census.
    """

    start: Annotated[str, Meta(max_length=MAX_START)]
    first: _Count
    generations: _Count
    seed: Annotated[str, Meta(pattern=r"^[0-9]{1,20}\Z")] | None
    has_census: bool

    @property
    def last(self) -> int:
        """The number of the generation at which the run ends."""
        return self.first + self.generations


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The name, author and comments of the pattern's file, as the manifest stores them; see ``Notes``."""

    name: Annotated[str, Meta(max_length=2000)]
    author: Annotated[str, Meta(max_length=2000)]
    comments: Annotated[tuple[Annotated[str, Meta(max_length=2000)], ...], Meta(max_length=2000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """The description of a checkpoint in ``manifest.json``.

    Attributes:
        rule: the rule's name with the suffix for board size and edges.
        rule_text: the text of the ``.rule`` file that defines the rule; "" for other rules.
        rows, columns: the size of the board.
        generation: the generation of the cells.
        notes: name, author and comments of the pattern.
        strips: the files with the cells, in the order of their rows.
        census: the file with the census so far; None if the run writes none.
        run: the run that wrote the checkpoint; None if something else wrote it.
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
        """(rows, columns) of the board."""
        return self.rows, self.columns

    @property
    def files(self) -> frozenset[str]:
        """The names of all files of the checkpoint except the manifest."""
        return frozenset((*(strip.file for strip in self.strips), *([self.census.file] if self.census else [])))


class _Head(msgspec.Struct):
    format: str
    version: int


def words_of(notes: Notes) -> Words:
    """Convert a pattern's notes to the form that a manifest stores."""
    # In texts from files, bytes that are not UTF-8 appear as lone surrogates, which JSON cannot represent.
    name, author, *comments = (
        text.encode("utf-8", "replace").decode() for text in (notes.name, notes.author, *notes.comments)
    )
    return Words(name=name, author=author, comments=tuple(comments))


def notes_in(words: Words) -> Notes:
    """Convert the notes stored in a manifest to ``Notes``."""
    notes = Notes(words.name, words.author, words.comments)
    return NO_NOTES if notes == NO_NOTES else notes


def manifest_text(manifest: Manifest) -> str:
    """Return the text of the file ``manifest.json``."""
    return json.dumps(asdict(manifest), indent=1) + "\n"


def is_checkpoint(folder: Path) -> bool:
    """Return True if ``folder`` is a folder with a checkpoint's manifest."""
    return os.path.isfile(folder / MANIFEST)  # noqa: PTH113 - Path.is_file raises if access is denied


def read_manifest(folder: Path) -> tuple[Manifest, Rule]:
    """Return a checkpoint's manifest, and its rule with board size and edges.

    Raises:
        PatternError: the manifest cannot be read, is from a newer gpulife, is damaged, or contradicts itself.
    """
    path = folder / MANIFEST
    data = read_file(path, _MAX_BYTES, "the manifest of a checkpoint", PatternError)
    head = parse_json(data, _Head, str(path), PatternError)
    if head.format != _FORMAT:
        raise PatternError(f"{path}: not a checkpoint's manifest: its format is {head.format[:40]!r}")
    if head.version != _VERSION:
        raise PatternError(f"{path}: the format has version {head.version}; this gpulife reads version {_VERSION}")
    manifest = parse_json(data, Manifest, str(path), PatternError)
    try:
        rule = parse_file_rule(manifest.rule, manifest.rule_text)
    except RuleError as error:
        raise PatternError(f"{path}: {error}") from error
    if rule.size != manifest.shape:
        raise PatternError(f"{path}: the board has {manifest.columns}x{manifest.rows} cells; {rule} names another size")
    if (problem := _wrong_rows(manifest)) is not None:
        raise PatternError(f"{path}: {problem}")
    return manifest, rule


def _wrong_rows(manifest: Manifest) -> str | None:
    """Return an error message if a row of the board is in no strip or in two strips; otherwise None."""
    reached = 0
    for strip in manifest.strips:
        if strip.row > reached:
            return f"rows {reached} to {strip.row - 1} are missing"
        if strip.row < reached:
            return f"row {strip.row} is in two strips"
        reached += strip.rows
    if reached < manifest.rows:
        return f"rows {reached} to {manifest.rows - 1} are missing"
    if reached > manifest.rows:
        return f"the strips have {reached} rows, but the board has {manifest.rows}"
    if len({strip.file for strip in manifest.strips}) < len(manifest.strips):
        return "two strips are in the same file"
    return None


# Reading of checkpoints as patterns, strip by strip: all rows, or only some.

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CheckpointPattern(StreamedPattern):
    """The cells of a checkpoint.

    Attributes:
        folder: the checkpoint's folder.
        manifest: the description of the checkpoint.
        strips: for each opened strip, its first row and its cells.
    """

    folder: Path
    manifest: Manifest
    strips: tuple[tuple[int, BandedPattern], ...] = field(repr=False)

    def patches(self) -> Iterator[Patch]:
        """Read one band of rows after another, from the top of the board."""
        return self.patches_of_rows(0, self.shape[0])

    def patches_of_rows(self, first: int, rows: int) -> Iterator[Patch]:
        """Read only ``rows`` rows of the board, beginning with row ``first``, band by band.

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
        """Read all strips once to check them; see :meth:`StreamedPattern.verify`."""
        for _, strip in self.strips:
            strip.verify(advance)

    def highest_state(self) -> int:
        """Return the highest state of any cell. All strips are read and checked."""
        return max(strip.highest_state() for _, strip in self.strips)

    def census(self) -> Iterator[bytes]:
        """Read the file with the census so far, piece by piece; yield nothing if the checkpoint has no census.

        Raises:
            PatternError: the census is damaged. The error is raised only after the last piece.
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
            raise PatternError(f"{path}: the census is damaged (checksum)")


def open_checkpoint(folder: Path, source: str) -> CheckpointPattern:
    """Open a checkpoint and read the headers of its files.

    Args:
        folder: the checkpoint's folder.
        source: the checkpoint's name in messages.

    Raises:
        PatternError: the manifest is damaged, or a file is missing, damaged or different from what the manifest says.
        BoardSizeError: not even one band of rows fits into memory.
    """
    manifest, rule = read_manifest(folder)
    while True:
        try:
            return open_strips(folder, source, manifest, rule, (0, manifest.rows))
        except PatternError:
            # A running program may have replaced the checkpoint in the meantime.
            before = manifest
            manifest, rule = read_manifest(folder)
            if manifest == before:
                raise


def open_strips(folder: Path, source: str, manifest: Manifest, rule: Rule, rows: tuple[int, int]) -> CheckpointPattern:
    """Open some rows of a checkpoint, (first row, number of rows). Its manifest and rule must have been read before."""
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
        raise PatternError(f"{path}: not the file listed in the manifest (checksum)")
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


# Writing of checkpoints: first all strips, each by the process that has its cells, then the manifest; then the files of
# the previous checkpoint are removed. If the folder had a complete checkpoint, it has one whenever writing is
# interrupted.

_OWN_NAME = re.compile(rf"{CELLS_NAME}|{CENSUS_NAME}", re.ASCII)


def new_token() -> str:
    """Return a new random token. All files of one checkpoint have it in their names."""
    return secrets.token_hex(8)


def strip_header(rule: Rule, rows: int, columns: int, generation: int) -> Header:
    """Return the header of a strip's file. Its rule has no board size or edges, as a strip is not a whole board."""
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
        row: the first row of the strip on the board.
        header: see :func:`strip_header`.
        read: returns rows of cells. Its arguments are the first row, counted from the top of the strip, and the number
            of rows.
        advance: called after each written band, ``header.bands`` times in all.

    Raises:
        OutputError: the file cannot be written.
    """
    name = f"cells-{token}-{row:09}.npz"
    # Leftovers are removed by publish(): ranks on other machines may not see the locks on files still being written.
    with atomic_write(folder / name, "wb", cleans=False) as file:
        checksum = write_bands(file.write, header, read, advance)
        size = file.tell()
    return StripFile(name, row, header.shape[0], size, checksum)


def write_census(folder: Path, token: str, copy: Callable[[Callable[[bytes], object]], str]) -> CensusFile:
    """Write the file with the census so far.

    Args:
        folder: folder of the checkpoint.
        token: see :func:`new_token`.
        copy: takes a function that writes bytes to the file, passes the census so far to this function, and returns the
            checksum of the census.

    Raises:
        OutputError: the file cannot be written.
    """
    name = f"census-{token}.csv"
    with atomic_write(folder / name, "wb") as file:
        checksum = copy(file.write)
        size = file.tell()
    return CensusFile(name, size, checksum)


def publish(folder: Path, manifest: Manifest) -> None:
    """Make a new checkpoint valid by writing its manifest. Then remove the files of all other checkpoints.

    Raises:
        OutputError: a file is missing, or the manifest cannot be written. The previous checkpoint then stays valid.
    """
    for strip in manifest.strips:
        path = folder / strip.file
        try:
            size = path.stat().st_size
        except OSError as error:
            raise OutputError(
                f"cannot write {folder}: rows {strip.row} to {strip.row + strip.rows - 1} are missing there: "
                "use a folder that all machines share"
            ) from error
        if size != strip.size:
            raise OutputError(f"cannot write {folder}: {strip.file} has {size} bytes instead of {strip.size}")
    with atomic_write(folder / MANIFEST, "w") as file:
        file.write(manifest_text(manifest))
    remove_others(folder, manifest.files)


def remove_unpublished(folder: Path) -> None:
    """Remove the files of an unfinished checkpoint, to free space on the disk.

    Files that the manifest in the folder lists are kept.
    """
    kept: frozenset[str] = frozenset()
    if is_checkpoint(folder):
        try:
            kept = read_manifest(folder)[0].files
        except PatternError:
            return  # without a readable manifest, keep all files
    remove_others(folder, kept)


def remove_others(folder: Path, kept: frozenset[str]) -> None:
    """Remove a folder's checkpoint files, except those in ``kept``. Also remove unfinished files of killed programs."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _OWN_NAME.fullmatch(entry.name) and entry.name not in kept:
                with suppress(OSError):
                    (folder / entry.name).unlink()
    remove_leftovers(folder)


def is_own(name: str) -> bool:
    """Return True if a file called ``name`` can only belong to a checkpoint, and may therefore be deleted."""
    return _OWN_NAME.fullmatch(name) is not None
