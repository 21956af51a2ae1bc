"""The rules of Study Mode, from the manual and rulings R1-R9, in our own words; each has a test below.

* It begins halted: nothing evolves before SPACE or RETURN. The cursors are in the middles of the halves.
* A stick moves its player's cursor, diagonally too; at an edge it stays; a tap moves one cell.
* Both cursors go anywhere, over the middle and over each other.
* The trigger plants the player's own species and takes a seed off the counter; the score is the number of live cells.
* Held while moving, the trigger draws a line without gaps.
* Nobody can plant on their own cell; the second press at one place erases it and returns the seed.
* Moving away in between makes it a first press again. Only while halted; on the other's cell the first press takes it.
* Seeds count 99..0, then 99 again; there is no limit.
* SPACE starts and stops; it stops at the end of the running generation. While halted players plant at will.
* While it runs each player plants once a generation, at its end, also by holding the trigger; a lone cell then dies.
* Births and deaths come first; where both plant on one cell the generation's parity decides who gets it.
* RETURN halts; halted, it computes one generation.
* START wipes board, generation and seeds. There is no winner and no end: dead universes run on.
* SELECT and OPTION are the session owner's; WALL is a rule with dead edges; SLOW takes twice the time.
* FAST and WILD begin with 50 seeds; WILD intervenes now and then.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from fuzzing import examples
from games.playing import K, Table, shows
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.errors import GpulifeError
from gpulife.games.core.game import NOBODY, Action
from gpulife.games.core.order import Flash, Step
from gpulife.games.matches import new_match, next_game, next_option
from gpulife.games.survival1982.spec import STUDY
from gpulife.rules import parse_rule

EMPTY = "........\n" * 6
BLINKER = """
.....
.....
.AAA.
.....
.....
"""
BLINKER_ON_END = """
.....
..A..
..A..
..A..
.....
"""


def test_begins_halted_with_centred_cursors() -> None:
    table = Table(BLINKER).ticks(200)
    shows(table, BLINKER)
    assert not table.state.running
    assert Table("\n".join(["." * 160] * 96)).state.cursors[0].row == 48
    assert [Table("\n".join(["." * 160] * 96)).place(player)[1] for player in (0, 1)] == [40, 120]
    assert table.state.seeds == (99, 99)


@pytest.mark.parametrize("stick", [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)])
def test_a_tap_moves_one_cell_in_any_of_eight_directions(stick: tuple[int, int]) -> None:
    table = Table(EMPTY, at=((3, 3), (2, 6))).tap(*stick).ticks(100)
    assert table.place() == (3 + stick[0], 3 + stick[1])
    assert table.place(1) == (2, 6)


def test_cursor_stays_on_the_board() -> None:
    table = Table(EMPTY, at=((0, 1),))
    assert table.tap(-1, 0).place() == (0, 1)
    assert table.tap(-1, -1).place() == (0, 0)
    assert table.do(0, K.STICK, 1, 1).ticks(500).place() == (5, 7)


def test_both_cursors_go_anywhere() -> None:
    table = Table(EMPTY)
    table.do(0, K.STICK, 0, 1).do(1, K.STICK, 0, -1).ticks(500)
    assert (table.place(0)[1], table.place(1)[1]) == (7, 0)


def test_trigger_plants_own_species_for_a_seed() -> None:
    table = Table(EMPTY, at=((1, 1), (2, 5))).press(0).press(1)
    shows(table, "........\n.A......\n.....B..\n........\n........\n........")
    assert table.state.seeds == (98, 98)
    assert table.session.board.census().tolist() == [1, 1]
    assert table.sounds == ["plant", "plant"]


@pytest.mark.parametrize("stick", [(0, 1), (1, 1), (0, -1)])
@pytest.mark.parametrize("length", [9, 1500])
def test_held_trigger_draws_lines_without_gaps(stick: tuple[int, int], length: int) -> None:
    start = "\n".join(["." * length] * 9)
    column = 0 if stick[1] > 0 else length - 1
    table = Table(start, at=((0, column),)).do(0, K.TRIGGER, 1).do(0, K.STICK, *stick).ticks(200)
    reached = abs(table.place()[1] - column)
    assert reached >= 8
    rows, columns = table.engine.read_all().nonzero()
    assert len(columns) == reached + 1 == 99 - table.state.seeds[0]
    assert sorted(abs(columns - column)) == list(range(reached + 1))
    assert sorted(rows) == sorted(min(n * stick[0], 8) for n in range(reached + 1))


def test_fast_drawing_over_own_cells_leaves_no_gaps() -> None:
    length = 2000
    start = "\n".join(["A" * (length - 60) + "." * 60, "." * length])
    table = Table(start, at=((0, 0),)).do(0, K.TRIGGER, 1).do(0, K.STICK, 0, 1).ticks(1000)
    assert table.engine.read_all()[0].all()
    assert table.state.seeds[0] == 99 - 60


def test_second_press_erases_own_cell() -> None:
    table = Table(EMPTY, at=((1, 1),)).press().tap(0, 1).tap(0, -1)
    assert table.press().state.seeds[0] == 98
    assert table.picture.count("A") == 1
    assert table.press().state.seeds[0] == 99
    shows(table, EMPTY)
    assert table.press().picture.count("A") == 1  # and round again
    assert table.press().picture.count("A") == 0


def test_two_presses_in_one_tick_are_two_presses() -> None:
    down, up = Action(0, K.TRIGGER, 1), Action(0, K.TRIGGER, 0)
    table = Table(EMPTY).tick(down, up, down, up)
    shows(table, EMPTY)
    assert table.state.seeds[0] == 99
    assert table.sounds == ["plant", "erase"]


def test_moving_away_resets_the_first_press() -> None:
    table = Table(EMPTY, at=((1, 1),)).press().tap(1, 0).tap(-1, 0).press()
    assert table.picture.count("A") == 1


def test_pushing_against_the_edge_is_not_moving() -> None:
    table = Table(EMPTY, at=((0, 1),)).press().tap(-1, 0).press()
    shows(table, EMPTY)


def test_first_press_takes_the_others_cell() -> None:
    table = Table("B.......\n........", at=((0, 0),)).press()
    shows(table, "A.......\n........")
    assert table.state.seeds == (98, 99)
    shows(table.press(), "........\n........")
    assert table.state.seeds == (99, 99)


def test_cell_taken_by_the_other_is_replanted() -> None:
    table = Table(EMPTY, at=((0, 0), (0, 0))).press(0).press(1).press(0)
    assert table.picture[0] == "A"
    assert table.state.seeds == (97, 98)


def test_counters_continue_from_0_at_99() -> None:
    table = Table("\n".join(["." * 120] * 2), at=((0, 0),)).do(0, K.TRIGGER, 1)
    counts = [table.state.seeds[0]]
    counts += [table.do(0, K.POINT, 0, column).state.seeds[0] for column in range(1, 110)]
    assert counts == [*range(98, -1, -1), *range(99, 88, -1)]


def test_credit_counts_from_99_to_0() -> None:
    table = Table("\n".join(["." * 120] * 2), at=((0, 0),)).do(0, K.TRIGGER, 1)
    for column in range(1, 99):
        table.do(0, K.POINT, 0, column)
    assert table.do(0, K.TRIGGER, 0).do(0, K.POINT, 1, 0).state.seeds[0] == 0
    assert table.press().state.seeds[0] == 99
    assert table.press().state.seeds[0] == 0


def test_space_starts_and_stops() -> None:
    table = Table(BLINKER).space()
    shows(table, BLINKER_ON_END)
    assert table.state.running
    shows(table.ticks(2), BLINKER)
    generation = table.space().ticks(5).engine.generation
    assert not table.state.running
    assert table.ticks(50).engine.generation == generation
    assert table.space().ticks(3).engine.generation == generation + 2


def test_halts_at_the_end_of_the_generation() -> None:
    table = Table(BLINKER).do(NOBODY, K.PACE, 1000).space().ticks(10).space()
    assert table.state.running
    assert table.ticks(48).state.running
    assert not table.ticks(1).state.running  # 60 ticks after the first SPACE
    assert table.engine.generation == 1


def test_second_space_cancels_the_halt() -> None:
    table = Table(BLINKER).do(NOBODY, K.PACE, 1000).space().ticks(10).space().space().ticks(60)
    assert table.state.running
    assert table.engine.generation == 2


def test_return_halts_and_then_steps() -> None:
    table = Table(BLINKER).enter().ticks(10)
    assert table.engine.generation == 1
    shows(table.enter().ticks(10), BLINKER)
    assert table.space().ticks(20).enter().ticks(10).state.running is False
    generation = table.engine.generation
    assert table.enter().ticks(100).engine.generation == generation + 1


def test_quick_returns_all_count_at_any_pace() -> None:
    table = Table(BLINKER).do(NOBODY, K.PACE, 1).enter().enter().enter().ticks(200)
    assert table.engine.generation == 3
    assert not table.state.running


def test_planting_while_halted_by_space() -> None:
    table = Table(BLINKER, at=((0, 0),)).space().space().ticks(5).press().press().press()
    assert table.picture[0] == "A"


def test_planting_at_the_end_of_a_generation() -> None:
    table = Table(EMPTY, at=((2, 2),)).do(NOBODY, K.PACE, 6000).space()  # 10 ticks a generation
    table.press().ticks(5)
    shows(table, EMPTY)
    assert table.state.seeds[0] == 99
    orders = []
    for _ in range(3):
        orders += STUDY.advance(table.state, (), table.session.board)[1]
        table.tick()
    assert [type(order).__name__ for order in orders] == ["Paint", "Sound", "Step"]  # planted, then it dies
    assert table.state.seeds[0] == 98
    shows(table, EMPTY)


BECOMES = {"block": 4, "boat": 5, "beehive": 6, "nothing": 0, "traffic light": 12}


@pytest.mark.parametrize(
    ("seeded", "results"),
    [
        # Section 5.2: one cell is planted beside a block (4 stars) or a blinker (3), with these results.
        (".abba.\nacaaca\nba**ab\nba**ab\nacaaca\n.abba.", {"a": "nothing", "b": "beehive", "c": "boat"}),
        ("abcba\nbacab\na***a\nbacab\nabcba", {"a": "beehive", "b": "nothing", "c": "traffic light"}),
    ],
)
@pytest.mark.parametrize("running", [False, True])
def test_problems_of_the_manual(seeded: str, results: dict[str, str], running: bool) -> None:
    lines = seeded.split("\n")
    shape = "\n".join("." * 6 + line.translate(str.maketrans("abc*", "...A")) + "." * 9 for line in lines)
    width = len(lines[0]) + 15
    start = "\n".join(["." * width] * 6 + [shape] + ["." * width] * 6)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            if letter not in results:
                continue
            table = Table(start, at=((0, 0), (row + 6, column + 6))).do(NOBODY, K.PACE, 30_000)
            if running:  # an even number of generations restores the blinker
                table.space().ticks(2).press(1).ticks(60)
            else:
                table.press(1).space().ticks(60)
            assert table.session.board.census().sum() == BECOMES[results[letter]], (row, column)


def test_one_cell_per_player_and_generation() -> None:
    table = Table("\n".join(["." * 9] * 5), rule="B/S012345678:2", at=((0, 0), (4, 8)))
    table.do(NOBODY, K.PACE, 2000).space()  # 30 ticks a generation
    table.press().tap(1, 0).press().tap(1, 0).press(1).press()
    assert table.picture.count("A") == 0
    table.ticks(30)
    shows(table, "A........\n.........\n.........\n.........\n........B")
    assert table.ticks(90).picture.count("A") == 1
    assert table.state.seeds == (98, 98)


def test_held_trigger_plants_at_the_press_then_at_the_cursor() -> None:
    table = Table(EMPTY, rule="B/S012345678:2", at=((1, 1),)).do(NOBODY, K.PACE, 2000).space()
    table.do(0, K.TRIGGER, 1).tap(0, 1).ticks(30)
    assert table.picture.split("\n")[1] == ".A......"
    assert table.ticks(30).picture.split("\n")[1] == ".AA....."


def test_presses_of_an_earlier_halt_do_not_count() -> None:
    table = Table("....\n.AA.\n.AA.\n....", at=((1, 1),)).press().enter().ticks(5).press()
    assert table.picture.count("A") == 4
    assert table.press().picture.count("A") == 3


def test_held_trigger_plants_one_cell_each_generation() -> None:
    table = Table(EMPTY, at=((2, 2),)).do(NOBODY, K.PACE, 6000).space().do(0, K.TRIGGER, 1)
    for planted in range(1, 8):
        table.ticks(10)
        assert table.state.seeds[0] == 99 - planted
    assert table.do(0, K.TRIGGER, 0).ticks(30).state.seeds[0] == 92


def test_no_drawing_while_running() -> None:
    table = Table("\n".join(["." * 40] * 3), rule="B/S012345678:2", at=((1, 1),))
    table.do(NOBODY, K.PACE, 1000).space().do(0, K.TRIGGER, 1).do(0, K.STICK, 0, 1).ticks(90)
    assert table.place()[1] > 10
    assert table.picture.count("A") == 1


def test_planting_on_own_cell_is_refused_while_running() -> None:
    table = Table("AA...\nAA...\n.....\n.....", at=((0, 0), (0, 1))).do(NOBODY, K.PACE, 6000).space()
    table.press(0).press(1).ticks(10)
    assert table.state.seeds == (99, 98)
    shows(table.ticks(3), "AB...\nAA...\n.....\n.....")


@pytest.mark.parametrize(("generations", "on_top"), [(1, "B"), (2, "A"), (3, "B"), (8, "A")])
def test_generation_parity_decides_on_a_shared_place(generations: int, on_top: str) -> None:
    table = Table(EMPTY, rule="B/S012345678:2", at=((2, 2), (2, 2))).do(NOBODY, K.PACE, 2000)
    table.space().ticks(30 * (generations - 1) + 5).press(1).press(0).ticks(30)
    assert table.picture.replace(".", "").strip() == on_top
    assert table.state.seeds == (98, 98)


def test_presses_never_erase_while_running() -> None:
    table = Table("AA...\nAA...\n.....", at=((0, 0),)).do(NOBODY, K.PACE, 6000).space()
    for _ in range(10):
        table.press()
    table.space().ticks(20)
    assert table.picture.count("A") == 4
    assert table.press().picture.count("A") == 4  # the first press of this halt
    assert table.press().picture.count("A") == 3


def test_start_resets_everything_but_the_pace() -> None:
    table = Table(BLINKER, at=((0, 0), (4, 4))).press(0).do(NOBODY, K.PACE, 6000).space().ticks(40)
    table.do(NOBODY, K.START)
    assert table.picture.count("A") == 0
    assert (table.engine.generation, table.state.seeds, table.state.running) == (0, (99, 99), False)
    assert (table.place(0), table.place(1)) == ((2, 1), (2, 3))
    assert table.state.pace.rate == 6000


def test_dead_universe_keeps_running() -> None:
    assert Table(EMPTY).space().ticks(100).engine.generation == 51


def test_select_and_option_are_left_to_the_owner() -> None:
    table = Table(BLINKER)
    for kind in (K.SELECT, K.OPTION, K.RESET, K.AGAIN, K.RESIGN, K.DIGIT):
        table.do(NOBODY, kind)
    shows(table, BLINKER)
    match = new_match("study", parse_rule("Immigration"), (96, 160), 7)
    assert match.option == "NORM"
    assert next_game(match).game != "study"
    options = [match]
    for _ in range(6):
        options.append(next_option(options[-1]))
    assert [each.option for each in options] == ["NORM", "HCAP", "WALL", "FAST", "WILD", "SLOW", "NORM"]
    assert [each.rule for each in options[1:4]] == [
        "Immigration:T160,96",
        "Immigration:P160,96",
        "Immigration:T160,96",
    ]
    assert options[-1] == match
    plane = new_match("study", parse_rule("BioWar:2"), (11, 24), 7, "WALL")
    assert next_option(plane).rule == "BioWar:2:P24,11"


def test_wall_has_dead_edges() -> None:
    start = "A....\nA....\nA....\n.....\n....."
    shows(Table(start).enter(), ".....\nAA..A\n.....\n.....\n.....")
    shows(Table(start, option="WALL").enter(), ".....\nAA...\n.....\n.....\n.....")


@pytest.mark.parametrize(("option", "generations"), [("NORM", 31), ("SLOW", 16)])
def test_slow_takes_twice_the_time(option: str, generations: int) -> None:
    assert Table(BLINKER, option=option).space().ticks(60).engine.generation == generations


def test_fast_and_wild_begin_with_50_seeds() -> None:
    assert [Table(EMPTY, option=option).state.seeds[0] for option in STUDY.options] == [99, 99, 99, 50, 50, 99]


def test_wild_intervenes_about_every_40_generations() -> None:
    table = Table("\n".join(["." * 40] * 30), option="WILD").do(NOBODY, K.SOUP, data="0.4")
    table.do(NOBODY, K.PACE, 60_000).space()
    wild = []
    for _ in range(2000):
        table.sounds.clear()
        if "wild" in table.tick().sounds:
            wild.append(table.engine.generation)
    gaps = [after - before for before, after in pairwise(wild)]
    assert min(gaps) > 10
    assert 30 <= sum(gaps) / len(gaps) <= 50
    assert table.engine.generation == 2001


def test_wild_button_works_halted_and_running() -> None:
    table = Table("\n".join(["AB" * 20] * 30))
    before = table.picture
    result = table.session.tick([Action(NOBODY, K.WILD)])
    assert [replace(flash, about="") for flash in result.flashes] == [Flash(20)]
    assert result.flashes[0].about.startswith("WILD: ")
    assert table.picture != before
    table.space().ticks(5).do(NOBODY, K.WILD)
    assert table.sounds[-1] == "wild"


def test_soup_clear_paint_and_erase() -> None:
    table = Table(EMPTY).do(NOBODY, K.SOUP, data="1:0,1")
    shows(table, "BBBBBBBB\n" * 6)
    shows(table.do(NOBODY, K.ERASE, 1, 7, "4x2"), "BBBBBBBB\n" + ".BBBBBB.\n" * 4 + "BBBBBBBB")
    table.enter().do(NOBODY, K.CLEAR)
    shows(table, EMPTY)
    assert table.engine.generation == 0
    shows(
        table.do(NOBODY, K.PAINT, 0, 6, "x = 3, y = 2, rule = Immigration\nA.B$.B!"),
        "B.....A.\n.......B\n" + "........\n" * 4,
    )
    first = Table(EMPTY).do(NOBODY, K.SOUP, data="0.5").picture
    assert first == Table(EMPTY).do(NOBODY, K.SOUP, data="0.5").picture
    assert first != Table(EMPTY).do(NOBODY, K.SOUP, data="0.5").do(NOBODY, K.SOUP, data="0.5").picture
    assert (
        first != Table(EMPTY).do(NOBODY, K.SOUP, data="0.5").do(NOBODY, K.START).do(NOBODY, K.SOUP, data="0.5").picture
    )
    assert first != Table(EMPTY, seed=1983).do(NOBODY, K.SOUP, data="0.5").picture


@pytest.mark.parametrize(
    ("kind", "data"),
    [(K.PAINT, "A?C!"), (K.PAINT, "9A!"), (K.PAINT, "x = 99, y = 1\n99o!"), (K.PAINT, "x = 1, y = 1\nC!"),
     (K.ERASE, "4"), (K.ERASE, "-1x2"), (K.SOUP, ""), (K.SOUP, "2"), (K.SOUP, "nan"), (K.SOUP, "0.5:1"),
     (K.SOUP, "0.5:1,-1")],
)  # fmt: skip
def test_invalid_edits_are_refused_with_a_sound(kind: K, data: str) -> None:
    table = Table(BLINKER).do(NOBODY, kind, 0, 0, data)
    assert table.sounds == ["refused"]
    shows(table, BLINKER)


@pytest.mark.parametrize("rule", ["Life", "QuadLife", "RealTime:26", "BioWar:6", "Survivor", "B36/S125:7"])
def test_any_rule(rule: str) -> None:
    table = Table(EMPTY, rule=rule, at=((1, 1), (2, 2))).press(0).press(1)
    assert table.picture[10] == "A"
    assert table.picture[20] == ("A" if rule == "Life" else "B")
    for _ in range(20):
        table.do(NOBODY, K.WILD)
    table.space().ticks(20)


def test_pace() -> None:
    assert Table(EMPTY).do(NOBODY, K.PACE, 45_000).space().ticks(600).engine.generation == 451
    assert Table(EMPTY).do(NOBODY, K.PACE, 0, 7).space().ticks(10).engine.generation == 77
    assert Table(EMPTY).do(NOBODY, K.PACE, 1).space().do(NOBODY, K.PACE, 60_000).ticks(3).engine.generation == 5


def test_authentic_pace_follows_the_population() -> None:
    table = Table(EMPTY).do(NOBODY, K.PACE, -1).space().ticks(48)
    assert table.engine.generation == 11  # 0.08 s each
    table = Table("\n".join(["AA..AA..", "AA..AA..", "........"] * 2)).do(NOBODY, K.PACE, -1).space().ticks(3 * 37)
    assert table.engine.generation == 3  # 16 of 48 cells: 0.08 + 0.9 * 2/3 s, not three in 111 ticks and a fourth
    table = Table("AAAA\n" * 4, rule="B/S012345678").do(NOBODY, K.PACE, -1).space().ticks(299)
    assert table.engine.generation == 5  # a second at most


def test_progress_of_the_wave() -> None:
    table = Table(EMPTY).do(NOBODY, K.PACE, 6000)
    assert table.state.progress == 1
    seen = [table.space().state.progress, *(table.tick().state.progress for _ in range(10))]
    assert seen == pytest.approx([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0])


def test_unknown_option_is_refused() -> None:
    for option in ("norm", "X" * 99):
        with pytest.raises(GpulifeError, match="option"):
            new_match("study", parse_rule("Life"), (5, 5), 1, option)


ACTIONS = st.builds(
    Action,
    st.integers(-1, 2),
    st.sampled_from(list(K)),
    st.integers(-3, 12) | st.integers(),
    st.integers(-3, 12) | st.integers(),
    st.sampled_from(["", "0.5", "2x3", "x = 2, y = 1\nAB!", "0.3:1,0"]),
)
PRESSES = st.builds(
    Action, st.integers(0, 1), st.sampled_from([K.TRIGGER, K.STICK]), st.integers(-1, 1), st.integers(-1, 1)
)


@settings(max_examples=examples(60))
@given(ticks=st.lists(st.lists(ACTIONS | PRESSES, max_size=4), max_size=40))
def test_seeds_and_cursors_stay_in_range(ticks: list[list[Action]]) -> None:
    table = Table(EMPTY, option="WILD")
    for actions in ticks:
        table.tick(*actions)
        state = table.state
        assert all(0 <= seeds <= 99 for seeds in state.seeds)
        assert all(0 <= cursor.row < 6 and 0 <= cursor.column < 8 for cursor in state.cursors)
        assert 0 <= state.progress <= 1
        assert table.engine.read_all().max() <= 2


@settings(max_examples=examples(100))
@given(ticks=st.lists(st.lists(PRESSES, max_size=3), min_size=1, max_size=30), data=st.data())
def test_only_players_cells_change_while_halted(ticks: list[list[Action]], data: st.DataObject) -> None:
    """A painted cell becomes the planter's, or dies if it was the planter's already; the seeds change accordingly."""
    table = Table(EMPTY)
    for actions in ticks:
        before, seeds = table.engine.read_all(), table.state.seeds
        state, orders = STUDY.advance(table.state, tuple(actions), table.session.board)
        assert not any(isinstance(order, Step) for order in orders)
        cells = before.copy()
        change = [0, 0]
        last = None
        for order in orders:
            if type(order).__name__ == "Paint":
                last = order, cells[order.row, order.column], int(order.cells[0, 0])
                cells[order.row, order.column] = order.cells[0, 0]
            else:
                player = order.player
                assert last is not None
                assert last[1:] in (
                    ((0, player + 1), (2 - player, player + 1)) if order.name == "plant" else ((player + 1, 0),)
                )
                change[player] += -1 if order.name == "plant" else 1
        assert all((now - was - by) % 100 == 0 for now, was, by in zip(state.seeds, seeds, change, strict=True))
        table.tick(*actions)
