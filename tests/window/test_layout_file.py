"""The layout of the panels: what was written is read again, and Dear ImGui gets nothing but lines about windows."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.errors import OutputError
from gpulife.window.panels.layout_file import _LINE, read_layout, write_layout

WRITTEN = """\
[Window][Time]
Pos=10,-714
Size=1260,76
Collapsed=0
LastUsed=20261122

"""
HOSTILE = """\
[Docking][Data]
DockSpace ID=0x8B93E3BD Window=0xA787BDB4 Pos=0,0 Size=800,600 Split=X
  DockNode ID=0x00000001 Parent=0x00000001 SizeRef=300,600 Selected=0x1
[Table][0x1234ABCD,4000]
Column 4000  Width=63
Size=999999,1
Pos=%s,1
"""


def test_what_was_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "new" / "layout.ini"
    assert read_layout(path) == ""
    write_layout(path, WRITTEN)
    assert read_layout(path) == WRITTEN


def test_only_lines_about_windows_come_through(tmp_path: Path) -> None:
    path = tmp_path / "layout.ini"
    path.write_text(HOSTILE + WRITTEN)
    assert read_layout(path) == WRITTEN


@given(st.lists(st.binary(max_size=20) | st.sampled_from([line.encode() for line in WRITTEN.split("\n")])))
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, lines: list[bytes]) -> None:
    path = tmp_path_factory.getbasetemp() / "layout.ini"
    path.write_bytes(b"\n".join(lines))
    found = read_layout(path).split("\n")
    assert all(not line or _LINE.fullmatch(line) for line in found)
    right = [line.decode() for line in lines if line.decode("latin-1") in WRITTEN.split("\n")]
    assert [line for line in found if line] == [line for line in right if line]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_what_cannot_be_read_is_no_layout(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "layout.ini")
    assert read_layout(tmp_path / "layout.ini") == ""
    with pytest.raises(OutputError, match=r"cannot write .*layout\.ini: it is no file"):
        write_layout(tmp_path / "layout.ini", WRITTEN)
    (tmp_path / "large").write_bytes(b"\n" * (1 << 20))
    assert read_layout(tmp_path / "large") == ""
