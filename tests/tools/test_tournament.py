"""``gpulife tournament``: small tournaments with all features of large ones."""

from __future__ import annotations

import json
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from gpulife.cli.main import main
from gpulife.cli.tournament import every_pair
from gpulife.errors import GpulifeError
from gpulife.session import unattended
from gpulife.signals import Stop
from gpulife.tools import tournament
from gpulife.tools.tournament import Fixture, GameResult, decision_times, fixtures, play, standings

SMALL = ("--size", "60x40", "--engine", "numpy", "--jobs", "1", "--option", "FAST")


def test_higher_levels_win_on_the_board_of_1982() -> None:
    # The whole tournament has a hundred games a pairing; these are the first ones of it that are short.
    results = [play(fixture) for fixture in fixtures([(4, 1), (4, 3), (3, 2), (2, 1)], 2, 1, "seed-list", "FAST")]
    wins = [(game.first, game.second) for game in results if game is not None and game.winner == "first"]
    assert wins.count((4, 1)) == 2
    assert len(wins) >= 6


def test_every_pairing_of_the_levels() -> None:
    assert every_pair((1, 2, 3, 4)) == [(2, 1), (3, 2), (4, 3), (3, 1), (4, 2), (4, 1)]


def test_sides_are_swapped_and_seeds_go_up() -> None:
    games = fixtures([(4, 1), (2, 1)], 3, 50, "one-seed")
    assert [(game.first, game.seed, game.swapped) for game in games] == [
        (4, 50, False), (2, 50, False), (4, 51, True), (2, 51, True), (4, 52, False), (2, 52, False),
    ]  # fmt: skip
    assert games[0].shape == (96, 160)


def test_swapped_game_is_mirrored() -> None:
    straight = Fixture(4, 2, swapped=False, seed=3, game="seed-list", option="FAST", shape=(40, 60), engine="numpy")
    turned = Fixture(2, 4, swapped=True, seed=3, game="seed-list", option="FAST", shape=(40, 60), engine="numpy")
    one, other = play(straight), play(turned)
    assert one is not None
    assert other is not None
    assert (one.scores, one.ticks) == (other.scores[::-1], other.ticks)
    assert {one.winner, other.winner} == {"first", "second"}


def test_json_of_repeated_runs_differs_only_in_times(tmp_path: Path, capsys) -> None:
    told = []
    for jobs in ("1", "2"):
        file = tmp_path / f"{jobs}.json"
        arguments = ["tournament", "--games", "2", "--levels", "1,3", *SMALL, "--jobs", jobs, "--json", str(file)]
        assert main(arguments) == 0
        assert "level 3 against level 1" in capsys.readouterr().out
        told.append(json.loads(file.read_text()))
    for each in told:
        assert {"1", "3"} == each.pop("decision_ms").keys()
        for game in each["games"]:
            assert game.pop("decision_ms")[0][1] > 0
    assert told[0] == told[1]
    assert told[0]["planned"] == 2
    assert [game["seed"] for game in told[0]["games"]] == [1, 2]
    assert {"winner", "ending", "generations", "scores"} <= told[0]["games"][0].keys()


def test_json_instead_of_the_table(capsys) -> None:
    assert main(["tournament", "--games", "1", "--pair", "2:1", "--pair", "2:1", *SMALL, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["size"], told["option"], told["game"], len(told["games"])) == ("60x40", "FAST", "seed-list", 1)


def test_endless_game_is_decided_by_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unattended, "HALF_AN_HOUR", 1850)
    fixture = fixtures([(4, 1)], 1, 1, "seed-list", "FAST", (40, 60), "numpy")[0]
    game = play(fixture)
    assert game is not None
    assert (game.ending, game.ticks) == ("limit", 1850)
    assert game.winner == ("first" if game.scores[0] > game.scores[1] else "second")
    monkeypatch.setattr(unattended, "HALF_AN_HOUR", 60)
    nothing = play(fixture)
    assert nothing is not None
    assert (nothing.winner, nothing.scores) == ("tie", (0, 0))


def test_standings() -> None:
    game = GameResult(4, 1, False, 1, "first", "clock", 100, (9, 3), 6000, ((3.0, 9.0), (0.0, 0.0)))  # noqa: FBT003
    games = [game, replace(game, winner="tie", generations=300), replace(game, winner="second"), replace(game, first=3)]
    first, second = standings(games)
    assert (first.games, first.wins, first.losses, first.ties, first.generations) == (3, 1, 1, 1, 100)
    assert first.share == pytest.approx(1 / 3)
    assert (second.first, second.share) == (3, 1.0)
    assert decision_times(games) == {3: (3.0, 9.0), 4: (3.0, 9.0)}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--pair", "5:1"], "'5' is not a level: use 1, 2, 3, 4"),
        (["--pair", "41"], "'41' is not two levels with a colon between, such as 4:1"),
        (["--levels", "2"], "'2' is not two levels or more"),
        (["--levels", "1,2", "--pair", "2:1"], "not allowed with"),
        (["--games", "0"], "'0' is not a number of games"),
        (["--option", "SLOWER"], "'SLOWER': use one of NORM"),
        (["--size", "0x9"], "0x9"),
        (["--json", "/nowhere/at/all.json"], "there is no folder /nowhere/at"),
    ],
)
def test_invalid_options_give_one_line(arguments: list[str], told: str, capsys) -> None:
    assert main(["tournament", "--games", "1", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_every_level_can_be_requested() -> None:
    with pytest.raises(GpulifeError, match="no computer level 9"):
        fixtures([(9, 1)], 1, 1, "seed-list")


def test_ctrl_c_keeps_the_games_played(tmp_path: Path, capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = []

    def play_and_press(fixture: Fixture, *rest: object) -> GameResult | None:
        numbers.append(fixture.seed)
        if len(numbers) == 2:
            signal.raise_signal(signal.SIGINT)
        return play(fixture, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(tournament, "play", play_and_press)
    file = tmp_path / "result.json"
    assert main(["tournament", "--games", "5000", "--pair", "1:1", *SMALL, "--json", str(file)]) == 130
    told = json.loads(file.read_text())
    assert (len(told["games"]), told["planned"], numbers) == (1, 5000, [1, 2])
    assert "interrupted: 1 of 5000 games were played" in capsys.readouterr().out


def test_processes_end_on_request() -> None:
    games = fixtures([(1, 1)], 5000, 1, "seed-list", "FAST", (40, 60), "numpy")
    stop = Stop()
    played = 0
    for _ in tournament._in_processes(games, 2, stop):
        played += 1
        stop.signal = signal.SIGINT
    assert played == 1
    assert stop.exit_status == 130
