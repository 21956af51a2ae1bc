"""The rules of One Seed and Seed List, each with the test that checks it.

They come from the manual of Survival of the Fittest and rulings R1-R8, in our own words. More rules are in
``test_seed_menu``, ``test_ends`` (the end of a round, and the next round), ``test_always`` (invariants), ``test_study``
(Study Mode) and ``core/test_cursor`` (the speed of a cursor).

Before a round
* SELECT goes Study, One Seed, Seed List; 160x96, 160x96, 160x88: test_select_cycles_through_the_games_of_1982.
* Game and option are shown until START: test_title_and_option_are_shown_until_start.
* START: a dead board, generation 0, full quotas, single-cell cursors in the centres of the halves, the clock rises:
  test_start_clears_the_board_and_centres_the_cursors. Left score, left seeds, generation, right seeds, right score: the
  same test.
* NORM, WALL and SLOW have 99 seeds, FAST and WILD 50: test_quotas_of_the_options.
* HCAP: question marks, two digits left, two digits right, set-up at once; 08 is eight:
  test_handicaps_are_typed_left_then_right. START lets one enter both numbers again:
  test_start_corrects_typed_handicaps.

Set-up
* The clock rises from bottom to top in 60 s, FAST and WILD 30 s, SLOW 120 s; then play begins:
  test_clock_rises_and_then_play_begins. It has as many notches as the board has rows: test_clock_has_one_notch_per_row.
* SPACE begins play at once; RETURN too, for one generation: test_space_and_return_begin_play_in_the_set_up.
* Each cursor stays on its own half: test_cursors_stay_on_their_halves; so does a drawn line:
  test_drawn_line_ends_at_the_border.
* Plant at will within the quota; holding the trigger draws: test_planting_ends_with_the_quota.
* Not on one's own cells; over the other's they are taken: test_planting_on_own_and_other_cells.
* Pressing twice on a spot erases one's own cell and credits it; moving away makes it a first press:
  test_second_press_erases_and_credits; credit ends at 99: test_credit_is_limited_to_99; single cell only:
  test_seed_menu.

Play
* One shape a player a generation, at its end: test_one_shape_per_player_and_generation_in_play; held, one each:
  test_held_trigger_plants_each_generation_in_play; after births and deaths:
  test_planting_comes_after_births_and_deaths. Presses do not erase: test_presses_in_play_never_erase.
* The clock drops a notch a generation (FAST, WILD two): test_the_clock_drops_with_each_generation. It jumps to the top
  whenever either player plants: test_the_clock_jumps_to_the_top_when_either_player_plants.
* A shape costs its cells that are not one's own; refused when that is more than the seeds left; 2 seeds finish a glider
  over one's own blinker, not over the other's: test_glider_over_own_blinker_costs_two_seeds. Cost 0 plants nothing and
  leaves the clock alone: test_planting_of_own_cells_only_does_nothing.
* 1000 cells or more earn a seed each generation, for either player, up to 99:
  test_thousand_cells_earn_a_seed_each_generation; what is planted at its end counts:
  test_plantings_count_for_the_bonus_of_their_generation.
* The pace follows the population on boards up to 160x96, SLOW doubles it, and it can be switched off:
  test_authentic_pace_on_boards_up_to_160x96. No pace skips a generation: test_no_pace_skips_a_generation.
* WILD intervenes now and then: test_wild_intervenes_and_norm_does_not; the button always:
  test_wild_button_always_works; from the match's seed: test_always.
* SPACE halts at the end of the generation and resumes; halted, the clock is frozen and players plant and erase as in
  the set-up: test_space_halts_and_freezes_the_clock, test_presses_of_an_earlier_halt_do_not_count. RETURN halts, then
  steps: test_return_halts_and_then_steps.

Edges: a torus, or with WALL dead beyond the edges: test_wall_has_dead_edges. Three parents' majority decides whose a
birth is: tests/rules.
"""

from __future__ import annotations

import pytest
from games.duel import BLOCKS, DOWN, EMPTY, LEFT, RIGHT, Duel
from games.playing import K, Table, shows

from gpulife.errors import GpulifeError
from gpulife.games.core.game import NOBODY, Action
from gpulife.games.core.pace import PaceKind
from gpulife.games.matches import new_match, next_game, next_other_game
from gpulife.games.registry import GAMES
from gpulife.games.survival1982.observation import overlay
from gpulife.rules import parse_rule

STILL = "B/S012345678:2"
"""A law without births and deaths."""
BOTH = pytest.mark.parametrize("game", ["one-seed", "seed-list"])


def test_select_cycles_through_the_games_of_1982() -> None:
    match = new_match("study", parse_rule("Immigration"), (96, 160), 7, "FAST")
    seen = [match]
    for _ in range(3):
        seen.append(next_game(seen[-1]))
    assert [(each.game, each.rule.removeprefix("Immigration:"), each.option) for each in seen] == [
        ("study", "T160,96", "FAST"),
        ("one-seed", "T160,96", "FAST"),
        ("seed-list", "T160,88", "FAST"),
        ("study", "T160,96", "FAST"),
    ]
    other = new_match("one-seed", parse_rule("QuadLife"), (30, 40), 7, "WALL")
    assert next_game(other).rule == "QuadLife:P40,30"


def test_other_games_have_their_own_cycle() -> None:
    match = new_match("seed-list", parse_rule("Immigration"), (30, 40), 7, "WALL")
    others = []
    for _ in range(len(GAMES) - 3):
        match = next_other_game(match)
        others.append(match.game)
        assert (next_game(match).game, next_game(match).rule) == ("study", "Immigration:T160,96")
    assert others == [name for name in GAMES if name not in ("study", "one-seed", "seed-list")]
    assert next_other_game(match).game == others[0]


def test_one_species_only_in_study() -> None:
    match = new_match("study", parse_rule("Life"), (9, 9), 7)
    assert (next_game(match).game, next_game(match).rule) == ("one-seed", "Immigration:T9,9")
    with pytest.raises(GpulifeError, match="one-seed needs a rule with at least 2 species, not Life"):
        new_match("one-seed", parse_rule("Life"), (9, 9), 7)
    with pytest.raises(GpulifeError, match="at least 2 species"):
        GAMES["one-seed"].start(match, (9, 9))


@BOTH
def test_title_and_option_are_shown_until_start(game: str) -> None:
    duel = Duel(game=game, option="SLOW", press_start=False).ticks(100).press().space().enter()
    assert (duel.phase, duel.seen.selecting, duel.seen.option) == ("select", True, "SLOW")
    assert duel.seen.title == {"one-seed": "One Seed Game", "seed-list": "Seed List Game"}[game]
    assert duel.state.cursors[0].visible is False
    shows(duel, EMPTY)
    duel.start()
    assert (duel.phase, duel.seen.selecting) == ("set-up", False)
    assert duel.state.cursors[0].visible


@BOTH
def test_start_clears_the_board_and_centres_the_cursors(game: str) -> None:
    duel = Duel(BLOCKS, game, at=((3, 3),)).press().space().ticks(60).start()
    assert duel.picture.strip(".\n") == ""
    assert duel.seen.status == ("0000", "99", "0000", "99", "0000")
    assert (duel.place(0), duel.place(1)) == ((3, 6), (3, 17))
    assert duel.seen.cursors == (((3, 6),), ((3, 17),))
    assert duel.seen.border == 12
    assert duel.phase == "set-up"


@BOTH
def test_quotas_of_the_options(game: str) -> None:
    seeds = {option: Duel(game=game, option=option).state.seeds for option in GAMES["one-seed"].options}
    assert seeds == {option: (50, 50) if option in ("FAST", "WILD") else (99, 99) for option in seeds} | {
        "HCAP": (0, 0)
    }


def test_handicaps_are_typed_left_then_right() -> None:
    duel = Duel(option="HCAP")
    seen = [duel.seen.status]
    for digit in (0, 8, 3, 5):
        assert (duel.phase, duel.clock) == ("handicap", 0)
        seen.append(duel.do(NOBODY, K.DIGIT, digit).seen.status)
    assert [(status[1], status[3]) for status in seen] == [
        ("??", "??"), ("0?", "??"), ("08", "??"), ("08", "3?"), ("08", "35"),
    ]  # fmt: skip
    assert (duel.phase, duel.state.seeds) == ("set-up", (8, 35))
    assert duel.do(NOBODY, K.DIGIT, 9).state.seeds == (8, 35)


def test_start_corrects_typed_handicaps() -> None:
    duel = Duel(option="HCAP").do(NOBODY, K.DIGIT, 9).do(NOBODY, K.DIGIT, 77).press().space()
    assert duel.seen.status[1] == "9?"
    assert duel.start().seen.status[1] == "??"
    for digit in (1, 2, 3, 4):
        duel.do(0, K.DIGIT, digit)
    assert duel.state.seeds == (12, 34)
    assert duel.start().phase == "handicap"


@BOTH
@pytest.mark.parametrize(("option", "seconds"), [("NORM", 60), ("WALL", 60), ("FAST", 30), ("WILD", 30), ("SLOW", 120)])
def test_clock_rises_and_then_play_begins(game: str, option: str, seconds: int) -> None:
    duel = Duel(BLOCKS, game, option)
    assert duel.clock == 0
    duel.ticks(seconds * 30 - 1)
    assert (duel.clock, duel.seen.clock, duel.seen.phase) == (3, 0.5, "set-up")
    duel.ticks(seconds * 30 - 1)
    assert (duel.phase, duel.engine.generation, duel.clock) == ("set-up", 0, 5)
    duel.tick()
    assert (duel.phase, duel.engine.generation, duel.clock, duel.seen.phase) == ("play", 1, 6, "play")


@BOTH
def test_clock_has_one_notch_per_row(game: str) -> None:
    assert GAMES[game].start(new_match(game, parse_rule("Immigration"), (88, 160), 1), (88, 160)).clock.top == 88


@BOTH
def test_space_and_return_begin_play_in_the_set_up(game: str) -> None:
    duel = Duel(BLOCKS, game).space()
    assert (duel.phase, duel.clock, duel.engine.generation) == ("play", 6, 1)
    duel = Duel(BLOCKS, game).enter().ticks(100)
    assert (duel.phase, duel.engine.generation) == ("halted", 1)


@pytest.mark.parametrize("columns", [24, 25, 2, 3])
def test_cursors_stay_on_their_halves(columns: int) -> None:
    duel = Duel("\n".join(["." * columns] * 4))
    duel.do(0, K.STICK, *RIGHT).do(1, K.STICK, *LEFT).ticks(200)
    assert (duel.place(0)[1], duel.place(1)[1]) == (columns // 2 - 1, (columns + 1) // 2)
    duel.do(0, K.STICK, *LEFT).do(1, K.STICK, *RIGHT).ticks(200)
    assert (duel.place(0)[1], duel.place(1)[1]) == (0, columns - 1)
    duel.do(0, K.POINT, 0, columns - 1).do(1, K.POINT, 0, 0)
    assert (duel.place(0)[1], duel.place(1)[1]) == (columns // 2 - 1, (columns + 1) // 2)


def test_drawn_line_ends_at_the_border() -> None:
    duel = Duel(at=((1, 8),)).do(0, K.TRIGGER, 1).do(0, K.STICK, *RIGHT).ticks(100)
    assert duel.picture.split("\n")[1] == "........AAAA............"
    assert duel.seen.status == ("0004", "95", "0000", "99", "0000")


def test_planting_ends_with_the_quota() -> None:
    duel = Duel(option="HCAP")
    for digit in (0, 3, 9, 9):
        duel.do(NOBODY, K.DIGIT, digit)
    duel.do(0, K.POINT, 0, 0).do(0, K.TRIGGER, 1).do(0, K.STICK, *RIGHT).ticks(100)
    assert duel.picture.split("\n")[0] == "AAA....................."
    assert duel.state.seeds == (0, 99)
    assert duel.sounds[-1] == "refused"


def test_planting_on_own_and_other_cells() -> None:
    duel = Duel("AB......\n........", at=((0, 0),)).press()
    shows(duel, "AB......\n........")
    assert duel.state.seeds[0] == 99
    shows(duel.tap(*RIGHT).press(), "AA......\n........")
    assert duel.seen.status[:2] == ("0002", "98")
    assert duel.state.scores == (2, 0)


def test_second_press_erases_and_credits() -> None:
    duel = Duel(at=((1, 1),)).press()
    assert duel.seen.status[:2] == ("0001", "98")
    shows(duel.press(), EMPTY)
    assert duel.seen.status[:2] == ("0000", "99")
    duel.press().tap(*RIGHT).tap(*LEFT).press()
    assert duel.state.scores[0] == 1
    assert duel.press().state.scores[0] == 0


def test_erased_cells_do_not_count_as_planted() -> None:
    duel = Duel(at=((1, 1),)).press().press()
    assert duel.state.round_stats.planted[0][0] == 0
    duel.press().tap(*RIGHT).press().tap(*RIGHT).press().press()
    assert duel.state.round_stats.planted[0][0] == 2


def test_credit_is_limited_to_99() -> None:
    duel = Duel(BLOCKS, at=((1, 1),)).twice()
    assert duel.state.seeds[0] == 99
    assert duel.picture.count("A") == 3


def test_one_shape_per_player_and_generation_in_play() -> None:
    duel = Duel("\n".join(["." * 12] * 5), rule=STILL, at=((0, 0), (4, 11))).do(NOBODY, K.PACE, 2000)
    duel.press(1).press().tap(*DOWN).space()
    duel.press().tap(*DOWN).press().press().tap(*DOWN).press()
    assert duel.picture.count("A") == 1
    duel.ticks(30)
    shows(duel, "A...........\nA...........\n............\n............\n...........B")
    assert duel.ticks(90).state.seeds == (97, 98)


def test_held_trigger_plants_each_generation_in_play() -> None:
    duel = Duel(rule=STILL, at=((0, 0),)).do(NOBODY, K.PACE, 2000).press(1).space()
    duel.do(0, K.TRIGGER, 1).tap(*RIGHT).tap(*RIGHT).tap(*RIGHT)
    assert duel.picture.count("A") == 0
    assert duel.ticks(30).picture.split("\n")[0] == "A......................."
    assert duel.ticks(30).picture.split("\n")[0] == "A..A...................."


def test_planting_comes_after_births_and_deaths() -> None:
    duel = Duel(BLOCKS, at=((4, 6),)).do(NOBODY, K.PACE, 6000).space().press()
    seen = []
    for _ in range(12):
        orders = duel.session.game.advance(duel.state, (), duel.session.board)[1]
        seen += [type(order).__name__ for order in orders if type(order).__name__ in ("Paint", "Step")]
        duel.tick()
    assert seen == ["Paint", "Step"]  # planted at the end of generation 1; dies as a lone cell in generation 2
    assert duel.seen.status == ("0005", "98", "0001", "99", "0004")
    assert duel.ticks(10).seen.status == ("0004", "98", "0002", "99", "0004")


def test_presses_in_play_never_erase() -> None:
    duel = Duel(BLOCKS, at=((1, 1),)).do(NOBODY, K.PACE, 6000).space()
    for _ in range(20):
        duel.press()
    assert duel.picture.count("A") == 4
    assert duel.state.seeds == (99, 99)


@BOTH
@pytest.mark.parametrize(("option", "clocks"), [("NORM", [5, 4, 3, 2, 1, 0]), ("FAST", [4, 2, 0]), ("WILD", [4, 2, 0])])
def test_the_clock_drops_with_each_generation(game: str, option: str, clocks: list[int]) -> None:
    duel = Duel(BLOCKS, game, option).quickly().space()
    assert [duel.tick().clock for _ in clocks] == clocks
    assert (duel.phase, duel.seen.ending) == ("over", "clock")
    odd = Duel(BLOCKS + "." * 24, game, option).quickly().space().ticks(20)
    assert (odd.phase, odd.clock) == ("over", 0)


@pytest.mark.parametrize("player", [0, 1])
def test_the_clock_jumps_to_the_top_when_either_player_plants(player: int) -> None:
    duel = Duel(BLOCKS, at=((4, 6), (4, 15))).quickly().space().ticks(4)
    assert duel.clock == 2
    assert duel.do(player, K.TRIGGER, 1).clock == 6
    assert duel.do(player, K.TRIGGER, 0).clock == 5


def test_planting_of_own_cells_only_does_nothing() -> None:
    duel = Duel(BLOCKS, at=((1, 1),)).quickly().space().do(0, K.TRIGGER, 1).ticks(3)
    assert (duel.clock, duel.state.seeds, duel.state.scores) == (2, (99, 99), (4, 4))


@pytest.mark.parametrize(("owner", "planted"), [("A", True), ("B", False)])
def test_glider_over_own_blinker_costs_two_seeds(owner: str, planted: bool) -> None:
    start = EMPTY.split("\n")
    start[5] = "...." + owner * 3 + "................."
    duel = Duel("\n".join(start), "seed-list", "HCAP")
    for digit in (0, 2, 0, 0):
        duel.do(NOBODY, K.DIGIT, digit)
    duel.take(5).do(0, K.POINT, 4, 5).press()
    assert duel.picture.count("A") == (5 if planted else 0)
    assert duel.state.seeds[0] == (0 if planted else 2)
    assert ("refused" in duel.sounds) is not planted


def test_thousand_cells_earn_a_seed_each_generation() -> None:
    start = "\n".join(["A" * 25 + "B" * 25] * 40)
    duel = Duel(start, rule=STILL, option="FAST", at=((0, 0), (0, 49))).quickly().space()
    assert [duel.tick().state.seeds for _ in range(3)] == [(51, 51), (52, 52), (53, 53)]
    duel = Duel("A" + start[1:].replace("A", ".", 1), rule=STILL, option="FAST").quickly().space().ticks(3)
    assert duel.state.scores == (999, 1000)
    assert duel.state.seeds == (50, 53)
    full = Duel(start, rule=STILL).quickly().space().ticks(3).state
    assert (full.seeds, [side.ledger.earned for side in full.sides]) == ((99, 99), [0, 0])
    assert [side.ledger.earned for side in duel.state.sides] == [0, 3]


def test_plantings_count_for_the_bonus_of_their_generation() -> None:
    start = "." + "\n".join(["A" * 25 + "B" * 25] * 40)[1:]
    duel = Duel(start, rule=STILL, option="FAST", at=((0, 0),)).quickly().space().do(0, K.TRIGGER, 1)
    assert duel.state.seeds[0] == 50


def test_authentic_pace_on_boards_up_to_160x96() -> None:
    assert Duel("\n".join(["." * 160] * 96)).state.pace.kind is PaceKind.AUTHENTIC
    assert Duel("\n".join(["." * 160] * 97)).state.pace.kind is PaceKind.FIXED
    assert Duel("\n".join(["." * 160] * 97)).state.pace.rate == 30_000
    speeds = [Duel(BLOCKS, option=option).space().state.beat.speed for option in ("NORM", "FAST", "SLOW")]
    assert speeds == [5555, 5555, 2777]  # 0.18 s, 0.36 s
    assert Duel("AAAAAABBBBBB\n............", rule=STILL).space().state.beat.speed == 1020  # 0.98 s
    assert Duel("AAAAAABBBBBB\nAAAAAABBBBBB", rule=STILL).space().state.beat.speed == 1000
    assert Duel(BLOCKS).do(NOBODY, K.PACE, 6000).space().do(NOBODY, K.PACE, 12_000).state.beat.speed == 12_000


def test_no_pace_skips_a_generation() -> None:
    duel = Duel(BLOCKS).do(NOBODY, K.PACE, 0, 50).space().ticks(3)
    assert (duel.engine.generation, duel.clock) == (4, 3)


def test_wild_intervenes_and_norm_does_not() -> None:
    start = BLOCKS + BLOCKS.split("\n", 2)[1].join(["", "\n"]) * 394
    for option, wild in (("WILD", True), ("FAST", False)):
        duel = Duel(start, option=option).quickly().space().ticks(150)
        assert ("wild" in duel.sounds) is wild
        assert duel.seen.ending == "" or wild


def test_wild_button_always_works() -> None:
    duel = Duel("\n".join(["AAB.BB..A.B." * 2] * 12)).quickly()
    before = duel.picture
    assert duel.do(NOBODY, K.WILD).picture != before
    duel.space().ticks(2)
    clock = duel.clock
    assert duel.do(NOBODY, K.WILD).clock == clock
    assert duel.tick().clock == clock - 1


@BOTH
def test_space_halts_and_freezes_the_clock(game: str) -> None:
    duel = Duel(BLOCKS, game, at=((4, 6),)).do(NOBODY, K.PACE, 2000).space().ticks(10).space()
    assert duel.phase == "play"
    duel.ticks(40)
    assert (duel.phase, duel.engine.generation, duel.clock) == ("halted", 1, 5)
    duel.press().tap(*RIGHT).press()
    assert (duel.phase, duel.engine.generation, duel.clock) == ("halted", 1, 5)
    assert duel.state.scores == (6, 4)
    duel.press()
    assert (duel.state.scores, duel.state.seeds) == ((5, 4), (98, 99))
    assert duel.ticks(5000).clock == 5
    duel.space()
    assert (duel.phase, duel.engine.generation) == ("play", 2)


def test_presses_of_an_earlier_halt_do_not_count() -> None:
    duel = Duel(BLOCKS, at=((1, 1),)).press().enter().ticks(60).press()
    assert duel.state.scores == (4, 4)
    assert duel.press().state.scores == (3, 4)


def test_return_halts_and_then_steps() -> None:
    duel = Duel(BLOCKS).do(NOBODY, K.PACE, 6000).space().enter().ticks(30)
    assert (duel.phase, duel.engine.generation, duel.clock) == ("halted", 1, 5)
    duel.enter().ticks(30)
    assert (duel.phase, duel.engine.generation, duel.clock) == ("halted", 2, 4)


def test_wall_has_dead_edges() -> None:
    corner = "A.......\nA.......\nA.......\n........\n........"
    assert Duel(corner).enter().picture.split("\n")[1] == "AA.....A"
    assert Duel(corner, option="WALL").enter().picture.split("\n")[1] == "AA......"


def test_console_edits_except_in_a_round() -> None:
    paint = Action(NOBODY, K.PAINT, 0, 0, "x = 2, y = 1, rule = Immigration\nAB!")
    duel = Duel(BLOCKS).tick(paint)
    assert duel.sounds[-1] == "refused"
    shows(duel, BLOCKS)
    duel.space().tick(paint).space().ticks(60)
    shows(duel, BLOCKS)
    duel.tick(paint).tick()
    assert duel.picture[:3] == "AB."
    assert duel.state.scores == (5, 5)
    duel.do(NOBODY, K.CLEAR).tick()
    assert duel.seen.status[::2] == ("0000", "0000", "0000")


def test_study_has_an_overlay_too() -> None:
    table = Table(BLOCKS, at=((0, 3),))
    seen = overlay(table.state, (6, 24), (4, 4), 12)
    assert seen is not None
    assert (seen.title, seen.phase, seen.border, seen.clock) == ("Study Mode", "halted", None, None)
    assert seen.status == ("0004", "99", "0012", "99", "0004")
    assert seen.cursors[0] == ((0, 3),)
