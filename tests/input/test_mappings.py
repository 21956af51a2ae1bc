"""The file of pad mappings: read up to a limit, and written beside what another program writes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gpulife.errors import OutputError
from gpulife.input.pad_mappings import read_mappings, save_mapping

SAVING = """
import sys
from pathlib import Path
from gpulife.input.pad_mappings import save_mapping

for number in range(25):
    save_mapping(Path(sys.argv[1]), f"{sys.argv[2]}{number:031},pad,a:b0,platform:Linux,")
"""


def test_two_programs_keep_each_others_mappings(tmp_path: Path) -> None:
    path = tmp_path / "new" / "gamecontrollerdb.txt"
    each = [subprocess.Popen([sys.executable, "-c", SAVING, path, who]) for who in "ab"]
    assert [process.wait(timeout=60) for process in each] == [0, 0]
    lines = sorted(line.partition(",")[0] for line in read_mappings(path).splitlines())
    assert lines == [f"{who}{number:031}" for who in "ab" for number in range(25)]


def test_unreadable_files_give_one_line_errors(tmp_path: Path) -> None:
    path = tmp_path / "gamecontrollerdb.txt"
    path.write_bytes(b"#" * ((4 << 20) + 1))
    with pytest.raises(OutputError, match="has more than 4 MiB: too large for pad mappings"):
        save_mapping(path, "a" * 32 + ",pad,a:b0,")
    path.unlink()
    path.mkdir()
    with pytest.raises(OutputError, match="it is a folder, not a file"):
        read_mappings(path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_pipe_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "gamecontrollerdb.txt")
    with pytest.raises(OutputError, match="it is a pipe, not a file"):
        read_mappings(tmp_path / "gamecontrollerdb.txt")


def test_invalid_utf8_is_kept_out(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(b"\xff\x00,a\n")
    assert read_mappings(tmp_path / "x.txt") == "\ufffd\0,a\n"
