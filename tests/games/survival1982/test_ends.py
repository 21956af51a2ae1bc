"""The end of a competitive round and the next one: rules with their tests (continues the list in ``test_rules``).

* No live cells: the other side wins at once, whatever the seeds: test_player_without_cells_loses_at_once; both: a tie:
  test_no_cells_on_both_sides_is_a_tie. Not in the set-up: test_no_loss_in_the_set_up.
* Clock at the bottom: the higher score wins; equal: a tie; seeds do not count: test_higher_score_wins_at_the_bottom.
* Resigning loses at once, and nobody flashes: test_resigning_loses_and_the_winner_flashes. Otherwise the winner's
  species flashes, after a tie both: test_player_without_cells_loses_at_once, test_no_cells_on_both_sides_is_a_tie.
* Nobody plants after the end: test_no_planting_moving_or_resuming_after_the_end. ESC, then only: another round on the
  same board, quotas restored, clock rising: test_next_round_on_the_same_board_with_full_quotas; with the shape in hand:
  test_seed_menu. Credit for the last round's cells: test_erasing_old_cells_credits_up_to_the_quota.
* Rounds won are counted; START forgets them and wipes the board: test_rounds_won_are_counted_until_start.
"""

from __future__ import annotations

import pytest
from games.duel import BLOCKS, RIGHT, Duel
from games.playing import K, shows

from gpulife.games.core.game import NOBODY, Action
from gpulife.games.core.order import Flash

BOTH = pytest.mark.parametrize("game", ["one-seed", "seed-list"])


@BOTH
@pytest.mark.parametrize("winner", [0, 1])
def test_player_without_cells_loses_at_once(game: str, winner: int) -> None:
    alone = BLOCKS.replace("BA"[winner], ".")
    duel = Duel(alone, game).quickly().space()
    result = duel.session.tick()
    assert (duel.phase, duel.seen.ending, duel.seen.winner) == ("over", "shut-out", winner)
    assert result.flashes == (Flash(40, winner + 1),)
    assert duel.seen.flashing == (winner + 1,)
    assert duel.seen.wins == (1 - winner, winner)
    assert duel.ticks(100).engine.generation == 1


def test_no_loss_in_the_set_up() -> None:
    duel = Duel(BLOCKS.replace("A", "."), at=((4, 6),)).quickly().ticks(100)
    assert duel.phase == "set-up"
    duel.space().do(0, K.TRIGGER, 1)
    assert (duel.phase, duel.state.scores) == ("play", (1, 4))


def test_no_cells_on_both_sides_is_a_tie() -> None:
    duel = Duel().quickly().space().tick()
    assert (duel.phase, duel.seen.ending, duel.seen.winner, duel.seen.tied) == ("over", "shut-out", None, True)
    assert (duel.seen.flashing, duel.seen.wins) == ((1, 2), (0, 0))
    assert duel.sounds[-1] == "tie"


@pytest.mark.parametrize(("beside", "winner", "flashing"), [("A", 0, (1,)), ("B", 1, (2,)), (".", None, (1, 2))])
def test_higher_score_wins_at_the_bottom(beside: str, winner: int | None, flashing: tuple[int, ...]) -> None:
    start = BLOCKS.strip().split("\n")
    start[4] = start[5] = "......." + beside * 2 + "..............."
    duel = Duel("\n".join(start), at=((1, 1),)).quickly().space().ticks(50)
    assert (duel.seen.ending, duel.seen.winner, duel.seen.flashing) == ("clock", winner, flashing)
    assert duel.engine.generation == 6


@pytest.mark.parametrize("phase", ["set-up", "play", "halted"])
@pytest.mark.parametrize("player", [0, 1])
def test_resigning_loses_and_the_winner_flashes(player: int, phase: str) -> None:
    duel = Duel(BLOCKS)
    if phase != "set-up":
        duel.space() if phase == "play" else duel.enter().ticks(60)
    assert duel.phase == phase
    result = duel.session.tick([Action(player, K.RESIGN), Action(1 - player, K.RESIGN)])
    assert (duel.phase, duel.seen.ending, duel.seen.winner) == ("over", "resigned", 1 - player)
    assert (duel.seen.flashing, [flash.species for flash in result.flashes]) == ((2 - player,), [2 - player])
    assert sum(duel.seen.wins) == 1


def test_no_planting_moving_or_resuming_after_the_end() -> None:
    duel = Duel(BLOCKS, at=((4, 6),)).do(0, K.RESIGN)
    duel.press().tap(*RIGHT).space().enter().do(1, K.RESIGN).do(NOBODY, K.DIGIT, 3).ticks(5000)
    shows(duel, BLOCKS)
    assert (duel.phase, duel.engine.generation, duel.seen.wins) == ("over", 0, (0, 1))
    assert duel.state.cursors[0].visible is False


@BOTH
def test_next_round_on_the_same_board_with_full_quotas(game: str) -> None:
    duel = Duel(BLOCKS, game, "HCAP")
    for digit in (2, 0, 3, 0):
        duel.do(NOBODY, K.DIGIT, digit)
    duel.do(0, K.POINT, 4, 6).do(NOBODY, K.AGAIN).press().do(0, K.TRIGGER, 1).space().ticks(60)
    assert duel.phase == "play"  # ESC did nothing
    duel.do(0, K.RESIGN)
    shows(duel, BLOCKS)
    assert duel.state.seeds[0] < 20
    generation = duel.engine.generation
    duel.do(NOBODY, K.AGAIN)
    shows(duel, BLOCKS)
    assert (duel.phase, duel.clock, duel.state.seeds, duel.state.scores) == ("set-up", 0, (20, 30), (4, 4))
    assert (duel.engine.generation, duel.seen.round) == (generation, 2)
    assert (duel.place(0), duel.seen.ending, duel.seen.winner) == ((3, 6), "", None)
    assert not duel.state.sides[0].drawing  # the trigger is still down, but it was pressed in the last round


def test_rounds_won_are_counted_until_start() -> None:
    duel = Duel(BLOCKS)
    for player in (0, 1, 1, 1):
        duel.do(player, K.RESIGN).do(NOBODY, K.AGAIN)
    assert (duel.seen.wins, duel.seen.round) == ((3, 1), 5)
    duel.start()
    assert (duel.seen.wins, duel.seen.round) == ((0, 0), 1)


def test_erasing_old_cells_credits_up_to_the_quota() -> None:
    duel = Duel(BLOCKS, option="FAST").do(0, K.RESIGN).do(NOBODY, K.AGAIN).do(0, K.POINT, 1, 1).twice()
    assert (duel.state.seeds, duel.state.scores) == ((50, 50), (3, 4))
    duel.do(0, K.POINT, 8, 8).press().do(0, K.POINT, 2, 1).twice()
    assert (duel.state.seeds, duel.state.scores) == ((50, 50), (3, 4))
