"""Files appear whole or not at all."""

import os
import stat
import threading
from pathlib import Path

import pytest

from gpulife.errors import OutputError
from gpulife.files import atomic_write, require_writable


def names_in(folder):
    return [path.name for path in folder.iterdir()]


def write_half(path, error):
    with atomic_write(path, "wb") as file:
        file.write(b"half")
        raise error


def test_a_file_appears_when_the_block_ends_and_not_before(tmp_path):
    path = tmp_path / "out.txt"
    with atomic_write(path, "w") as file:
        file.write("ü\n")
        assert not path.exists()
    assert path.read_bytes() == "ü\n".encode()
    assert names_in(tmp_path) == ["out.txt"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_any_exception_leaves_what_was_there_and_nothing_else(tmp_path, error):
    path = tmp_path / "out.bin"
    path.write_bytes(b"before")
    with pytest.raises(error):
        write_half(path, error)
    assert path.read_bytes() == b"before"
    assert names_in(tmp_path) == ["out.bin"]


def test_an_error_of_the_system_becomes_one_that_names_the_file(tmp_path):
    with pytest.raises(OutputError, match=r"cannot write .*out\.bin: No space left"):
        write_half(tmp_path / "out.bin", OSError(28, "No space left on device"))
    assert names_in(tmp_path) == []


def test_the_target_of_a_link_is_written_and_keeps_its_permissions(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("before")
    target.chmod(0o640)
    link.symlink_to(target)
    with atomic_write(link, "w") as file:
        file.write("after")
    assert link.is_symlink()
    assert target.read_text() == "after"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_pipe_is_written_directly_and_line_by_line(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    lines = []

    def read():
        with path.open() as file:
            lines.append(file.readline())
            got_first.set()
            lines.extend(file)

    got_first = threading.Event()
    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    with atomic_write(path, "w") as file:
        file.write("first\n")
        assert got_first.wait(timeout=60)
        file.write("second\n")
    reader.join(timeout=60)
    assert lines == ["first\n", "second\n"]
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_require_writable_leaves_nothing_behind(tmp_path):
    require_writable(tmp_path / "new.rle")
    assert names_in(tmp_path) == []


def unwritable_folder(tmp_path: Path) -> Path:
    """A folder in which not even root can create a file, where the tests run as root."""
    if os.geteuid() == 0:
        return Path("/proc")
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    return folder


def test_require_writable_refuses(tmp_path):
    (tmp_path / "file").touch()
    locked = unwritable_folder(tmp_path)
    for path, reason in [
        (tmp_path, "it is a folder"),
        (tmp_path / "missing" / "out.rle", f"there is no folder {tmp_path / 'missing'}"),
        (tmp_path / "file" / "out.rle", "there is no folder"),
        (tmp_path / ("x" * 300), "File name too long"),
        (locked / "out.rle", f"the folder {locked} cannot be written"),
    ]:
        with pytest.raises(OutputError, match=reason) as caught:
            require_writable(path)
        assert str(path) in str(caught.value)
