"""``gpulife tournament`` in the games other than those of 1982: the table, and each game's own end."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest

from gpulife.cli.main import main
from gpulife.games.biowar.state import BioWarState, PlayerStanding
from gpulife.games.core.game_spec import Outcome
from gpulife.games.matches import new_match
from gpulife.games.registry import find_game
from gpulife.rules import parse_rule
from gpulife.session.unattended import outcome_of
from gpulife.tools.tournament import Fixture, GameResult, TournamentError, fixtures, play

SHORT = {"biowar": 2, "realtime": 2, "life-2": 6}
"""Limits (turns or generations) that make a game last about a second."""


def played(game: str, first: int = 2, second: int = 1, *, seed: int = 1, limit: int | None = None) -> GameResult:
    """Return the result of a game, played now."""
    result = play(fixtures([(first, second)], 1, seed, game, limit=SHORT[game] if limit is None else limit)[0])
    assert result is not None
    return result


known = cache(played)
"""Returns the result of a game that some test has played already, or plays it."""


def test_help_lists_games_with_limits(capsys) -> None:
    with pytest.raises(SystemExit):
        main(["tournament", "--help"])
    told = capsys.readouterr().out
    assert "one of the games below (default: seed-list)" in told
    assert "  seed-list, one-seed  by the game's rules; after half an hour of game time, most cells wins\n" in told
    assert "  biowar               after 20 turns, or when a player is out; most points wins\n" in told
    assert "  realtime             when a player has died out, or after 50 generations; highest total wins\n" in told
    assert "  life-2               when a side has no live pieces, or after 100 turns; most pieces wins\n" in told


@pytest.mark.parametrize("game", SHORT)
def test_repeated_and_swapped_games_agree(game: str) -> None:
    results = [played(game), played(game)]
    for each in results:
        assert each.decision_ms[0][1] > 0
    one, other = ({**vars_of(each), "decision_ms": None} for each in results)
    assert one == other
    fixture = fixtures([(2, 1)], 1, 1, game, limit=SHORT[game])[0]
    turned = Fixture(
        1, 2, swapped=True, seed=1, game=game, option=fixture.option, shape=fixture.shape, engine="numpy",
        limit=fixture.limit,
    )  # fmt: skip
    swapped = play(turned)
    assert swapped is not None
    assert swapped.scores == results[0].scores[::-1]
    assert swapped.ticks == results[0].ticks


def vars_of(each: GameResult) -> dict[str, object]:
    return {name: getattr(each, name) for name in GameResult.__slots__}


def test_level_2_beats_level_1() -> None:
    # The whole tournament has a hundred games; these are the first of it that are short.
    assert [known(game, limit=find_game(game).tournament.limit).winner for game in ("realtime", "life-2")] == [
        "first",
        "first",
    ]
    assert played("biowar", limit=6).winner == "first"


def test_ends() -> None:
    war = played("biowar")
    assert (war.ending, war.generations) == ("limit", 2)
    assert sum(war.scores) <= 2, "a point a turn for one of them"
    life = known("life-2", limit=100)
    assert life.ending == "shut-out"
    assert 0 in life.scores
    for limit in (1, 2, 3):
        stopped = played("life-2", limit=limit)
        assert (stopped.ending, stopped.generations) == ("limit", limit)
        ahead = stopped.scores[0] - stopped.scores[1]
        assert stopped.winner == ("first" if ahead > 0 else "second" if ahead < 0 else "tie")
    real = played("realtime", limit=1)
    assert (real.ending, real.generations) == ("limit", 1)
    assert known("realtime", limit=50).ending == "limit"


def test_biowar_ends_when_a_player_has_no_cells() -> None:
    spec = find_game("biowar")
    fixture = fixtures([(2, 1)], 1, 1, "biowar")[0]
    match = new_match("biowar", parse_rule(spec.tournament.rule), fixture.shape, 1)
    state = spec.start(match, fixture.shape)

    def outcome(state: BioWarState) -> Outcome | None:
        return outcome_of(spec, state, fixture.limit, lambda: np.zeros(2, np.int64))

    assert outcome(state) is None
    left_out = state.with_side(0, standing=PlayerStanding.OUT, score=1).with_side(1, score=3)
    assert outcome(left_out) == Outcome(1, "out")
    assert outcome(left_out.with_side(0, score=3)) == Outcome(None, "out")


@pytest.mark.parametrize(("game", "size"), [("biowar", "24x11"), ("realtime", "72x32"), ("life-2", "5x5")])
def test_table_and_json(game: str, size: str, capsys, tmp_path) -> None:
    file = tmp_path / "result.json"
    arguments = ["tournament", "--game", game, "--pair", "2:1", "--games", "2", "--limit", "2", "--jobs", "1"]
    assert main([*arguments, "--json", str(file)]) == 0
    table = capsys.readouterr().out
    assert "level 2 against level 1" in table
    assert "a decision of level 2 (Gardener)" in table
    told = json.loads(file.read_text())
    assert (told["game"], told["size"], told["limit"], told["planned"]) == (game, size, 2, 2)
    assert [(each["seed"], each["swapped"]) for each in told["games"]] == [(1, False), (2, True)]


def test_option_names_ignore_case(capsys) -> None:
    assert main(["tournament", "--game", "life-2", "--option", "coded", "--games", "1", "--pair", "2:1"]) == 0
    assert "level 2 against level 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--limit", "9"], "seed-list takes no --limit 9: its games end by the clock"),
        (["--game", "realtime", "--option", "FAST"], "realtime has no option 'FAST': it has no options"),
        (["--game", "life-2", "--option", "NORM"], "life-2 has no option 'NORM': use one of PRINTED, CODED, FAST"),
        (["--game", "biowar", "--option", "WALL"], "biowar has no option 'WALL': use one of NORM, FAST, SLOW"),
        (["--game", "biowar", "--engine", "gl"], "biowar looks ahead in numpy, not with engine gl"),
        (["--game", "biowar", "--limit", "0"], "'0' is not a number of turns or generations"),
        (["--game", "survivor"], "invalid choice: 'survivor'"),
    ],
)
def test_unavailable_options_give_one_line(arguments: list[str], told: str, capsys) -> None:
    assert main(["tournament", "--games", "1", *arguments]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_too_small_board_ends_in_a_tie() -> None:
    game = fixtures([(2, 1)], 1, 1, "realtime", shape=(3, 4), limit=1)[0]
    result = play(game)
    assert result is not None
    assert (result.winner, result.ending, result.generations) == ("tie", "limit", 0)


def test_biowar_ends_if_computers_do_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from gpulife.games.biowar.ai import BioWarComputer

    monkeypatch.setattr(BioWarComputer, "actions", lambda *_: ())
    result = play(fixtures([(2, 1)], 1, 1, "biowar", option="FAST", limit=1)[0])
    assert result is not None
    assert (result.winner, result.ticks) == ("tie", 60 * (60 + 12))


def test_unknown_limit_is_an_error() -> None:
    with pytest.raises(TournamentError):
        fixtures([(2, 1)], 1, 1, "one-seed", limit=3)
