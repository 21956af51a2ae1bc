"""A new engine needs only its record: it is listed, run, measured, checked and passes the suite."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from gpulife.cli import machine_checks
from gpulife.cli.main import main
from gpulife.engines import ENGINES, EngineRecord, open_engine, register
from gpulife.engines.base import Storage
from gpulife.engines.factory import open_probe, shared_device_engines
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.registry import choose_engine, described_engines, find_engine, memory_on_device, open_on_device
from gpulife.errors import EngineError
from gpulife.rules import parse_rule

TESTS = Path(__file__).parents[1]
OWN = ["planes", "gl", "numpy", "plane", "hashlife"]


@pytest.fixture
def record() -> Iterator[EngineRecord]:
    """The toy's record, registered for one test."""
    with patch.dict(ENGINES):
        from engines import toy_engine

        register(toy_engine.RECORD, before="planes")
        yield toy_engine.RECORD
    assert list(ENGINES) == OWN


@pytest.fixture(autouse=True)
def own_engines() -> Iterator[None]:
    """Remove the toy engine's registration after the test."""
    with patch.dict(ENGINES):
        yield


def summary_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main([*arguments]) == 0
    told: dict[str, object] = json.loads(capsys.readouterr().out)
    return told


def test_new_engine_is_listed(record: EngineRecord, capsys: pytest.CaptureFixture[str]) -> None:
    assert find_engine("toy") is record
    assert list(described_engines()) == ["auto", "toy", *OWN]
    assert main(["list", "engines"]) == 0
    assert "toy       a dictionary of live cells\n" in capsys.readouterr().out
    with pytest.raises(
        EngineError, match="unknown engine 'steam': use one of auto, toy, planes, gl, numpy, plane, hashlife"
    ):
        find_engine("steam")


@pytest.mark.parametrize("rule", ["Life", "QuadLife"])
def test_new_engine_runs(record: EngineRecord, capsys: pytest.CaptureFixture[str], rule: str) -> None:
    run = ["run", "--soup", "50x40:0.4", "--seed", "3", "-g", "30", "--rule", rule, "--json", "--engine"]
    toy, oracle = (summary_of(capsys, *run, name) for name in (record.name, "numpy"))
    assert (toy["engine"], toy["renderer"]) == ("toy", "a dictionary")
    assert toy["population"] == oracle["population"]
    assert sum(toy["population"].values()) > 0  # type: ignore[attr-defined]
    assert main(["run", "--soup", "9x9:0.4", "-g", "1", "--rule", "23/3/4", "--engine", "toy"]) == 2
    assert capsys.readouterr().err == "gpulife: error: rule 23/3/4 is nothing for a dictionary of live cells\n"


def test_its_files_open_in_another_engine(
    record: EngineRecord, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = str(tmp_path / "checkpoint")
    summary_of(
        *(capsys, "run", "--soup", "50x40:0.4", "--seed", "3", "-g", "20", "--json", "--engine", record.name),
        *("--checkpoint", folder),
    )
    assert summary_of(capsys, "run", folder, "-g", "10", "--json", "--engine", "numpy")["generation"] == 30


def test_new_engine_is_benchmarked(record: EngineRecord, capsys: pytest.CaptureFixture[str]) -> None:
    told = summary_of(capsys, "bench", "--size", "32", "--seconds", "0.1", "--engine", record.name, "--json")
    (figures,) = told["figures"]  # type: ignore[misc]
    assert (figures["contender"], figures["renderer"]) == ("toy", "a dictionary")
    assert figures["median"] > 0
    assert figures["memory"] == 400 * 32 * 32


def test_new_engine_is_in_reports(
    record: EngineRecord, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpulife.cli.diagnosis._TEST_SECONDS", 0)
    monkeypatch.setattr("gpulife.cli.diagnosis._TEST_BOARD", (32, 32))
    monkeypatch.setattr("gpulife.cli.diagnosis._without_planes", dict)
    told = summary_of(capsys, "doctor", "--json")
    reports = {report["name"]: report for report in told["engines"]}  # type: ignore[attr-defined]
    assert list(reports) == ["toy", *OWN]
    assert reports[record.name]["cells_per_second"] > 0
    titles = [check.title for check in machine_checks.checks()]
    assert "Immigration, toy" in titles
    assert "WireWorld, toy" not in titles


def test_auto_uses_suiting_engine(record: EngineRecord, device: GLDevice) -> None:
    rule, shape = parse_rule("Immigration"), (64, 64)
    assert choose_engine(rule, shape, device)[0] == "planes"
    assert choose_engine(rule, shape, device, is_shown=True) == ("toy", "toys are for windows")
    assert choose_engine(parse_rule("WireWorld"), shape, device, is_shown=True)[0] == "gl"
    assert memory_on_device(rule, shape, device) == 400 * 64 * 64
    with open_on_device(rule, shape, device) as engine:
        assert engine.name == record.name
        assert open_probe(engine).count().live.sum() == 0
    with shared_device_engines("toy") as open_board, open_board(rule, shape) as engine:
        assert engine.storage is Storage.PRIVATE


def test_registry_refuses_invalid_engines() -> None:
    record = find_engine("numpy")
    for name in ("", "auto", "steam engine"):
        with pytest.raises(EngineError, match="invalid engine name"):
            register(EngineRecord(name=name, about="", bytes_per_cell=1.0, open=record.open))
    with pytest.raises(EngineError, match="unknown engine 'steam'"):
        register(record, before="steam")
    register(record, before="planes")
    assert list(ENGINES) == ["numpy", "planes", "gl", "plane", "hashlife"], "it has one place only"


def test_no_suiting_engine_is_an_error() -> None:
    with pytest.raises(EngineError, match="no engine suits a board of 9x8 of rule Life: OpenGL does not work"):
        choose_engine(parse_rule("Life"), (8, 9), None, records=[find_engine("planes"), find_engine("gl")])


def test_without_opengl_its_engines_cannot_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise EngineError("no driver")

    monkeypatch.setattr("gpulife.engines.gl.gl_device.open_device", fail)
    problems = {name: record.find_problem() for name, record in ENGINES.items()}
    assert problems == {"planes": "no driver", "gl": "no driver", "numpy": None, "plane": None, "hashlife": None}
    with open_engine("auto", parse_rule("Life"), (8, 8)) as engine:
        assert engine.name == "numpy"


def test_new_engine_passes_the_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs in a separate process that imports the toy engine as a plugin."""
    monkeypatch.setenv("PYTHONPATH", str(TESTS))
    command = [sys.executable, "-m", "pytest", str(TESTS / "engines" / "test_suite.py"), "-q", "--color=no"]
    rules = " or ".join(f"{name}-toy" for name in ("Life", "RealTime:3"))
    # The others take a dictionary long; snapshots are read by all engines, one of which is enough here (see above).
    tests = f"toy and not 1000_generations and not snapshot_restores and (not all_rules or {rules})"
    result = subprocess.run(
        [*command, "-p", "no:xdist", "-p", "no:cacheprovider", "-p", "engines.toy_engine", "-k", tests],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        cwd=TESTS.parent,
    )
    assert result.returncode == 0, result.stdout[-4000:]
    passed = int(result.stdout.splitlines()[-1].split()[0])
    assert passed > 20, result.stdout[-400:]
