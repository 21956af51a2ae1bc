"""Stores boards of any size in numpy's ``.npz`` format: in files, in memory, or as base64 text.

A board is divided into bands of whole rows. Each band is stored as compressed bit planes with a checksum (zip's
CRC-32). While a board is written or read, only a few bands are in memory. Engines use the same format for their
snapshots. The file has these arrays, which ``numpy.load`` can open:

* ``rule``: the rule's name with the suffix for board size and edges; empty if no rule is known.
* ``rule_text``: the text of the ``.rule`` file that defines the rule, if any; bytes of UTF-8.
* ``generation``: the number of the board's generation.
* ``shape``: rows and columns.
* ``layout``: number of bit planes, and rows per band (the last may have fewer).
* ``band_000000``, ``band_000001`` ...: bytes of shape (planes, rows, bytes per row); see ``patterns.rectangles``.
"""

import io
import os
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import IO, Any, TypeVar

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from gpulife.errors import PatternError, RuleError
from gpulife.patterns.board_sizes import MAX_SIDE, require_memory_for_cells
from gpulife.patterns.formats.npz_archive import Archive, Deflated, ZipStream, deflated, open_archive
from gpulife.patterns.pattern import Patch, Pattern, StreamedPattern, parse_file_rule, require_state_of
from gpulife.patterns.rectangles import Planes, Strips, bytes_per_row, highest_state, pack, planes_for, unpack
from gpulife.rules import MAX_RULE_BYTES, Cells, Rule
from gpulife.storage.bounded_reading import format_whole_units

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

_MAX_THREADS = 8


def parallel_map(
    work: Callable[[_Item], _Result], items: Iterable[_Item], threads: int = _MAX_THREADS
) -> Iterator[_Result]:
    """Yield ``work(item)`` for each of ``items``, in order. Threads compute a few results in advance.

    Threads help only if ``work`` releases Python's lock, as numpy and zlib do. ``items`` are iterated in the caller's
    thread, which may have an OpenGL context. A single item is processed there, too.
    """
    remaining = iter(items)
    first = list(islice(remaining, 2))
    if len(first) < 2:
        yield from map(work, first)
        return
    threads = min(threads, _MAX_THREADS, os.cpu_count() or 1)
    waiting: deque[Future[_Result]] = deque()
    pool = ThreadPoolExecutor(threads, "gpulife-ahead")
    try:
        for item in chain(first, remaining):
            waiting.append(pool.submit(work, item))
            if len(waiting) > threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


# Bands, written and read a few at a time.

# zarr also stores arrays in pieces, but is a large dependency for one array, and its folders have many files.
BAND_BYTES = 1 << 21
"""Approximate size of a band before compression, in bytes: for example, 16 million cells in one bit plane."""

_RULE_TEXT = "rule_text"
_MAX_PLANES = 8
_MAX_BAND_BYTES = 1 << 25
"""Maximum size, in bytes, of a band in files that other programs wrote. A band of a single row may be larger."""
_MAX_UNPACKED_CELLS = 1 << 24
"""Maximum number of cells that are unpacked at once. No band of BAND_BYTES has more cells."""
_READING_THREADS = 4
"""Number of threads that read bands, one band each. Together they use at most 100 MB of memory."""


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a file that stores a board in bands of rows.

    Attributes:
        rule: the rule's name with the suffix for board size and edges; "" if no rule is known.
        generation: the generation of the cells.
        shape: (rows, columns).
        planes: number of bit planes of the cells.
        band_rows: number of rows in a band.
        rule_text: the text of the ``.rule`` file that defines the rule; "" for other rules.
    """

    rule: str
    generation: int
    shape: tuple[int, int]
    planes: int
    band_rows: int
    rule_text: str = ""

    @property
    def bands(self) -> int:
        """The number of bands."""
        return -(-self.shape[0] // self.band_rows)

    def rows_of(self, number: int) -> tuple[int, int]:
        """Return the first row of band ``number``, counted from 0, and the number of rows in that band."""
        start = number * self.band_rows
        return start, min(self.band_rows, self.shape[0] - start)


def header_for(rule: Rule | None, shape: tuple[int, int], generation: int, highest: int) -> Header:
    """Return the header for a board's file. ``highest`` is the highest state that a cell of the board may have."""
    planes = planes_for(highest)
    band_rows = max(1, BAND_BYTES // (planes * bytes_per_row(shape[1])))
    name, text = ("", "") if rule is None else (str(rule), rule.family.text)
    return Header(name, generation, shape, planes, min(band_rows, shape[0]), text)


def write_bands(
    write: Callable[[bytes], object],
    header: Header,
    read: Callable[[int, int], Cells],
    advance: Callable[[], None] = lambda: None,
) -> str:
    """Write a board in bands of rows, and return the file's fingerprint; see ``npz_archive.fingerprint``.

    Args:
        write: called with the next bytes of the file.
        header: the header of the file.
        read: returns cells, given the first row and the number of rows. Called in this thread, band by band.
        advance: called after each written band, ``header.bands`` times in all.
    """
    archive = ZipStream(write)
    entries: dict[str, NDArray[Any]] = {
        "rule": np.array(header.rule),
        "generation": np.array(header.generation, np.int64),
        "shape": np.array(header.shape, np.int64),
        "layout": np.array([header.planes, header.band_rows], np.int64),
    }
    if header.rule_text:
        entries[_RULE_TEXT] = np.frombuffer(header.rule_text.encode(), np.uint8)
    for name, array in entries.items():
        archive.add(f"{name}.npy", _deflated_array(array))
    strips = (read(*header.rows_of(number)) for number in range(header.bands))
    packed = parallel_map(lambda cells: _deflated_array(pack(cells, header.planes)), strips)
    for number, entry in enumerate(packed):
        archive.add(_entry_name(number), entry)
        advance()
    archive.finish()
    return archive.fingerprint


def board_bytes(
    rule: Rule | None, shape: tuple[int, int], generation: int, highest: int, read: Callable[[int, int], Cells]
) -> bytes:
    """Return a board as the bytes of an ``.npz`` file; see :func:`header_for` and :func:`write_bands`."""
    buffer = io.BytesIO()
    write_bands(buffer.write, header_for(rule, shape, generation, highest), read)
    return buffer.getvalue()


def _entry_name(number: int) -> str:
    return f"band_{number:06}.npy"


def _deflated_array(array: NDArray[np.generic]) -> Deflated:
    head = io.BytesIO()
    npy.write_array_header_1_0(head, npy.header_data_from_array_1_0(array))
    return deflated(head.getvalue() + array.tobytes())


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BandedPattern(StreamedPattern):
    """The cells of a file that stores a board in bands of rows.

    Attributes:
        header: the header of the file.
        fingerprint: see ``npz_archive.fingerprint``.
        open_file: opens the file. Called anew every time the cells are read.
    """

    header: Header
    fingerprint: str
    open_file: Callable[[], IO[bytes]] = field(repr=False)

    def patches(self) -> Iterator[Patch]:
        """Read one band after another, from the top of the board. A large band is read in parts."""
        return self.patches_of_rows(0, self.shape[0])

    def patches_of_rows(self, first: int, rows: int) -> Iterator[Patch]:
        """Read only ``rows`` rows of the board, beginning with row ``first``, as :meth:`patches` does."""
        header, columns = self.header, self.shape[1]
        numbers = range(first // header.band_rows, min(header.bands, -(-(first + rows) // header.band_rows)))
        with self._opened() as archive:
            if header.band_rows * columns <= _MAX_UNPACKED_CELLS:
                yield from parallel_map(
                    lambda number: Patch(header.rows_of(number)[0], 0, unpack(self._band(archive, number), columns)),
                    numbers,
                    _READING_THREADS,
                )
                return
            for number in numbers:
                yield from _parts(self._band(archive, number), *header.rows_of(number), columns)

    def highest_state(self) -> int:
        """Return the highest state of any cell. All bands are read and checked."""
        return max(self._highest_states())

    def verify(self, advance: Callable[[], None] = lambda: None) -> None:
        """Read all bands once to check them; see :meth:`StreamedPattern.verify`."""
        for _ in self._highest_states():
            advance()

    def _highest_states(self) -> Iterator[int]:
        with self._opened() as archive:
            yield from parallel_map(
                lambda number: highest_state(self._band(archive, number), self.shape[1]),
                range(self.header.bands),
                _READING_THREADS,
            )

    @contextmanager
    def _opened(self) -> Iterator[Archive]:
        with open_archive(self.open_file, self.source) as archive:
            if archive.fingerprint != self.fingerprint:
                raise PatternError(f"{self.source}: the file changed while it was read")
            yield archive

    def _band(self, archive: Archive, number: int) -> Planes:
        start, rows = self.header.rows_of(number)
        shape = (self.header.planes, rows, bytes_per_row(self.shape[1]))
        planes = archive.array(_entry_name(number), f"rows {start} to {start + rows - 1} are", shape)
        rule = self.rule
        if rule is not None and 1 << self.header.planes > rule.live_states + 1:
            require_state_of(
                rule, highest_state(planes, self.shape[1]), f"{self.source}: rows {start} to {start + rows - 1}"
            )
        return planes


def _parts(planes: Planes, first: int, rows: int, columns: int) -> Iterator[Patch]:
    """Unpack a band of ``rows`` rows part by part, to save memory. ``first`` is the band's first row on the board."""
    for row, column, height, width in Strips((rows, columns)):
        part = planes[:, row : row + height, column // 8 : bytes_per_row(column + width)]
        yield Patch(first + row, column, unpack(part, width))


def open_npz(open_file: Callable[[], IO[bytes]], source: str) -> BandedPattern:
    """Open a file that stores a board in bands of rows, and read its header.

    Args:
        open_file: opens the file. Called anew every time the cells are read.
        source: the file's name in messages.

    Raises:
        PatternError: the file is not a board, its header is damaged, or bands are missing.
        BoardSizeError: not even one band fits into memory.
    """
    with open_archive(open_file, source) as archive:
        if not {"layout.npy", _entry_name(0)} & archive.names:
            raise PatternError(f"{source}: not a board saved as .npz: it has no cells")
        header, fingerprint = read_header(archive), archive.fingerprint
    try:
        rule = parse_file_rule(header.rule, header.rule_text) if header.rule else None
    except RuleError as error:
        raise PatternError(f"{source}: {error}") from error
    rows, columns = header.shape
    if rule is not None and rule.size not in (None, header.shape):
        raise PatternError(f"{source}: the board has {columns}x{rows} cells; {rule} names another size")
    missing = next((number for number in range(header.bands) if _entry_name(number) not in archive.names), None)
    if missing is not None:
        start, count = header.rows_of(missing)
        raise PatternError(f"{source}: rows {start} to {start + count - 1} are missing")
    require_memory_for_cells((header.band_rows, columns), header.planes / 4)
    return BandedPattern(
        shape=header.shape,
        rule=rule,
        generation=header.generation,
        source=source,
        parts=header.bands,
        header=header,
        fingerprint=fingerprint,
        open_file=open_file,
    )


def read_header(archive: Archive) -> Header:
    """Read the header of a board's file.

    Raises:
        PatternError: the header is damaged, or has impossible values.
    """
    rule = archive.text("rule.npy", "the name of the rule is")
    text = ""
    if f"{_RULE_TEXT}.npy" in archive.names:
        text = archive.long_text(f"{_RULE_TEXT}.npy", "the text of the rule is", MAX_RULE_BYTES)
    generation = int(archive.numbers("generation.npy", "the generation is", ())[()])
    rows, columns = (int(side) for side in archive.numbers("shape.npy", "the shape is", (2,)))
    planes, band_rows = (int(number) for number in archive.numbers("layout.npy", "the layout is", (2,)))
    if not 1 <= min(rows, columns) <= max(rows, columns) <= MAX_SIDE:
        raise PatternError(
            f"{archive.source}: a board of {columns}x{rows} cells is impossible: sides are 1 to {MAX_SIDE}"
        )
    if not (1 <= planes <= _MAX_PLANES and 1 <= band_rows <= rows) or generation < 0:
        raise PatternError(
            f"{archive.source}: the header is damaged: {planes} bit planes (1 to {_MAX_PLANES} are possible), "
            f"bands of {band_rows} rows (1 to {rows}), generation {generation} (0 or more)"
        )
    if band_rows > 1 and planes * band_rows * bytes_per_row(columns) > _MAX_BAND_BYTES:
        raise PatternError(
            f"{archive.source}: bands of {band_rows} rows of {columns} cells are too large; the limit is "
            f"{format_whole_units(_MAX_BAND_BYTES)}"
        )
    return Header(rule, generation, (rows, columns), planes, band_rows, text)


TEXT_MARK = "npz:"
"""The beginning of every text that :func:`npz_text` returns."""


def npz_bytes(pattern: Pattern) -> bytes:
    """Return the pattern as the bytes of an ``.npz`` file.

    Raises:
        PatternError: a cell has a state that the pattern's rule does not have.
    """
    if pattern.rule is not None:
        pattern.require_states_of(pattern.rule)
    highest = pattern.highest_state() if pattern.rule is None else pattern.rule.live_states
    return board_bytes(
        pattern.rule, pattern.shape, pattern.generation, highest, lambda row, rows: pattern.cells[row : row + rows]
    )


def open_npz_bytes(data: bytes, source: str) -> BandedPattern:
    """Open a board from the bytes of its ``.npz`` file; see :func:`open_npz`."""
    return open_npz(lambda: io.BytesIO(data), source)


def npz_text(pattern: Pattern) -> str:
    """Return :func:`npz_bytes` as base64 text. A paint action accepts such a text instead of an RLE."""
    return TEXT_MARK + b64encode(npz_bytes(pattern)).decode("ascii")


def open_npz_text(text: str, source: str) -> BandedPattern:
    """Open a board stored as base64 text by :func:`npz_text`; see :func:`open_npz`."""
    try:
        data = b64decode(text.removeprefix(TEXT_MARK), validate=True)
    except ValueError as error:
        raise PatternError(f"{source}: not a board saved as text") from error
    return open_npz_bytes(data, source)
