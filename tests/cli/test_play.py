"""``gpulife play``: errors are reported in one line before any window opens."""

import pytest

from gpulife.cli.main import main
from gpulife.games.registry import GAMES
from gpulife.games.survival1982.state import PRESETS


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["chess"], f"unknown game 'chess': use one of {', '.join(GAMES)}"),
        (["fanfare"], f"unknown game 'fanfare': use one of {', '.join(GAMES)}"),
        (["--option", "HARD"], "seed-list has no option 'HARD': use one of NORM, HCAP, WALL, FAST, WILD, SLOW"),
        (["life-2", "--option", "NORM"], "life-2 has no option 'NORM': use one of PRINTED, CODED, FAST"),
        (["--left", "robot"], "seat 'robot' should be person, or computer:1 to computer:4"),
        (["--right", "computer:9"], "seat 'computer:9' should be person, or computer:1 to computer:4"),
        (["--names", "Ada"], "'Ada' is not two or more names, such as Ada,Grace"),
        (["--names", "A,B,C"], "seed-list takes two names, not 3"),
        (["biowar", "--names", "A,B,C,D,E,F,G"], "biowar takes six names, not 7"),
        (["biowar", "--option", "WALL"], "biowar has no option 'WALL': use one of NORM, FAST, SLOW"),
        (["biowar", "--left", "computer"], "--left is for games with two players: for biowar use --seats"),
        (["biowar", "--seats", "robot"], "seat 'robot' should be person, unseen, nobody, or computer:1 to computer:4"),
        (["biowar", "--seats", ",".join(["person"] * 7)], "7 seats: there should be 1 to 6"),
        (
            ["survivor", "--right", "computer:2"],
            "--right is for games with two players, and survivor has one: use --left",
        ),
        (["survivor", "--left", "computer:4"], "--left computer:4 needs a level of survivor to play: give --level"),
        (
            ["study", "--left", "computer"],
            "the computer does not play study: use one of seed-list, one-seed, life-2 and p2life",
        ),
        (
            ["--seats", "person"],
            "--seats is for games with more than two players: for seed-list use --left and --right",
        ),
        (["--names", f"{'x' * 17},B"], "should have at most 16 printable characters"),
        (["--size", "9"], "'9' is not WIDTHxHEIGHT"),
        (["--seed", "-1"], "is not a whole number"),
        (["--series", "best-of-4"], "series 'best-of-4': use an odd number of rounds from 3 to 99, not 4"),
        (["--series", "often"], "series 'often' should be best-of-3, rounds-4 or double-or-nothing"),
        (["biowar", "--series", "best-of-3"], "--series is for one-seed, seed-list, life-2, p2life, not for biowar"),
        (["realtime", "--series", "rounds-2"], "--series is for one-seed, seed-list, life-2, p2life, not for realtime"),
        (["study", "--series", "rounds-2"], "--series is for one-seed, seed-list, life-2, p2life, not for study"),
        (["--handicap", "20"], "handicap '20' should be seeds of the left and the right player, such as 20:40, or"),
        (["--handicap", "20:40", "--option", "FAST"], "--handicap works only with --option HCAP, not with FAST"),
        (["life-2", "--handicap", "even"], "--handicap is for study, one-seed and seed-list, not for life-2"),
    ],
)
def test_invalid_options_give_one_line(arguments, line, capsys):
    assert main(["play", *arguments]) == 2
    said = capsys.readouterr().err
    assert line in said
    assert said.count("\n") == 1


def test_without_a_display(capsys, monkeypatch):
    monkeypatch.setattr("gpulife.cli.play.has_display", lambda: False)
    assert main(["play", "one-seed", "--option", "wild", "--right", "computer"]) == 2
    assert capsys.readouterr().err == "gpulife: error: there is no display: gpulife play needs a window\n"


def test_the_games_are_listed(capsys):
    assert main(["list", "games"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(GAMES)


def test_options_of_real_time_life(capsys, monkeypatch):
    opened = []
    monkeypatch.setattr("gpulife.cli.play.has_display", lambda: True)
    monkeypatch.setattr("gpulife.window.main.run_window", lambda options: opened.append(options) or 0)
    seats = ["--seats", "person,computer:1", "--right", "computer:3", "--names", "Ada,Grace"]
    assert main(["play", "realtime", *seats, "--tick", "2s", "--limit", "9", "--seed", "4"]) == 0
    match = opened[-1].match
    assert (match.game, match.rule, match.seed) == ("realtime", "RealTime:26:P28,18", 4)
    assert match.settings == {
        "players": 2, "tick_seconds": 2, "limit": 9, "seats": "person,computer:3", "names": "Ada,Grace",
        "practice": True,
    }  # fmt: skip
    assert main(["play", "realtime", "--seats", "person,person,computer:3"]) == 0
    match = opened[-1].match
    assert (match.rule, match.settings.get("practice")) == ("RealTime:26:P72,224", None)
    assert main(["play", "realtime", "--size", "40x30", "--players", "1"]) == 0
    match = opened[-1].match
    assert (match.rule, match.settings["players"]) == ("RealTime:26:P40,30", 1)
    assert main(["play", "biowar", "--limit", "12"]) == 0
    assert opened[-1].match.settings == {"limit": 12}
    for wrong, why in (
        (["seed-list", "--limit", "3"], "--limit is for gpulife play biowar and realtime, not for seed-list"),
        (["biowar", "--limit", "1001"], "limit cannot be 1001 in biowar: use a whole number from 0 to 1000"),
        (["realtime", "--option", "FAST"], "realtime has no option 'FAST': see gpulife play --help"),
        (["realtime", "--edges", "torus"], "--edges does not apply to realtime, whose edges are always dead"),
        (["seed-list", "--tick", "5s"], "--tick is for gpulife play realtime, not for seed-list"),
        (["realtime", "--tick", "2h"], "argument --tick: '2h' is not a time from 0.25s to 1h"),
    ):
        assert main(["play", *wrong]) == 2
        assert why in capsys.readouterr().err


def test_series_and_handicap_options(monkeypatch):
    opened = []
    monkeypatch.setattr("gpulife.cli.play.has_display", lambda: True)
    monkeypatch.setattr("gpulife.window.main.run_window", lambda options: opened.append(options) or 0)
    assert main(["play", "--series", "best-of-5", "--handicap", "left-strong"]) == 0
    match = opened[-1].match
    assert (match.game, match.option) == ("seed-list", "HCAP")
    assert match.settings == {"series": "best-of-5", "consent": True, "handicap": [20, 40]}
    assert main(["play", "life-2", "--series", "double-or-nothing"]) == 0
    assert opened[-1].match.settings == {"series": "double-or-nothing-8", "consent": True}
    assert main(["play", "study", "--option", "hcap", "--handicap", "7:08"]) == 0
    assert opened[-1].match.settings == {"handicap": [7, 8]}


def test_handicaps_and_credits_are_listed(capsys):
    assert main(["list", "handicaps"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(PRESETS)
    assert main(["list", "credits"]) == 0
    told = capsys.readouterr().out
    for who in ("1982, Mark Gaponoff", "1978, Brian Wyvill", "2012, Andrei Ivan and Daniela Marinescu", "1986", "2000"):
        assert who in told
