"""Patterns by name: every kind of file, standard input, built-in names, and unknown names."""

import gzip
import io
import os
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal, board, load_pattern
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from gpulife.errors import BoardSizeError, GpulifeError, PatternError
from gpulife.patterns.formats.npz import npz_bytes
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.library import built_in_patterns
from gpulife.patterns.pattern import Pattern
from gpulife.rules import parse_rule

IMMIGRATION = parse_rule("Immigration")
PATTERN = Pattern(board("AB.\n..A"), IMMIGRATION, generation=5)
COLOURS = np.array([[0, 0, 0], [255, 0, 0], [0, 0, 255]], np.uint8)


def write(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    return str(path)


@pytest.mark.parametrize("ending", [".rle", ".RLE", ".txt", ""])
def test_rle_files_are_read_under_any_name(ending: str, tmp_path: Path) -> None:
    name = write(tmp_path / f"a{ending}", rle_text(PATTERN).encode())
    pattern = load_pattern(name)
    assert_boards_equal(pattern.cells, PATTERN.cells)
    assert (pattern.rule, pattern.generation, pattern.source) == (IMMIGRATION, 5, name)


def test_other_kinds_of_files_are_read(tmp_path: Path) -> None:
    Image.fromarray(COLOURS[PATTERN.cells]).save(tmp_path / "a.png")
    names = [
        write(tmp_path / "a.npz", npz_bytes(PATTERN)),
        write(tmp_path / "a.rle.gz", gzip.compress(rle_text(PATTERN).encode())),
        write(tmp_path / "bom.rle", b"\xef\xbb\xbf" + rle_text(PATTERN).replace("\n", "\r\n").encode()),
        str(tmp_path / "a.png"),
    ]
    for name in names:
        pattern = load_pattern(name, COLOURS)
        assert_boards_equal(pattern.cells, PATTERN.cells)
        assert pattern.source == name


def test_pictures_are_black_and_white_by_default(tmp_path: Path) -> None:
    Image.fromarray(np.array([[0, 255, 200, 10]], np.uint8)).save(tmp_path / "a.png")
    assert_boards_equal(load_pattern(str(tmp_path / "a.png")).cells, ".AA.")


def test_standard_input_is_an_rle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(rle_text(PATTERN).encode())))
    assert_boards_equal(load_pattern("-").cells, PATTERN.cells)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    with pytest.raises(PatternError, match=r"^standard input: not an RLE"):
        load_pattern("-")


def test_built_in_patterns_are_found_by_name() -> None:
    for name in built_in_patterns():
        assert load_pattern(name).source == name


def test_a_file_comes_before_a_built_in_pattern(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load_pattern("glider").cells.sum() == 5
    write(tmp_path / "glider", b"x = 1, y = 1\no!")
    assert load_pattern("glider").cells.sum() == 1


def test_given_rule_replaces_own_rule(tmp_path: Path) -> None:
    quad = parse_rule("QuadLife")
    names = [
        write(tmp_path / "a.rle", b"x = 2, y = 1, rule = NobodyKnows\nBD!"),
        write(tmp_path / "a.npz", npz_bytes(PATTERN)),
        "glider",
    ]
    for name in names:
        assert load_pattern(name, rule=quad).rule == quad
    for name in names[:2]:
        with pytest.raises(PatternError, match="does not exist in rule Life"):
            load_pattern(name, rule=parse_rule("Life"))


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("glidr", "did you mean glider"),
        ("Gosper", "did you mean gosper-gun?"),
        ("zzzz", "see gpulife list patterns"),
        ("no/such/file.rle", "neither a file nor a built-in pattern"),
        ("", "neither"),
        ("nul\0byte", "neither"),
        ("line\nbreak", r"'line\nbreak' is neither"),
        ("a" * 5000, "neither"),
    ],
)
def test_unknown_names_get_suggestions(name: str, hint: str) -> None:
    with pytest.raises(PatternError) as caught:
        load_pattern(name)
    assert hint in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize(
    ("name", "content", "fragment"),
    [
        ("a.rle", b"x = 3, y = 1\n\xff\xfe!", "a.rle, line 2: byte 0xff is not text (UTF-8)"),
        ("a.rle", b"", "a.rle: not an RLE"),
        ("a.dat", bytes(range(256)), "a.dat, line "),
        ("a.rle.gz", b"x = 3, y = 1\n", "a.rle.gz, line 1: the file ends after its header"),
        ("a.rle.gz", gzip.compress(b"x = 1, y = 1\no" * 99, mtime=0)[:30], "a.rle.gz is cut off"),
        ("a.rle", b"\x1f\x8b" + bytes(30), "a.rle is damaged: "),
        ("a.npz", b"no zip", "a.npz: not a board saved as .npz"),
        ("a.npz", npz_bytes(PATTERN)[:200], "a.npz: the file is cut off: the list of its contents is missing"),
        ("a.jpg", b"no picture", "a.jpg: not a PNG"),
    ],
)
def test_error_names_damaged_file(name: str, content: bytes, fragment: str, tmp_path: Path) -> None:
    with pytest.raises(PatternError) as caught:
        load_pattern(write(tmp_path / name, content))
    assert fragment in str(caught.value)
    assert "\n" not in str(caught.value)


def test_error_names_folder_or_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(PatternError, match=r"cannot read .*folder\.png: it is a folder, not a file"):
        load_pattern(str(tmp_path / "folder.png"))
    name = write(tmp_path / "secret.rle", b"x = 1, y = 1\no!")

    def refuse(*_: object) -> None:  # root would be allowed to read the file
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(PatternError, match=r"cannot read .*secret\.rle: Permission denied"):
        load_pattern(name)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    content=st.binary(max_size=200), ending=st.sampled_from([".rle", ".rle.gz", ".npz", ".png", ".gif", ".bmp", ".jpg"])
)
def test_any_bytes_are_read_or_refused(content: bytes, ending: str, tmp_path: Path) -> None:
    name = write(tmp_path / f"any{ending}", content)
    assert isinstance(pattern_or_error(name), Pattern | PatternError | BoardSizeError)


def pattern_or_error(name: str) -> Pattern | GpulifeError:
    try:
        return load_pattern(name)
    except GpulifeError as error:
        return error


def test_pattern_in_zip_file(tmp_path: Path) -> None:
    path = tmp_path / "all.zip"
    board = npz_bytes(PATTERN)
    packed = gzip.compress(rle_text(PATTERN).encode())
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {
            "a.rle.gz": packed,
            "in/b.rle": rle_text(PATTERN).encode(),
            "c.npz": board,
            "read.me": b"",
        }.items():
            archive.writestr(name, data)
    for name in ("a.rle.gz", "in/b.rle", "c.npz"):
        assert_boards_equal(load_pattern(f"{path}/{name}").whole().cells, PATTERN.cells)
    with pytest.raises(PatternError, match=r"the zip file has 3 patterns: name one, such as .*all.zip/a.rle.gz"):
        load_pattern(str(path))
    with pytest.raises(PatternError, match="neither a file nor"):
        load_pattern(f"{path}/d.rle")


def test_zip_file_with_one_pattern(tmp_path: Path) -> None:
    path = tmp_path / "one.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("note.txt", "nothing")
    with pytest.raises(PatternError, match="the zip file has no pattern file"):
        load_pattern(str(path))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("a.rle", rle_text(PATTERN))
    assert_boards_equal(load_pattern(str(path)).whole().cells, PATTERN.cells)
    path.write_bytes(b"nonsense")
    with pytest.raises(PatternError, match="not a zip file, or damaged"):
        load_pattern(str(path))
