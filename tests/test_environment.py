"""Environment variables that name files and folders."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gpulife.cli.main import main
from gpulife.engines.bitplanes.gl_autotune import cache_file
from gpulife.errors import OutputError
from gpulife.log import LOGS_VARIABLE, log_folder
from gpulife.resources import named_path
from gpulife.rules.known_tables import RULES_VARIABLE, own_rules_folder
from gpulife.settings import SETTINGS_VARIABLE, settings_path
from gpulife.storage.folders import CACHE_VARIABLE, DATA_VARIABLE, data_folder

NOBODY = "~nobody-has-this-name/x"


def test_variables_expand_home_paths(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SOME_FOLDER", "~/x")
    assert named_path("SOME_FOLDER") == tmp_path / "x"
    monkeypatch.setenv("SOME_FOLDER", "")
    assert named_path("SOME_FOLDER") is None


@pytest.mark.parametrize(
    ("variable", "ask"),
    [
        (SETTINGS_VARIABLE, settings_path),
        (DATA_VARIABLE, data_folder),
        (CACHE_VARIABLE, cache_file),
        (LOGS_VARIABLE, log_folder),
        (RULES_VARIABLE, own_rules_folder),
    ],
)
def test_unknown_home_is_a_one_line_error(
    monkeypatch: pytest.MonkeyPatch, variable: str, ask: Callable[[], Path]
) -> None:
    monkeypatch.setenv(variable, NOBODY)
    with pytest.raises(OutputError, match=f"{variable}={NOBODY}: this home folder does not exist"):
        ask()


def test_commands_run_without_a_log_folder(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv(LOGS_VARIABLE, NOBODY)
    assert main(["--debug", "run", "glider", "--engine", "numpy", "--generations", "4"]) == 0
    assert "no debug log is written: GPULIFE_LOGS=" in capsys.readouterr().err
