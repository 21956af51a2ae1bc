"""Real-Time Life by the text of 2000 and rulings R18 to R20, sentence by sentence (in our own words):

* up to 26 players, a letter each; a board of 72 columns, longer with every player (R20);
* anybody joins at any time, anywhere on dead places, with ten cells that touch by sides or corners;
* a tick is an hour (here: what the match says, 1 s to 1 h); one movement point for ten cells each tick, at least one;
* a point moves a cell one step in eight directions; a cell goes several steps if the points suffice; around cells, not
  through or over them; unused points lapse (R18);
* a generation every 12 ticks; lives with 2 or 3 neighbours of anybody, dies with fewer or more; of three parents the
  majority has the child; three different ones have a neutral child (R19: neutral is a species of its own);
* after each generation the cells divided by the generations in the game are added to the total;
* won by annihilation of all others; with a limit of generations by the highest total.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from games.mail import SECOND, TEN, Mail, row
from games.playing import K, shows

from gpulife.errors import RuleError
from gpulife.games.core.consent import CONSENT
from gpulife.games.core.game import NOBODY, Action, GameError, Match
from gpulife.games.matches import new_match, next_game, next_other_game
from gpulife.games.realtime.match_settings import new_local_match, new_realtime
from gpulife.games.realtime.observation import headline
from gpulife.games.realtime.rules import hurried_pace, pace_action
from gpulife.games.realtime.state import RealTimeEnding, RealTimePhase, SeatStanding
from gpulife.games.registry import GAMES
from gpulife.rules import parse_rule

# Who plays, and where.


def test_board_grows_up_to_26_letters() -> None:
    match = new_realtime(7)
    assert match.rule == "RealTime:26:P72,224"
    mail = Mail(letters=26, players=2)
    assert mail.engine.shape == (16 + 8 * 26, 72)
    assert (mail.state.rows, mail.state.columns) == (32, 72)
    for number in range(26):
        mail.join(f"player{number}", row(8 * number // 3 + 1, "a" if number % 2 else "n"))
        assert mail.says() == ""
        assert mail.state.rows == 16 + 8 * max(2, number + 1)
    assert mail.state.rows == 224
    mail.join("late", row(200))
    assert mail.says() == "all 26 seats are taken"
    assert [seat.cells for seat in mail.state.seats] == [10] * 26
    assert mail.session.board.census().tolist() == [10] * 26 + [0]


def test_nothing_lives_below_the_rows_in_play() -> None:
    mail = Mail(letters=3, players=1).join("Ada", row(24, "f"))  # the last row of the board in play
    assert mail.state.rows == 24
    mail.generation()
    assert not mail.engine.read(24, 0, 16, 72).any()
    assert mail.engine.read(22, 0, 2, 72).any(axis=1).tolist() == [True, True]


def test_other_board_sizes_do_not_grow() -> None:
    mail = Mail(letters=4, shape=(9, 20), players=4)
    assert mail.state.rows == 9
    mail.join("Ada", row(9))
    assert mail.state.rows == 9
    assert mail.picture.splitlines()[-1] == "AAAAAAAAAA.........."


# Joining.


def test_joining_takes_ten_connected_dead_places() -> None:
    mail = Mail(letters=2)
    corner = "a1 b2 c3 d4 e5 d6 c7 b8 a9 b10"
    assert mail.join("Ada", corner).says() == ""
    assert mail.seat("A").standing is SeatStanding.IN
    assert mail.session.board.census().tolist() == [10, 0, 0]
    for places, why in (
        ("a20 b20 c20 d20 e20 f20 g20 h20 i20 k20", "the 10 cells must touch, by a side or a corner"),
        (row(20, length=9), "9 places: JOIN takes 10"),
        (row(20, length=11), "11 places: JOIN takes 10"),
        (row(20, length=9) + " a20", "'a20' appears twice: JOIN takes 10 different places"),
        (row(1), "a1 is taken by a cell of Ada (A)"),
        (row(33), "a33 is not on the board, which ends at bt32"),
        ("a1 b1 x", "'x' is not a place: write a column and a row, as in c4 or ab12"),
        (row(20).replace("j20", "bu20"), "bu20 is not on the board, which ends at bt32"),
    ):
        before = mail.picture
        assert mail.join("Bob", places).says() == why
        assert mail.picture == before
        assert mail.sounds[-1] == "refused"
    assert mail.join("Ada", row(20)).says() == "Ada is in the game already"
    assert mail.join("a", row(20)).says() == "a is the letter of another player"
    assert mail.join("Bob", row(20)).says() == ""
    assert mail.seat("B").name == "Bob"


def test_clock_starts_with_expected_players() -> None:
    mail = Mail(letters=4, players=2)
    mail.ticks(200).join("Ada", row(1)).ticks(200)
    assert (mail.state.phase, mail.state.hours) == (RealTimePhase.WAITING, 0)
    mail.join("Bob", row(8))
    assert mail.state.phase is RealTimePhase.PLAY
    mail.ticks(5 * SECOND + SECOND // 2)
    assert mail.state.hours == 5
    mail.join("Cleo", row(30))
    assert mail.seat("C").points == 0, "points come with the next tick"
    assert mail.state.rows == 40
    mail.ticks(SECOND)
    assert mail.seat("C").points == 1


def test_halt_starts_a_waiting_game_with_a_player() -> None:
    mail = Mail(letters=4, players=4)
    mail.do(NOBODY, K.HALT)
    assert (mail.state.phase, mail.says()) == (RealTimePhase.WAITING, "nobody has joined yet")
    mail.join("Ada", row(1)).do(NOBODY, K.HALT)
    assert mail.state.running
    mail.ticks(SECOND)
    assert mail.state.hours == 1


def test_rejoining_keeps_the_old_total() -> None:
    mail = Mail("A.........BB\n..........BB\n............\n............", points=1)
    mail.hour(11)
    mail.session.state = mail.state.with_seat(0, total=5_000_000, turns=3)
    mail.hour()
    assert mail.seat("A").standing is SeatStanding.OUT
    assert mail.state.phase is RealTimePhase.OVER
    mail = Mail(letters=3, players=3, shape=(20, 12)).join("Ada", row(1)).join("Bob", row(5)).join("Cy", row(9))
    mail.session.state = mail.state.with_seat(0, total=5_000_000, turns=3)
    mail.do(0, K.RESIGN)
    assert mail.seat("A").standing is SeatStanding.GONE
    mail.session.state = replace(mail.state, generation=1)
    mail.join("ada", row(16))
    seat = mail.seat("A")
    assert (seat.standing, seat.total, seat.turns, seat.cells) == (SeatStanding.IN, 5_000_000, 3, 10)


# Ticks, points and moves.


@pytest.mark.parametrize(("cells", "points"), [(1, 1), (9, 1), (10, 1), (19, 1), (20, 2), (57, 5)])
def test_one_point_per_ten_cells_at_least_one(cells: int, points: int) -> None:
    line = "A" * cells
    assert Mail(line + "\n" + "." * cells).hour().seat("A").points == points


def test_tick_length_comes_from_the_match() -> None:
    for seconds in (1, 7, 3600):
        mail = Mail("A.\n..", tick_seconds=seconds)
        assert mail.state.hour == seconds * SECOND
        for _ in range(3):
            idle = mail.state.idle
            assert idle == seconds * SECOND - 1
            mail.session.state = mail.state.skip_idle(idle)
            hours = mail.state.hours
            mail.tick()
            assert mail.state.hours == hours + 1


def test_unused_points_lapse() -> None:
    mail = Mail("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n..............................").hour()
    assert mail.seat("A").points == 3
    assert mail.hour(4).seat("A").points == 3
    mail.move("A", "a1 a2")
    assert mail.seat("A").points == 2
    assert mail.hour().seat("A").points == 3


def test_steps_in_eight_directions_cost_a_point() -> None:
    for place in ("b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"):
        mail = Mail(".....\n.....\n..A..\n.....\n.....", points=1)
        mail.move("A", f"c3 {place}")
        assert mail.seat("A").points == 0
        assert mail.says("A") == f"c3 to {place} for 1: 0 points left"
        column, line = ord(place[0]) - ord("a"), int(place[1]) - 1
        assert mail.picture.splitlines()[line][column] == "A"
        assert mail.picture.count("A") == 1


def test_cells_move_around_others() -> None:
    wall = """
        .....B.
        .A...B.
        .....B.
        .....B.
        .......
        """
    mail = Mail(wall, points=7)
    mail.move("A", "b2 g2")
    assert mail.says("A") == "b2 to g2 for 7: 0 points left"
    shows(mail, wall.replace(".A...B.", ".....BA"))
    poor = Mail(wall, points=6)
    poor.move("A", "b2 g2")
    assert poor.says("A") == "b2 to g2 costs 7: you have 6 points until the next tick"
    shows(poor, wall)
    assert poor.seat("A").points == 6


def test_own_and_neutral_cells_block_paths() -> None:
    mail = Mail("AAA.\nA.A.\nAAA.\n....", points=9)
    mail.move("A", "a1 b2")
    assert mail.seat("A").points == 8, "into the ring by the place that it leaves"
    mail = Mail("***.\n*A*.\n***.\n....", points=9)
    mail.move("A", "b2 d4")
    assert mail.says("A") == "there is no path of at most 256 steps from b2 to d4"


def test_impossible_moves() -> None:
    mail = Mail("A.B*\n....\n....", points=2)
    for places, why in (
        ("a1", "MOVE takes two places or more: where the cell is, and where it goes"),
        ("b1 b2", "there is no cell at b1"),
        ("c1 c2", "c1 is a cell of B, not yours"),
        ("d1 d2", "d1 is a neutral cell, not yours"),
        ("a1 c1", "c1 is taken by a cell of B"),
        ("a1 d1", "d1 is taken by a neutral cell"),
        ("a1 a1", "the cell is at a1 already"),
        ("a1 a4", "a4 is not on the board, which ends at d3"),
        ("a1 é9", "'é9' is not a place: write a column and a row, as in c4 or ab12"),
    ):
        mail.move("A", places)
        assert mail.says("A") == why
        assert mail.seat("A").points == 2
    mail.do(1, K.RESIGN)
    assert mail.state.phase is RealTimePhase.OVER
    mail.move("A", "a1 a2")
    assert mail.says("A") == "the game is over"


def test_waypoints_cost_all_steps() -> None:
    mail = Mail("A....\n.....\n.....", points=9)
    mail.move("A", "a1 c3 e1")
    assert mail.says("A") == "a1 to e1 for 4: 5 points left"
    mail.move("A", "e1 e3 e1 d1")
    assert mail.says("A") == "e1 to d1 for 5: 0 points left"


# Generations.


def test_generation_every_twelve_ticks() -> None:
    mail = Mail(".....\n..A..\n..A..\n..A..\n.....")
    mail.ticks(12 * SECOND - 1)
    assert (mail.state.hours, mail.engine.generation) == (11, 0)
    mail.tick()
    assert (mail.state.hours, mail.engine.generation) == (12, 1)
    shows(mail, ".....\n.....\n.AAA.\n.....\n.....")
    mail.ticks(12 * SECOND)
    shows(mail, ".....\n..A..\n..A..\n..A..\n.....")
    assert mail.tick().state.generation == 2


@pytest.mark.parametrize(
    ("parents", "child"),
    [("AAA", "A"), ("AAB", "A"), ("ABB", "B"), ("ABC", "*"), ("AB*", "*"), ("A**", "*"), ("AA*", "A"), ("***", "*")],
)
def test_owner_of_a_newborn(parents: str, child: str) -> None:
    picture = f".....\n..{parents[0]}..\n..{parents[1]}..\n..{parents[2]}..\n....."
    mail = Mail(picture, letters=3).generation()
    shows(mail, f".....\n.....\n.{child}{parents[1]}{child}.\n.....\n.....")


def test_neighbours_of_all_players_count() -> None:
    shows(Mail("AB.\nC*.\n...").generation(), "AB.\nC*.\n...")
    shows(Mail("AB.\n...\n...").generation(), "...\n...\n...")
    mail = Mail("ABC\n.A.\n.B.").generation()
    assert mail.picture.splitlines()[1][1] == ".", "four neighbours: it dies"


def test_edges_are_dead() -> None:
    shows(Mail("..A..\n.....\n.....\n..A..\n..A..").generation(), ".....\n.....\n.....\n.....\n.....")


# Scores.


def test_score_adds_cells_divided_by_turns() -> None:
    mail = Mail("AA...BB..\nAA...BB..\n.........", letters=3)
    mail.generation(3)
    assert mail.seat("A").total == 4_000_000 + 2_000_000 + 1_333_333
    mail.join("Cy", "a3 b3")  # refused, of course
    assert mail.seat("C").total == 0
    assert mail.seat("A").turns == 3


def test_late_players_divide_by_fewer_turns() -> None:
    mail = Mail(letters=3, players=1, shape=(9, 30))
    block = "a1 b1 a2 b2 d1 e1 d2 e2 c3 c4"  # two blocks, and two cells that hold them together
    mail.join("Ada", block).generation(2)
    mail.join("Bob", " ".join(f"{chr(ord(place[0]) + 15)}{place[1]}" for place in block.split())).generation()
    first, second = mail.seat("A"), mail.seat("B")
    assert (first.turns, second.turns) == (3, 1)
    assert second.total == second.cells * 1_000_000
    assert mail.seen.scores[0][0] in (0, 1)


def test_quitting_leaves_neutral_cells_without_score() -> None:
    mail = Mail("AA..BB..CC\nAA..BB..CC\n..........").generation()
    mail.do(1, K.RESIGN)
    shows(mail, "AA..**..CC\nAA..**..CC\n..........")
    assert mail.state.phase is RealTimePhase.PLAY
    mail.generation()
    assert (mail.seat("B").total, mail.seat("B").standing) == (4_000_000, SeatStanding.GONE)
    assert mail.seat("A").total == 6_000_000


# The end.


def test_won_by_annihilation() -> None:
    mail = Mail("AA...B\nAA....\n......").generation()
    assert (mail.state.phase, mail.state.winner, mail.state.ending) == (
        RealTimePhase.OVER,
        0,
        RealTimeEnding.ANNIHILATION,
    )
    assert mail.seat("B").standing is SeatStanding.OUT
    assert mail.seat("A").total == 4_000_000, "the last generation counts, too"
    before = mail.state
    mail.ticks(10 * SECOND)
    assert mail.state.hours == before.hours


def test_neutral_cells_do_not_keep_a_game_alive() -> None:
    mail = Mail("AA..**..B\nAA..**...\n.........").generation()
    assert mail.state.ending is RealTimeEnding.ANNIHILATION


def test_extinction_has_no_winner_and_lone_player_continues() -> None:
    assert Mail("A...B\n.....").generation().state.ending is RealTimeEnding.EXTINCT
    alone = Mail("A....\n.....").generation()
    assert alone.state.phase is RealTimePhase.PLAY
    assert Mail("AA\nAA").generation(2).state.phase is RealTimePhase.PLAY


def test_limit_ends_the_game_by_totals() -> None:
    mail = Mail("AA..BBB..BB\nAA..B.B..BB\n....BBB....", limit=2)
    mail.generation()
    assert mail.state.phase is RealTimePhase.PLAY
    mail.generation()
    assert (mail.state.phase, mail.state.winner, mail.state.ending) == (RealTimePhase.OVER, 1, RealTimeEnding.LIMIT)
    gone = Mail("AA.AA.AA.AA..BB.BB..CC\nAA.AA.AA.AA..BB.BB..CC", limit=2).generation()
    gone.do(0, K.RESIGN).generation()
    assert gone.seat("A").total > gone.seat("B").total
    assert (gone.state.phase, gone.state.winner) == (RealTimePhase.OVER, 1), "who has quit does not win"
    tie = Mail("AA..BB\nAA..BB", limit=1).generation()
    assert (tie.state.phase, tie.state.winner) == (RealTimePhase.OVER, None)


def test_quitting() -> None:
    mail = Mail("AA..BB\nAA..BB", points=1)
    mail.do(0, K.RESIGN)
    assert (mail.state.winner, mail.state.ending) == (1, RealTimeEnding.RESIGNED)
    waiting = Mail(letters=3, players=3).join("Ada", TEN)
    waiting.do(0, K.RESIGN)
    assert waiting.seat("A").standing is SeatStanding.EMPTY
    assert not waiting.engine.read_all().any(), "before the clock starts it is as if nobody had joined"
    waiting.do(1, K.RESIGN)
    assert waiting.says("B") == "you are not in the game"


# The console.


def test_halt_step_and_start() -> None:
    mail = Mail("AA..BB\nAA..BB", tick_seconds=2)
    mail.do(NOBODY, K.HALT).ticks(500)
    assert mail.state.hours == 0
    mail.do(NOBODY, K.STEP)
    assert mail.state.hours == 1
    mail.do(NOBODY, K.HALT).ticks(2 * SECOND)
    assert mail.state.hours == 2
    mail.do(NOBODY, K.START)
    assert mail.state.phase is RealTimePhase.WAITING
    assert not mail.state.playing
    assert not mail.engine.read_all().any()


def test_practice_leaves_the_clock_to_its_person() -> None:
    mail = Mail(letters=2, players=2, seats=(0, 1), practice=True)
    mail.do(0, K.HALT)
    assert mail.state.seats[0].message == "the clock waits until you have placed your 10 cells"
    mail.join("Ada", row(3)).do(1, K.JOIN, data=f"Bob {row(9)}").ticks(500)
    assert mail.state.phase is RealTimePhase.WAITING
    mail.do(0, K.RESIGN)
    assert mail.state.playing == (1,)
    assert mail.state.news_lines()[-1].endswith("takes the cells back")
    mail.do(0, K.JOIN, data=f"Ada {row(3)}").do(0, K.HALT)
    assert mail.state.phase is RealTimePhase.PLAY
    mail.tick(pace_action(0, 2))
    assert mail.state.tick_seconds == 2, "no consent is needed"
    mail.do(0, K.WILD)
    assert mail.state.consent is not None
    assert mail.state.consent.answer is not None, "a computer does not agree to that"
    mail.do(0, K.START)
    assert (mail.state.phase, mail.state.practice) == (RealTimePhase.WAITING, True)


def test_practice_is_strict_where_people_need_consent() -> None:
    match = new_local_match(1, practice=True)
    asks = replace(match, settings={**match.settings, CONSENT: True})
    rule = parse_rule(match.rule)
    assert rule.size is not None
    for each, is_free in ((match, True), (asks, False)):
        assert GAMES["realtime"].start(each, rule.size).practice == is_free
    with pytest.raises(GameError, match="practice is for one person against computers: the seats cannot be person"):
        GAMES["realtime"].start(new_local_match(1, seats=(0, 0, 1), practice=True), rule.size)


def test_tick_length_can_change_during_play() -> None:
    mail = Mail("AA..BB\nAA..BB", tick_seconds=10).ticks(5 * SECOND)
    mail.do(NOBODY, K.PACE, -2, 2)
    assert mail.state.hour == 2 * SECOND
    mail.ticks(SECOND + 1)
    assert mail.state.hours == 1
    for asked, kept in ((0, 1), (10**9, 3600)):
        mail.do(NOBODY, K.PACE, -2, asked)
        assert mail.state.hour == kept * SECOND
    for asked, kept in ((1, 15), (0, 15), (3, 45), (10**9, 3600 * SECOND)):
        mail.do(NOBODY, K.PACE, -3, asked)
        assert mail.state.hour == kept
    for seconds in (0.25, 1, 1.5, 3600):
        mail.tick(pace_action(NOBODY, seconds))
        assert mail.state.tick_seconds == seconds
    mail.tick(hurried_pace(NOBODY))
    assert mail.state.tick_seconds == 3600, "shorter ticks are for practice only"
    mail.do(NOBODY, K.PACE, 30_000)
    assert mail.state.hour == 3600 * SECOND


def test_shortest_tick_gives_generation_every_three_seconds() -> None:
    mail = Mail("AA..BB\nAA..BB", tick_seconds=0.25).ticks(3 * SECOND)
    assert (mail.state.hours, mail.state.generation) == (12, 0)
    assert mail.tick().state.generation == 1
    assert headline(mail.seen) == "Generation 2 in 3 s"


def test_edits_only_while_the_clock_is_halted() -> None:
    mail = Mail("AA..BB\nAA..BB\n......")
    mail.do(NOBODY, K.ERASE, 0, 0, "1x1")
    assert mail.says() == "halt the clock to edit the board"
    mail.do(NOBODY, K.HALT).do(NOBODY, K.ERASE, 0, 0, "1x2").tick()
    assert mail.seat("A").cells == 2
    mail.do(NOBODY, K.PAINT, 2, 0, "x = 3, y = 1, rule = RealTime:2\n3A!").tick()
    assert mail.seat("A").cells == 5
    mail.do(NOBODY, K.CLEAR).tick()
    assert mail.state.ending is RealTimeEnding.EXTINCT


def test_wild_leaves_no_unused_letters() -> None:
    mail = Mail("AA..BB....\nAA..BB....\n..........\n..AAA.BBB.\n..........", letters=9)
    mail.do(NOBODY, K.HALT)
    for _ in range(30):
        mail.do(NOBODY, K.WILD).tick()
        assert set(mail.picture) <= set("AB*.\n")


# The match.


def test_settings_are_checked() -> None:
    for settings, why in (
        ({"players": 0}, "players cannot be 0 in realtime: use a whole number from 1 to 26"),
        ({"players": 27}, "players cannot be 27 in realtime: use a whole number from 1 to 26"),
        ({"tick_seconds": 0}, "tick_seconds cannot be 0 in realtime: use seconds from 0.25 to 3600, in steps of 0.25"),
        (
            {"tick_seconds": 3601},
            "tick_seconds cannot be 3601 in realtime: use seconds from 0.25 to 3600, in steps of 0.25",
        ),
        (
            {"tick_seconds": "1"},
            "tick_seconds cannot be '1' in realtime: use seconds from 0.25 to 3600, in steps of 0.25",
        ),
        *(
            (
                {"tick_seconds": value},
                f"tick_seconds cannot be {value!r:.40} in realtime: use seconds from 0.25 to 3600, in steps of 0.25",
            )
            for value in (0.3, 0.125, float("nan"), float("inf"), True, 10**400)
        ),
        ({"limit": -1}, "limit cannot be -1 in realtime: use a whole number from 0 to 1000000000"),
        ({"names": 3}, "names cannot be 3 in realtime: use words separated by commas"),
        (
            {"tempo": 3},
            "realtime has no setting 'tempo': use players, tick_seconds, limit, seats, practice, names, consent",
        ),
    ):
        with pytest.raises(GameError) as caught:
            GAMES["realtime"].start(Match("realtime", "RealTime:3:P20,20", 1, settings=settings), (20, 20))
        assert str(caught.value) == why
    with pytest.raises(GameError, match="3 players, but only 2 seats"):
        new_realtime(1, letters=2, players=3)
    with pytest.raises(RuleError):
        new_realtime(1, letters=27)
    with pytest.raises(GameError, match="realtime needs a rule of the same family as RealTime:26, not Immigration"):
        new_match("realtime", parse_rule("Immigration"), (20, 20), 1)
    with pytest.raises(GameError, match="realtime needs a rule RealTime:N with dead edges, not RealTime:3:T20,20"):
        new_match("realtime", parse_rule("RealTime:3:T20,20"), (20, 20), 1)
    with pytest.raises(GameError, match="no option 'FAST'"):
        GAMES["realtime"].start(Match("realtime", "RealTime:3:P20,20", 1, "FAST"), (20, 20))


def test_expected_names_have_reserved_seats() -> None:
    mail = Mail(letters=4, players=3, names=("Ada", "", "Cy"))
    mail.join("cy", row(1)).join("Bob", row(5)).join("Dan", row(9))
    assert [seat.name for seat in mail.state.seats] == ["Ada", "Bob", "cy", "Dan"], "Ada is expected"
    mail.join("Ada", row(13))
    assert mail.seat("A").name == "Ada"
    mail.do(NOBODY, K.START)
    assert [seat.name for seat in mail.state.seats] == ["Ada", "", "Cy", ""]
    assert [seat.name for seat in Mail(letters=4, seats=(0, 2), players=2).state.seats] == ["", "Computer-B", "", ""]


def test_select_key_offers_a_local_match() -> None:
    here = new_match("seed-list", parse_rule("Immigration"), (88, 160), 7, "WALL")
    while here.game != "realtime":
        here = next_other_game(here)
    assert here == new_local_match(7)
    assert parse_rule(next_game(here).rule).family is not parse_rule(here.rule).family


def test_session_counts_only_its_own_orders() -> None:
    """Actions that make no sense, or come from missing seats, do nothing."""
    mail = Mail("AA..BB\nAA..BB")
    before = mail.state.seats
    mail.tick(
        Action(7, K.MOVE, data="a1 c1"), Action(-1, K.MOVE, data="a1 c1"), Action(9, K.STICK, 1), Action(5, K.DIGIT)
    )
    assert mail.state.seats == before
