"""The files that start the display with the desktop: written, changed and removed, but never foreign files."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import gpulife
from gpulife.art import install as module
from gpulife.art.install import (
    MARK,
    InstallError,
    display_command,
    entry_path,
    entry_text,
    install,
    run_systemctl,
    uninstall,
    unit_path,
    unit_text,
)
from gpulife.errors import OutputError

COMMAND = ["/opt/with blank/gpulife", "art", "quiet", "--monitor", 'The "wall" $HOME 100% \\ `x`']


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


class Systemctl:
    def __init__(self, answer=None):
        self.answer, self.calls = answer, []

    def __call__(self, *arguments):
        self.calls.append(arguments)
        return self.answer


def test_install_writes_files_and_enables_unit(home):
    systemctl = Systemctl()
    told = install(COMMAND, systemctl)
    unit, entry = home / "config/systemd/user/gpulife-art.service", home / "data/applications/gpulife-art.desktop"
    assert unit.read_text() == unit_text(COMMAND)
    assert entry.read_text() == entry_text(COMMAND)
    assert systemctl.calls == [("daemon-reload",), ("enable", "gpulife-art.service")]
    assert told[:2] == (f"wrote {unit}", f"wrote {entry}")
    assert told[2].startswith("enabled: the display starts at the next log-in")
    assert "Restart=on-failure\n" in unit.read_text()


def test_reinstalling(home):
    install(COMMAND, Systemctl())
    assert all(line.startswith("unchanged: ") for line in install(COMMAND, Systemctl())[:2])
    install(["/bin/gpulife", "art"], Systemctl())
    assert 'ExecStart="/bin/gpulife" "art"\n' in unit_path().read_text()


def test_install_without_systemd():
    told = install(COMMAND, Systemctl("there is no systemctl"))
    assert told[-1] == (
        "not enabled (there is no systemctl); to enable it: systemctl --user enable --now gpulife-art.service"
    )
    assert unit_path().exists()


def test_uninstall_removes_everything(home):
    install(COMMAND, Systemctl())
    systemctl = Systemctl()
    assert uninstall(systemctl) == (f"removed {unit_path()}", f"removed {entry_path()}")
    assert systemctl.calls == [("disable", "--now", "gpulife-art.service"), ("daemon-reload",)]
    assert not [path for path in home.rglob("*") if path.is_file()]
    assert uninstall(systemctl) == ("nothing is installed",)


def test_uninstall_with_one_file():
    install(COMMAND, Systemctl())
    unit_path().unlink()
    assert uninstall(Systemctl()) == (f"removed {entry_path()}",)


def test_uninstall_if_systemd_fails():
    install(COMMAND, Systemctl())
    assert uninstall(Systemctl("no bus"))[0] == "not disabled (no bus)"
    assert not unit_path().exists()


@pytest.mark.parametrize("which", [unit_path, entry_path])
@pytest.mark.parametrize("content", [b"[Unit]\n", b"\xff\xfe", None])
def test_foreign_files_stay(which, content):
    path = which()
    path.parent.mkdir(parents=True)
    path.mkdir() if content is None else path.write_bytes(content)
    for work in (lambda: install(COMMAND, Systemctl()), lambda: uninstall(Systemctl())):
        with pytest.raises(InstallError, match="not written by gpulife art --install") as error:
            work()
        assert str(path) in str(error.value)
        assert "\n" not in str(error.value)
    assert content is None or path.read_bytes() == content
    assert not (entry_path() if which is unit_path else unit_path()).exists()


def test_folder_cannot_be_created(home):
    (home / "config").write_text("in the way")
    with pytest.raises(OutputError, match="cannot make the folder"):
        install(COMMAND, Systemctl())


def test_relative_xdg_folders_are_ignored(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    monkeypatch.setenv("XDG_DATA_HOME", "")
    assert unit_path() == tmp_path / ".config/systemd/user/gpulife-art.service"
    assert entry_path() == tmp_path / ".local/share/applications/gpulife-art.desktop"


def test_quoting_for_systemd_and_desktop():
    assert unit_text(["/a b/c", '"%$\\']).splitlines()[7:9] == ["[Service]", r'ExecStart="/a b/c" "\"%%$$\\"'][:2]
    assert r'Exec="/a b/c" "\\"%%\\$\\\\"' in entry_text(["/a b/c", '"%$\\'])
    assert entry_text(COMMAND).startswith(MARK)


def test_unprintable_arguments_are_refused():
    with pytest.raises(InstallError, match="unprintable"):
        install(["/bin/gpulife", "art", "a\nExecStart=/bin/sh"], Systemctl())
    assert not unit_path().exists()


@pytest.mark.installed
def test_command_runs_like_in_systemd(tmp_path):
    """Outside the checkout, with a minimal environment: gpulife.sh in a checkout, the console script of a wheel."""
    command = display_command(["--version"])
    environment = {"HOME": str(tmp_path), "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
    ended = subprocess.run(command, cwd="/", env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    assert ended.stdout.decode() == f"gpulife {gpulife.__version__}\n"
    assert Path(command[0]).is_absolute()


@pytest.fixture
def unpacked(monkeypatch, tmp_path):
    """Pretend that the package and the interpreter are in other places."""
    monkeypatch.setattr(module, "__file__", str(tmp_path / "gpulife" / "art" / "install.py"))
    monkeypatch.setattr(sys, "executable", str(tmp_path / ".venv" / "bin" / "python3"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    return tmp_path


def test_wheel_uses_console_script(unpacked):
    folder = unpacked / ".venv" / "bin"
    (folder / "gpulife").touch(mode=0o644)
    assert display_command(["art"]) == [str(folder / "python3"), "-P", "-m", "gpulife", "art"]
    (folder / "gpulife").chmod(0o755)
    assert display_command(["art"]) == [str(folder / "gpulife"), "art"]


def test_checkout_uses_its_script(unpacked, monkeypatch):
    script = unpacked / "gpulife.sh"
    script.touch()
    assert display_command(["art", "quiet"]) == [str(script), "art", "quiet"]
    monkeypatch.setattr(sys, "prefix", "/another/venv")
    (unpacked / ".venv" / "bin" / "gpulife").touch(mode=0o755)
    assert display_command(["art"]) == [str(unpacked / ".venv" / "bin" / "gpulife"), "art"]


def test_systemctl_failure_is_one_line(monkeypatch, tmp_path):
    program = tmp_path / "systemctl"
    program.write_text('#!/bin/sh\n[ "$1" = --user ] || exit 9\n[ "$2" = good ] && exit 0\n'
                       '[ "$2" = mute ] && exit 3\necho "Failed to connect\nto bus" >&2; exit 1\n')  # fmt: skip
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert run_systemctl("good") is None
    assert run_systemctl("mute") == "systemctl ended with status 3"
    assert run_systemctl("bad") == "systemctl: Failed to connect"
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    assert run_systemctl("good") == "there is no systemctl"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_pipe_in_place_of_file_does_not_block() -> None:
    unit_path().parent.mkdir(parents=True)
    os.mkfifo(unit_path())
    with pytest.raises(InstallError, match="not written by gpulife art --install"):
        install(COMMAND, Systemctl())
