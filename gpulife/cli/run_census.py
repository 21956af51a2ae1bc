"""The census of a run: a row a generation in a file, and in its checkpoints what the file has so far."""

import csv
from codecs import iterdecode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from io import StringIO
from pathlib import Path
from typing import IO

from gpulife.engines import Engine
from gpulife.patterns.formats.checkpoint import CheckpointPattern
from gpulife.storage.atomic_io import atomic_write
from gpulife.storage.bounded_reading import open_regular

_CHUNK = 1 << 20


class Census:
    """The population of every generation, as it is written.

    Args:
        engine: the board.
        file: takes the rows.
        before: the checkpoint whose census goes on; None for a new one.
        keeps: whether checkpoints need to :meth:`copy` it.
    """

    def __init__(self, engine: Engine, file: IO[str], before: CheckpointPattern | None, *, keeps: bool) -> None:
        self._engine, self._file, self._keeps = engine, file, keeps
        self._kept: Path | None = None
        self._since = StringIO()
        self._rows = csv.writer(self, lineterminator="\n")
        if before is None:
            self._rows.writerow(["generation", *engine.rule.census_names])
            self.record()
            return
        for text in iterdecode(before.census(), "utf-8", errors="replace"):
            file.write(text)
        self._keep(before)

    def record(self) -> None:
        """Write a row for the generation that is on the board."""
        self._rows.writerow([self._engine.generation, *self._engine.census().tolist()])

    def write(self, text: str) -> None:
        """Write a text, as a file does."""
        self._file.write(text)
        if self._keeps:
            self._since.write(text)

    def copy(self, write: Callable[[bytes], object]) -> str:
        """Write everything so far to a checkpoint, and return its checksum (see ``manifest.CensusFile``)."""
        digest = blake2b(digest_size=16)
        for piece in self._pieces():
            digest.update(piece)
            write(piece)
        return digest.hexdigest()

    def is_kept(self, path: Path) -> None:
        """Take note that a checkpoint now has everything so far in the file ``path``."""
        self._kept, self._since = path, StringIO()

    def _keep(self, before: CheckpointPattern) -> None:
        record = before.manifest.census
        if record is not None:
            self.is_kept(before.folder / record.file)

    def _pieces(self) -> Iterator[bytes]:
        if self._kept is not None:
            with open_regular(self._kept) as file:
                while piece := file.read(_CHUNK):
                    yield piece
        yield self._since.getvalue().encode()


@contextmanager
def census_of(
    path: Path | None, engine: Engine, before: CheckpointPattern | None, *, keeps: bool
) -> Iterator[Census | None]:
    """Begin a census, with a row for the present generation, or go on with that of a checkpoint; None without a file.

    Raises:
        OutputError: the file cannot be written.
        PatternError: the census of the checkpoint is damaged.
    """
    if path is None:
        yield None
        return
    with atomic_write(path, "w") as file:
        yield Census(engine, file, before, keeps=keeps)
