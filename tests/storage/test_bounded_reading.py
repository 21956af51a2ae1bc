"""Bounded reading: limits, kinds of files, damage and nesting."""

from __future__ import annotations

import gzip
import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from gpulife.storage.bounded_reading import (
    ReadError,
    convert,
    open_regular,
    parse_json,
    parse_toml,
    read_file,
    read_pieces,
    read_stream,
)


def test_size_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 100)
    assert read_file(path, 100, "a thing") == b"x" * 100
    with pytest.raises(ReadError, match="has more than 99 bytes: too large for a thing"):
        read_file(path, 99, "a thing")


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo] if sys.platform != "win32" else [os.mkdir])
def test_folders_and_pipes_are_refused_at_once(tmp_path: Path, make) -> None:
    path = tmp_path / "thing"
    make(path)
    with pytest.raises(ReadError, match=r"it is a (folder|pipe), not a file"):
        open_regular(path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no /dev/zero")
def test_a_device_is_refused() -> None:
    with pytest.raises(ReadError, match="it is a device"):
        read_file(Path("/dev/zero"), 10, "a thing")


@pytest.mark.parametrize("name", ["missing", "a\0b", "x" * 5000])
def test_missing_file_gives_one_line_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(ReadError, match=r"\Acannot read [^\n]*\Z"):
        read_file(tmp_path / name, 10, "a thing")


def test_an_endless_stream_is_read_to_the_limit_only() -> None:
    class Endless(io.RawIOBase):
        given = 0

        def read(self, size: int = -1) -> bytes:
            assert 0 < size <= 1 << 20
            self.given += size
            return bytes(size)

    endless = Endless()
    with pytest.raises(ReadError, match="standard input has more than 4 MiB"):
        read_stream(endless, 1 << 22, "standard input", "orders")
    assert endless.given == (1 << 22) + 1


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    names: tuple[str, ...] = ()


def test_json_becomes_typed_values() -> None:
    assert parse_json(b'{"x": 3, "names": ["a"]}', Point, "it") == Point(3, ("a",))
    assert convert({"x": 4}, Point, "it") == Point(4)


@pytest.mark.parametrize(
    "text", ["", "[", "{}", '{"x": 1.5}', '{"x": true}', '{"x": "1"}', '{"x": 1e999}', "[" * 10**6, '{"x":' * 10**5]
)
def test_invalid_json_gives_one_line_error(text: str) -> None:
    with pytest.raises(ReadError, match=r"\Ait: [^\n]+\Z"):
        parse_json(text, Point, "it")


@pytest.mark.parametrize("text", ["x = ", "x = " + "9" * 5000, "x = " + "[" * 10**5, "x = '\udcff'"])
def test_invalid_toml_gives_one_line_error(text: str) -> None:
    with pytest.raises(ReadError, match=r"\Ait is not TOML: [^\n]+\Z"):
        parse_toml(text.encode("utf-8", "surrogateescape"), "it")


@pytest.mark.parametrize("size", [1, 2, 7, 1 << 20])
def test_pieces_are_unpacked_by_content(size: int) -> None:
    text = b"some text, " * 50_000
    joined = gzip.compress(text, mtime=0) + b"\0" * 9 + gzip.compress(b"more", mtime=0)
    for data, expected in ((text, text), (joined, text + b"more"), (b"", b""), (b"\x1f", b"\x1f")):
        pieces = list(read_pieces(Slow(data, size), "it"))
        assert b"".join(pieces) == expected
        assert max(map(len, pieces), default=0) <= 1 << 18


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (gzip.compress(b"abc", mtime=0)[:-3], "it is cut off"),
        (gzip.compress(b"abc", mtime=0) + b"rest", "it is damaged"),
        (b"\x1f\x8bno", "it is damaged"),
    ],
)
def test_damaged_gzip_gives_one_line_error(data: bytes, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        list(read_pieces(io.BytesIO(data), "it"))


def test_pieces_are_read_lazily() -> None:
    bomb = gzip.compress(bytes(1 << 26), mtime=0)
    pieces = read_pieces(io.BytesIO(bomb), "it")
    assert len(next(pieces)) <= 1 << 18
    pieces.close()


class Slow(io.BytesIO):
    """A pipe that gives some bytes at a time."""

    def __init__(self, data: bytes, size: int) -> None:
        super().__init__(data)
        self._size = size

    def read1(self, size: int | None = -1) -> bytes:
        assert size is not None
        return super().read1(min(size, self._size))
