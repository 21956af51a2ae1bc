"""Atomic writing: files appear completely or not at all."""

import os
import stat
import threading
from pathlib import Path

import pytest

from gpulife.errors import OutputError
from gpulife.storage import atomic_io as files
from gpulife.storage.atomic_io import (
    atomic_write,
    create_new,
    film_part,
    make_folder,
    remove_leftovers,
    require_writable,
)


def names_in(folder):
    return [path.name for path in folder.iterdir()]


def write_half(path, error):
    with atomic_write(path, "wb") as file:
        file.write(b"half")
        raise error


def test_file_appears_at_end_of_block(tmp_path):
    path = tmp_path / "out.txt"
    with atomic_write(path, "w") as file:
        file.write("ü\n")
        assert not path.exists()
    assert path.read_bytes() == "ü\n".encode()
    assert names_in(tmp_path) == ["out.txt"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_exception_leaves_old_file(tmp_path, error):
    path = tmp_path / "out.bin"
    path.write_bytes(b"before")
    with pytest.raises(error):
        write_half(path, error)
    assert path.read_bytes() == b"before"
    assert names_in(tmp_path) == ["out.bin"]


def test_system_error_names_the_file(tmp_path):
    with pytest.raises(OutputError, match=r"cannot write .*out\.bin: No space left"):
        write_half(tmp_path / "out.bin", OSError(28, "No space left on device"))
    assert names_in(tmp_path) == []


def test_link_target_is_written(tmp_path):
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
    """A folder in which no file can be created, not even by root."""
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


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def write(path: Path, text: str = "new", **options: bool) -> None:
    with atomic_write(path, "w", **options) as file:
        file.write(text)


@pytest.mark.parametrize(("umask", "usual"), [(0o022, 0o644), (0o077, 0o600), (0o000, 0o644)])
def test_file_permissions(tmp_path: Path, umask: int, usual: int) -> None:
    before = os.umask(umask)
    try:
        write(tmp_path / "public")
        write(tmp_path / "private", private=True)
        write(tmp_path / "public")
    finally:
        os.umask(before)
    assert (mode_of(tmp_path / "public"), mode_of(tmp_path / "private")) == (usual, 0o600)


def test_private_write_tightens_permissions(tmp_path: Path) -> None:
    (tmp_path / "session").touch(0o666)
    write(tmp_path / "session", private=True)
    assert mode_of(tmp_path / "session") == 0o600


def test_temporary_file_is_never_more_readable(tmp_path: Path) -> None:
    (tmp_path / "kept").touch()
    (tmp_path / "kept").chmod(0o600)
    with atomic_write(tmp_path / "kept", "w"):
        (part,) = tmp_path.glob(".gpulife-*.part")
        assert mode_of(part) == 0o600
    assert mode_of(tmp_path / "kept") == 0o600


def test_temporary_names_are_safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine")
    monkeypatch.setattr(
        "gpulife.storage.atomic_io.secrets.token_hex", lambda _: "0" * 16
    )  # in case the names could be guessed
    (tmp_path / f".gpulife-{'0' * 16}.part").symlink_to(victim)
    with pytest.raises(OutputError, match="File exists"):
        write(tmp_path / "out")
    assert victim.read_text() == "mine"
    for link in (tmp_path / "link", tmp_path / "dangling"):
        link.symlink_to(victim if link.name == "link" else tmp_path / "nowhere")
        with pytest.raises(FileExistsError):
            create_new(link)
    assert not (tmp_path / "nowhere").exists()


def leave(path: Path, *, days: float = 0.0) -> Path:
    path.write_bytes(b"half")
    old = path.stat().st_mtime - days * 86400
    os.utime(path, (old, old))
    return path


def test_leftovers_are_removed_on_next_write(tmp_path: Path) -> None:
    leave(tmp_path / ".gpulife-0123456789abcdef.part")
    leave(film_part(tmp_path / "film.mp4"), days=1.1)
    write(tmp_path / "out")
    assert names_in(tmp_path) == ["out"]


def test_recent_unfinished_film_is_kept(tmp_path: Path) -> None:
    part = leave(film_part(tmp_path / "film.mp4"), days=0.9)
    remove_leftovers(tmp_path)
    assert part.exists()


def test_only_own_leftovers_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = ".gpulife-0123456789abcde"
    others = [
        leave(tmp_path / name, days=9) for name in ("film.part.mp4", ".gpulife-1.part", f"{part}f.part.bak", "a.part")
    ]
    linked = leave(tmp_path / "linked", days=9)
    (tmp_path / f"{part}1.part").hardlink_to(linked)
    (tmp_path / f"{part}2.part").symlink_to(linked)
    (tmp_path / f"{part}3.part").mkdir()
    os.mkfifo(tmp_path / f"{part}4.part")
    before = sorted(names_in(tmp_path))
    remove_leftovers(tmp_path)
    assert sorted(names_in(tmp_path)) == before
    assert all(path.read_bytes() == b"half" for path in (*others, linked))
    leave(tmp_path / f"{part}5.part")
    monkeypatch.setattr("gpulife.storage.atomic_io.os.geteuid", lambda: os.getuid() + 1)
    remove_leftovers(tmp_path)
    assert (tmp_path / f"{part}5.part").exists(), "it is somebody else's"


def test_locked_temporary_file_is_kept(tmp_path: Path) -> None:
    running = tmp_path / ".gpulife-0123456789abcdef.part"
    descriptor = create_new(running)
    remove_leftovers(tmp_path)
    assert running.exists()
    os.close(descriptor)
    remove_leftovers(tmp_path)
    assert not running.exists()


def test_stolen_temporary_file_is_recreated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / ".gpulife-0123456789abcdef.part"
    lock = files._try_lock
    seen: list[int] = []

    def late(descriptor: int) -> bool:
        if not seen:
            path.unlink()  # between its creation and its lock
        seen.append(descriptor)
        return lock(descriptor)

    monkeypatch.setattr(files, "_try_lock", late)
    os.close(create_new(path))
    assert path.exists()
    assert len(seen) == 2


def test_session_folders_are_private(tmp_path: Path) -> None:
    make_folder(tmp_path / "data" / "autosave", private=True)
    assert mode_of(tmp_path / "data" / "autosave") == 0o700
    (tmp_path / "old").mkdir(mode=0o755)
    make_folder(tmp_path / "old", private=True)
    assert mode_of(tmp_path / "old") == 0o700
    (tmp_path / "kept").mkdir(mode=0o755)
    make_folder(tmp_path / "kept")
    assert mode_of(tmp_path / "kept") == 0o755
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="cannot make the folder"):
        make_folder(tmp_path / "file" / "folder")
