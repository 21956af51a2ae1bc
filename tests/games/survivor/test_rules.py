"""Survivor: what its source says, sentence by sentence in our own words.

* six states; the player's two kinds of entity are pawns and shelters -> test_rules_*
* every rule of Algorithm 2: pawn, shelter, enemy, trap, walkable, impassable, by day and by night -> test_rules_*
* the Game of Life holds between pawns and walkable cells only -> test_rules_life
* the player may put one of the two on a free cell -> test_one_piece_a_turn, test_pieces_only_on_free_cells
* one chooses the kind of move, sees the free cells, then says OK -> test_choosing_pieces, tests of the window
* the rules are applied to the whole grid after OK, and not before -> test_nothing_changes_before_ok
* the time of day changes after each turn: sunrise, midday, sunset, midnight -> test_time_of_day
* two of them are day, two are night (R15) -> test_rules_enemies, test_rules_spawning
* without pawns the battle is lost (R16: looked at first) -> test_lost_*
* destroying all traps and enemies wins -> test_winning
* the progress bar tells how much is done -> test_progress_bar
"""

from __future__ import annotations

import json

import pytest
from conftest import OpenEngine, kinds_of
from fuzzing import examples
from games.field import Field, K, level_from, lines
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.games.core.board_hash import board_hash, moment_hash
from gpulife.games.core.dataclass_json import from_json, to_json
from gpulife.games.core.game import Action, GameError, Match
from gpulife.games.matches import default_rule, new_match, next_game, next_option, next_other_game
from gpulife.games.registry import find_game
from gpulife.games.survivor.level import PAWN, SHELTER, Level
from gpulife.games.survivor.rules import LevelPhase, Placed, SurvivorState, practice
from gpulife.rules import TIMES_OF_DAY, parse_rule
from gpulife.session.replay import read_replay, write_replay
from gpulife.session.session import Session

MEADOW = """
.......
..PP...
..PP..T
.......
"""


def grown(picture: str, starts: str = "sunrise", turns: int = 1) -> Field:
    """Return a level after some turns of doing nothing; a block and a trap far away make it a valid level."""
    field = Field(picture, starts)
    for _ in range(turns):
        field.ok()
    return field


def test_rules_life() -> None:
    grown(
        """
        .......T
        .PPP....
        ........
        ......P.
        """
    ).shows(
        """
        ..P....T
        ..P.....
        ..P.....
        ........
        """
    )


def test_rules_a_pawn_beside_an_enemy_dies_unless_sheltered() -> None:
    field = grown(
        """
        ............
        .PPE...PPE..
        .PP....PPS.T
        ............
        """,
        "midday",
    )
    # By day the enemies go; the two that an enemy touches die, those beside the shelter live.
    assert field.picture[1][1:4] == "P.."
    assert field.picture[2][1:3] == "P."
    assert field.picture[1][8] == "P"
    assert field.picture[2][8] == "P"


def test_rules_a_sheltered_pawn_survives_alone_and_in_a_crowd() -> None:
    field = Field(
        """
        ...........
        .PS........
        .P....PPP..
        ......PPP..
        ......PPS.T
        """
    ).ok()
    assert field.picture[1][1] == "P"
    assert field.picture[3][7] == "P", "eight pawns around it, and a shelter"
    assert field.picture[2][7] == ".", "overcrowded, with no shelter beside it"


@pytest.mark.parametrize(("pawns", "stays"), [(0, False), (1, False), (2, True), (3, True), (4, False), (5, False)])
def test_rules_a_shelter_needs_two_or_three_pawns(pawns: int, stays: bool) -> None:
    ring = ["P" if place < pawns else "." for place in range(5)]
    field = Field(
        f"""
        ........
        ..{ring[0]}{ring[1]}{ring[2]}...
        ..{ring[3]}S{ring[4]}..T
        ........
        P.......
        """
    ).ok()
    assert (field.picture[2][3] == "S") is stays


@pytest.mark.parametrize(("pawns", "stays"), [(1, True), (2, True), (3, False), (4, False), (5, True)])
def test_rules_a_trap_falls_to_three_or_four_pawns(pawns: int, stays: bool) -> None:
    ring = ["P" if place < pawns else "." for place in range(5)]
    field = Field(
        f"""
        ........
        ..{ring[0]}{ring[1]}{ring[2]}...
        ..{ring[3]}T{ring[4]}...
        ........
        """
    ).ok()
    assert (field.picture[2][3] == "T") is stays


def test_rules_spawning() -> None:
    start = """
        ...........
        .#.....PP..
        ..T....PP..
        .P.........
        ...........
        """
    assert "E" not in "".join(grown(start, "sunrise").picture)
    assert "E" not in "".join(grown(start, "midday").picture)
    expected = """
        ...........
        .#EE...PP..
        .ETE...PP..
        ..EE.......
        ...........
        """
    for time in ("sunset", "midnight"):
        grown(start, time).shows(expected)  # rocks and pawns are not walkable: nothing comes out there


def test_rules_nothing_comes_out_beside_a_shelter() -> None:
    field = grown(
        """
        ........
        ..T.....
        ....SP..
        ....PP..
        ........
        """,
        "sunset",
    )
    assert field.picture[1][3] == "."
    assert field.picture[3][3] == "."
    assert field.picture[1][1] == field.picture[2][1] == "E"


def test_rules_enemies() -> None:
    start = """
        .........
        .E....PP.
        ...SP.PPT
        ..E.P....
        .........
        """
    night = grown(start, "midnight").picture
    assert night[1][1] == "E", "far from shelters it stays for the night"
    assert night[3][2] == ".", "beside a shelter it goes"
    assert grown(start, "midday").picture[1][1] == ".", "by day it goes"


def test_rules_rocks_stay_and_are_no_neighbours() -> None:
    start = """
        ########
        #.PP..T#
        #.PP...#
        ########
        """
    grown(start, "sunrise", turns=2).shows(start)


def test_time_of_day() -> None:
    field = Field(MEADOW)
    seen = []
    for _ in range(6):
        seen.append((field.state.time, field.state.time in TIMES_OF_DAY[2:], field.session.engine.generation))
        field.ok()
    assert seen == [
        ("sunrise", False, 0),
        ("midday", False, 1),
        ("sunset", True, 2),
        ("midnight", True, 3),
        ("sunrise", False, 4),
        ("midday", False, 5),
    ]
    assert Field(MEADOW, "sunset").state.time == "sunset"
    assert Field(MEADOW, "midnight").ok().state.time == "sunrise"


def test_nothing_changes_before_ok() -> None:
    field = Field(MEADOW).put(PAWN, 0, 6)
    for _ in range(200):
        field.tick()
    field.shows(MEADOW.replace(".......", "......P", 1))
    assert (field.state.turn, field.state.phase) == (0, LevelPhase.TURN)
    field.ok().shows(MEADOW)
    assert (field.state.turn, field.state.phase) == (1, LevelPhase.TURN)


def test_one_piece_a_turn_changeable_until_ok() -> None:
    field = Field(MEADOW).put(PAWN, 0, 0).put(PAWN, 3, 5)
    assert field.picture[0][0] == ".", "it goes where it is put last"
    assert field.state.placed == Placed(PAWN, 3, 5)
    field.put(SHELTER, 3, 5)
    assert field.picture[3][5] == "S", "the same place, another piece"
    field.put(SHELTER, 3, 5)
    assert field.state.placed is None, "the same again takes it back"
    field.shows(MEADOW)
    field.put(SHELTER, 0, 4).do(K.TAKE_BACK).shows(MEADOW)
    assert field.state.placed is None
    field.put(PAWN, 0, 4).do(K.AGAIN).shows(MEADOW)
    field.sounds.clear()
    field.do(K.TAKE_BACK).do(K.AGAIN)
    assert field.sounds == ["refused"] * 2
    assert field.state.turn == 0
    field.put(PAWN, 0, 4).ok()
    field.do(K.TAKE_BACK)
    assert field.state.turn == 1, "what is over is over"


def test_pieces_only_on_free_cells() -> None:
    field = Field(
        """
        .PP...
        .PP..#
        E...ST
        """
    )
    field.sounds.clear()
    before = field.picture
    for row, column in ((0, 1), (1, 5), (2, 0), (2, 4), (2, 5)):
        field.put(PAWN, row, column).put(SHELTER, row, column)
        assert field.picture == before
        assert field.state.placed is None
    assert field.sounds.count("refused") == 10


def test_choosing_pieces() -> None:
    field = Field(MEADOW)
    assert field.state.piece == PAWN
    assert field.do(K.PIECE).state.piece == SHELTER
    assert field.do(K.PIECE).state.piece == PAWN
    assert field.do(K.DIGIT, 2).state.piece == SHELTER
    assert field.do(K.PIECE, 1).state.piece == PAWN
    for wrong in (3, 4, 9, -1):
        assert field.do(K.PIECE, wrong).state.piece == PAWN


def test_three_actions_mean_ok_from_any_seat() -> None:
    for kind in (K.OK, K.HALT, K.STEP):
        assert Field(MEADOW).do(kind).tick().state.turn == 1
    field = Field(MEADOW)
    start = field.state.cursors[0]
    field.do(K.STICK, 1, 0, player=1).do(K.STICK, 0, 0, player=1)
    assert field.state.cursors[0].row == start.row + 1
    field.do(K.STICK, -1, 1).do(K.STICK)
    assert (field.state.cursors[0].row, field.state.cursors[0].column) == (start.row, start.column + 1)


def test_turn_without_a_piece() -> None:
    assert Field(MEADOW).ok().ok().state.turn == 2


def test_lost_without_pawns_even_on_an_empty_board() -> None:
    field = Field(
        """
        .......
        .EPPE..
        ..TP...
        ....E..
        .......
        """,
        "midday",
    ).ok()
    assert (field.state.pawns, field.state.traps, field.state.enemies) == (0, 0, 0)
    assert field.state.phase is LevelPhase.LOST
    assert field.sounds[-1] == "lost"


def test_winning() -> None:
    field = Field(
        """
        ......
        .PP...
        .P.T..
        ......
        ......
        """
    )
    field.put(PAWN, 1, 3).ok()
    assert field.state.phase is not LevelPhase.WON
    field = Field(
        """
        ......
        .PP...
        .PPT..
        ......
        ......
        """
    )
    field.put(PAWN, 3, 2).ok()
    assert field.state.phase is LevelPhase.WON
    assert field.state.turn == 1
    assert "win" in field.sounds
    before = field.picture
    field.do(K.OK).put(PAWN, 0, 0).do(K.TAKE_BACK)
    assert field.picture == before, "nothing happens after the end"
    field.do(K.AGAIN)
    assert (field.state.phase, field.state.turn, field.state.tries) == (LevelPhase.TURN, 0, 1)
    assert field.picture == field.state.level.board


def test_not_won_while_an_enemy_is_left() -> None:
    field = Field(
        """
        ........
        .PP.....
        .PPT...E
        ........
        ........
        """,
        "sunset",
    )
    field.put(PAWN, 3, 2).ok()
    assert field.state.traps == 0
    assert field.state.enemies > 0
    assert field.state.phase is LevelPhase.TURN
    assert field.state.done == 0.5


def test_resigning_loses() -> None:
    field = Field(MEADOW).put(PAWN, 0, 0).do(K.RESIGN)
    assert field.state.phase is LevelPhase.LOST
    field.shows(MEADOW)


def test_start_restarts_the_level() -> None:
    field = Field(MEADOW, "sunset").put(PAWN, 0, 0).ok().ok().do(K.START)
    field.shows(MEADOW)
    assert (field.state.turn, field.state.time, field.state.placed) == (0, "sunset", None)
    assert field.session.engine.generation == 2


def test_progress_bar() -> None:
    field = Field(
        """
        ..........
        .PP.....T.
        .PPT......
        ..........
        ..........
        """
    )
    assert field.state.done == 0
    field.put(PAWN, 3, 2).ok()
    assert field.state.done == 0.5
    assert [field.ok().state.done for _ in range(3)] == [0.5] * 3, "those that come out at night are no setback"


def test_counts_follow_the_board() -> None:
    field = Field(MEADOW)
    assert (field.state.pawns, field.state.enemies, field.state.traps) == (4, 0, 1)
    field.ok().ok().ok()
    census = field.session.board.census()
    assert (field.state.pawns, field.state.enemies, field.state.traps) == (census[0], census[2], census[3])
    assert field.state.enemies == 8


def test_edits_are_refused() -> None:
    field = Field(MEADOW)
    field.sounds.clear()
    field.tick(Action(-1, K.PAINT, 0, 0, "A!"), Action(-1, K.CLEAR), Action(-1, K.WILD))
    field.tick(Action(-1, K.ERASE, 1, 2, "1x1"), Action(-1, K.SOUP, data="0.5"))
    field.shows(MEADOW)
    assert field.sounds == ["refused"] * 5


def test_match_settings_and_select_key() -> None:
    match = new_match("survivor", default_rule("survivor"), (8, 12), 3)
    assert match.rule == "Survivor:T12,8"
    with pytest.raises(GameError, match="survivor needs a rule of the same family as Survivor, not Immigration"):
        new_match("survivor", parse_rule("Immigration"), (8, 12), 3)
    assert next_option(match) == match
    here = Match("seed-list", "Immigration:T160,88", 5, "WALL", {"edges": "torus"})
    while here.game != "survivor":
        here = next_other_game(here)
    assert (here.rule, here.option, here.settings) == ("Survivor:T12,8", "", {})
    here = next_game(Match("survivor", "Survivor:T22,14", 5, "", {"level": level_from(MEADOW).as_dict()}))
    assert (here.game, here.rule, here.settings) == ("study", "Immigration:T160,96", {})
    for shape in ((1, 1), (3, 2), (8, 12), (40, 60)):
        level = find_game("survivor").start(Match("survivor", "", 1), shape).level
        assert level.shape == shape
        assert level == practice(shape)


@pytest.mark.parametrize(
    ("match", "message"),
    [
        (Match("survivor", "Life:T9,9", 1), "survivor needs a rule of the same family as Survivor, not Life"),
        (Match("survivor", "Survivor:T9,9", 1, "NORM"), "survivor has no option 'NORM'"),
        (
            Match("survivor", "Survivor:T9,9", 1, "", {"level": 5}),
            "level cannot be 5 in survivor: use a level as a table",
        ),
        (
            Match("survivor", "Survivor:T9,9", 1, "", {"level": Level("Wide", ("P" * 20 + "T",) * 3).as_dict()}),
            "level 'Wide' has 21x3 cells; a board of 9x9 is too small",
        ),
    ],
)
def test_invalid_matches(match: Match, message: str) -> None:
    with pytest.raises(GameError, match=message):
        find_game("survivor").start(match, (9, 9))


def test_level_is_centred_on_a_larger_board() -> None:
    level = level_from(MEADOW)
    match = Match("survivor", "Survivor:T11,8", 1, "", {"level": level.as_dict()})
    session = Session(match, NumpyEngine(parse_rule(match.rule), (8, 11)))
    session.tick()
    cells = session.engine.read_all()
    assert (cells[2:6, 2:9] == level.cells).all()
    assert (cells > 0).sum() == (level.cells > 0).sum()


SCRIPT = (
    (PAWN, 0, 2), (SHELTER, 1, 4), None, (PAWN, 2, 4), (SHELTER, 3, 3), (PAWN, 1, 5), None, None, (PAWN, 0, 5),
)  # fmt: skip


@pytest.mark.parametrize("kind", kinds_of("Survivor"))
def test_same_on_every_engine_and_from_a_replay(kind: str, open_kind: OpenEngine, tmp_path) -> None:
    def play(engine: object = None) -> Field:
        field = Field(MEADOW, engine=engine)  # type: ignore[arg-type]
        for move in SCRIPT:
            if move:
                field.put(*move)
            field.ok()
        return field

    rule = parse_rule("Survivor").on_board((4, 7))
    first, second = play(), play(open_kind(kind, rule, (4, 7)))
    assert moment_hash(first.state, first.session.board) == moment_hash(second.state, second.session.board)
    path = tmp_path / "x.gpureplay"
    write_replay(path, second.session.recording())
    recording = read_replay(path)
    again = Session(recording.match, NumpyEngine(rule, (4, 7)), recording=recording, verify=True)
    again.seek(recording.ticks)
    assert again.state == first.state
    assert again.board_hashes.first_mismatch is None
    for tick in (0, 7, recording.ticks // 2):
        second.session.seek(tick)
        fresh = Session(recording.match, NumpyEngine(rule, (4, 7)), recording=recording)
        fresh.seek(tick)
        assert second.session.state == fresh.state
        assert board_hash(second.session.board) == board_hash(fresh.board)


ANYTHING = st.builds(
    Action,
    st.integers(-1, 2),
    st.sampled_from([*K, K.OK, K.OK, K.TRIGGER, K.TRIGGER, K.POINT, K.POINT]),
    st.integers(-3, 12) | st.integers(),
    st.integers(-3, 12) | st.integers(),
    st.sampled_from(["", "0.5", "2x3", "x = 2, y = 1\nAB!"]),
)
CELLS = st.sampled_from("....PPSET#")


@example(rows=["PP....", "......", "......", "......"], starts="sunrise", ticks=[[Action(0, K.OK)], []])  # it is won
@settings(max_examples=examples(80))
@given(
    rows=st.lists(st.lists(CELLS, min_size=6, max_size=6), min_size=4, max_size=4),
    starts=st.sampled_from(["sunrise", "midday", "sunset", "midnight"]),
    ticks=st.lists(st.lists(ANYTHING, max_size=4), max_size=30),
)
def test_any_actions_are_accepted(rows: list[list[str]], starts: str, ticks: list[list[Action]]) -> None:
    board = ("PT....", *map("".join, rows))
    field = Field(Level("Any", board, starts))
    for actions in ticks:
        before, picture = field.state, field.picture
        field.tick(*actions)
        state = field.state
        assert state.turn >= 0
        assert 0 <= state.done <= 1
        assert 0 <= state.cursors[0].row < 5
        assert 0 <= state.cursors[0].column < 6
        assert state.piece in (PAWN, SHELTER)
        if state.phase is LevelPhase.WON:
            assert "T" not in "".join(field.picture)
            assert "P" in "".join(field.picture)
        if state.turn == before.turn and state.tries == before.tries:
            changed = sum(a != b for a, b in zip("".join(picture), "".join(field.picture), strict=True))
            assert changed <= 2, "within a turn one piece goes from one cell to another, and nothing else happens"
        data = json.loads(json.dumps(to_json(state)))
        assert from_json(SurvivorState, data) == state


def test_lines_helper() -> None:
    assert lines(" a\n b ") == ("a", "b")
