"""Banded files of boards: they can be read back, by numpy too, and errors name the damaged part."""

from __future__ import annotations

import io
import itertools
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import psutil
import pytest
from boards import assert_boards_equal, board
from hypothesis import given
from hypothesis import strategies as st

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.checkpoint import restore_snapshot, take_snapshot
from gpulife.errors import BoardSizeError, GpulifeError, PatternError
from gpulife.patterns import rectangles
from gpulife.patterns.formats import npz
from gpulife.patterns.formats import npz_archive as zip_stream
from gpulife.patterns.formats.npz import BandedPattern, header_for, npz_bytes, open_npz_bytes, write_bands
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.rectangles import highest_state, pack, planes_for, unpack
from gpulife.rules import Cells, parse_rule


def random_cells(shape: tuple[int, int], species: int, seed: int = 0) -> Cells:
    return np.random.default_rng(seed).integers(0, species + 1, shape, np.uint8)


@pytest.fixture
def small_bands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bands of a few rows, so that small boards have many."""
    monkeypatch.setattr(npz, "BAND_BYTES", 64)


@given(
    rule=st.sampled_from(["Life", "Immigration", "QuadLife", "Survivor", "B3/S23:26", None]),
    shape=st.tuples(st.integers(1, 40), st.integers(1, 70)),
    generation=st.integers(0, 10**15),
    band_bytes=st.sampled_from([1, 64, 1 << 21]),
)
def test_write_then_read(rule: str | None, shape: tuple[int, int], generation: int, band_bytes: int) -> None:
    law = None if rule is None else parse_rule(rule).on_board(shape)
    cells = random_cells(shape, 255 if law is None else law.live_states)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(npz, "BAND_BYTES", band_bytes)
        data = npz_bytes(Pattern(cells, law, generation))
    pattern = open_npz_bytes(data, "t.npz")
    assert isinstance(pattern, BandedPattern)
    assert (pattern.shape, pattern.rule, pattern.generation) == (shape, law, generation)
    assert pattern.highest_state() == cells.max()
    assert_boards_equal(pattern.whole().cells, cells)
    assert len(list(pattern.patches())) == pattern.parts
    assert npz_bytes(Pattern(cells, law, generation)) == npz_bytes(Pattern(cells, law, generation))


@given(shape=st.tuples(st.integers(1, 9), st.integers(1, 40)), highest=st.integers(0, 255), seed=st.integers(0, 99))
def test_planes_hold_the_cells(shape: tuple[int, int], highest: int, seed: int) -> None:
    cells = random_cells(shape, highest, seed)
    planes = pack(cells, planes_for(highest))
    assert_boards_equal(unpack(planes, shape[1]), cells)
    assert highest_state(planes, shape[1]) == cells.max()
    planes[..., -1] |= ~np.uint8((1 << (shape[1] - 1) % 8 + 1) - 1)  # bits beyond the last column do not count
    assert highest_state(planes, shape[1]) == cells.max()
    assert_boards_equal(unpack(planes, shape[1]), cells)


@pytest.mark.usefixtures("small_bands")
def test_numpy_can_open_files() -> None:
    cells = random_cells((30, 21), 4)
    data = npz_bytes(Pattern(cells, parse_rule("QuadLife:T21,30"), 7))
    with np.load(io.BytesIO(data)) as arrays:
        assert str(arrays["rule"]) == "QuadLife:T21,30"
        assert int(arrays["generation"]) == 7
        assert arrays["shape"].tolist() == [30, 21]
        planes, rows = arrays["layout"]
        assert (planes, rows) == (3, 7)
        packed = np.concatenate([arrays[f"band_{number:06}"] for number in range(5)], axis=1)
    bits = np.unpackbits(packed, axis=2, count=21, bitorder="little")
    assert_boards_equal((bits << np.arange(3, dtype=np.uint8)[:, None, None]).sum(axis=0).astype(np.uint8), cells)
    assert zipfile.ZipFile(io.BytesIO(data)).testzip() is None


@pytest.mark.usefixtures("small_bands")
def test_few_bands_in_memory_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpulife.patterns.formats.npz._MAX_THREADS", 2)
    read, written = [], []
    header = header_for(parse_rule("Life"), (1000, 8), 0, 1)

    def write(data: bytes) -> None:
        if b"band_" in data and data.startswith(b"PK\3\4"):
            written.append(data)
            assert len(read) - len(written) <= 3

    def rows(row: int, count: int) -> Cells:
        read.append(row)
        return np.zeros((count, 8), np.uint8)

    done: list[int] = []
    write_bands(write, header, rows, lambda: done.append(len(written)))
    assert read == list(range(0, 1000, 64))
    assert done == list(range(1, 17))


@pytest.fixture
def small_file() -> tuple[bytes, Cells]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(npz, "BAND_BYTES", 16)
        cells = random_cells((12, 20), 2)
        return npz_bytes(Pattern(cells, parse_rule("Immigration:T20,12"), 3)), cells


def error_of(data: bytes) -> str:
    with pytest.raises(PatternError) as caught:
        open_npz_bytes(data, "t.npz").whole()
    assert str(caught.value).startswith("t.npz: ")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_truncated_file_is_refused(small_file: tuple[bytes, Cells]) -> None:
    data, _ = small_file
    messages = {error_of(data[:length]) for length in range(len(data))}
    assert messages == {
        "t.npz: not a board saved as .npz",
        "t.npz: the file is cut off: the list of its contents is missing",
        "t.npz: the list of its contents is damaged",
    } or messages == {
        "t.npz: not a board saved as .npz",
        "t.npz: the file is cut off: the list of its contents is missing",
    }


def test_flipped_byte_never_changes_cells(small_file: tuple[bytes, Cells]) -> None:
    data, cells = small_file
    harmless = 0  # dates, versions and other bytes that do not describe the board
    for place, flip in zip(range(len(data)), itertools.cycle((0xFF, 0x01, 0x20))):
        damaged = bytearray(data)
        damaged[place] ^= flip
        try:
            pattern = open_npz_bytes(bytes(damaged), "t.npz").whole()
        except GpulifeError as error:
            assert str(error).startswith("t.npz: ")  # noqa: PT017
            assert "\n" not in str(error)  # noqa: PT017
        else:
            harmless += 1
            assert (str(pattern.rule), pattern.generation) == ("Immigration:T20,12", 3)
            assert_boards_equal(pattern.cells, cells)
    assert harmless < len(data) // 4


def test_error_names_damaged_rows(small_file: tuple[bytes, Cells]) -> None:
    data, _ = small_file
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        offsets = {info.filename: (info.header_offset, info.compress_size) for info in archive.infolist()}
    for number, rows in enumerate(["rows 0 to 1", "rows 2 to 3", "rows 4 to 5"]):
        start, size = offsets[f"band_{number:06}.npy"]
        damaged = bytearray(data)
        damaged[start + 30 + len("band_000000.npy") + size // 2] ^= 0x10
        assert error_of(bytes(damaged)).startswith(f"t.npz: {rows} are damaged (")
    start, size = offsets["rule.npy"]
    damaged = bytearray(data)
    damaged[start + 30 + len("rule.npy") + size - 10] ^= 0x10
    assert error_of(bytes(damaged)).startswith("t.npz: the name of the rule is damaged (")


def entries_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {info.filename: archive.read(info) for info in archive.infolist()}


def zip_of(entries: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return file.getvalue()


def npy_of(array: object) -> bytes:
    file = io.BytesIO()
    np.save(file, np.array(array), allow_pickle=False)
    return file.getvalue()


Change = Callable[[dict[str, bytes]], object]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda e: e.pop("band_000000.npy"), "t.npz: rows 0 to 1 are missing"),
        (lambda e: e.pop("band_000005.npy"), "t.npz: rows 10 to 11 are missing"),
        (lambda e: e.pop("shape.npy"), "t.npz: the shape is missing"),
        (lambda e: e.pop("layout.npy"), "t.npz: the layout is missing"),
        (
            lambda e: e.update({"shape.npy": npy_of([10**12, 20])}),
            "a board of 20x1000000000000 cells is impossible",
        ),
        (lambda e: e.update({"shape.npy": npy_of([0, 20])}), "a board of 20x0 cells is impossible"),
        (lambda e: e.update({"shape.npy": npy_of([1000, 20])}), "cells; Immigration:T20,12 names another size"),
        (lambda e: e.update({"shape.npy": npy_of([1.5, 2])}), "the shape is damaged"),
        (lambda e: e.update({"layout.npy": npy_of([2, 10**12])}), "bands of 1000000000000 rows (1 to "),
        (lambda e: e.update({"layout.npy": npy_of([200, 2])}), "200 bit planes"),
        (lambda e: e.update({"layout.npy": npy_of([1, 2])}), "rows 0 to 1 are damaged ("),
        (lambda e: e.update({"generation.npy": npy_of(-1)}), "generation -1"),
        (lambda e: e.update({"rule.npy": npy_of("Chess")}), "Chess"),
        (lambda e: e.update({"rule.npy": npy_of("B3/S23" + " " * 300)}), "rule names have at most 200"),
        (lambda e: e.update({"rule.npy": b"\x93NUMPY\x01\x00v\x00"}), "the name of the rule is damaged (not an array)"),
        (
            lambda e: e.update({"rule.npy": npy_of("Lif\U0010ffff").replace(b"\xff\xff\x10\0", b"\0\0\x11\0")}),
            "the name of the rule is damaged (not text)",
        ),
        (lambda e: e.update({"band_000001.npy": npy_of(np.zeros((2, 2, 4), np.uint8))}), "rows 2 to 3 are damaged"),
        (lambda e: e.update({"band_000001.npy": npy_of(np.zeros((2, 2, 3), np.int8))}), "int8 of shape"),
        (
            lambda e: e.update({"band_000001.npy": npy_of(np.full((2, 2, 3), 255, np.uint8))}),
            "rows 2 to 3: state 3 does not exist in rule Immigration, which has states 0 to 2",
        ),
    ],
)
def test_invalid_headers_are_refused(small_file: tuple[bytes, Cells], change: Change, message: str) -> None:
    entries = entries_of(small_file[0])
    assert_boards_equal(open_npz_bytes(zip_of(entries), "t.npz").whole().cells, small_file[1])
    change(entries)
    assert message in error_of(zip_of(entries))


def test_bomb_is_refused_before_unpacking(small_file: tuple[bytes, Cells], monkeypatch: pytest.MonkeyPatch) -> None:
    entries = entries_of(small_file[0])
    bomb = zip_of(entries | {"band_000001.npy": bytes(10**7)})
    with monkeypatch.context() as patched:
        patched.setattr(zipfile.ZipFile, "open", only_for({"band_000001.npy"}, zipfile.ZipFile.open))
        assert "rows 2 to 3 are damaged (10000000 bytes instead of 12)" in error_of(bomb)

    head = io.BytesIO()
    np.lib.format.write_array_header_1_0(head, {"descr": "|u1", "fortran_order": False, "shape": (2**20, 2**20)})
    whole = zip_of(entries | {"band_000001.npy": head.getvalue()})
    assert error_of(whole) == "t.npz: rows 2 to 3 are damaged (128 bytes instead of 1099511627904)"
    patched = whole.replace(struct.pack("<I", len(head.getvalue())), struct.pack("<I", 2**31))
    assert "rows 2 to 3 are damaged" in error_of(patched)


def only_for(refused: set[str], open_: Callable[..., object]) -> Callable[..., object]:
    def opened(archive: zipfile.ZipFile, info: zipfile.ZipInfo, **rest: object) -> object:
        assert info.filename not in refused
        return open_(archive, info, **rest)

    return opened


def test_too_large_band_is_refused() -> None:
    entries = entries_of(npz_bytes(Pattern(np.zeros((1, 9), np.uint8))))
    entries |= {"shape.npy": npy_of([10**8, 10**8]), "layout.npy": npy_of([1, 10**8])}
    assert "bands of 100000000 rows of 100000000 cells are too large; the limit is 32 MiB" in error_of(zip_of(entries))


def test_row_larger_than_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = entries_of(npz_bytes(Pattern(np.zeros((1, 9), np.uint8))))
    entries |= {"shape.npy": npy_of([1, 10**8]), "layout.npy": npy_of([8, 1])}
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=10**8))
    with pytest.raises(BoardSizeError, match=r"100000000x1 cells need 0\.2 GiB of memory"):
        open_npz_bytes(zip_of(entries), "t.npz")


@pytest.mark.parametrize("shape", [(7, 100), (1, 100), (30, 21)])
def test_large_bands_unpack_in_parts(shape: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    cells = random_cells(shape, 5)
    pattern = open_npz_bytes(npz_bytes(Pattern(cells)), "t.npz")
    monkeypatch.setattr(npz, "_MAX_UNPACKED_CELLS", 64)
    monkeypatch.setattr(rectangles, "STRIP_CELLS", 64)
    assert max(patch.cells.size for patch in pattern.patches()) <= 64
    assert_boards_equal(pattern.whole().cells, cells)


def test_archive_without_bands_is_refused() -> None:
    file = io.BytesIO()
    np.savez_compressed(file, rule=np.array("Life"), cells=board("AB"))
    assert error_of(file.getvalue()) == "t.npz: not a board saved as .npz: it has no cells"


def test_file_changed_during_reading(tmp_path: Path) -> None:
    path = tmp_path / "t.npz"
    path.write_bytes(npz_bytes(Pattern(board("A."))))
    from gpulife.patterns.loading import open_pattern

    pattern = open_pattern(str(path))
    path.write_bytes(npz_bytes(Pattern(board("A.\n.A"))))
    with pytest.raises(PatternError, match="the file changed while it was read"):
        list(pattern.patches())
    path.unlink()
    with pytest.raises(PatternError, match=r"cannot read .*t\.npz: No such file"):
        list(pattern.patches())


@pytest.mark.usefixtures("small_bands")
def test_damaged_snapshot_changes_nothing() -> None:
    with NumpyEngine(parse_rule("Immigration"), (60, 20)) as engine:
        engine.paint(0, 0, random_cells((60, 20), 2))
        taken = take_snapshot(engine)
        engine.step(3)
        before = engine.read_all()
        with zipfile.ZipFile(io.BytesIO(taken)) as archive:
            last = archive.infolist()[-1]
        damaged = bytearray(taken)
        damaged[last.header_offset + 30 + len(last.filename) + last.compress_size // 2] ^= 0x10
        with pytest.raises(PatternError, match=r"^snapshot: rows 50 to 59 are damaged"):
            restore_snapshot(engine, bytes(damaged))
        assert engine.generation == 3
        assert_boards_equal(engine.read_all(), before)


@pytest.mark.parametrize("limit_32", [200, 700, 0xFFFFFFFF])
@pytest.mark.parametrize("limit_16", [3, 0xFFFF])
@pytest.mark.usefixtures("small_bands")
def test_far_entries_and_many_entries(monkeypatch: pytest.MonkeyPatch, limit_32: int, limit_16: int) -> None:
    """Beyond 4 GiB or 65535 entries, zip uses 64-bit fields; here they are used sooner, which readers accept."""
    cells = random_cells((60, 20), 2)
    plain = npz_bytes(Pattern(cells))
    monkeypatch.setattr(zip_stream, "_MIN_64_BIT_OFFSET", limit_32)
    monkeypatch.setattr(zip_stream, "_MIN_64_BIT_COUNT", limit_16)
    data = npz_bytes(Pattern(cells))
    assert (data == plain) is ((limit_32, limit_16) == (0xFFFFFFFF, 0xFFFF))
    assert zipfile.ZipFile(io.BytesIO(data)).testzip() is None
    assert_boards_equal(open_npz_bytes(data, "t.npz").whole().cells, cells)
