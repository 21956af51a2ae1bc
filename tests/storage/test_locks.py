"""Locks between programs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gpulife.errors import OutputError
from gpulife.storage.locks import HeldError, locked, try_lock

HOLDER = """
import sys
from pathlib import Path
from gpulife.storage.locks import try_lock
lock = try_lock(Path(sys.argv[1]))
print("has it" if lock else "has it not", flush=True)
sys.stdin.read()
"""


def test_lock_lasts_until_its_program_ends(tmp_path: Path) -> None:
    path = tmp_path / ".file.lock"
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], stdin=-1, stdout=-1, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "has it\n"
        assert try_lock(path) is None
        with pytest.raises(HeldError, match="file is in use by another gpulife"), locked(tmp_path / "file", wait=0):
            pass
        other.kill()
    lock = try_lock(path)
    assert lock is not None
    lock.release()
    with locked(tmp_path / "file"):
        pass


def test_lock_does_not_follow_links(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    (tmp_path / ".file.lock").symlink_to(tmp_path / "precious")
    with pytest.raises(OutputError, match="cannot lock"), locked(tmp_path / "file"):
        pass
    assert (tmp_path / "precious").read_text() == "mine"


def test_file_instead_of_folder_gives_one_line_error(tmp_path: Path) -> None:
    (tmp_path / "none").write_text("")
    with pytest.raises(OutputError, match=r"cannot lock "):
        try_lock(tmp_path / "none" / ".lock")
