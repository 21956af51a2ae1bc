"""Saves engines' boards and restores them.

A snapshot is an ``.npz`` file in memory. A checkpoint is a folder. In it, each rank writes the rows of its strip to a
file of its own; without ranks, there is one file.
"""

from collections.abc import Callable
from pathlib import Path

from gpulife.engines.base import Engine, Strip, advance_progress, progress_shown_by
from gpulife.errors import EngineError, GpulifeError, OutputError, PatternError
from gpulife.patterns.formats.checkpoint import (
    CheckpointPattern,
    Manifest,
    RunRecord,
    StripFile,
    new_token,
    open_strips,
    publish,
    remove_unpublished,
    strip_header,
    words_of,
    write_census,
    write_strip,
)
from gpulife.patterns.formats.npz import board_bytes, open_npz_bytes
from gpulife.patterns.pattern import NO_NOTES, Notes, StreamedPattern, parse_file_rule


def take_snapshot(engine: Engine) -> bytes:
    """Return the whole universe as the bytes of an ``.npz`` file, from which every kind of engine can restore it."""
    return board_bytes(
        *(engine.rule, engine.shape, engine.generation, engine.rule.live_states),
        lambda row, rows: engine.read(row, 0, rows, engine.shape[1]),
    )


def restore_snapshot(engine: Engine, data: bytes) -> None:
    """Restore a universe from a snapshot of :func:`take_snapshot`.

    Raises:
        PatternError: ``data`` is damaged; the universe has not changed.
        EngineError: the snapshot has another rule or board size; the universe has not changed.
    """
    pattern = open_npz_bytes(data, "snapshot")
    if str(pattern.rule) != str(engine.rule):
        raise EngineError(f"a snapshot of {pattern.rule} cannot be restored to a board of {engine.rule}")
    if isinstance(pattern, StreamedPattern) and pattern.parts > 1:
        pattern.verify()  # check everything before the first band is painted
    for patch in pattern.patches():
        engine.paint(patch.row, patch.column, patch.cells)
    engine.generation = pattern.generation


def count_checkpoint_parts(engine: Engine) -> int:
    """Return the approximate number of times that :func:`save_checkpoint` calls ``advance``."""
    return strip_header(engine.rule, engine.call(rows_of)[0], engine.shape[1], engine.generation).bands


def save_checkpoint(
    engine: Engine,
    folder: Path,
    advance: Callable[[], None] = lambda: None,
    *,
    notes: Notes = NO_NOTES,
    run: RunRecord | None = None,
    census: Callable[[Callable[[bytes], object]], str] | None = None,
) -> Manifest:
    """Save a board as a checkpoint in a folder, in place of the folder's earlier checkpoint.

    Args:
        engine: the board.
        folder: folder of the checkpoint, which must exist.
        advance: called after each band that this process writes.
        notes: the comments from the file of the board's pattern.
        run: the run to which the checkpoint belongs; None if it belongs to no run.
        census: saves the census so far, and returns the checksum of the saved bytes. Its argument is a function that
            writes bytes to the checkpoint. None to save no census.

    Raises:
        OutputError: a file cannot be written; the earlier checkpoint stays.
    """
    token = new_token()
    rows, columns = engine.shape
    try:
        strips = _write_strips(engine, folder, token, advance)
        manifest = Manifest(
            rule=str(engine.rule),
            rule_text=engine.rule.family.text,
            rows=rows,
            columns=columns,
            generation=engine.generation,
            notes=words_of(notes),
            strips=tuple(sorted(strips, key=lambda strip: strip.row)),
            census=None if census is None else write_census(folder, token, census),
            run=run,
        )
        publish(folder, manifest)
    except OutputError:  # all ranks have answered, so none is still writing
        remove_unpublished(folder)
        raise
    return manifest


def _write_strips(engine: Engine, folder: Path, token: str, advance: Callable[[], None]) -> list[StripFile]:
    with progress_shown_by(advance):
        results = engine.call(write_part, folder, token)
    strips = []
    for result in results:
        if isinstance(result, str):
            raise OutputError(result)
        strips.append(result)
    return strips


def load_checkpoint(engine: Engine, pattern: CheckpointPattern, advance: Callable[[], None] = lambda: None) -> None:
    """Load the cells and the generation of a checkpoint into an engine.

    Args:
        engine: the engine, with the checkpoint's board size. Its rule must have at least as many states as the
            checkpoint's.
        pattern: the checkpoint.
        advance: called after each band that this process reads.

    Raises:
        PatternError: a band is damaged; the board is then only partly loaded.
    """
    engine.generation = pattern.generation
    with progress_shown_by(advance):
        problems = engine.call(read_part, pattern.folder, pattern.manifest)
    for problem in problems:
        if problem is not None:
            raise PatternError(problem)


def rows_of(strip: Strip) -> int:
    """Return the number of rows of a strip."""
    return strip.place.rows


def write_part(strip: Strip, folder: Path, token: str) -> StripFile | str:
    """Write a strip to a file in a checkpoint's folder; return the record of the file, or the error message.

    ``token`` distinguishes the file from those of earlier checkpoints in the folder.
    """
    place = strip.place
    columns = strip.shape[1]
    header = strip_header(strip.rule, place.rows, columns, strip.generation)
    try:
        return write_strip(
            *(folder, token, place.start, header),
            *(lambda row, rows: strip.read(row, 0, rows, columns), advance_progress),
        )
    except OutputError as error:
        return str(error)


def read_part(strip: Strip, folder: Path, manifest: Manifest) -> str | None:
    """Fill a strip from a checkpoint; return the error message, or None on success."""
    start, rows = strip.place.start, strip.place.rows
    try:
        rule = parse_file_rule(manifest.rule, manifest.rule_text)
        pattern = open_strips(folder, str(folder), manifest, rule, (start, rows))
        for patch in pattern.patches_of_rows(start, rows):
            strip.write(patch.row - start, patch.column, patch.cells)
            advance_progress()
    except GpulifeError as error:
        return str(error)
    return None
