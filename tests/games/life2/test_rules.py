"""The rules of LIFE-2, from its description and ruling R14, in our own words, each with the test that checks it.

- two players on a board of 5 by 5, whose pieces differ only in their owner: ``test_the_board``
- a birth takes the side that has more of the three parents; the printed example: ``test_the_printed_example``,
  ``test_law_treats_both_sides_alike``
- at first each player places three pieces by their coordinates: ``test_three_pieces_each_in_the_opening``
- a cell that both choose stays empty: ``test_shared_place_stays_empty_in_the_opening``,
  ``test_shared_place_stays_empty_later``
- then comes a generation, and it is shown: ``test_generation_follows_both_choices``
- from then on each places one piece a turn, and after both comes a generation: ``test_one_piece_each_in_later_turns``
- a player without live pieces loses: ``test_player_without_live_pieces_loses``; both: a draw
- the program of 1978 has other rules: ``test_coded_*``
"""

from __future__ import annotations

from pathlib import Path

import pytest
from autosaves import load_autosave
from boards import SYMBOLS, board
from fuzzing import examples
from games.pieces import A_SECOND, EMPTY, Pieces
from games.playing import K, shows
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from gpulife.cli.headless_replay import run_replay
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.games.core.dataclass_json import from_json, to_json
from gpulife.games.core.game import NOBODY, Action, ActionKind, GameError, Match
from gpulife.games.life2.input import FIRST_REPEAT, NEXT_REPEAT
from gpulife.games.life2.rules import GRACE
from gpulife.games.life2.state import Life2State
from gpulife.games.matches import default_rule, new_match, next_game, next_option, next_other_game
from gpulife.games.registry import GAMES, find_game
from gpulife.rules import Edges, parse_rule
from gpulife.session.autosave import Autosave
from gpulife.session.replay import write_replay
from gpulife.session.session import Session

OPENING = "1,1 2,1 3,1", "3,5 4,5 5,5"
TWO_BLOCKS = """
    AA...
    AA...
    .....
    ...BB
    ...BB
"""


def test_the_board() -> None:
    game = Pieces()
    assert game.engine.shape == (5, 5)
    assert game.engine.rule.edges is Edges.DEAD
    assert game.engine.rule.live_states == 2
    shows(game, EMPTY)


def test_three_pieces_each_in_the_opening() -> None:
    game = Pieces()
    assert (game.phase, game.state.needs) == ("opening", 3)
    game.choose(0, "1,1", "2,3").choose(1, "5,1", "5,2", "4,3").ticks(500)
    assert game.phase == "opening", "the left player has one more to choose"
    shows(game, EMPTY)
    game.choose(0, "3,5").reveal()
    assert game.phase == "reveal"
    shows(
        game,
        """
        A...B
        ....B
        .A.B.
        .....
        ..A..
        """,
    )
    assert game.sounds.count("plant") == 6


def test_the_printed_example() -> None:
    """A cell of the left player and two of the right one: the birth in their middle is the right player's."""
    game = Pieces(EMPTY)
    game.engine.paint(0, 0, board(".....\n..A..\n...B.\n..B..\n....."))
    game.session.board.changed()
    game.both("1,5", "1,5").grow()
    shows(
        game,
        """
        .....
        .....
        ..BB.
        .....
        .....
        """,
    )
    assert (game.phase, game.state.winner) == ("over", 1), "the left player has no piece left"


def test_law_treats_both_sides_alike() -> None:
    game = Pieces(TWO_BLOCKS.replace("AA...", "AB...", 1)).turn("5,1", "1,5")
    shows(game, TWO_BLOCKS.replace("AA...", "AB...", 1))


def test_birth_belongs_to_the_majority_of_parents() -> None:
    game = Pieces().turn("1,1 2,1 5,5", "1,2 1,5 5,1")
    shows(
        game,
        """
        AA...
        BA...
        .....
        .....
        .....
        """,
    )


@pytest.mark.parametrize(("left", "right"), [("1,1 2,1 3,3", "3,3 4,5 5,5"), ("3,3 2,1 1,1", "5,5 3,3 4,5")])
def test_shared_place_stays_empty_in_the_opening(left: str, right: str) -> None:
    game = Pieces().both(left, right)
    shows(
        game,
        """
        AA...
        .....
        .....
        .....
        ...BB
        """,
    )
    assert game.state.shared == ((2, 2),)


def test_shared_place_stays_empty_later() -> None:
    game = Pieces(TWO_BLOCKS).both("3,3", "3,3")
    shows(game, TWO_BLOCKS)
    assert (game.state.shared, game.state.emptied) == (((2, 2),), None)
    game.grow()
    assert (game.phase, game.state.turn) == ("turn", 3)


def test_generation_follows_both_choices() -> None:
    game = Pieces().both(*OPENING)
    before = game.picture
    assert game.engine.generation == 0
    game.ticks(A_SECOND - 1)
    assert game.picture == before, "what was chosen is to be seen for a second"
    game.tick()
    assert game.engine.generation == 1
    shows(
        game,
        """
        .A...
        .A...
        .....
        ...B.
        ...B.
        """,
    )
    game.tick()
    assert game.phase == "turn"


def test_one_piece_each_in_later_turns() -> None:
    game = Pieces().turn(*OPENING)
    assert (game.phase, game.state.needs, game.state.turn) == ("turn", 1, 2)
    game.choose(0, "1,1").ticks(300)
    assert game.phase == "turn", "the right player has not chosen"
    game.choose(0, "1,2")
    assert game.chosen(0) == ["1,1"], "one piece only"
    game.choose(1, "5,5").reveal()
    shows(
        game,
        """
        AA...
        .A...
        .....
        ...B.
        ...BB
        """,
    )
    game.grow()
    shows(
        game,
        """
        AA...
        AA...
        .....
        ...BB
        ...BB
        """,
    )
    assert (game.phase, game.state.turn) == ("turn", 3)


def test_player_without_live_pieces_loses() -> None:
    game = Pieces().turn("1,1 3,1 5,1", "3,5 4,5 5,5")
    assert (game.phase, game.state.winner) == ("over", 1)
    assert game.state.hands[1].wins == 1
    assert game.sounds[-1] == "win"
    game.do(NOBODY, K.HALT).choose(0, "1,1").ticks(200)
    assert game.phase == "over"


def test_no_pieces_on_both_sides_is_a_draw() -> None:
    game = Pieces().turn("1,1 3,1 5,1", "1,5 3,5 5,5")
    shows(game, EMPTY)
    assert (game.phase, game.state.winner) == ("over", None)
    assert str(game.state.ending) == "shut-out"
    assert game.sounds[-1] == "tie"


@pytest.mark.parametrize("place", ["0,1", "6,1", "1,0", "1,6", "-3,2", "99,99"])
def test_place_off_the_board_is_refused(place: str) -> None:
    game = Pieces().choose(0, place)
    assert (game.chosen(0), game.state.hands[0].refused) == ([], "outside")
    assert game.sounds[-1] == "refused"
    game.choose(0, "3,3")
    assert (game.chosen(0), game.state.hands[0].refused) == (["3,3"], "")


def test_occupied_place_is_refused() -> None:
    game = Pieces(TWO_BLOCKS)
    for player in range(2):
        for place in ("1,1", "5,5"):
            game.choose(player, place)
            assert (game.chosen(player), game.state.hands[player].refused) == ([], "taken")


def test_place_already_chosen_is_refused() -> None:
    game = Pieces().choose(0, "3,3", "3,3")
    assert (game.chosen(0), game.state.hands[0].refused) == (["3,3"], "taken")


def test_others_choice_is_never_revealed_by_a_refusal() -> None:
    game = Pieces().choose(0, "3,3").choose(1, "3,3")
    assert game.state.hands[1].refused == ""
    assert game.chosen(1) == ["3,3"]


def test_coded_opening_tells_the_second_player() -> None:
    game = Pieces(option="CODED").choose(1, "5,5")
    assert game.chosen(1) == [], "the first player types first"
    game.choose(0, "1,1", "2,1", "3,3").choose(1, "3,3")
    assert (game.chosen(1), game.state.hands[1].refused) == ([], "taken")
    game.choose(1, "3,4", "4,5", "5,5").reveal()
    shows(
        game,
        """
        AA...
        .....
        ..A..
        ..B..
        ...BB
        """,
    )
    assert game.state.shared == ()


def test_coded_opening_is_final_for_the_first_player() -> None:
    game = Pieces(option="CODED").choose(0, "1,1", "2,1", "3,3").do(0, K.WITHDRAW, 2, 2)
    assert game.chosen(0) == ["1,1", "2,1", "3,3"]


def test_coded_shared_place_empties_another() -> None:
    """Neither piece is placed, and the place one down and one to the right is emptied before the generation."""
    game = Pieces(TWO_BLOCKS, option="CODED").both("3,3", "3,3")
    assert (game.state.shared, game.state.emptied) == (((2, 2),), (3, 3))
    shows(game, TWO_BLOCKS.replace("...BB", "....B", 1))
    game.grow()
    shows(game, TWO_BLOCKS)
    assert game.phase == "turn", "the turn went on"


@pytest.mark.parametrize("place", ["5,1", "1,5", "5,3"])
def test_coded_shared_place_at_the_edge_empties_nothing(place: str) -> None:
    blocks = ".....\n.AA..\n.AA..\n.BB..\n.BB.."
    game = Pieces(blocks, option="CODED").both(place, place)
    assert (game.state.placed, game.state.emptied) == (((), ()), None)
    shows(game, blocks)


def test_coded_later_turns_are_secret() -> None:
    game = Pieces(TWO_BLOCKS, option="CODED").choose(1, "3,3").choose(0, "5,1").reveal()
    assert game.state.placed == (((0, 4),), ((2, 2),))


def test_choice_can_be_taken_back_until_the_reveal() -> None:
    game = Pieces(TWO_BLOCKS).choose(0, "3,3").choose(1, "5,1").ticks(GRACE - 2)
    assert game.phase == "turn"
    game.do(0, K.WITHDRAW, 2, 2).ticks(100)
    assert (game.phase, game.chosen(0)) == ("turn", [])
    game.choose(0, "4,1").reveal()
    assert game.phase == "reveal"
    game.do(0, K.WITHDRAW, 0, 3)
    assert game.state.placed == (((0, 3),), ((0, 4),))


# The marker


def steps(game: Pieces, player: int, ways: str) -> Pieces:
    for way in ways:
        game.tap(*{"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}[way], player=player)
    return game


@pytest.mark.parametrize(
    ("ways", "place"),
    [("", "3,3"), ("u", "3,2"), ("rr", "5,3"), ("rrr", "1,3"), ("ll", "1,3"), ("dddrr", "5,1"), ("uuull", "1,5")],
)
def test_marker_steps_and_wraps_around(ways: str, place: str) -> None:
    for player in range(2):
        game = steps(Pieces(), player, ways).press(player)
        assert game.chosen(player) == [place]


def test_held_stick_repeats_slowly() -> None:
    game = Pieces().do(0, K.STICK, 0, 1)
    game.ticks(FIRST_REPEAT - 2)
    assert game.place() == (2, 3)
    game.tick()
    assert game.place() == (2, 4)
    game.ticks(NEXT_REPEAT)
    assert game.place() == (2, 0)
    assert Pieces(shape=(8, 640)).do(0, K.STICK, 0, 1).ticks(FIRST_REPEAT).place() == (4, 320 + 1 + 20)


def test_second_press_takes_back_and_leads_home() -> None:
    game = steps(Pieces(), 0, "r").press().press()
    assert (game.chosen(0), game.place()) == ([], (2, 2))
    game = steps(Pieces(), 0, "r").press()
    steps(game, 0, "rl").press()
    assert game.state.hands[0].refused == "taken", "it was left meanwhile"
    assert game.place() == (2, 2)


def test_marker_starts_each_turn_at_home() -> None:
    game = steps(Pieces(TWO_BLOCKS), 0, "r").press()
    steps(game, 0, "rr")
    assert game.place() == (2, 3)
    game.choose(1, "5,1").reveal().grow()
    assert game.phase == "turn"
    assert game.place() == (2, 2)


def test_a_pointer_moves_the_marker() -> None:
    game = Pieces().do(1, K.POINT, 0, 4).press(1).do(1, K.POINT, 99, -3).press(1)
    assert game.chosen(1) == ["5,1", "1,5"]


# Typing


def test_places_are_typed_as_column_and_row() -> None:
    game = Pieces(TWO_BLOCKS).type(4, 2)
    assert game.chosen(0) == ["4,2"]
    game.type(1, 5)
    assert game.chosen(1) == ["1,5"], "then the second player types"
    assert set(game.sounds[1:]) == {"digit", "plant"}


def test_digits_count_for_the_player_who_types() -> None:
    game = Pieces().type(4, player=1).type(2, player=0).type(4, player=1).type(2, player=0)
    assert (game.chosen(0), game.chosen(1)) == (["2,2"], ["4,4"])


def test_typing_an_impossible_place_starts_over() -> None:
    game = Pieces().type(9).type(9)
    assert (game.state.hands[0].refused, game.state.hands[0].typed) == ("outside", ())
    assert game.type(4, 2).chosen(0) == ["4,2"]


def test_larger_boards_need_more_digits() -> None:
    game = Pieces(shape=(9, 12)).type(1, 2, 9).type(0, 1, 1)
    assert game.chosen(0) == ["12,9", "1,1"]


# Time


def test_clock_ends_the_turn() -> None:
    game = Pieces(option="FAST")
    assert game.state.clock == 20 * A_SECOND - 1, "it runs from the first tick on"
    game.choose(0, "1,1", "2,1", "1,2").choose(1, "5,5", "4,5").ticks(20 * A_SECOND - 6)
    assert game.phase == "reveal"
    assert [len(places) for places in game.state.placed] == [3, 2]
    assert game.sounds.count("clock") == 3
    game = Pieces(TWO_BLOCKS, option="FAST").turn("5,1", "1,5")
    assert game.state.clock == 8 * A_SECOND
    game.ticks(8 * A_SECOND)
    assert (game.phase, game.state.placed) == ("reveal", ((), ()))


def test_no_limit_without_a_clock() -> None:
    assert Pieces().ticks(5000).phase == "opening"


def test_halting_stops_only_the_clock() -> None:
    game = Pieces(TWO_BLOCKS, option="FAST").turn("5,1", "1,5").space()
    assert not game.state.running
    clock = game.state.clock
    game.choose(0, "5,1").choose(1, "1,5").ticks(500)
    assert (game.phase, game.state.clock) == ("turn", clock)
    game.space().reveal().space()
    assert game.phase == "reveal"
    game.ticks(500)
    assert game.phase == "reveal"
    assert game.space().grow().phase == "turn"


def test_step_skips_the_wait() -> None:
    game = Pieces().both(*OPENING).enter()
    assert game.engine.generation == 1
    assert game.enter().sounds[-1] != "step"


@pytest.mark.parametrize(("rate", "burst", "ticks"), [(2000, 0, 30), (500, 0, 120), (0, 5, 1)])
def test_pace_is_the_length_of_the_reveal(rate: int, burst: int, ticks: int) -> None:
    game = Pieces().do(NOBODY, K.PACE, rate, burst).both(*OPENING).ticks(ticks - 1)
    assert game.phase == "reveal"
    assert game.tick().phase == "growth"


# The console


def test_nothing_happens_before_start() -> None:
    game = Pieces(press_start=False).choose(0, "1,1").type(1, 1).press().ticks(100)
    assert (game.phase, game.chosen(0)) == ("select", [])
    assert game.do(NOBODY, K.START).phase == "opening"


def test_start_restarts_and_again_keeps_the_wins() -> None:
    game = Pieces().turn("1,1 3,1 5,1", "3,5 4,5 5,5").do(NOBODY, K.AGAIN)
    shows(game, EMPTY)
    assert (game.phase, game.state.round, game.engine.generation) == ("opening", 2, 0)
    assert [hand.wins for hand in game.state.hands] == [0, 1]
    game.turn(*OPENING).do(NOBODY, K.START)
    assert (game.phase, game.state.round, game.state.needs) == ("opening", 1, 3)
    assert [hand.wins for hand in game.state.hands] == [0, 0]
    shows(game, EMPTY)


def test_again_only_after_the_end() -> None:
    assert Pieces().turn(*OPENING).do(NOBODY, K.AGAIN).state.turn == 2


def test_resigning_loses() -> None:
    game = Pieces().do(0, K.RESIGN)
    assert (game.phase, game.state.winner, str(game.state.ending)) == ("over", 1, "resigned")


def test_console_edits_only_while_halted_or_over() -> None:
    game = Pieces(TWO_BLOCKS).do(NOBODY, K.PAINT, 0, 4, data="x = 1, y = 1, rule = B3/S23\no!")
    shows(game, TWO_BLOCKS)
    assert game.sounds[-1] == "refused"
    game.space().do(NOBODY, K.ERASE, 0, 0, data="2x2")
    shows(game, TWO_BLOCKS.replace("A", "."))
    game.do(NOBODY, K.CLEAR).space().both("1,1", "5,5")
    assert game.phase == "reveal"


def test_full_board_leaves_nothing_to_choose() -> None:
    game = Pieces("AB\nBA").ticks(GRACE + 1)
    assert (game.state.needs, game.phase) == (0, "reveal")
    assert game.grow().phase in ("turn", "over")
    assert Pieces(option="CODED", shape=(1, 3)).both("1,1 2,1 3,1", "").state.placed == (((0, 0), (0, 1), (0, 2)), ())
    assert Pieces(shape=(1, 2)).both("1,1 2,1", "1,1 2,1").state.placed == ((), ())


def test_wild_works_at_any_time() -> None:
    for seed in range(12):
        game = Pieces(TWO_BLOCKS, seed=seed).do(NOBODY, K.WILD)
        assert "wild" in game.sounds
        game.choose(0, "3,3").choose(1, "3,3").do(NOBODY, K.WILD)
        game.ticks(200).do(NOBODY, K.WILD).ticks(200)


def test_piece_is_not_placed_on_a_new_cell() -> None:
    game = Pieces(TWO_BLOCKS).choose(0, "3,3").space()
    game.do(NOBODY, K.PAINT, 2, 2, data="x = 1, y = 1, rule = Immigration\nB!").space().choose(1, "5,1").reveal()
    assert game.state.placed == ((), ((0, 4),))


# Matches


def test_unknown_options_and_rules_are_refused() -> None:
    law = default_rule("life-2")
    with pytest.raises(GameError, match="life-2 has no option 'NORM': use one of PRINTED, CODED, FAST"):
        new_match("life-2", law, (5, 5), 1, "NORM")
    with pytest.raises(GameError, match="has no option 'x'"):
        find_game("life-2").start(Match("life-2", str(law), 1, "x"), (5, 5))
    with pytest.raises(GameError, match="needs a rule with at least 2 species, not Life"):
        new_match("life-2", parse_rule("Life"), (5, 5), 1)
    with pytest.raises(GameError, match="needs a rule with at least 2 species, not Life"):
        find_game("life-2").start(Match("life-2", "Life:P5,5", 1), (5, 5))


def test_select_key_reaches_and_leaves_life_2() -> None:
    match = new_match("study", parse_rule("QuadLife"), (96, 160), 1, "WALL")
    seen = []
    for following in (next_other_game, next_game):
        for _ in GAMES:
            match = following(match)
            seen.append(match.game)
            rule = parse_rule(match.rule)
            if match.game == "life-2":
                assert match.rule == GAMES["life-2"].rule
                assert match.option == "PRINTED"
                assert next_option(match).option == "CODED"
            elif not find_game(match.game).has_own_rule:
                assert rule.size == find_game(match.game).shape
    assert set(seen) == set(GAMES)
    assert parse_rule(match.rule).edges is Edges.TORUS


# Always

KINDS = sorted({*ActionKind} - {K.PAINT, K.SOUP})
ACTIONS = st.builds(
    Action,
    st.integers(-2, 3),
    st.sampled_from(KINDS),
    st.integers(-2, 9),
    st.integers(-2, 9),
    st.sampled_from(["", "1x1", "0.3"]),
)
TICKS = st.lists(st.tuples(st.lists(ACTIONS, max_size=4), st.integers(0, 80)), max_size=40)


def played(ticks: list[tuple[list[Action], int]], option: str, shape: tuple[int, int]) -> Pieces:
    game = Pieces(option=option, shape=shape)
    for actions, more in ticks:
        game.tick(*actions).ticks(more)
        state = game.state
        assert all(len(hand.chosen) <= 3 and len(set(hand.chosen)) == len(hand.chosen) for hand in state.hands)
        assert all(0 <= cursor.row < shape[0] and 0 <= cursor.column < shape[1] for cursor in state.cursors)
        assert from_json(Life2State, to_json(state)) == state
    return game


@settings(max_examples=examples(40))
@given(
    ticks=TICKS, option=st.sampled_from(["PRINTED", "CODED", "FAST"]), shape=st.sampled_from([(5, 5), (1, 1), (3, 12)])
)
def test_any_actions_are_accepted(ticks: list[tuple[list[Action], int]], option: str, shape: tuple[int, int]) -> None:
    game = played(ticks, option, shape)
    again = played(ticks, option, shape)
    assert (game.picture, game.state) == (again.picture, again.state)


PLACES = st.lists(
    st.sampled_from([f"{x},{y}" for x in range(1, 6) for y in range(1, 6)]), min_size=25, max_size=25, unique=True
)


@settings(max_examples=examples(40))
@given(left=PLACES, right=PLACES, option=st.sampled_from(["PRINTED", "CODED"]))
def test_turn_is_one_generation_of_the_placed_board(left: list[str], right: list[str], option: str) -> None:
    """Compare with a separate model: cells in a dictionary, and both variants as described."""
    game = Pieces(option=option)
    cells: dict[tuple[int, int], str] = {}
    for turn in range(4):
        quota = 1 if turn else 3
        for player, places in enumerate((left, right)):
            for place in places:
                if len(game.state.hands[player].chosen) < quota:
                    game.choose(player, place)
        wants = [
            [tuple(reversed([int(part) - 1 for part in place.split(",")])) for place in game.chosen(player)]
            for player in range(2)
        ]
        shared = set(wants[0]) & set(wants[1])
        if shared and option == "CODED":
            ((row, column),) = shared
            cells.pop((row + 1, column + 1), None)
        else:
            cells |= {place: "AB"[player] for player in range(2) for place in wants[player] if place not in shared}
        game.reveal().grow()
        cells = next_cells(cells)
        assert game.picture == "\n".join(
            "".join(cells.get((row, column), ".") for column in range(5)) for row in range(5)
        )
        if game.phase == "over":
            alive = set(cells.values())
            assert alive < {"A", "B"}
            assert game.state.winner == (None if not alive else "AB".index(alive.pop()))
            return
        assert set(cells.values()) == {"A", "B"}
        left, right = right[turn:] + right[:turn], left[turn:] + left[:turn]


def next_cells(cells: dict[tuple[int, int], str]) -> dict[tuple[int, int], str]:
    after = {}
    for row in range(5):
        for column in range(5):
            near = [
                cells[row + down, column + right]
                for down in (-1, 0, 1)
                for right in (-1, 0, 1)
                if (down, right) != (0, 0) and (row + down, column + right) in cells
            ]
            if (row, column) in cells and len(near) in (2, 3):
                after[row, column] = cells[row, column]
            elif (row, column) not in cells and len(near) == 3:
                after[row, column] = max(SYMBOLS[1:3], key=near.count)
    return after


def test_same_on_the_gpu_and_in_a_replay(device: GLDevice, tmp_path: Path) -> None:
    states = []
    for open_engine in (lambda law: NumpyEngine(law, (5, 5)), lambda law: GLCellsEngine(law, (5, 5), device)):
        with open_engine(parse_rule(GAMES["life-2"].rule)) as engine:
            game = Pieces(engine=engine).turn(*OPENING).turn("1,1", "5,5").do(NOBODY, K.WILD).turn("3,3", "3,3")
            states.append((game.picture, game.state))
            file = tmp_path / "game.gpureplay"
            write_replay(file, game.session.recording())
    assert states[0] == states[1]
    result, status = run_replay(file, Console(quiet=True), engine="numpy", verify=True)
    assert status == 0
    assert result.verified >= 1


def test_it_is_saved_and_resumed(tmp_path: Path) -> None:
    game = Pieces().turn(*OPENING).both("1,1", "5,1")
    Autosave(tmp_path, 0.0).save(game.session, 1.0)
    saved = load_autosave(tmp_path)
    assert saved is not None
    law = parse_rule(GAMES["life-2"].rule)
    session = Session(
        saved.recording.match, NumpyEngine(law, (5, 5)), recording=saved.recording, keyframe=saved.keyframe
    )
    assert session.state == game.state


def test_rewind_drops_later_choices() -> None:
    game = Pieces().turn(*OPENING)
    tick = game.session.ticks
    before = game.state
    game.turn("1,1", "5,5")
    assert game.session.seek(tick)
    assert game.state == before
