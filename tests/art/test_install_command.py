"""``gpulife art --install`` and ``--uninstall``: options in the command, and messages."""

import pytest

from gpulife.art.install import unit_path
from gpulife.cli.art import login_arguments
from gpulife.cli.main import main


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "GPULIFE_DATA"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setattr("gpulife.art.install.run_systemctl", lambda *_: "there is no systemctl")
    return tmp_path


def test_command_keeps_programme_and_options(capsys):
    assert main(["art", "quiet", "--seed", "7", "--install"]) == 0
    assert '"art" "quiet" "--seed" "7"\n' in unit_path().read_text()
    command = unit_path().read_text().split("ExecStart=")[1].split("\n")[0]
    assert "--install" not in command
    assert f"wrote {unit_path()}" in capsys.readouterr().out
    assert main(["art", "--uninstall"]) == 0
    assert not unit_path().exists()


def test_command_has_absolute_path_of_file(home, monkeypatch):
    monkeypatch.chdir(home)
    assert login_arguments(["art", "--install", "my.toml"], "my.toml") == ["art", str(home / "my.toml")]
    assert login_arguments(["art", "--debug", "quiet", "--install"], "quiet") == ["art", "quiet"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--install", "--uninstall"], "--install and --uninstall exclude each other"),
        (["--install", "--report"], "--install and --report exclude each other"),
        (["nothing-like-it", "--install"], "no programme 'nothing-like-it'"),
        (["quiet", "--install", "--scene", "Nope"], "programme quiet has no scene 'Nope'"),
        (["quiet", "--install", "--brightness", "junk"], "junk"),
        (["quiet", "--install", "--drill", "crash"], "--install does not work with --drill crash"),
    ],
)
def test_error_writes_nothing(capsys, options, told):
    assert main(["art", *options]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert not unit_path().exists()


def test_foreign_file_is_one_line(capsys):
    unit_path().parent.mkdir(parents=True)
    unit_path().write_text("[Unit]\n")
    assert main(["art", "--install"]) == 2
    assert "was not written by gpulife art --install" in capsys.readouterr().err
