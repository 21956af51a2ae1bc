"""The screen of BioWar: boxes, function keys, the conversation, new cells."""

from __future__ import annotations

from games.biowar_turns import NOBODY, K, War

from gpulife.games.biowar.observation import BioWarOverlay, biowar_overlay, count_sizes, key_labels, visible_state

NAMES = ("Ada", "Bill", "Computer 2", "P4", "P5", "P6")


def seen(war: War, counted: bool = True, seated: dict[int, str] | None = None) -> BioWarOverlay:
    cells = war.engine.read_all()
    sizes = count_sizes(cells, war.engine.rule) if counted else None
    free = dict.fromkeys(range(len(war.state.sides)), "free") if seated is None else seated
    return biowar_overlay(war.state, NAMES, war.session.board.census().tolist(), sizes, free)


def test_turn_0() -> None:
    shown = seen(War())
    assert (shown.turn, shown.phase, shown.seconds, shown.share) == (0, "Nobody plays yet", None, 0.0)
    assert [box.status for box in shown.boxes] == ["free"] * 6
    assert (shown.lines, shown.ranking, shown.marks, shown.cursors) == ((), (), (), ())


def test_boxes_show_sizes_score_and_status() -> None:
    war = War("AAA.........\nAAA......BB.\n.........BB.\n............", players=3)
    shown = seen(war)
    assert (shown.phase, shown.seconds, round(shown.share, 2)) == ("Adjustment Phase", 25, 1.0)
    assert shown.boxes[0].sizes == (0, 4, 2)
    assert shown.boxes[1].sizes == (0, 4, 0)
    assert (shown.boxes[0].cells, shown.boxes[0].score, shown.boxes[0].active) == (6, 0, True)
    assert shown.boxes[5].score is None
    war.put((3, 5)).start(1)
    war.option(2)
    shown = seen(war, counted=False)
    assert [box.status for box in shown.boxes[:4]] == ["Has placed 1 of 10", "Done", "Leave the game?", "free"]
    assert shown.boxes[0].sizes == ()
    war.start(0).start(2)
    assert seen(war).boxes[0].status == "Grows"
    assert seen(war).phase == "Growth Phase"


def test_closed_seats_have_no_box() -> None:
    assert [box.player for box in seen(War(), seated={0: "", 4: ""}).boxes] == [0, 4]


def test_prompt_for_players_who_are_out() -> None:
    war = War(players=2).put((0, 0)).put((5, 5), (5, 6), (6, 5), (6, 6), player=1).done()
    assert seen(war).boxes[0].status == "Out in turn 1"
    assert [box.name for box in seen(war).ranking] == ["Bill", "Ada"]


def test_function_keys() -> None:
    war = War()
    assert key_labels(war.state, NOBODY) == key_labels(war.state, 0) == ("QUIT", "WHO", "GAME")
    war.start().select()
    assert key_labels(war.state, 0) == ("QUIT", "READ", "DONE")
    war.option()
    assert key_labels(war.state, 0) == ("NO", "YES", "DONE")
    assert key_labels(war.state, NOBODY) == key_labels(war.state, 1) == ("QUIT", "WHO", "GAME")
    war.option(NOBODY)
    assert key_labels(war.state, NOBODY) == ("NO", "YES", "GAME")


def test_the_conversation() -> None:
    war = War().do(NOBODY, K.SAY, data="Hi").start(1).do(1, K.SAY, data="Hello").do(1, K.RESIGN)
    assert seen(war).lines == (
        (NOBODY, "Somebody:", "Hi"),
        (1, "Bill", "joins the game"),
        (1, "Bill:", "Hello"),
        (1, "Bill", "leaves the game"),
    )


def test_new_cells_and_rivals_for_a_place() -> None:
    war = War(players=3).put((1, 1), (2, 2)).put((2, 2), player=2)
    marks = {(mark.player, mark.place): (mark.rank, mark.rivals) for mark in seen(war).marks}
    assert marks == {(0, (1, 1)): (0, 1), (0, (2, 2)): (0, 2), (2, (2, 2)): (1, 2)}
    assert seen(war).cursors == ((0, (2, 2)), (1, war.place(1)), (2, (2, 2)))


def test_halted() -> None:
    assert seen(War(players=1).space()).phase == "Halted"


def test_lone_player_has_no_score() -> None:
    war = War(players=2).put((2, 2), (2, 3), (3, 2), (3, 3)).done()
    assert [box.points for box in seen(war).boxes[:3]] == ["1", "0", ""]
    war.do(1, K.RESIGN)
    assert [box.points for box in seen(war).boxes[:2]] == ["-", ""]
    assert [box.points for box in seen(war).ranking] == ["-"]
    war.done().start(1)
    assert [box.points for box in seen(war).boxes[:2]] == ["1", "0"], (
        "kept, and told when there is somebody to be ahead of"
    )
    assert [box.points for box in seen(War(players=1)).boxes[:1]] == ["-"]


def test_each_seat_has_its_own_page() -> None:
    war = War(players=3)
    assert (seen(war).pages, seen(war).shows_conversation) == ((), True)
    war.select(0).do(2, K.WHO)
    assert (seen(war).pages, seen(war).shows_conversation) == ((0, 2), True)
    war.select(1)
    assert (seen(war).pages, seen(war).shows_conversation) == ((0, 1, 2), False)
    war.select(2).select(NOBODY)
    shown = biowar_overlay(war.state, NAMES, [0] * 6, None, {}, local_seats={2, 5})
    assert (shown.pages, shown.shows_conversation) == ((NOBODY,), True), "of those at this screen"
    assert (seen(War().select(NOBODY)).pages, seen(War().select(NOBODY)).shows_conversation) == ((NOBODY,), False)


def test_hidden_cells_show_no_owner_or_count() -> None:
    war = War(players=3).do(0, K.HIDE, 1).do(1, K.HIDE, 1)
    war.put((1, 1), (2, 2), (4, 4)).put((2, 2), (4, 4), player=1).put((4, 4), player=2)
    marks = sorted((mark.place, mark.player, mark.rank, mark.rivals, mark.hidden) for mark in seen(war).marks)
    assert marks == [
        ((1, 1), NOBODY, 0, 1, True),
        ((2, 2), NOBODY, 0, 1, True),
        ((4, 4), 2, 0, 1, False),
    ]
    assert seen(war).cursors == ((2, (4, 4)),), "no numbers at the cursors of those who hide"
    assert seen(war).boxes[0].status == "Has placed 3 of 10", "the player has to know"


def test_visible_state_hides_new_cells_of_others() -> None:
    war = War(players=3).put((1, 1), (2, 2)).put((2, 2), (5, 5), player=1).select(1).option(1).start(2)
    seen_by_0 = visible_state(war.state, 0)
    assert seen_by_0.sides[0] == war.side(0)
    for player in (1, 2):
        side = seen_by_0.sides[player]
        assert (side.marks, side.asking, side.who) == ((), False, False)
        assert (side.cursor.row, side.cursor.column, side.cursor.trigger) == (0, 0, False)
        assert (side.standing, side.done, side.score) == (war.side(player).standing, war.side(player).done, 0)
    shown = biowar_overlay(seen_by_0, NAMES, [0] * 6, None, dict.fromkeys(range(6), "free"), local_seats={0}, viewer=0)
    assert [box.status for box in shown.boxes[:3]] == ["Has placed 2 of 10", "Places cells", "Done"]
    assert {mark.player for mark in shown.marks} == {0}
    assert [player for player, _ in shown.cursors] == [0]
    assert visible_state(visible_state(war.state, 0), 0) == seen_by_0
    assert not any(side.marks for side in visible_state(war.state, NOBODY).sides)
    other = War(players=3).put((1, 1), (2, 2)).put((7, 7), (5, 6), player=1).start(2)
    assert visible_state(other.state, 0).sides == seen_by_0.sides, "whatever the others place, it looks the same"
