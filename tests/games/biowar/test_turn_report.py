"""The report of a turn of BioWar: who got a place that several wanted, who killed whose cells, in plain words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from boards import board
from games.biowar_turns import EMPTY, War

from gpulife.engines.reference import next_generation
from gpulife.games.biowar.rules import decided_winner, is_far_behind
from gpulife.games.biowar.turn_report import Contest, Losses, contest_lines, contests, losses, turn_lines
from gpulife.rules import Edges, parse_rule

NAMES = ("You", "Gardener", "Beginner (3)", "Beginner (4)", "5", "6")
NEITHER = Losses({}, {}, {}, {})


def test_losses_tell_kills_from_other_deaths() -> None:
    """The B beside a block of A kills two of its cells; B itself dies alone, which is nobody's doing."""
    cells = board(".....\n.AA..\n.AAB.\n.....\n.....")
    rule = parse_rule("BioWar:6").on_board(cells.shape, None)
    grown = next_generation(cells, rule, 0)
    assert np.count_nonzero((cells == 1) & (grown == 0)) == 0, "3 - 1 neighbours are enough"
    assert losses(None, cells, grown, rule.edges, 6).kills == {}
    cells[1, 3] = 3
    cells[3, 3] = 2
    grown = next_generation(cells, rule, 0)
    found = losses(None, cells, grown, rule.edges, 6)
    died = int(np.count_nonzero((cells == 1) & (grown == 0)))
    assert died == 2
    assert found.deaths[0] == died
    assert found.kills == {(1, 0): 2}
    assert found.births == {player: int(np.count_nonzero((cells == 0) & (grown == player + 1))) for player in range(6)}


def test_edges_that_wrap_bring_neighbours() -> None:
    cells = board("A...B\nA...B\nA...B")
    grown = next_generation(cells, parse_rule("BioWar:2").on_board(cells.shape, Edges.TORUS), 0)
    wrapped, dead = (losses(None, cells, grown, edges, 2).kills for edges in (Edges.TORUS, Edges.DEAD))
    assert wrapped == {(1, 0): 3, (0, 1): 3}
    assert dead == {}


def test_contested_places() -> None:
    placed = board("AB.\n...")
    wanted = {(0, 0): [0, 1], (0, 1): [0], (0, 2): [0, 1], (1, 0): [0]}
    found = contests(wanted, placed)
    assert found == (Contest((0, 0), 0, (1,)), Contest((0, 1), 1, (0,))), "others' wishes show on the board"
    assert contest_lines(found, NAMES) == [
        (0, "You", "get a place by chance: Gardener wanted it, too"),
        (1, "Gardener", "gets a place by chance: you wanted it, too"),
    ]
    two = [Contest((0, 0), 1, (0,)), Contest((1, 1), 1, (2,))]
    assert contest_lines(two, NAMES)[0][2] == "gets 2 places by chance: you and Beginner (3) wanted them, too"


def test_lines_of_a_turn() -> None:
    war = War(EMPTY, players=4)
    war.put((5, 5), (5, 6), (6, 5), (6, 6)).put((0, 0), player=1).done()
    state = war.state
    found = Losses({0: 4}, {0: 1}, {0: 4}, {(0, 2): 8, (1, 0): 2, (0, 1): 1, (3, 2): 5, (2, 3): 1, (3, 0): 1})
    assert turn_lines(state, 1, found, [0], NAMES) == [
        (3, "Beginner (4)", "kills 5 cells of Beginner (3)"),
        (
            0,
            "You",
            (
                "get 3 points in turn 1: 4 placed, 1 born, 4 died, 2 of them killed by Gardener and 1 by Beginner (4). "
                "Kills: 8 of Beginner (3) and 1 of Gardener"
            ),
        ),
    ]
    assert turn_lines(state, 1, Losses({0: 10}, {0: 2}, {0: 8}, {}), [0], NAMES)[-1][2] == (
        "get 3 points in turn 1: 10 placed, 2 born, 8 died"
    )
    assert turn_lines(state, 1, NEITHER, [2], NAMES)[-1][2] == "gets no points in turn 1: none born, none died"
    assert turn_lines(state, 1, NEITHER, [], NAMES) == [(-1, "", "No player killed another player's cells")]
    alone = War(EMPTY, players=1).put((5, 5)).done().state
    assert turn_lines(alone, 1, Losses({0: 1}, {}, {0: 1}, {}), [0], NAMES)[-1][2] == (
        "play alone: 1 placed, none born, 1 died"
    )


def test_placed_cells_are_those_that_were_not_there_before() -> None:
    before, placed = board("A....\n.....\n...B."), board("AA...\n.A...\n...BB")
    grown = next_generation(placed, parse_rule("BioWar:2").on_board(placed.shape, None), 0)
    assert losses(before, placed, grown, Edges.DEAD, 2).placed == {0: 2, 1: 1}
    assert losses(None, placed, grown, Edges.DEAD, 2).placed == {}


def test_who_is_far_behind() -> None:
    """One is far behind if more than half of all points that are left would be needed to catch up."""
    war = War(EMPTY, players=3, limit=5)
    sides = war.state.sides

    def behind(score: int, seats: int = 3, turn: int = 3) -> bool:
        state = replace(war.state, turn=turn, sides=(sides[0], replace(sides[1], score=score), *sides[2:]))
        return is_far_behind(state, 0, seats)

    assert [behind(score) for score in (0, 3, 4)] == [False, False, True], "3 turns are left, of 2 points each"
    assert not behind(4, seats=4)
    assert behind(2, turn=5)
    assert not is_far_behind(replace(war.state, limit=0), 0, 3)


def test_a_game_is_decided_once_no_player_can_catch_up() -> None:
    war = War(EMPTY, players=2, limit=3).put((5, 5), (5, 6), (6, 5), (6, 6))
    assert decided_winner(war.state, 2) is None
    war.done().done()
    assert [side.score for side in war.state.sides[:2]] == [2, 0]
    assert war.state.turn == 3
    assert decided_winner(war.state, 2) == 0, "one turn is left, which can bring one point"
    assert decided_winner(war.state, 3) is None, "a third player may still join"
    assert decided_winner(war.done().state, 2) is None, "the game is over"
    assert decided_winner(War(EMPTY, players=2).state, 2) is None, "no limit"
