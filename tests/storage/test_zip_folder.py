"""Zip files as folders: their files can be read, and hostile ones do no harm."""

import io
import struct
import zipfile
from pathlib import Path

import pytest
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.errors import GpulifeError, PatternError
from gpulife.storage.bounded_reading import ReadError
from gpulife.storage.zip_folder import MAX_DIRECTORY_BYTES, open_zip_entry, split_zip_path, zip_entries

LARGE = bytes(range(256)) * 2000


def write(path: Path, files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def read(path: Path, name: str) -> bytes:
    with open_zip_entry(path, name) as file:
        return file.read()


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_write_then_read(tmp_path: Path, method: int) -> None:
    files = {"a.rle": b"abc", "inner/b": LARGE, "nothing": b""}
    path = write(tmp_path / "all.ZIP", files, method)
    assert list(zip_entries(path)) == list(files)
    assert {name: read(path, name) for name in files} == files
    assert zip_entries(path)["inner/b"].size == len(LARGE)
    with open_zip_entry(path, "inner/b") as file:
        assert file.read(7) + file.read1(5) == LARGE[:12]


def test_a_path_is_split_at_the_zip_file(tmp_path: Path) -> None:
    path = write(tmp_path / "all.zip", {"inner/b": b"x"})
    (tmp_path / "folder.zip").mkdir()
    assert split_zip_path(path) == (path, "")
    assert split_zip_path(path / "inner" / "b") == (path, "inner/b")
    assert split_zip_path(tmp_path / "folder.zip" / "b") is None
    assert split_zip_path(tmp_path / "a.rle") is None


def test_unsafe_names_are_left_out(tmp_path: Path) -> None:
    bad = ["/etc/a", "../a", "b/../../a", "C:/a", "a//b", "b/./c", ".git/a", "b/.hidden", "__MACOSX/a", "d/", "x" * 501]
    path = write(tmp_path / "all.zip", dict.fromkeys([*bad, "inside\\b", "good"], b"x"))
    assert list(zip_entries(path)) == ["inside/b", "good"]


def test_changed_zip_file_is_read_again(tmp_path: Path) -> None:
    path = write(tmp_path / "all.zip", {"a": b"1"})
    assert list(zip_entries(path)) == ["a"]
    write(path, {"b": b"22", "c": b""})
    assert list(zip_entries(path)) == ["b", "c"]


def test_damage_gives_one_line_error(tmp_path: Path) -> None:
    path = write(tmp_path / "all.zip", {"a": LARGE})
    whole = path.read_bytes()
    start = whole.index(b"PK\1\2")
    with pytest.raises(ReadError, match=r"all.zip/b is not there"):
        read(path, "b")
    with pytest.raises(PatternError, match="not there"):
        open_zip_entry(path, "b", PatternError)
    for at, value, says in (
        (start + 16, b"\0\0\0\0", "checksum"),
        (start + 24, b"\1\0\0\0", "longer than stated"),
        (start + 24, b"\0\0\0\x7f", "cut off"),
        (start + 20, b"\1\0\0\0", "cut off"),
        (start + 8, b"\1\0", "encrypted"),
        (start + 10, b"\x0c\0", "compressed by an unknown method"),
        (0, b"XX", "no header"),
    ):
        path.write_bytes(whole[:at] + value + whole[at + len(value) :])
        zip_entries.__globals__["_entries"].cache_clear()
        with pytest.raises(ReadError, match=says) as caught:
            read(path, "a")
        assert "\n" not in str(caught.value)
    for data in (b"", b"PK", whole[:-30]):
        path.write_bytes(data)
        with pytest.raises(ReadError, match="not a zip file, or damaged"):
            zip_entries(path)
    with pytest.raises(ReadError, match="No such file"):
        zip_entries(tmp_path / "other.zip")


def test_bomb_is_unpacked_lazily(tmp_path: Path) -> None:
    path = write(tmp_path / "bomb.zip", {"a": bytes(1 << 28)})
    assert path.stat().st_size < 1 << 20
    with open_zip_entry(path, "a") as file:
        assert file.read(10) == bytes(10)
        assert file.raw._file.tell() < 1 << 18  # type: ignore[attr-defined]


def test_directory_size_limit(tmp_path: Path) -> None:
    size = MAX_DIRECTORY_BYTES + 1
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 9, 9, size, 0, 0)
    path = tmp_path / "all.zip"
    path.write_bytes(bytes(size) + end)
    with pytest.raises(ReadError, match="has too many files: the list of its files is larger than 4 MiB"):
        zip_entries(path)


@settings(max_examples=examples(200), deadline=None)
@given(st.data())
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.rle", LARGE[:3000])
        archive.writestr("b/c.mc", b"")
    whole = bytearray(file.getvalue())
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("zip") / "a.zip"
    path.write_bytes(whole)
    try:
        for name in zip_entries(path):
            read(path, name)
    except GpulifeError as error:
        said = str(error)
        assert said.splitlines() == [said]
