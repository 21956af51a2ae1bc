"""Altered checkpoints: each error is one line that names the file and the problem."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from boards import assert_boards_equal
from engines.table_texts import COPIES
from strips import StripsEngine

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.checkpoint import save_checkpoint
from gpulife.errors import GpulifeError, PatternError
from gpulife.patterns.formats.checkpoint import MANIFEST, RunRecord, open_checkpoint
from gpulife.patterns.formats.npz import npz_bytes
from gpulife.patterns.loading import open_pattern
from gpulife.patterns.pattern import Pattern
from gpulife.rules import parse_rule
from gpulife.rules.known_tables import read_rule_file

SHAPE = (30, 20)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A checkpoint of three strips, with a census, of a run."""
    folder = tmp_path / "night"
    folder.mkdir()
    engine = StripsEngine(parse_rule("Immigration").on_board(SHAPE), SHAPE, (10, 25))
    engine.paint(0, 0, np.random.default_rng(1).integers(0, 3, SHAPE, np.uint8))

    def census(write: Callable[[bytes], object]) -> str:
        write(b"generation,A,B\n")
        return "0" * 32

    save_checkpoint(engine, folder, run=RunRecord("--soup 20x30:0.5", 0, 9, "7", has_census=True), census=census)
    return folder


def error_of(folder: Path) -> str:
    with pytest.raises(PatternError) as caught:
        open_pattern(str(folder)).whole()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def changed(folder: Path, change: Callable[[dict[str, Any]], object]) -> str:
    """The error on opening after a change of the manifest."""
    path = folder / MANIFEST
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest))
    told = error_of(folder)
    assert told.startswith(str(folder))
    return told


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "another format": (lambda m: m.update(format="x" * 999), "not a checkpoint's manifest"),
    "a newer version": (lambda m: m.update(version=2), "the format has version 2; this gpulife reads version 1"),
    "a missing field": (lambda m: m.pop("rows"), "missing required field `rows`"),
    "another field": (lambda m: m.update(more=1), "unknown field `more`"),
    "a path": (lambda m: m["strips"][0].update(file="../../etc/passwd"), r"matching regex '\^cells"),
    "an absolute path": (lambda m: m["strips"][0].update(file="/dev/zero"), r"matching regex '\^cells"),
    "a path behind a name": (lambda m: m["strips"][0].update(file=m["strips"][0]["file"] + "\n"), "matching regex"),
    "a path of the census": (lambda m: m["census"].update(file="../census-0123456789abcdef.csv"), "matching regex"),
    "missing rows": (lambda m: m["strips"].pop(1), "rows 10 to 24 are missing"),
    "missing first rows": (lambda m: m["strips"].pop(0), "rows 0 to 9 are missing"),
    "missing last rows": (lambda m: m["strips"].pop(), "rows 25 to 29 are missing"),
    "rows twice": (lambda m: m["strips"][1].update(row=9), "row 9 is in two strips"),
    "a strip twice": (lambda m: m["strips"].insert(0, m["strips"][0]), "row 0 is in two strips"),
    "rows beyond": (lambda m: m["strips"][2].update(rows=6), "the strips have 31 rows, but the board has 30"),
    "a file twice": (lambda m: m["strips"][1].update(file=m["strips"][0]["file"]), "two strips are in the same file"),
    "no strips": (lambda m: m.update(strips=[]), "length >= 1"),
    "too many strips": (lambda m: m.update(strips=m["strips"] * 9999), "length <= 16384"),
    "negative rows": (lambda m: m["strips"][0].update(rows=-1), "`int` >= 1"),
    "another board": (lambda m: m.update(rows=31), "the board has 20x31 cells; Immigration:T20,30 names another size"),
    "a giant board": (
        lambda m: m.update(rows=999999999, columns=999999999, rule="Life:T999999999,999999999"),
        "rows 30 to 999999998 are missing",
    ),
    "another width": (lambda m: m.update(rule="Immigration:T21,30", columns=21), "20x10 cells instead of 21x10"),
    "another generation": (lambda m: m.update(generation=7), "generation 0 instead of 7"),
    "another rule": (lambda m: m.update(rule="QuadLife:T20,30"), "rule Immigration instead of QuadLife"),
    "no rule": (lambda m: m.update(rule="NoSuchRule:T20,30"), "NoSuchRule"),
    "a text of another rule": (lambda m: m.update(rule_text="@RULE x\n"), "Immigration"),
    "another size": (lambda m: m["strips"][1].update(size=5), "bytes instead of 5"),
    "another checksum": (lambda m: m["strips"][1].update(checksum="0" * 32), r"\(checksum\)"),
    "a giant number": (lambda m: m.update(generation=10**4000), "generation|digits"),
    "a seed that is none": (lambda m: m["run"].update(seed="1" * 21), "matching regex"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_changed_manifest_is_refused(folder: Path, what: str) -> None:
    change, expected = CHANGES[what]
    told = changed(folder, change)
    assert re.search(expected, told), told


def test_swapped_strips_are_refused(tmp_path: Path) -> None:
    """The strips have the same rule, shape and generation: only their checksums differ."""
    engine = StripsEngine(parse_rule("Life").on_board(SHAPE), SHAPE, (10, 20))
    engine.paint(0, 0, np.random.default_rng(1).integers(0, 2, SHAPE, np.uint8))
    first, second, _ = (tmp_path / strip.file for strip in save_checkpoint(engine, tmp_path).strips)
    between = tmp_path / "x"
    for path, to in ((first, between), (second, first), (between, second)):
        path.rename(to)
    assert "(checksum)" in error_of(tmp_path) or "bytes instead of" in error_of(tmp_path)


def test_strip_with_its_own_board_is_refused(folder: Path) -> None:
    """It fits in all other ways, but its rule says that it is a whole board."""
    manifest = json.loads((folder / MANIFEST).read_text())
    strip = manifest["strips"][0]
    cells = np.ones((10, 20), np.uint8)
    data = npz_bytes(Pattern(cells, parse_rule("Immigration:T20,10")))
    (folder / strip["file"]).write_bytes(data)
    strip["size"] = len(data)
    strip["checksum"] = open_pattern(str(folder / strip["file"])).fingerprint  # type: ignore[union-attr]
    (folder / MANIFEST).write_text(json.dumps(manifest))
    assert "rule Immigration:T20,10 instead of Immigration" in error_of(folder)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda path: path.unlink(), "No such file"),
        (lambda path: (path.unlink(), path.mkdir()), "it is a folder, not a file"),
        (lambda path: (path.unlink(), os.mkfifo(path)), "it is a pipe, not a file"),
        (lambda path: (path.unlink(), path.symlink_to("/dev/zero")), "it is a device, not a file"),
        (lambda path: path.write_bytes(path.read_bytes()[:-9]), "bytes instead of"),
        (lambda path: path.write_bytes(bytes(path.stat().st_size)), "not a board saved as .npz"),
    ],
)
def test_error_names_missing_or_damaged_file(folder: Path, change: Callable[[Path], object], expected: str) -> None:
    path = folder / json.loads((folder / MANIFEST).read_text())["strips"][1]["file"]
    change(path)
    told = error_of(folder)
    assert str(path) in told
    assert expected in told


def test_error_names_damaged_cells(folder: Path) -> None:
    path = folder / json.loads((folder / MANIFEST).read_text())["strips"][1]["file"]
    data = bytearray(path.read_bytes())
    data[data.index(b"band_000000.npy") + 40] ^= 1
    path.write_bytes(data)
    assert error_of(folder).startswith(f"{path}: rows 0 to 14 are damaged (")
    with pytest.raises(PatternError, match="damaged"):
        open_checkpoint(folder, "c").verify()


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "truncated"),
        (b"[" * 100_000, "nested|Expected"),
        (b"null", "Expected `object`"),
        (b"\xff", "UTF-8|malformed"),
    ],
)
def test_invalid_manifests_are_refused(folder: Path, content: bytes, expected: str) -> None:
    (folder / MANIFEST).write_bytes(content)
    told = error_of(folder)
    assert told.startswith(f"{folder / MANIFEST}: ")
    assert re.search(expected, told), told


def test_too_large_manifest_is_not_read(folder: Path) -> None:
    with (folder / MANIFEST).open("r+b") as file:
        file.truncate(1 << 30)
    assert "has more than 16 MiB" in error_of(folder)


def test_census_checksum(folder: Path) -> None:
    """The checksum is invented."""
    pattern = open_checkpoint(folder, "c")
    with pytest.raises(PatternError, match=r"census-.*\.csv: the census is damaged"):
        list(pattern.census())
    record = pattern.manifest.census
    assert record is not None
    (folder / record.file).unlink()
    with pytest.raises(PatternError, match="No such file"):
        list(pattern.census())


def test_rule_file_is_saved_in_checkpoint(tmp_path: Path) -> None:
    (tmp_path / "Copies.rule").write_text(COPIES)
    name = read_rule_file(tmp_path / "Copies.rule").file.content_name
    rule = parse_rule(name).on_board((9, 9))
    engine = NumpyEngine(rule, (9, 9))
    engine.paint(4, 4, np.ones((1, 2), np.uint8))
    folder = tmp_path / "c"
    folder.mkdir()
    manifest = save_checkpoint(engine, folder)
    assert manifest.rule_text
    pattern = open_pattern(str(folder))
    assert str(pattern.rule) == str(rule)
    assert_boards_equal(pattern.whole().cells, engine.read_all())


def test_ordinary_folder_is_not_a_pattern(tmp_path: Path) -> None:
    with pytest.raises(GpulifeError, match="it is a folder, not a file"):
        open_pattern(str(tmp_path))
    (tmp_path / MANIFEST).mkdir()
    with pytest.raises(GpulifeError, match="it is a folder, not a file"):
        open_pattern(str(tmp_path))
