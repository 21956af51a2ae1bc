"""Checkpoints of engines: written by any number of ranks, read by any other number, and by one machine."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal
from hypothesis import given
from hypothesis import strategies as st
from strips import LocalStrip, StripsEngine

from gpulife.engines import Engine, checkpoint
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.checkpoint import count_checkpoint_parts, load_checkpoint, save_checkpoint, take_snapshot
from gpulife.errors import OutputError, PatternError
from gpulife.patterns.formats import checkpoint as checkpoint_format
from gpulife.patterns.formats import npz
from gpulife.patterns.formats.checkpoint import MANIFEST, CheckpointPattern, open_checkpoint
from gpulife.patterns.loading import open_pattern
from gpulife.patterns.pattern import Notes
from gpulife.rules import parse_rule


def engine_of(rule: str, shape: tuple[int, int], cuts: tuple[int, ...] | None, seed: int = 3) -> Engine:
    """Return an engine with a random board, on one rank more than there are cuts, or in one process if None."""
    law = parse_rule(rule).on_board(shape)
    engine = NumpyEngine(law, shape) if cuts is None else StripsEngine(law, shape, cuts)
    engine.paint(0, 0, np.random.default_rng(seed).integers(0, law.live_states + 1, shape, np.uint8))
    engine.generation = 12
    return engine


cuts_of = st.none() | st.lists(st.integers(0, 40), max_size=5).map(tuple)


@given(
    rule=st.sampled_from(["Life", "Immigration:P9,9", "QuadLife", "Survivor", "B3/S23:26", "R2,C3,M0,S2..4,B3,NN"]),
    shape=st.tuples(st.integers(1, 40), st.integers(1, 40)),
    before=cuts_of,
    after=cuts_of,
    band_bytes=st.sampled_from([1, 20, 1 << 21]),
)
def test_any_ranks_read_checkpoint_of_any_ranks(
    rule: str, shape: tuple[int, int], before: tuple[int, ...] | None, after: tuple[int, ...] | None, band_bytes: int
) -> None:
    law = parse_rule(rule)
    law = parse_rule(law.law).on_board(shape, law.edges)
    before, after = (None if each is None else tuple(min(cut, shape[0]) for cut in each) for each in (before, after))
    with pytest.MonkeyPatch.context() as patched, tempfile.TemporaryDirectory() as name:
        patched.setattr(npz, "BAND_BYTES", band_bytes)
        folder = Path(name)
        engine = engine_of(str(law), shape, before)
        manifest = save_checkpoint(engine, folder)
        assert {path.name for path in folder.iterdir()} == {MANIFEST, *manifest.files}

        pattern = open_pattern(name)
        assert isinstance(pattern, CheckpointPattern)
        assert (str(pattern.rule), pattern.shape, pattern.generation) == (str(law), shape, 12)
        assert_boards_equal(pattern.whole().cells, engine.read_all())
        assert pattern.highest_state() == engine.read_all().max()
        assert len(list(pattern.patches())) == pattern.parts
        pattern.verify()

        other = NumpyEngine(law, shape) if after is None else StripsEngine(law, shape, after)
        load_checkpoint(other, pattern)
        assert_boards_equal(other.read_all(), engine.read_all())
        assert (other.generation, take_snapshot(other)) == (12, take_snapshot(engine))


def test_each_rank_handles_its_own_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engine_of("Immigration", (40, 33), (7, 20))
    assert isinstance(engine, StripsEngine)
    monkeypatch.setattr(StripsEngine, "read", lambda *_: pytest.fail("read through rank 0"))
    manifest = save_checkpoint(engine, tmp_path)
    assert engine.calls == ["write_part"]
    assert [(strip.row, strip.rows) for strip in manifest.strips] == [(0, 7), (7, 13), (20, 20)]
    monkeypatch.setattr(StripsEngine, "paint", lambda *_: pytest.fail("painted through rank 0"))
    other = StripsEngine(engine.rule, engine.shape, (9,))
    load_checkpoint(other, open_checkpoint(tmp_path, "c"))
    assert other.calls == ["read_part"]
    monkeypatch.undo()
    assert_boards_equal(other.read_all(), engine.read_all())


def test_numpy_and_gpulife_open_strip_files(tmp_path: Path) -> None:
    engine = engine_of("QuadLife", (40, 33), (7, 20))
    manifest = save_checkpoint(engine, tmp_path)
    for strip in manifest.strips:
        with np.load(tmp_path / strip.file) as arrays:
            assert (str(arrays["rule"]), int(arrays["generation"])) == ("QuadLife", 12)
            assert arrays["shape"].tolist() == [strip.rows, 33]
        pattern = open_pattern(str(tmp_path / strip.file))
        assert_boards_equal(pattern.whole().cells, engine.read(strip.row, 0, strip.rows, 33))


@pytest.mark.parametrize("cuts", [None, (13,)])
def test_next_checkpoint_replaces_previous(tmp_path: Path, cuts: tuple[int, ...] | None) -> None:
    engine = engine_of("Life", (30, 20), cuts)
    first = save_checkpoint(engine, tmp_path)
    (tmp_path / "cells-0123456789abcdef-000000000.npz").touch()  # of a program that was killed
    (tmp_path / ".gpulife-0123456789abcdef.part").touch()
    (tmp_path / "cells-mine.npz").touch()
    engine.step()
    second = save_checkpoint(engine, tmp_path, notes=Notes("Name", "Author", ("remark", "half \udce9")))
    assert not first.files & second.files
    assert {path.name for path in tmp_path.iterdir()} == {MANIFEST, "cells-mine.npz", *second.files}
    pattern = open_checkpoint(tmp_path, "c")
    assert pattern.generation == 13
    assert (pattern.notes.name, pattern.notes.author, pattern.notes.comments) == (
        "Name",
        "Author",
        ("remark", "half ?"),
    )
    assert_boards_equal(pattern.whole().cells, engine.read_all())


@pytest.mark.parametrize("cuts", [None, (), (13, 22)])
def test_progress_counts_bands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cuts: tuple[int, ...] | None) -> None:
    monkeypatch.setattr(npz, "BAND_BYTES", 1)
    engine = engine_of("Life", (30, 20), cuts)
    done: list[int] = []
    save_checkpoint(engine, tmp_path, lambda: done.append(1))
    assert count_checkpoint_parts(engine) == (13 if cuts == (13, 22) else 30)
    assert len(done) == 30  # here all ranks are in this process
    load_checkpoint(engine, open_checkpoint(tmp_path, "c"), lambda: done.append(1))
    assert len(done) == 60


def test_failed_write_keeps_previous_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engine_of("Life", (30, 20), (10, 20))
    first = save_checkpoint(engine, tmp_path)
    read = LocalStrip.read

    def full(self: LocalStrip, *rectangle: int) -> object:
        if self.place.start == 10:
            raise OSError(28, "No space left on device")
        return read(self, *rectangle)

    monkeypatch.setattr(LocalStrip, "read", full)
    engine.step()
    with pytest.raises(OutputError, match=r"cannot write .*cells-.*-000000010\.npz: No space left on device"):
        save_checkpoint(engine, tmp_path)
    assert open_checkpoint(tmp_path, "c").generation == 12
    assert {path.name for path in tmp_path.iterdir()} == {MANIFEST, *first.files}, "the other ranks' parts have gone"
    (tmp_path / "new").mkdir()
    with pytest.raises(OutputError, match="No space left on device"):
        save_checkpoint(engine, tmp_path / "new")
    assert not any((tmp_path / "new").iterdir())
    (tmp_path / "new").rmdir()
    monkeypatch.undo()
    second = save_checkpoint(engine, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {MANIFEST, *second.files}
    assert not first.files & second.files


def test_missing_rank_file_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engine_of("Life", (30, 20), (10,))
    call = StripsEngine.call

    def call_(self: StripsEngine, function: object, /, *arguments: object) -> list[object]:
        results = call(self, function, *arguments)  # type: ignore[arg-type, var-annotated]
        (tmp_path / results[1].file).unlink()
        return results

    monkeypatch.setattr(StripsEngine, "call", call_)
    with pytest.raises(OutputError, match="rows 10 to 29 are missing there"):
        save_checkpoint(engine, tmp_path)
    assert not any(tmp_path.iterdir())


def test_failure_after_publishing_keeps_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engine_of("Life", (30, 20), (10,))
    save_checkpoint(engine, tmp_path)
    engine.step()
    publish = checkpoint.publish

    def fails_late(*arguments: object) -> None:
        publish(*arguments)  # type: ignore[arg-type]
        raise OutputError("the disk went away")

    monkeypatch.setattr(checkpoint, "publish", fails_late)
    with pytest.raises(OutputError, match="went away"):
        save_checkpoint(engine, tmp_path)
    assert_boards_equal(open_checkpoint(tmp_path, "c").whole().cells, engine.read_all())


def test_damage_is_reported_by_its_rank(tmp_path: Path) -> None:
    engine = engine_of("Life", (30, 20), (10,))
    strip = save_checkpoint(engine, tmp_path).strips[1]
    pattern = open_checkpoint(tmp_path, "c")
    path = tmp_path / strip.file
    data = bytearray(path.read_bytes())
    at = data.index(b"band_000000.npy") + 40
    data[at] ^= 0xFF
    path.write_bytes(data)
    for cuts in (None, (5,)):
        other = NumpyEngine(engine.rule, (30, 20)) if cuts is None else StripsEngine(engine.rule, (30, 20), cuts)
        with pytest.raises(PatternError, match=rf"{strip.file}: rows 0 to 19 are damaged"):
            load_checkpoint(other, pattern)
    shutil.rmtree(tmp_path)


def test_checkpoint_replaced_while_opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engine_of("Life", (30, 20), (10,))
    save_checkpoint(engine, tmp_path)
    read = checkpoint_format.read_manifest
    before = read(tmp_path)
    engine.step()
    save_checkpoint(engine, tmp_path)
    answers = iter([before])
    monkeypatch.setattr(checkpoint_format, "read_manifest", lambda folder: next(answers, None) or read(folder))
    assert open_checkpoint(tmp_path, "c").generation == 13
