"""The parts of saved files: unpacked up to a limit, and damaged ones told in one line."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

import pytest

from gpulife.storage.save_file import DamagedError, pack_json, unpack, unpack_json

PATH = Path("a.gpusave")


def test_a_part_is_unpacked_up_to_its_limit() -> None:
    assert unpack(PATH, "part", zlib.compress(b"a" * 50), 50) == b"a" * 50
    for data in (zlib.compress(b"a" * 51), zlib.compress(bytes(1 << 28))):
        with pytest.raises(
            DamagedError, match=r"a\.gpusave is damaged in its part 'part': it unpacks to more than 50 bytes"
        ):
            unpack(PATH, "part", data, 50)


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"no", "it cannot be unpacked: Error -3 while decompressing data: incorrect header check"),
        (zlib.compress(b"abc")[:-1], "it is cut off"),
        (b"", "it is cut off"),
        (zlib.compress(b"a") + b"rest", "it is followed by other data"),
        (
            gzip.compress(b"a", mtime=0),
            "it cannot be unpacked: Error -3 while decompressing data: incorrect header check",
        ),
    ],
)
def test_damaged_part_gives_one_line_error(data: bytes, line: str) -> None:
    with pytest.raises(DamagedError) as told:
        unpack(PATH, "part", data, 100)
    assert str(told.value) == f"a.gpusave is damaged in its part 'part': {line}"


def test_json_round_trip() -> None:
    assert unpack_json(PATH, "part", pack_json({"a": [1, 2]}), dict[str, list[int]]) == {"a": [1, 2]}
    with pytest.raises(DamagedError, match="damaged in its part 'part': Expected `int`, got `str`"):
        unpack_json(PATH, "part", pack_json({"a": ["1"]}), dict[str, list[int]])
