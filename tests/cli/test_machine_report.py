"""``gpulife doctor --report``: the checks, drivers that crash or hang, and names that must not be in the file."""

import os
import sys
from pathlib import Path

import numpy as np
import pytest

from gpulife.cli import machine_checks, machine_report
from gpulife.cli.machine_checks import CELLS, CHECKED_RULES, RATES, Check, WrongError, checks
from gpulife.cli.machine_report import run_checks, without_names
from gpulife.cli.main import main
from gpulife.engines import Engine, open_engine
from gpulife.rules import parse_rule
from gpulife.rules.families import FAMILIES


def test_every_family_of_rules_is_checked() -> None:
    checked = {kind for name in CHECKED_RULES for kind in parse_rule(name).family.names}
    assert checked >= {kind for family in FAMILIES for kind in family.names}
    titles = {check.title for check in checks()}
    assert {f"{name}, gl" for name in CHECKED_RULES} <= titles
    assert {"QuadLife, planes", "a sleeping board, planes", "Immigration, 160x96"} <= titles


def test_wrong_cells_are_counted_and_located() -> None:
    rule = parse_rule("Life")
    cells = np.ones((20, 30), np.uint8)
    with open_engine("numpy", rule, cells.shape) as board:
        machine_checks._require_equal(board, cells, 3)
    told = r"1 of 600 cells .* after 0 generations; .* row 4, column 5, is 1 instead of 0"
    with open_engine("numpy", rule, cells.shape) as board, pytest.raises(WrongError, match=told):
        machine_checks._require_equal(_Faulty(board), np.zeros((20, 30), np.uint8), 0)


class _Faulty:
    """A board with one wrong cell."""

    def __init__(self, board: Engine) -> None:
        self._board = board

    def __getattr__(self, name: str) -> object:
        return getattr(self._board, name)

    def read_all(self) -> object:
        cells = self._board.read_all()
        cells[4, 5] ^= 1
        return cells


def _right() -> list[str]:
    return ["as numpy has it"]


def _wrong() -> list[str]:
    raise WrongError("3 cells are wrong")


def _crash() -> list[str]:
    os.write(2, b"driver: assertion failed\n")
    os.abort()


def _hang() -> list[str]:
    import threading

    threading.Event().wait()
    return []


FAKE = (
    Check(CELLS, "first", _right),
    Check(CELLS, "cells", _wrong),
    Check(CELLS, "crash", _crash),
    Check(RATES, "hang", _hang, seconds=0.5),
    Check(RATES, "last", _right),
)


def test_crash_or_hang_of_a_check_is_reported(tmp_path: Path, monkeypatch, capsys) -> None:
    here = Path(__file__)
    script = tmp_path / "checks.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(here.parent)!r})\n"
        f"from {here.stem} import FAKE\nfrom gpulife.cli.machine_checks import main\nmain(int(sys.argv[1]), FAKE)\n",
        encoding="utf-8",
    )
    results, _ = run_checks(FAKE, lambda _: True, (sys.executable, str(script)))
    assert [result.outcome for result in results] == ["done", "wrong", "died", "late", "done"]
    assert results[2].lines == ["the process that runs the checks was ended by SIGABRT", "driver: assertion failed"]

    monkeypatch.setattr(machine_report, "checks", lambda: FAKE)
    monkeypatch.setattr(machine_report, "run_checks", lambda *_: (results, ["the driver's words"]))
    report = tmp_path / "report.txt"
    assert main(["doctor", "--report", str(report)]) == 1
    text = report.read_text(encoding="utf-8")
    wrong = text.split("== What is wrong, or was not done in time\n")[1].split("\n\n")[0].splitlines()
    assert [line.split()[0] for line in wrong] == ["WRONG", "WRONG", "the", "driver:", "LATE"]
    assert "checks: 2 right, 2 wrong, 1 not done in time" in text
    assert "the driver's words" in text
    assert f"the report is in {report}" in capsys.readouterr().out


def test_ctrl_c_keeps_the_results_so_far() -> None:
    seen = []

    def until_two(done: int) -> bool:
        seen.append(done)
        return done < 2

    todo = [check for check in checks() if check.title in ("versions and OpenGL", "Life, planes")]
    results, messages = run_checks(todo[:1], until_two)
    assert [(result.check.title, result.outcome) for result in results] == [("versions and OpenGL", "done")]
    assert any(line.startswith("packages") for line in results[0].lines)
    assert not messages
    assert run_checks(todo, lambda _: False) == ([], [])


def test_unwritable_report_is_refused_at_once(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(machine_report, "run_checks", lambda *_: pytest.fail("checked before"))
    assert main(["doctor", "--report", str(tmp_path / "not there" / "report.txt")]) == 2
    assert "not there" in capsys.readouterr().err
    assert main(["doctor", "--json", "--report", str(tmp_path / "r")]) == 2


def test_report_has_no_personal_names() -> None:
    text = without_names(
        "ann's banner in /home/ann/x on zeus.local, /home/annabel",
        {"/home/ann": "HOME", "zeus.local": "COMPUTER", "ann": "USER"},
    )
    assert text == "USER's banner in HOME/x on COMPUTER, /home/annabel"
