"""Reads checkpoints as patterns, strip by strip: whole ones, or only the rows that somebody needs."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from gpulife.errors import PatternError
from gpulife.patterns.bit_packing import planes_for
from gpulife.patterns.formats.checkpoint.manifest import Manifest, StripFile, notes_in, read_manifest
from gpulife.patterns.formats.npz.bands import BandedPattern, open_npz
from gpulife.patterns.pattern import Patch, StreamedPattern
from gpulife.rules import Rule
from gpulife.storage.bounded_reading import open_regular

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
