"""The manifest of a checkpoint: what the board is, which files hold it, and of which run it is."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from gpulife.errors import PatternError, RuleError
from gpulife.patterns.board_sizes import MAX_SIDE
from gpulife.patterns.notes import NO_NOTES, Notes
from gpulife.patterns.pattern import parse_file_rule
from gpulife.rules import MAX_RULE_BYTES, Rule
from gpulife.storage.bounded_reading import parse_json, read_file

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
        checksum: its fingerprint, see ``npz.zip_writer``.
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
