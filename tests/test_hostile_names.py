"""Names with terminal control codes: every command's output shows them escaped."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from boards import load_pattern
from games.mail import row
from terminal import Terminal
from test_printing import is_harmless

from gpulife.cli.main import main
from gpulife.resources import resource_folder

EVIL = "\x1b[2J\x1b]0;x\x07\x9b31m\r\n\t\x7f\u202e\u2066\u200b\ufeff\udcff[bold]b[link=x]l:boom:"
"""Characters that a file name may contain."""
PROGRAMME = """
title = "[bold]T[/bold] :boom:"
description = "D[link=x]l[/link]"
[[scene]]
name = "[/bold]S[/]"
duration = 60
rule = "Immigration"
size = "64x40"
speed = 20
start = { soup = 0.3 }
"""
WRONG_PROGRAMME = PROGRAMME.replace("[bold]T", "\\u001b[2J\\u009b31m\\u202e\\u0007")
RLE = "#N \x1b[2J\x9b\n#C \x1b]0;x\x07\n#O \u202e\nx = 3, y = 3, rule = B3/S23\nbob$2bo$3o!\n"
WRONG_RLE = "x = 3, y = 3, rule = \x1b[2J\x9b\x07\u202e[bold]\nbob$2bo$3o!\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder in which everything has that name."""
    there = tmp_path / EVIL
    (there / "art").mkdir(parents=True)
    (there / "art" / f"{EVIL}.toml").write_text(PROGRAMME, encoding="utf-8")
    (there / "art" / f"{EVIL} wrong.toml").write_text(WRONG_PROGRAMME, encoding="utf-8")
    (there / f"{EVIL}.rle").write_text(RLE, encoding="utf-8", newline="\n")
    (there / "wrong.rle").write_text(WRONG_RLE, encoding="utf-8")
    (there / f"{EVIL}.toml").write_text(PROGRAMME, encoding="utf-8")
    (there / "wrong.png").write_text(EVIL.replace("\udcff", ""), encoding="utf-8")
    (there / "orders").write_text(f"JOIN Ada {row(5, 'c')}\nJOIN Bob {row(20, 'm')}\nSHOW\nSCORE\n", encoding="utf-8")
    (there / "evil orders").write_text(f"JOIN A\x1b[2J\x9b\u202e {row(5, 'c')}\n\x1b[2J\x07\n", encoding="utf-8")
    monkeypatch.chdir(there)
    monkeypatch.setenv("GPULIFE_DATA", str(there))
    monkeypatch.setenv("GPULIFE_SETTINGS", str(there / "settings.toml"))
    monkeypatch.setenv("GPULIFE_LOGS", str(there / "logs"))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    return there


GIVEN = {
    "a pattern": [
        "run",
        f"{EVIL}.rle",
        "-g",
        "2",
        "--engine",
        "numpy",
        "-o",
        f"{EVIL}2.rle",
        "--census",
        f"{EVIL}.csv",
    ],
    "its JSON": ["run", f"{EVIL}.rle", "-g", "2", "--engine", "numpy", "--json", "-o", f"{EVIL}2.rle"],
    "a wrong pattern": ["run", "wrong.rle", "-g", "2"],
    "a wrong picture": ["run", "wrong.png", "-g", "2"],
    "no pattern": ["run", f"no {EVIL}.rle", "-g", "2"],
    "a folder": ["run", "glider", "-g", "2", "-o", f"{EVIL}/x.rle"],
    "an ending": ["run", "glider", "-g", "2", "-o", f"x.{EVIL}"],
    "a rule": ["run", "glider", "-g", "2", "--rule", EVIL],
    "a soup": ["run", "--soup", EVIL],
    "a text": ["run", "--text", EVIL, "-g", "1", "--engine", "numpy"],
    "an engine": ["run", "glider", "--engine", EVIL],
    "an option": ["run", "glider", f"--{EVIL}"],
    "a command": [EVIL],
    "a log": ["run", "wrong.rle", "-g", "2", "--debug"],
    "lists": ["list"],
    "programmes": ["list", "programmes"],
    "a kind": ["list", EVIL],
    "a film": ["render", f"{EVIL}.rle", "-o", f"{EVIL}.gif", "--size", "64x40", "--seconds", "0.1"],
    "no film": ["render", "wrong.rle", "-o", f"{EVIL}.gif"],
    "a scene": ["render", EVIL, "-o", "x.gif", "--size", "64x40", "--seconds", "0.1"],
    "a report": ["art", f"{EVIL}.toml", "--report", "--hours", "0.001"],
    "a report's JSON": ["art", f"{EVIL}.toml", "--report", "--hours", "0.001", "--json"],
    "a programme": ["art", f"{EVIL} wrong.toml", "--report"],
    "no programme": ["art", f"no {EVIL}", "--report"],
    "no scene": ["art", f"{EVIL}.toml", "--report", "--scene", EVIL],
    "at log-in": ["art", f"{EVIL}.toml", "--install"],
    "a replay": ["replay", "wrong.rle", "--verify"],
    "no replay": ["replay", EVIL, "--headless"],
    "orders": ["realtime", f"{EVIL}.gpumail", "--orders", "orders", "--replay", f"{EVIL}.gpureplay"],
    "evil orders": ["realtime", f"{EVIL}.gpumail", "--orders", "evil orders"],
    "talk": ["realtime", f"{EVIL}.gpumail"],
    "names": ["realtime", "game", "--names", f"Ada,{EVIL}"],
    "a game that is none": ["realtime", "wrong.rle"],
    "places": ["teletype", "--turns", "1"],
    "a seat": ["teletype", "--first", EVIL],
    "a tournament": ["tournament", "--option", EVIL],
    "another tournament": ["tournament", "--games", "1", "--game", EVIL],
    "a bench": ["bench", "--rule", EVIL],
    "a game": ["play", EVIL],
    "a level": ["play", "survivor", "--level", EVIL],
    "a seating": ["play", "biowar", "--seats", EVIL],
}


@pytest.mark.parametrize("what", GIVEN)
def test_hostile_names_are_escaped(
    what: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = "\x1b[2J\x07\n" + EVIL.replace("\udcff", "") + "\nEXIT\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
    assert main(GIVEN[what]) in (0, 2)
    said = capsys.readouterr()
    assert said.out + said.err
    assert is_harmless(said.out + said.err)
    assert not [line for line in said.err.splitlines() if not line.startswith("gpulife: ")] or "--debug" in GIVEN[what]
    if what == "a pattern":
        assert load_pattern(str(folder / f"{EVIL}2.rle")).cells.sum() == 5


def test_programme_names_are_unchanged(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "programmes"]) == 0
    shown = capsys.readouterr().out
    assert r"\x1b[2J\x1b]0;x\x07\x9b31m\r\n\t\x7f\u202e\u2066\u200b\ufeff\udcff[bold]b[link=x]l:boom:" in shown
    assert "  [bold]T[/bold] :boom:: D[link=x]l[/link]\n" in shown
    assert r"title = '\x1b[2J\x9b31m\u202e\x07[/bold] :boom:' should be" in shown
    shipped = list((resource_folder("presets") / "art").glob("*.toml"))
    assert len(shown.splitlines()) == len(list(Path(folder / "art").iterdir())) + len(shipped), "each is a line"


def test_hostile_names_are_escaped_on_a_terminal(folder: Path) -> None:
    with Terminal("list", "programmes", size=(200, 50)) as terminal:
        terminal.wait_for("quiet")
        assert terminal.wait() == 0
    assert "[bold]b[link=x]l:boom:" in terminal.seen
    assert not {"\x9b", "\x07", "\u202e", "\u200b"} & set(terminal.seen)
    assert "\x1b[2J" not in terminal.seen
