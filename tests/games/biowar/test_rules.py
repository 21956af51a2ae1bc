"""The rules of BioWar from its player's guide, in our own words.

1.  Up to six can play; one can play alone to see how cells grow.
2.  The turn is numbered; it is 0 while nobody plays.
3.  People who enter are spectators first; the board is blank until somebody plays.
4.  Anybody can say something in the conversation.
5.  The function keys are OPTION, SELECT and START: QUIT, WHO and GAME at first.
6.  QUIT asks for confirmation: the keys are then NO, YES and GAME. NO cancels, YES leaves.
7.  WHO shows scores and names of the players, without spectators; pressed again (READ) it shows the conversation.
8.  GAME begins: the turn becomes 1, in the Adjustment phase.
9.  An Adjustment phase lasts 25 seconds; the Growth phase follows, and makes the board's next generation.
10. A player alone has no score.
11. Stick and trigger place cells.
12. DONE: the Growth phase begins once all are done, at once when alone.
13. Five in a row in the middle become, after 6 or 7 turns, one of two pictures, which alternate.
14. For a player the keys are QUIT, WHO, DONE, and NO, YES, DONE.
15. Neighbours count up, down, sideways and diagonally; cells of others are subtracted.
16. Cells have three sizes: more than 3, 2 or 3, less than 2 neighbours.
17. A cell with less than 2 or more than 3 dies; an empty place with exactly 3 gets a cell.
18. Cells can be placed in empty places only.
19. In the first Adjustment phase in which a player places cells, the limit is 10; later it is 5.
20. If two players place a cell in the same place, only one of them gets it.
21. The trigger on an own new cell takes it back, in the same phase and before the allotment is used up.
22. A player without cells is out, and has to leave and join again.
23. Each turn brings a point for each opponent with fewer cells: in a game of six the first gets 5, the next 4, ...
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from boards import board
from games.biowar_turns import EMPTY, NOBODY, SECONDS, Action, K, PlayerStanding, TurnPhase, War
from games.playing import shows

from gpulife.games.biowar.ai import BioWarComputer
from gpulife.games.biowar.observation import biowar_overlay, cell_sizes, count_sizes, end_reason
from gpulife.games.biowar.rules import leader, points
from gpulife.games.biowar.state import OVER_TICKS
from gpulife.games.core.game import GameError
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.matches import new_match, next_game, next_other_game
from gpulife.games.registry import GAMES
from gpulife.rules import Edges, parse_rule

ROW_OF_FIVE = tuple((5, column) for column in range(9, 14))
BLOCK = ((1, 1), (1, 2), (2, 1), (2, 2))


def test_default_board_and_players() -> None:
    game = GAMES["biowar"]
    assert (game.shape, game.players) == ((11, 24), 6)
    match = new_match("biowar", parse_rule("BioWar:6"), game.shape, 1)
    assert match.rule == "BioWar:6:P24,11"
    assert match.option == "NORM"
    assert len(War().state.sides) == 6
    assert len(War(species=2).state.sides) == 2


def test_a_rule_of_another_family_is_refused() -> None:
    with pytest.raises(GameError, match="biowar needs a rule of the same family as BioWar:6, not Immigration"):
        new_match("biowar", parse_rule("Immigration"), (11, 24), 1)


def test_begins_at_turn_0_with_spectators() -> None:
    war = War().ticks(100 * SECONDS)
    assert (war.state.turn, war.state.phase) == (0, TurnPhase.IDLE)
    assert {side.standing for side in war.state.sides} == {PlayerStanding.SPECTATOR}
    assert war.picture == EMPTY
    assert not any(cursor.visible for cursor in war.state.cursors)


def test_game_begins_turn_1() -> None:
    war = War().start()
    assert (war.state.turn, war.state.phase, war.standings()) == (1, TurnPhase.ADJUSTMENT, "in")
    assert [cursor.visible for cursor in war.state.cursors] == [True] + [False] * 5


def test_spectators_trigger_joins_and_places_nothing() -> None:
    war = War().press(3)
    assert war.side(3).is_in
    assert war.side(3).marks == ()
    assert not war.side(3).cursor.trigger


def test_row_of_five_becomes_the_guides_two_pictures() -> None:
    war = War(players=1).put(*ROW_OF_FIVE)
    war.done()
    war.to_turn(7)
    first = """
        ........................
        ...........A............
        ...........A............
        ...........A............
        ........................
        .......AAA...AAA........
        ........................
        ...........A............
        ...........A............
        ...........A............
        ........................
    """
    second = """
        ........................
        ........................
        ..........AAA...........
        ........................
        ........A.....A.........
        ........A.....A.........
        ........A.....A.........
        ........................
        ..........AAA...........
        ........................
        ........................
    """
    war.turns(7 - war.state.turn)
    pictures = {war.picture, war.turns(1).picture}
    assert pictures == {"\n".join(line.strip() for line in text.strip().splitlines()) for text in (first, second)}
    before = war.picture
    assert war.turns(2).picture == before
    lit = cell_sizes(board(first), Edges.DEAD)
    assert "".join(" cCL"[size] for size in lit[5]).split() == ["cCc", "cCc"]
    assert "".join(" cCL"[size] for size in lit[1:4, 11]) == "cCc"


def test_adjustment_phase_lasts_25_seconds() -> None:
    war = War().start()
    war.ticks(25 * SECONDS - 2)
    assert war.state.phase is TurnPhase.ADJUSTMENT
    war.tick()
    assert war.state.phase is TurnPhase.GROWTH
    assert war.engine.generation == 0
    war.to_turn(2)
    assert war.state.phase is TurnPhase.ADJUSTMENT
    assert war.engine.generation == 1
    assert war.state.left == 25 * SECONDS


@pytest.mark.parametrize(("option", "seconds"), [("NORM", 25), ("FAST", 10), ("SLOW", 60)])
def test_options_change_the_phase_length(option: str, seconds: int) -> None:
    war = War(option=option).start()
    assert war.ticks(seconds * SECONDS - 2).state.phase is TurnPhase.ADJUSTMENT
    assert war.tick().state.phase is TurnPhase.GROWTH


def test_placed_cells_appear_at_the_end_of_the_phase() -> None:
    war = War("...\n...\n...", players=1).put((1, 0), (1, 1), (1, 2))
    shows(war, "...\n...\n...")
    assert war.side().marks == ((1, 0), (1, 1), (1, 2))
    war.tick(Action(0, K.START))
    assert war.state.phase is TurnPhase.GROWTH
    shows(war, "...\nAAA\n...")
    assert war.side().marks == ()
    war.to_turn(2)
    shows(war, ".A.\n.A.\n.A.")


def test_done_waits_for_all_the_others() -> None:
    war = War(players=3).start(0).start(2)
    assert [side.done for side in war.state.sides[:3]] == [True, False, True]
    assert war.ticks(SECONDS).state.phase is TurnPhase.ADJUSTMENT
    assert war.start(1).state.phase is TurnPhase.GROWTH
    war.to_turn(2)
    assert not any(side.done for side in war.state.sides)


def test_done_cannot_be_taken_back() -> None:
    war = War(players=2).put((1, 1)).start(0)
    assert not war.state.cursors[0].visible
    war.put((2, 2))
    assert war.side().marks == ((1, 1),)
    assert war.sounds[-1] == "refused"


def test_leaving_player_is_not_waited_for() -> None:
    war = War(players=2).start(0)
    assert war.do(1, K.RESIGN).state.phase is TurnPhase.GROWTH


def test_stick_and_trigger_place_cells() -> None:
    war = War(players=1)
    row, column = war.place()
    war.tap(1, 0).tap(0, 1).press()
    assert war.side().marks == ((row + 1, column + 1),)
    war.do(0, K.STICK, 0, 1).ticks(SECONDS).do(0, K.STICK)
    assert war.place()[1] == 23, "a held stick runs to the edge"


def test_cells_only_on_empty_places() -> None:
    war = War("BB...\nBB...\n.....", players=1).put((0, 0), (2, 2))
    assert war.side().marks == ((2, 2),)


def test_ten_cells_first_and_five_later() -> None:
    war = War(players=1).turns(2)
    assert war.side().allotment == 10, "no cell was placed yet"
    war.put(*((0, column) for column in range(0, 24, 2)))
    assert len(war.side().marks) == 10
    war.done()
    assert war.standings() == "out", "all of them were lonely"
    war = War(players=1).put(*BLOCK).done()
    assert war.side().allotment == 5
    war.put(*((9, column) for column in range(0, 20, 2)))
    assert len(war.side().marks) == 5


def test_taking_back() -> None:
    war = War(players=1).put((0, 0), (0, 1)).put((0, 0))
    assert war.side().marks == ((0, 1),)
    assert war.side().placements == 9
    war.put(*((2, column) for column in range(9)))
    assert war.side().placements == 0
    war.put((0, 1))
    assert len(war.side().marks) == 10, "the allotment is used up"
    assert war.sounds[-1] == "refused"


def test_ten_cells_again_after_taking_all_back() -> None:
    war = War(players=1).put((0, 0)).put((0, 0)).done()
    assert war.side().allotment == 10
    assert war.side().is_in


def test_cells_of_earlier_phases_cannot_be_taken_back() -> None:
    war = War(players=1).put(*BLOCK).done()
    before = war.picture
    war.put((1, 1)).done()
    assert war.picture == before


def test_contested_place_goes_to_one_player() -> None:
    winners = set()
    for seed in range(12):
        war = War("...\n...\n...", players=3, seed=seed)
        for player in range(3):
            war.put((1, 1), player=player)
        assert all(side.marks == ((1, 1),) for side in war.state.sides[:3])
        war.tick(*(Action(player, K.DONE) for player in range(3)))
        winners.add(int(war.engine.read(1, 1, 1, 1)[0, 0]))
        again = War("...\n...\n...", players=3, seed=seed)
        for player in range(3):
            again.put((1, 1), player=player)
        again.tick(*(Action(player, K.DONE) for player in range(3)))
        assert again.picture == war.picture
    assert winners == {1, 2, 3}


def test_losing_a_contest_is_not_being_out() -> None:
    war = War("....\n....\n....\n....", players=2, seed=3)
    war.put((0, 0), player=0).put((0, 0), player=1).done()
    assert sorted(war.standings().split()) == ["in", "out"]


def test_out_without_cells_until_joining_again() -> None:
    war = War(players=2).put(*BLOCK).put((8, 8), player=1).done()
    assert war.standings() == "in out"
    assert war.start(1).standings() == "in out", "START does not help"
    assert war.press(1).standings() == "in out"
    war.option(1).select(1)
    assert war.standings() == "in"
    war.start(1)
    assert war.standings() == "in in"
    assert war.side(1).allotment == 10


def test_player_without_placements_is_in() -> None:
    war = War(players=2).put(*BLOCK).done().turns(3)
    assert war.standings() == "in in"


def test_last_player_leaving_ends_the_game() -> None:
    war = War(players=1).put((5, 5)).done()
    assert (war.state.turn, war.state.phase) == (0, TurnPhase.IDLE)
    war = War(players=1).put(*BLOCK).done().option().select()
    assert (war.state.turn, war.state.phase, war.picture) == (0, TurnPhase.IDLE, EMPTY)


def test_leaving_removes_the_players_cells() -> None:
    war = War("AA..BB\nAA..BB\n......", players=2).do(1, K.RESIGN)
    shows(war, "AA....\nAA....\n......")


def test_joining_in_the_middle() -> None:
    war = War(players=1).put(*BLOCK).ticks(10 * SECONDS).start(4)
    assert war.state.left < 15 * SECONDS
    war.put((8, 8), (8, 9), (9, 8), (9, 9), player=4).done()
    assert (war.standings().split()[4], war.side(4).cells) == ("in", 4)
    war.tick(*(Action(player, K.DONE) for player in war.state.players))
    assert war.state.phase is TurnPhase.GROWTH
    war.start(2)
    assert war.side(2).is_in
    assert not war.state.cursors[2].visible
    war.to_turn(war.state.turn + 1)
    assert war.state.cursors[2].visible


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ([7], [0]),
        ([7, 5], [1, 0]),
        ([6, 6], [0, 0]),
        ([3, 9, 0, 12, 5, 4], [1, 4, 0, 5, 3, 2]),
        ([9, 9, 1, 0], [2, 2, 1, 0]),
    ],
)
def test_points_by_rank(cells: list[int], expected: list[int]) -> None:
    assert list(points(dict(enumerate(cells))).values()) == expected


def test_scores_of_six_players() -> None:
    start = "AA..BB..CC..\nAA..BB..CC..\n............\nAA..BB......\nAA..BB......\nAA.........."
    war = War(start, players=5)
    war.turns(2)
    assert [side.gained for side in war.state.sides[:5]] == [
        points(dict(enumerate([side.cells for side in war.state.sides[:5]])))[player] for player in range(5)
    ]
    assert war.side(2).cells == 4
    assert war.side(2).score == 2 * 2, "the two without cells are opponents, too"


def test_no_points_alone() -> None:
    war = War(players=1).put(*BLOCK).done().turns(3)
    assert war.side().score == 0


def test_player_who_dies_out_still_counts_as_opponent() -> None:
    war = War(players=2).put(*BLOCK).put((8, 8), player=1).done()
    assert war.standings() == "in out"
    assert war.side(0).score == 1
    assert war.turns(1).side(0).score == 1, "and none any more after it"


def test_quit_asks_for_confirmation() -> None:
    war = War().start().option()
    assert war.side().asking
    assert war.option().side().asking is False
    assert war.side().is_in
    assert war.select().side().who
    war.option().select()
    assert war.standings() == ""
    assert not war.side().asking


def test_who_and_read_keys() -> None:
    war = War().select(NOBODY)
    assert war.state.who
    assert not war.select(NOBODY).state.who
    assert war.start().select().side().who
    war.do(0, K.SAY, data="Hi")
    assert not war.side().who, "who says something sees it said"
    assert not war.select(NOBODY).do(NOBODY, K.SAY, data="Hi").state.who


def test_only_its_owner_closes_a_page() -> None:
    war = War(players=3).select(0).do(2, K.WHO)
    assert [war.state.reads_who(player) for player in (0, 1, 2, NOBODY)] == [True, False, True, False]
    for player in (1, NOBODY):
        war.select(player).select(player).do(player, K.SAY, data="Hi").option(player).option(player)
    war.do(1, K.RESIGN).start(1).done().do(NOBODY, K.START)
    assert [war.state.reads_who(player) for player in (0, 1, 2, NOBODY)] == [True, False, True, False]
    assert war.select(0).do(2, K.WHO).state.who is False
    assert [war.state.reads_who(player) for player in range(3)] == [False] * 3


def test_one_shared_page_under_rulings_1() -> None:
    war = War(players=2)
    war.session.state = replace(war.state, rulings=1)
    assert war.select(1).state.who
    assert all(war.state.reads_who(player) for player in (0, 1, NOBODY))
    assert not war.do(0, K.WHO).do(0, K.HIDE, 1).select(0).state.who
    assert not war.side().hides


def test_hiding_stays_on_after_joining_and_leaving() -> None:
    war = War(players=2)
    assert not war.state.holds_secrets
    war.do(1, K.HIDE, 1)
    assert war.side(1).hides
    assert war.state.holds_secrets
    war.put((3, 3), player=1).done().do(NOBODY, K.START)
    assert not war.state.holds_secrets, "nobody places cells"
    assert war.side(1).hides
    war.start(1)
    assert war.state.holds_secrets
    assert not war.do(1, K.HIDE, 0).state.holds_secrets


def test_the_consoles_quit() -> None:
    war = War().option(NOBODY)
    assert war.state.asking
    assert not war.option(NOBODY).state.asking
    assert not war.option(NOBODY).select(NOBODY).state.asking


def test_the_conversation() -> None:
    war = War().do(NOBODY, K.SAY, data="Hi").start(1).do(1, K.SAY, data="  a\nb ").do(1, K.SAY, data="  ")
    war.do(1, K.SAY, data="x" * 500).do(7, K.SAY, data="nobody is there").do(1, K.RESIGN)
    assert war.talk() == [
        (NOBODY, "said", "Hi"),
        (1, "joined", ""),
        (1, "said", "a b"),
        (1, "said", "x" * 80),
        (1, "left", ""),
    ]
    for number in range(100):
        war.do(NOBODY, K.SAY, data=str(number))
    assert len(war.state.remarks) == 60
    assert war.state.remarks[-1].text == "99"


def test_halting_stops_only_the_clock() -> None:
    war = War(players=1).do(NOBODY, K.HALT)
    left = war.state.left
    assert not war.state.running
    war.ticks(100).put((3, 3))
    assert war.state.left == left
    assert war.side().marks == ((3, 3),)
    war.space()
    assert war.state.running
    assert war.state.left < left


def test_step_plays_a_turn_and_halts_again() -> None:
    war = War(players=1).put(*BLOCK).enter()
    assert not war.state.running
    war.enter().ticks(600)
    assert (war.state.turn, war.state.running) == (2, False)
    assert war.engine.generation == 1
    assert war.state.left == 25 * SECONDS


def test_consoles_start_restarts() -> None:
    war = War(players=2).put(*BLOCK).done().do(NOBODY, K.SAY, data="again!").do(NOBODY, K.START)
    assert (war.state.turn, war.standings(), war.picture, war.engine.generation) == (0, "", EMPTY, 0)
    assert war.state.remarks[-1].text == "again!"


def test_console_edits_only_while_idle_or_halted() -> None:
    war = War().do(NOBODY, K.PAINT, 0, 0, "x = 2, y = 1\nAB!")
    assert war.picture.startswith("AB...")
    war.start().do(NOBODY, K.CLEAR)
    assert war.sounds[-1] == "refused"
    assert war.picture.startswith("AB...")
    war.space().do(NOBODY, K.CLEAR)
    assert war.picture == EMPTY


def test_wild_works_at_any_time() -> None:
    war = War("\n".join(["AABB" * 6] * 11), players=2)
    before = war.picture
    for _ in range(5):
        war.do(NOBODY, K.WILD)
    assert war.picture != before
    assert war.state.strikes == 5


@pytest.mark.parametrize("seed", range(40))
def test_wild_makes_no_cells_for_empty_seats(seed: int) -> None:
    war = War("\n".join(["AABB" * 6] * 11), players=2, seed=seed)
    for _ in range(4):
        war.do(NOBODY, K.WILD)
    assert set(war.picture) <= set("AB.\n")


def test_leaving_when_out_removes_edited_cells() -> None:
    war = War("......\n" * 4 + "......", players=2).put((0, 4), player=0).put((4, 0), player=1).done()
    assert war.side(0).standing is PlayerStanding.OUT
    war.space().do(NOBODY, K.PAINT, 1, 1, "x = 2, y = 2\nAA$AA!").space()
    assert "A" in war.picture
    war.option().select()
    assert war.side(0).standing is PlayerStanding.SPECTATOR
    war.ticks(2)
    assert "A" not in war.picture


def test_pace_changes_growth_only() -> None:
    war = War(players=1)
    assert war.state.growth_ticks == 90
    assert war.do(NOBODY, K.PACE, 2000).state.growth_ticks == 30
    assert war.do(NOBODY, K.PACE, 0, 8).state.growth_ticks == 2
    war.tick(Action(0, K.DONE)).ticks(3)
    assert war.state.turn == 2
    assert war.state.left > 24 * SECONDS
    war.do(NOBODY, K.PACE, -1).tick(Action(0, K.DONE)).ticks(45)
    assert war.state.phase is TurnPhase.GROWTH
    assert 0 < war.state.progress < 1


def test_other_players_cells_count_against() -> None:
    war = War("AAA\n...\n...", players=1)
    war.turns(1)
    shows(war, ".A.\n.A.\n...")
    war = War("AAA\n..B\n...", players=1).turns(1)
    shows(war, "...\n...\n...")


def test_the_three_sizes() -> None:
    cells = board("AAA.\nAAA.\n...B\nBB.B")
    assert cell_sizes(board(".A.\nAAA\n.A."), Edges.DEAD).tolist() == [[0, 2, 0], [2, 3, 2], [0, 2, 0]]
    assert cell_sizes(cells, Edges.DEAD).tolist() == [[2, 3, 2, 0], [2, 3, 2, 0], [0, 0, 0, 1], [1, 1, 0, 1]]
    rule = parse_rule("BioWar:2")
    assert count_sizes(cells, rule).tolist() == [[0, 4, 2], [4, 0, 0]]
    assert count_sizes(cells, rule).sum() == np.count_nonzero(cells)


def test_select_key_reaches_biowar() -> None:
    match = new_match("seed-list", parse_rule("Immigration"), (88, 160), 1, "WALL")
    match = next_other_game(match)
    assert (match.game, match.rule, match.option) == ("biowar", "BioWar:6:P24,11", "NORM")
    assert parse_rule(next_game(match).rule).family is not parse_rule(match.rule).family


def test_torus_is_possible() -> None:
    war = War("A..\nA..\nA..", players=1, edges=Edges.TORUS)
    assert war.turns(1).state.phase is not None


BLOCKS = """
    ......
    .AA...
    .AA...
    ......
    ......
    ...BB.
    ...BB.
    ......
"""


def test_a_limit_ends_the_game_and_the_most_points_win() -> None:
    war = War(BLOCKS, 2, limit=2).put((6, 0), (6, 1), (7, 0), (7, 1), player=0).done()
    assert (war.state.turn, war.state.is_over) == (2, False)
    war.done()
    assert (war.state.phase, war.state.turn, war.state.ending) == (TurnPhase.OVER, 2, "limit")
    assert war.state.winner == 0
    assert war.sounds[-1] == "win"
    assert end_reason(war.state, ("Ada", "Bo")) == "2 points after 2 turns: 2 more than Bo."
    before = war.picture
    war.tick(Action(1, K.START), Action(2, K.TRIGGER, 1), Action(0, K.HALT))  # too soon: somebody may still press DONE
    war.ticks(OVER_TICKS)
    war.put((0, 0), player=0)
    assert war.state.is_over
    assert war.standings() == "in in"
    assert war.picture == before


def test_equal_points_are_decided_by_cells_and_equal_cells_are_a_tie() -> None:
    assert War(BLOCKS, 2, limit=1).done().state.winner is None
    state = War(BLOCKS, 2, limit=1).done().state
    more = state.with_side(1, cells=9)
    assert leader(more) == 1
    assert end_reason(state, ("Ada", "Bo")) == "Points and cells are equal after 1 turn."
    won = end_reason(replace(more, winner=1), ("Ada", "Bo"))
    assert won == "0 points after 1 turn: as many as Ada, but more cells."


def test_after_the_end_start_begins_another_game_at_once() -> None:
    war = War(BLOCKS, 2, limit=1).done().ticks(OVER_TICKS)
    war.tick(Action(1, K.START), Action(0, K.START))
    assert (war.state.phase, war.state.turn, war.state.limit) == (TurnPhase.ADJUSTMENT, 1, 1)
    assert war.standings() == "in in"
    assert not war.engine.read_all().any()


def test_a_game_with_a_limit_ends_when_all_cells_have_died() -> None:
    war = War(EMPTY, 2, limit=5).put((2, 2), player=0).put((8, 8), player=1).done()
    assert war.state.is_over
    assert war.state.turn == 1
    war.option(0).select(0)  # leaving does not take back the end
    assert war.state.is_over


def test_a_game_with_a_limit_ends_when_one_player_has_cells() -> None:
    def lonely(rulings: int) -> War:
        war = War(EMPTY, 2, limit=5)
        war.session.state = replace(war.state, rulings=rulings)
        return war.put((2, 2), (2, 3), (3, 2), (3, 3), player=0).put((8, 8), player=1).done().done()

    war = lonely(4)
    assert (war.state.phase, war.state.turn, war.state.winner) == (TurnPhase.OVER, 1, 0)
    assert GAMES["biowar"].explain_end(war.state, ("Ada", "Bob")) == (
        "1 point after 1 turn, as nobody else has cells left: 1 more than Bob."
    )
    boxes = biowar_overlay(war.state, ("Ada", "Bob"), war.engine.census(), None, {0: "", 1: ""}).boxes
    assert [(box.status, box.score) for box in boxes[:2]] == [("Winner", 1), ("Out in turn 1", 0)]
    assert lonely(3).state.phase is not TurnPhase.OVER, "older recordings go on"


def test_a_computer_that_is_out_keeps_its_points_until_the_limit() -> None:
    for limit, leaves in ((0, True), (9, False)):
        war = War(EMPTY, 3, limit=limit)
        sides = (*war.state.sides[:2], replace(war.side(2), standing=PlayerStanding.OUT, score=7))
        war.session.state = replace(war.state, sides=(*sides, *war.state.sides[3:]))
        computer = BioWarComputer(ComputerSeat(seat=2, level=1, seed=1986))
        acts = [computer.actions(tick, war.state, war.engine) for tick in range(400)]
        assert any(acts) == leaves
