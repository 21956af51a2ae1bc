"""An on-line match in the window, frame by frame."""

from __future__ import annotations

import pytest
from imgui_bundle import imgui
from window.online_match_stage import Server, begun, cursor
from window.stage import Stage, press

from gpulife.games.core.dataclass_json import to_json
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.commands import ChangeSeat, Jump, Record, Redo, Reseed, Save, Talk, Undo
from gpulife.online.client.server_address import ServerAddress
from gpulife.online.protocol import (
    Act,
    People,
    Person,
    Say,
    Seated,
)
from gpulife.online.protocol import Talk as Told
from gpulife.window.dialogs.ask_dialog import AskDialog

SIZE = (860, 500)


@pytest.mark.parametrize(("key", "move"), [("S", (1, 0)), ("Left", (0, -1))])
def test_all_keys_play_own_seat(stage: Stage, key: str, move: tuple[int, int]) -> None:
    begun(stage)
    stage.frames(20)
    others, (row, column) = cursor(stage, 0), cursor(stage, 1)
    stage.key(key)
    assert cursor(stage, 1) == (row + move[0], column + move[1])
    assert cursor(stage, 0) == others
    assert stage.controller.people == (1,)


def test_names_and_seats_from_server(stage: Stage) -> None:
    begun(stage)
    assert stage.controller.player_names == ("Ada", "Bob")


@pytest.mark.parametrize(
    ("request_", "line"),
    [
        (Undo(), "There is no undo in an on-line match"),
        (Redo(), "There is no undo in an on-line match"),
        (Jump(-1.0), "An on-line match cannot be rewound"),
        (Save("x.rle"), "That is not possible in an on-line match"),
        (Record("x"), "The server saves the replay of an on-line match"),
        (Reseed(), "That is not possible in an on-line match"),
        (ChangeSeat(0, "swap"), "In an on-line match, people choose their own seats"),
        (Action(NOBODY, ActionKind.SELECT), "That would begin another match: leave this one first"),
        (Action(NOBODY, ActionKind.SOUP, data="0.5"), "Players cannot do this in Seed List Game"),
    ],
)
def test_impossible_requests_show_message(stage: Stage, request_, line: str) -> None:
    server = begun(stage)
    play, sent = stage.play, len(server.sent)
    stage.do(request_)
    assert stage.messages[-1] == line
    assert stage.play is play
    assert len(server.sent) == sent


def test_chat(stage: Stage) -> None:
    server = begun(stage)
    stage.do(Talk())
    for letter in "hello":
        imgui.get_io().add_input_character(ord(letter))
        stage.frames(1)
    press(stage, imgui.Key.enter, "Enter")
    assert server.sent[-1] == Say("hello")
    before = stage.picture
    server.tell(Told("Ada", "hi", 0))
    stage.frames(2)
    assert (stage.picture != before).any()


def test_no_chat_in_local_match(stage: Stage) -> None:
    stage.begin().do(Talk())
    assert stage.messages[-1] == "Nobody to talk to: this is not an on-line match"


def test_result_in_words_and_replay_link(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def noted(_notices, talk, *_rest, **_options):
        shown.extend(line.text for line in talk)

    monkeypatch.setattr("gpulife.window.online.online_match.draw_online_card", noted)
    server = begun(stage)
    match = stage.screens.play_screen.online
    server.tell(Told("", "Ada has won, before Bob.   Not rated: a computer played.", replay="/replays/x.gpureplay"))
    stage.frames(2)
    assert shown[-1] == "Ada has won, before Bob. Not rated: a computer played."
    assert match.result == ("Ada has won, before Bob.", "Not rated: a computer played.")
    link = match.said[-1].text.removeprefix(f"{shown[-1]} Replay: ")
    assert link == "http://192.168.1.9:7171/replays/x.gpureplay", "an address that others reach"
    server.address = ServerAddress("localhost")
    server.tell(Told("", "Ada and Bob have tied.", replay="/replays/y.gpureplay"))
    stage.frames(2)
    assert match.said[-1].text.endswith("http://localhost:7171/replays/y.gpureplay"), "where nobody else does"


def test_board_of_next_game_is_free_of_last_result(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def noted(_notices, talk, *_rest, **_options):
        shown[:] = [line.text for line in talk]

    monkeypatch.setattr("gpulife.window.online.online_match.draw_online_card", noted)
    server = begun(stage, game="life-2")
    server.match.act(Action(0, ActionKind.RESIGN))
    stage.frames(10)
    assert stage.play.session.is_over
    server.tell(Told("", "1. Ada   2. Bob   Not rated", replay="/replays/y.gpureplay"))
    server.tell(Told("Ada", "Again?", -1))
    stage.frames(2)
    assert len(shown) == 2
    sent = len(server.sent)
    stage.pass_seconds(3)
    row, column = stage.play.engine.shape[0] // 2, stage.play.engine.shape[1] // 2
    assert list(stage.controller.click((row, column))) == [], "a click on the board starts nothing"
    assert len(server.sent) == sent
    server.match.act(Action(0, ActionKind.AGAIN))
    stage.frames(10)
    assert not stage.play.session.is_over
    assert shown == ["Again?"]


def test_biowar_hides_new_cells_of_others(stage: Stage) -> None:
    server = Server(stage, "biowar", 1)
    stage.frames(2)
    for seat in (0, 1):
        server.match.act(Action(seat, ActionKind.DONE))
    stage.frames(5)
    for seat in (0, 1):
        server.match.act(Action(seat, ActionKind.POINT, 5, 5 + seat))
        server.match.act(Action(seat, ActionKind.TRIGGER, 1))
    stage.frames(5)
    assert [len(side.marks) for side in server.match.session.state.sides[:2]] == [1, 1]
    assert [len(side.marks) for side in stage.play.session.state.sides[:2]] == [0, 1]
    assert len(stage.controller.cursors(0.0)) == 1


def test_moved_to_another_seat_or_match(stage: Stage) -> None:
    server = begun(stage)
    play = stage.play
    server.seat = 0
    server.tell(Seated("match", "CODE", to_json(server.match.session.match), 0, next_seq=1))
    server.match.take_news()
    server.tell(server.match.keyframe(0))
    stage.frames(5)
    assert stage.play is not play
    assert stage.play.own_seat == 0
    assert not server.closed


def test_computers_in_real_time_life_have_the_names_of_their_levels(stage: Stage) -> None:
    server = Server(stage, "realtime", 0)
    seats = ["Ada", *[""] * 6, "computer:2", "computer:2"]
    server.tell(People((Person(1, "Ada", 0, here=True, ping=9, muted=False),), (*seats, *[""] * 17)))
    for seat, name, row in ((0, "Ada", 1), (7, "Computer-H", 30)):
        places = " ".join(f"{column}{down}" for down in (row, row + 1) for column in "abcde")
        server.match.act(Action(seat, ActionKind.JOIN, data=f"{name} {places}"))
    stage.frames(5)
    names = stage.controller.player_names
    assert (names[0], names[7], names[8]) == ("Ada", "Gardener", "Gardener 2")
    assert stage.controller.name_of(7) == "Gardener (H)"
    assert "Computer" not in " ".join(stage.controller._players.news)


def test_people_in_real_time_life_have_the_names_they_go_by(stage: Stage) -> None:
    server = Server(stage, "realtime", 0)
    for seat, row in enumerate((1, 30)):
        places = [f"{column}{down}" for down in (row, row + 1) for column in "abcde"]
        if seat == 0:
            server.match.act(Action(seat, ActionKind.TRIGGER, 1))  # the first of ten cells, drawn without a name
            server.match.act(Action(seat, ActionKind.TRIGGER, 0))
        else:
            server.match.act(Action(seat, ActionKind.JOIN, data=f"Robert {' '.join(places)}"))
    stage.frames(10)
    assert stage.controller.player_names[:2] == ("Ada", "Robert"), "a name given in the game comes first"
    opening = stage.controller.opening
    assert opening is None or opening.title != "Now move your cells", "nine cells are missing"


def test_next_game_of_real_time_life(stage: Stage) -> None:
    server = Server(stage, "realtime", 0)
    for player, row in enumerate((1, 30)):
        places = " ".join(f"{column}{down}" for down in (row, row + 1) for column in "abcde")
        server.match.act(Action(player, ActionKind.JOIN, data=f"Player{player} {places}"))
    stage.frames(2).do(Action(0, ActionKind.HALT)).frames(2)
    server.match.act(Action(1, ActionKind.RESIGN))
    stage.frames(10)
    assert stage.play.session.is_over
    sent = len(server.sent)
    for answer in (imgui.Key.escape, None):
        press(stage, imgui.Key.space, "Space").frames(3)
        top = stage.screens.top
        assert isinstance(top, AskDialog), "it would clear the result for everybody"
        assert "for everybody" in top._question.text
        assert stage.play.session.is_over
        if answer is not None:
            press(stage, answer, "Escape").frames(3)
    assert len(server.sent) == sent
    press(stage, imgui.Key.right_arrow, "Right")
    press(stage, imgui.Key.enter, "Enter").frames(10)
    assert server.sent[-1].kind == ActionKind.START
    assert not stage.play.session.is_over
    stage.do(Talk())
    for letter in "MOVE a1 c3":
        imgui.get_io().add_input_character(ord(letter))
        stage.frames(1)
    press(stage, imgui.Key.enter, "Enter")
    assert server.sent[-1] == Say("MOVE a1 c3")


def test_leader_cannot_resign_for_other(stage: Stage) -> None:
    server = begun(stage, seat=0)
    for player, gives_up in ((1, False), (0, True)):
        stage.screens.carry_out([Action(player, ActionKind.RESIGN)])
        stage.frames(2)
        assert any(isinstance(each, Act) and each.kind == ActionKind.RESIGN for each in server.sent) == gives_up
        assert stage.messages[-1] == "Only the player who is behind can give up the set"
