"""The computer in P2Life: plays by the rules, the same game from the same seed, and better at higher levels."""

from __future__ import annotations

import numpy as np
import pytest
from games.p2life.table import P2LifeTable

from gpulife.games.core.board_window import visible_window
from gpulife.games.core.game import Action, ActionKind
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.p2life.ai import Trial, opening_cells
from gpulife.games.p2life.spec import P2LIFE
from gpulife.games.p2life.state import Phase
from gpulife.tools.tournament import fixtures, play

LEVELS = (1, 2, 3)


def match(left: int, right: int, seed: int = 3, pause: int = 0, **settings: object) -> P2LifeTable:
    """Return a game with a computer level in each seat, 0 for nobody."""
    table = P2LifeTable(seed=seed, **settings)  # type: ignore[arg-type]
    table.session.players = tuple(
        P2LIFE.computer(ComputerSeat(seat=seat, level=level, seed=seed, pause=pause))
        for seat, level in enumerate((left, right))
        if level
    )
    return table


def log_of(table: P2LifeTable) -> list[tuple[int, Action]]:
    return [(tick, action) for tick, action in table.session.log.entries() if action.player in (0, 1)]


@pytest.mark.parametrize("levels", [(1, 1), (1, 2), (3, 3)])
def test_it_places_ten_tokens_on_dead_cells(levels: tuple[int, int]) -> None:
    table = match(*levels)
    while table.phase == "opening":
        table.tick()
    placed = [(action.player, (action.a, action.b)) for _, action in log_of(table)]
    assert [player for player, _ in placed] == [0, 1] * 10
    assert len({place for _, place in placed}) == 20
    assert "refused" not in table.sounds
    assert np.count_nonzero(table.engine.read_all()) == 20


@pytest.mark.parametrize("pair", [(2, 1), (3, 2)])
def test_each_level_beats_the_one_below(pair: tuple[int, int]) -> None:
    """More games are in docs/measurements.md."""
    played = [play(fixture) for fixture in fixtures([pair], 5, 1, "p2life")]
    assert sum(game is not None and game.winner == "first" for game in played) >= 4


def test_same_seed_same_game() -> None:
    logs = [log_of(match(1, 2, seed=seed).ticks(800)) for seed in (5, 5, 6)]
    assert logs[0] == logs[1]
    assert logs[0] != logs[2]


def test_it_plays_the_same_after_a_rewind() -> None:
    table = match(2, 1).ticks(600)
    before = log_of(table)
    table.session.seek(100)
    table.ticks(500)
    assert log_of(table) == before


@pytest.mark.parametrize("level", LEVELS)
def test_it_pauses_so_that_people_can_follow(level: int) -> None:
    table = match(0, level, pause=24)
    for _ in range(3):
        moved = table.session.ticks
        table.put(0, table.session.ticks % 7, 1).ticks(120)
        tick, action = log_of(table)[-1]
        assert (action.player, action.kind) == (1, ActionKind.PLACE)
        assert tick - moved >= 24


@pytest.mark.parametrize("shape", [(1, 1), (2, 3), (5, 4), (12, 90), (200, 200)])
@pytest.mark.parametrize("levels", [(1, 2), (2, 1)])
def test_boards_of_any_size(shape: tuple[int, int], levels: tuple[int, int]) -> None:
    table = match(*levels, shape=shape).ticks(400)
    assert table.phase != "opening"
    assert log_of(table)


def test_it_finds_the_token_that_saves_its_cells() -> None:
    table = match(2, 0, start="......\n.AA...\n......\n......\n......\n...BB.\n...BB.\n......", option="1")
    trial = Trial(visible_window(table.engine, (0, 0)), 0, [None, (3, 0), (2, 2), (0, 4)], 8)
    while trial.step():
        pass
    assert trial.best == (2, 2)


def test_it_passes_if_every_token_does_harm() -> None:
    table = match(2, 0, start="......\n.AA...\n.AA...\n......\n......\n...BB.\n...BB.\n......", option="1")
    trial = Trial(visible_window(table.engine, (0, 0)), 0, [None, (0, 2), (1, 3), (3, 1)], 8)
    while trial.step():
        pass
    assert trial.best is None


def test_its_openings_have_ten_cells() -> None:
    scene = visible_window(match(0, 0).engine, (0, 0))
    plans = {tuple(opening_cells(np.random.default_rng(seed), (32, 16), scene)) for seed in range(60)}
    assert {len(set(plan)) for plan in plans} == {10}
    assert len(plans) > 30


def test_the_beginner_opens_with_cells_that_live_on() -> None:
    for seed in range(4):
        table = match(1, 0, seed=seed, pause=0)
        for row in range(10):
            table.ticks(20).do(1, ActionKind.PLACE, 10 + row, 50)
        table.ticks(1500)
        assert table.state.generation >= 12
        assert table.engine.census()[0] > 0


def test_disturbed_opening_is_given_up() -> None:
    table = match(2, 0, pause=0)
    while len(log_of(table)) < 1:
        table.tick()
    first = log_of(table)[0][1]
    plan = opening_cells(
        np.random.default_rng((3, 0, 2, table.state.starts, table.state.round)),
        (32, 16),
        visible_window(table.engine, (0, 0)),
    )
    assert (first.a, first.b) == plan[0]
    table.put(1, *plan[1]).ticks(60)
    assert [(action.player) for _, action in log_of(table)] == [0, 1, 0]
    assert table.state.phase is Phase.OPENING
