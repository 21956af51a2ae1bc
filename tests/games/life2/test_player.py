"""The computer in LIFE-2: it types like a person, does not see the other's choice, and is better at higher levels."""

from __future__ import annotations

import numpy as np
import pytest
from boards import board
from games.computers import computer_player
from games.pieces import Pieces
from games.playing import K

from gpulife.engines.batch.batch_factory import gl_batch_opener
from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.games.core.board_window import BoardWindow
from gpulife.games.core.difficulty import DIFFICULTIES
from gpulife.games.core.game import Action
from gpulife.games.life2.ai import best_on_average, equilibrium, mixture, try_choices
from gpulife.rules import parse_rule


def match(
    left: int, right: int, option: str = "", seed: int = 3, shape: tuple[int, int] = (5, 5), rule: str = ""
) -> Pieces:
    """Return a game with a computer level in each seat, 0 for nobody."""
    game = Pieces(option=option, seed=seed, shape=shape, rule=rule)
    seat(game, left, right)
    return game


def seat(game: Pieces, left: int, right: int) -> None:
    game.session.players = tuple(
        computer_player(player, level, game.session.match.seed, game="life-2")
        for player, level in enumerate((left, right))
        if level
    )


def log_of(game: Pieces) -> list[tuple[int, Action]]:
    return [(tick, action) for tick, action in game.session.log.entries() if action.player in (0, 1)]


@pytest.mark.parametrize(("level", "option"), [(1, "PRINTED"), (2, "CODED"), (3, "FAST"), (4, "FAST")])
def test_typing_is_as_slow_as_a_persons(level: int, option: str) -> None:
    game = match(level, level, option)
    for _ in range(2500):
        if game.state.turn > 4 or game.phase == "over":
            break
        game.tick()
    else:
        pytest.fail("they never come to a fifth turn")
    for player in range(2):
        log = [(tick, action) for tick, action in log_of(game) if action.player == player]
        assert {action.kind for _, action in log} == {K.DIGIT}
        ticks = [tick for tick, _ in log]
        assert min(np.diff(ticks)) >= 60 // DIFFICULTIES[level].changes


@pytest.mark.parametrize("level", DIFFICULTIES)
def test_it_does_not_see_the_others_choice(level: int) -> None:
    chosen = []
    for other in ("1,1", "3,3", "5,5"):
        game = match(0, level).choose(0, other)
        game.ticks(1500)
        assert len(game.chosen(1)) == 3
        chosen.append(game.chosen(1))
    assert chosen[0] == chosen[1] == chosen[2]


@pytest.mark.parametrize("level", [1, 2])
def test_low_levels_open_on_their_own_side(level: int) -> None:
    for seed in range(8):
        game = match(level, level, seed=seed)
        while game.phase == "opening":
            game.tick()
        left, right = game.state.placed
        assert min(column for _, column in left) < 2
        assert max(column for _, column in right) > 2


def test_it_types_another_place_after_a_refusal() -> None:
    game = match(2, 2, "CODED", shape=(2, 3))
    game.ticks(3000)
    assert not set(game.state.placed[0]) & set(game.state.placed[1])
    assert game.phase != "opening"


def test_it_waits_for_its_turn_in_the_coded_opening() -> None:
    game = match(0, 3, "CODED").ticks(2000)
    assert game.chosen(1) == []
    game.choose(0, "1,1", "2,2", "3,3").ticks(2000)
    assert (game.state.turn, game.phase) == (2, "turn")


def test_same_seed_same_game() -> None:
    logs = [log_of(match(3, 4, seed=seed).ticks(1000)) for seed in (5, 5, 6)]
    assert logs[0] == logs[1]
    assert len(logs[0]) > 15
    assert logs[0] != logs[2]


def test_batch_kind_does_not_change_decisions(device: GLDevice) -> None:
    logs = []
    for lookahead in (NumpyBatch, gl_batch_opener(device)):
        game = match(0, 0)
        game.session.players = tuple(computer_player(player, 4, 1, lookahead, "life-2") for player in range(2))
        logs.append(log_of(game.ticks(1200)))
    assert logs[0] == logs[1]
    assert logs[0]


@pytest.mark.parametrize(
    ("shape", "option"),
    [
        ((1, 1), "PRINTED"),
        ((1, 1), "CODED"),
        ((1, 2), "CODED"),
        ((3, 3), "PRINTED"),
        ((12, 9), "CODED"),
        ((200, 200), "PRINTED"),
    ],
)
def test_boards_of_any_size(shape: tuple[int, int], option: str) -> None:
    game = match(4, 2, option, shape=shape).ticks(1500)
    if shape[0] * shape[1] < 10:  # there is hardly a free place
        assert game.phase == "over"
    else:
        assert game.state.turn >= 5


@pytest.mark.parametrize("rule", ["QuadLife", "BioWar:2", "B2/S:3", "B01/S:2"])
def test_other_laws(rule: str) -> None:
    game = match(4, 3, rule=rule).ticks(1500)
    assert log_of(game)


def test_it_continues_after_a_rewind_halt_and_new_game() -> None:
    game = match(3, 3).ticks(700)
    game.session.seek(333)
    game.do(-1, K.HALT).ticks(60).do(-1, K.HALT).ticks(2000)
    assert game.state.turn > 5
    for number in (2, 3):
        before = len(log_of(game))
        game.do(0, K.RESIGN).do(-1, K.AGAIN).ticks(900)
        assert game.state.round == number
        assert len(log_of(game)) > before + 10


def test_it_does_nothing_while_halted_or_over() -> None:
    game = match(3, 3).ticks(20).space()
    before = len(log_of(game))
    game.ticks(400)
    assert len(log_of(game)) == before
    game.space().do(0, K.RESIGN)
    before = len(log_of(game))
    assert len(log_of(game.ticks(400))) == before


def scene(picture: str) -> BoardWindow:
    return BoardWindow(board(picture), (0, 0), parse_rule("Immigration:P5,5"), 0)


def test_lookahead_values_wins() -> None:
    ends = """
        A....
        .....
        .....
        ...B.
        ...BB
    """
    steps = list(try_choices(scene(ends), 0, [((1, 1),), ((4, 0),)], [((3, 4),), ((2, 4),)], 2, NumpyBatch))
    table = steps[-1]
    assert table is not None
    assert (table <= -100).all(), "whatever it does, the left player dies out"
    (table,) = try_choices(scene(ends), 1, [((3, 4),)], [((1, 1),)], 2, NumpyBatch)
    assert table is not None
    assert (table >= 100).all()


def test_lookahead_leaves_shared_places_empty() -> None:
    pair = ".AA..\n.....\n.....\n...BB\n...BB"
    (table,) = try_choices(scene(pair), 0, [((1, 1),)], [((1, 1),), ((4, 0),)], 1, NumpyBatch)
    assert table is not None
    assert table[0, 0] == -100, "alone its two cells die"
    assert table[0, 1] > -100


def test_many_pairs_take_several_batches() -> None:
    own = [((row, column),) for row in range(5) for column in range(5)]
    steps = list(try_choices(scene("\n".join(["....."] * 5)), 0, own, own, 1, NumpyBatch))
    assert len(steps) == -(-625 // 64)
    assert all(step is None for step in steps[:-1])
    assert steps[-1] is not None
    assert steps[-1].shape == (25, 25)


def test_equilibrium_is_not_exploitable() -> None:
    rng = np.random.default_rng(1)
    scissors = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0], [-2, -2, -2]], float)
    assert np.abs(mixture(scissors, 100) - (1 / 3, 1 / 3, 1 / 3, 0)).max() < 0.05
    assert {equilibrium(scissors, rng) for _ in range(20)} == {0, 1, 2}
    assert best_on_average(np.array([[1.0, 2.0], [4.0, 0.0]]), rng) == 1


def games_won(level: int, against: int, games: int) -> tuple[int, int]:
    """Return the games won by each level, with sides changed; at most 8 turns a game."""
    won = [0, 0]
    for seed in range(games):
        swapped = seed % 2
        game = match(*((against, level) if swapped else (level, against)), seed=seed)
        while game.phase != "over" and game.state.turn < 8:
            game.tick()
        if game.state.winner is not None:
            won[int(game.state.winner != swapped)] += 1
    return won[0], won[1]


@pytest.mark.parametrize(("level", "against"), [(2, 1), (4, 2)])
def test_higher_levels_win_more(level: int, against: int) -> None:
    mine, theirs = games_won(level, against, 10)
    assert mine > theirs
