"""``gpulife play``: what is wrong is told in one line, before any window opens."""

import pytest

from gpulife.cli import main
from gpulife.games import GAMES


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["chess"], "unknown game 'chess': use one of study, one-seed, seed-list"),
        (["fanfare"], "unknown game 'fanfare': use one of study, one-seed, seed-list"),
        (["--option", "HARD"], "seed-list has no option 'HARD': use one of NORM, HCAP, WALL, FAST, WILD, SLOW"),
        (["--left", "robot"], "seat 'robot' should be person, or computer:1 to computer:4"),
        (["--right", "computer:9"], "seat 'computer:9' should be person, or computer:1 to computer:4"),
        (["--names", "Ada"], "'Ada' is not two names, as in Ada,Grace"),
        (["--names", "A,B,C"], "seed-list is for two, not for 3 names"),
        (["biowar", "--names", "A,B,C,D,E,F,G"], "'A,B,C,D,E,F,G' is more than 6 names"),
        (["biowar", "--option", "WALL"], "biowar has no option 'WALL': use one of NORM, FAST, SLOW"),
        (["biowar", "--left", "computer"], "--left is for games between two: for biowar give --seats"),
        (["biowar", "--seats", "robot"], "seat 'robot' should be person, nobody, or computer:1 to computer:4"),
        (["biowar", "--seats", ",".join(["person"] * 7)], "7 seats: there can be 1 to 6"),
        (["--seats", "person"], "--seats is for games for more than two: for seed-list give --left and --right"),
        (["--names", f"{'x' * 17},B"], "should have at most 16 printable letters"),
        (["--size", "9"], "'9' is not WIDTHxHEIGHT"),
        (["--seed", "-1"], "is not a whole number"),
    ],
)
def test_a_mistake_is_told_in_one_line(arguments, line, capsys):
    assert main(["play", *arguments]) == 2
    said = capsys.readouterr().err
    assert line in said
    assert said.count("\n") == 1


def test_without_a_display_it_says_so(capsys, monkeypatch):
    monkeypatch.setattr("gpulife.cli.has_display", lambda: False)
    assert main(["play", "one-seed", "--option", "wild", "--right", "computer"]) == 2
    assert capsys.readouterr().err == "gpulife: error: there is no display for a window, which gpulife play needs\n"


def test_the_games_are_listed(capsys):
    assert main(["list", "games"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(GAMES)
