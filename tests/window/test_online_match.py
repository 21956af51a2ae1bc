"""An on-line match in the window, frame by frame, with a server in the same process and no network between them."""

from __future__ import annotations

import re

import pytest
from goldens import Picture
from imgui_bundle import imgui
from online.hosted import hosted
from window.desktop import has_colour
from window.stage import Stage, press

from gpulife.games.core.dataclass_json import to_json
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.survival1982.survival_state import RoundPhase
from gpulife.input.commands.files import Record, Save
from gpulife.input.commands.play import ChangeSeat, Talk
from gpulife.input.commands.program import Quit, StartScreen
from gpulife.input.commands.session import Jump, Redo, Reseed, Undo
from gpulife.input.events import MouseButton, MouseMove
from gpulife.input.glyphs import Legend
from gpulife.online.client.connection import Status
from gpulife.online.lobby.destination import Destination
from gpulife.online.lobby.server_address import ServerAddress
from gpulife.online.protocol import (
    WATCH,
    Act,
    Ended,
    Join,
    Leave,
    People,
    Person,
    Refused,
    Resync,
    Say,
    Seated,
)
from gpulife.online.protocol import Talk as Told
from gpulife.online.seat_rules import checked_action
from gpulife.window.dialogs.ask_dialog import AskDialog, Confirmed
from gpulife.window.online.begin_online import begin_online
from gpulife.window.online.lobby_screen import GoToMatch, LobbyScreen
from gpulife.window.panels.clickable_caps import CAPS
from gpulife.window.play import overlay_hud

SIZE = (860, 500)


class Server:
    """A match, and a connection to it over which nothing takes any time."""

    def __init__(self, stage: Stage, game: str, seat: int, *, is_own: bool = False) -> None:
        self.stage, self.seat = stage, seat
        self.match = hosted(game)
        self.match.watch_for([seat])
        self.status, self.problem, self.round_trip, self.welcome = Status.UP, "", 0.0, None
        self.sent: list = []
        self.closed = False
        self.address = ServerAddress("192.168.1.7")
        self._came: list = []
        self.seated = Seated("match", "CODE", to_json(self.match.session.match), seat, next_seq=1)
        self.tell(self.match.keyframe(seat))
        self.tell(
            People((Person(1, "Ada", 0, here=True, ping=9, muted=False),), ("Ada", "Bob", *[""] * 4)[: self._seats])
        )
        there = ServerAddress("192.168.1.9")
        begin_online(
            stage.shell,
            self,  # type: ignore[arg-type]
            self.seated,
            is_own=is_own,
            invitation=lambda address: None if address == ServerAddress("localhost") else there,
        )

    @property
    def _seats(self) -> int:
        return min(self.match.session.game.players, 6)

    def tell(self, message) -> None:
        self._came.append((self.now(), message))

    # What a Connection has.

    def now(self) -> float:
        return self.stage.now

    def take(self):
        if self.status is Status.UP:
            self.match.pass_ticks(1)
            for message in self.match.take_news().get(self.seat if self.match.has_secrets else NOBODY, ()):
                self.tell(message)
        came, self._came = self._came, []
        return came

    def put_back(self, came) -> None:
        self._came[:0] = came

    def send(self, message) -> None:
        self.sent.append(message)
        assert not isinstance(message, Resync), "a copy went wrong"
        if isinstance(message, Act):
            action = checked_action(self.match.session.game, self.seat, message)
            assert isinstance(action, Action), action
            self.match.act(action)

    def leave(self, *, has_begun: bool) -> None:
        self.sent.append(Leave())
        self.left_begun = has_begun

    def close(self, *, waits: bool = True) -> None:
        del waits
        self.closed = True


def begun(stage: Stage, seat: int = 1, game: str = "seed-list", *, is_own: bool = False) -> Server:
    server = Server(stage, game, seat, is_own=is_own)
    stage.frames(2)
    if seat != NOBODY:
        stage.act(ActionKind.START)
    else:
        server.match.act(Action(0, ActionKind.START))
    return server


def cursor(stage: Stage, seat: int) -> tuple[int, int]:
    cursor = stage.play.session.state.cursors[seat]
    return cursor.row, cursor.column


@pytest.mark.parametrize(("key", "move"), [("S", (1, 0)), ("Left", (0, -1))])
def test_all_keys_steer_the_own_seat_at_once(stage: Stage, key: str, move: tuple[int, int]) -> None:
    begun(stage)
    stage.frames(20)
    others, (row, column) = cursor(stage, 0), cursor(stage, 1)
    stage.key(key)
    assert cursor(stage, 1) == (row + move[0], column + move[1])
    assert cursor(stage, 0) == others
    assert stage.controller.people == (1,)


def test_names_and_seats_are_those_of_the_server(stage: Stage) -> None:
    begun(stage)
    assert stage.controller.player_names == ("Ada", "Bob")


@pytest.mark.parametrize(
    ("request_", "line"),
    [
        (Undo(), "Nothing is undone in an on-line match"),
        (Redo(), "Nothing is undone in an on-line match"),
        (Jump(-1.0), "There is no going back in an on-line match"),
        (Save("x.rle"), "That is not possible in an on-line match"),
        (Record("x"), "The server keeps the replay of an on-line match"),
        (Reseed(), "That is not possible in an on-line match"),
        (ChangeSeat(0, "swap"), "Who sits where in an on-line match is up to those who join it"),
        (Action(NOBODY, ActionKind.SELECT), "That would begin another match: leave this one first"),
        (Action(NOBODY, ActionKind.SOUP, data="0.5"), "A seat cannot do that in Seed List Game"),
    ],
)
def test_what_is_not_possible_on_line_says_one_line(stage: Stage, request_, line: str) -> None:
    server = begun(stage)
    play, sent = stage.play, len(server.sent)
    stage.do(request_)
    assert stage.messages[-1] == line
    assert stage.play is play
    assert len(server.sent) == sent


def test_who_leaves_is_asked_first(stage: Stage) -> None:
    server = begun(stage)
    stage.do(StartScreen())
    assert isinstance(stage.screens.top, AskDialog)
    assert not server.closed
    stage.screens.carry_out([Confirmed(StartScreen())])
    stage.frames(2)
    assert server.sent[-1] == Leave()
    assert server.closed
    assert stage.menu_shown


def test_quitting_asks_too(stage: Stage) -> None:
    begun(stage)
    stage.do(Quit())
    assert isinstance(stage.screens.top, AskDialog)
    assert not stage.shell.quitting


def asked(stage: Stage) -> str:
    assert isinstance(stage.screens.top, AskDialog)
    return stage.screens.top._question.text


def test_who_leaves_a_game_in_play_reads_that_it_is_lost(stage: Stage) -> None:
    begun(stage)
    stage.do(StartScreen())
    assert "counts as losing" in asked(stage)


def test_who_closes_the_window_keeps_the_seat(stage: Stage) -> None:
    server = begun(stage)
    stage.screens.close()
    assert server.closed
    assert Leave() not in server.sent


def test_who_hosts_and_quits_gives_nothing_up(stage: Stage) -> None:
    server = begun(stage, is_own=True)
    stage.do(Quit())
    assert "waits until you host it again" in asked(stage)
    stage.screens.carry_out([Confirmed(Quit())])
    assert stage.shell.quitting
    assert Leave() not in server.sent


def test_time_stands_while_the_connection_is_lost(stage: Stage) -> None:
    server = begun(stage)
    stage.frames(10)
    server.status, server.problem = Status.LOST, "127.0.0.1 does not answer"
    stage.frames(2)
    front = stage.play.session.front
    sent = len(server.sent)
    stage.key("S").frames(5)
    assert stage.play.session.front == front
    assert len(server.sent) == sent
    server.status = Status.UP
    server.tell(server.seated)
    server.match.take_news()
    server.tell(server.match.keyframe(1))
    stage.frames(30)
    assert stage.play.session.front > front
    row = cursor(stage, 1)[0]
    stage.key("S")
    assert cursor(stage, 1)[0] == row + 1


def test_talk_is_typed_and_read(stage: Stage) -> None:
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


def test_nobody_talks_where_nobody_listens(stage: Stage) -> None:
    stage.begin().do(Talk())
    assert stage.messages[-1] == "There is nobody to talk to: this is no on-line match"


def test_a_match_that_has_ended_says_why_and_stays_on_the_screen(stage: Stage) -> None:
    server = begun(stage)
    server.tell(Ended("The host has closed the match."))
    stage.frames(5)
    assert server.closed
    stage.do(StartScreen())
    assert stage.menu_shown
    stage.begin()
    assert stage.shell.poller.own_seat is None


def test_whoever_watches_is_told_so(stage: Stage) -> None:
    server = begun(stage, NOBODY)
    stage.frames(20)
    stage.key("LeftShift")
    assert stage.messages[-1] == "You only watch: take a seat to play"
    assert [message for message in server.sent if isinstance(message, Act)] == []


def test_the_result_of_a_game_is_shown_with_the_address_of_its_replay(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []

    def noted(_notices, talk, *_rest, **_options):
        shown.extend(line.text for line in talk)

    monkeypatch.setattr("gpulife.window.online.online_match.draw_online_card", noted)
    server = begun(stage)
    server.tell(Told("", "1. Ada 1662 (+162)   2. Bob 1338 (-162)   Rated", replay="/replays/x.gpureplay"))
    stage.frames(2)
    assert shown[-1].startswith("1. Ada 1662")
    assert shown[-1].endswith("Replay: http://192.168.1.9:7171/replays/x.gpureplay"), "an address that others reach"
    server.address = ServerAddress("localhost")
    server.tell(Told("", "1. Ada   2. Bob   Not rated", replay="/replays/y.gpureplay"))
    stage.frames(2)
    assert shown[-1].endswith("Replay: http://localhost:7171/replays/y.gpureplay"), "where nobody else does"


@pytest.mark.parametrize("game", ["one-seed", "seed-list", "biowar", "realtime", "life-2", "p2life"])
def test_no_game_asks_who_watches_to_press_anything(stage: Stage, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    pieces = Legend.pieces

    def noted(legend: Legend, words: str):
        written.append(words)
        return pieces(legend, words)

    monkeypatch.setattr(Legend, "pieces", noted)
    server = Server(stage, game, NOBODY)
    stage.frames(3)
    server.match.act(Action(0, ActionKind.DONE if game == "biowar" else ActionKind.START))
    stage.frames(3)
    assert "You watch" in " ".join(written)
    asked = {control for words in written for control in re.findall(r"{([^}]+)}", words)}
    assert asked <= {"help", "start-screen"}, written
    assert not any(words.startswith(("{start} Begin", "{start} or {click}")) for words in written)


@pytest.mark.parametrize("game", ["p2life", "life-2"])
def test_no_game_offers_single_steps(stage: Stage, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    pieces = Legend.pieces
    monkeypatch.setattr(Legend, "pieces", lambda legend, words: written.append(words) or pieces(legend, words))
    server = begun(stage, 0, game)
    stage.frames(3)
    for action in (Action(0, ActionKind.HALT), Action(1, ActionKind.AGREE, 1)):
        server.match.act(action)
    stage.live_until(lambda: stage.play.session.state.halted, "halted")
    stage.frames(2)
    assert "{halt} goes on" in written[-1] or any(words.endswith("{halt} goes on") for words in written)
    assert not any("{step}" in words for words in written)


def test_each_sees_only_the_own_new_cells_in_biowar(stage: Stage) -> None:
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


def test_another_seat_or_match_begins_anew(stage: Stage) -> None:
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


def test_another_game_of_real_time_life_begins_by_the_key_that_says_so(stage: Stage) -> None:
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


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All texts in which there may be pictures of keys, as they are drawn."""
    texts: list[str] = []
    pieces = Legend.pieces
    monkeypatch.setattr(Legend, "pieces", lambda legend, words: texts.append(words) or pieces(legend, words))
    return texts


def shown(stage: Stage, written: list[str]) -> str:
    """What is written in one more frame."""
    written.clear()
    stage.frames(1)
    return " ".join(written)


def people(*names: str, away: tuple[str, ...] = ()) -> People:
    """Who sits at a match; "" is a free seat."""
    listed = (Person(place, name, place, name not in away, 9, muted=False) for place, name in enumerate(names) if name)
    return People(tuple(listed), names)


@pytest.mark.parametrize("seat", [1, NOBODY])
def test_guests_of_a_host_who_stops_read_so_and_have_a_way_to_the_lobby(
    stage: Stage, written: list[str], seat: int
) -> None:
    server = begun(stage, seat)
    server.tell(Ended("The server stops. Your seat waits until it is back.", waits=True))
    stage.frames(2)
    server.status, server.problem = Status.LOST, "cannot reach 127.0.0.1:7171: no server runs there now"
    words = shown(stage, written)
    assert "The host has stopped" in words
    assert "waits" in words
    assert ("your seat" in words) == (seat != NOBODY)
    assert "Cannot reach" not in words
    assert not stage.screens.play_screen.online.over
    stage.key("L", "Ctrl").frames(2)
    assert isinstance(stage.screens.top, LobbyScreen)
    press(stage, imgui.Key.escape, "Escape").frames(2)
    server.status = Status.UP
    server.tell(server.seated)
    server.match.take_news()
    server.tell(server.match.keyframe(seat))
    stage.frames(3)
    assert "has stopped" not in shown(stage, written), "it goes on when it is hosted again"


@pytest.mark.parametrize("game", ["seed-list", "p2life"])
def test_nobody_is_asked_to_begin_what_nobody_plays_now(stage: Stage, written: list[str], game: str) -> None:
    server = Server(stage, game, 0)
    server.tell(people("Ada", "Bob"))
    stage.frames(2)
    server.tell(Ended("The server stops.", waits=True))
    stage.frames(2)
    assert "{start}" not in shown(stage, written)
    server.tell(server.match.keyframe(0))
    server.status, server.problem = Status.LOST, "cannot reach 192.168.1.7"
    stage.frames(2)
    words = shown(stage, written)
    assert "Cannot reach 192.168.1.7. Time stands until it is back." in words.replace("  ", " ")
    assert "{start}" not in words


def test_the_way_to_the_lobby_can_be_clicked(stage: Stage) -> None:
    server = begun(stage)
    server.tell(Ended("The server stops.", waits=True))
    stage.frames(3)
    (left, top, right, low), _, _ = next(zone for zone in CAPS.zones if zone[1].control == "online")
    x, y = (left + right) / 2, (top + low) / 2
    for pressed in (True, False):
        stage.frames(1, MouseButton(0, pressed, x, y))
    stage.frames(2)
    assert isinstance(stage.screens.top, LobbyScreen)


def test_who_leaves_a_match_that_waits_for_its_host_gives_nothing_up_and_is_not_asked(stage: Stage) -> None:
    server = begun(stage)
    server.tell(Ended("The server stops.", waits=True))
    stage.frames(2).do(StartScreen())
    stage.frames(2)
    assert stage.menu_shown
    assert server.closed
    assert Leave() not in server.sent


@pytest.mark.parametrize("is_stopped", [False, True])
def test_the_way_back_to_the_match_where_one_is_leaves_nothing(stage: Stage, *, is_stopped: bool) -> None:
    server = begun(stage)
    if is_stopped:
        server.tell(Ended("The server stops.", waits=True))
    stage.frames(2)
    online = stage.screens.play_screen.online
    stage.shell.show_lobby()
    stage.frames(2)
    stage.screens.carry_out([GoToMatch(Destination(server.address, Join("CODE"), "Bob"))])
    stage.frames(2)
    assert stage.screens.top is stage.screens.play_screen
    assert stage.screens.play_screen.online is online
    assert not server.closed
    assert not online.is_at(Destination(server.address, Join("CODE", WATCH), "Bob"))
    assert not online.is_at(Destination(server.address, Join("OTHER"), "Bob"))


def test_the_card_takes_no_more_of_the_board_than_its_words_need(stage: Stage) -> None:
    server = begun(stage, seat=0)
    away = Person(2, "Bob", 1, here=False, ping=9, muted=False)
    server.tell(People((Person(1, "Ada", 0, here=True, ping=9, muted=False), away), ("Ada", "Bob")))
    stage.frames(3)
    assert 60 < card_width() < 140
    server.tell(Told("Bob", "I shall be back " * 12, 1))
    stage.frames(3)
    assert card_width() > 450


def card_width() -> float:
    (card,) = (each for each in imgui.get_current_context().windows if each.name == "online" and each.active)
    return float(card.size.x)


def test_who_leads_does_not_give_up_for_the_other(stage: Stage) -> None:
    server = begun(stage, seat=0)
    for player, gives_up in ((1, False), (0, True)):
        stage.screens.carry_out([Action(player, ActionKind.RESIGN)])
        stage.frames(2)
        assert any(isinstance(each, Act) and each.kind == ActionKind.RESIGN for each in server.sent) == gives_up
        assert stage.messages[-1] == "Only whoever is behind can give up the set"


def test_a_result_keeps_the_name_of_who_has_left_until_the_next_game(stage: Stage) -> None:
    server = begun(stage, seat=0)
    server.match.act(Action(1, ActionKind.RESIGN))
    stage.frames(2)
    server.tell(People((Person(1, "Ada", 0, here=True, ping=9, muted=False),), ("Ada", "")))
    stage.frames(2)
    assert [seat.name for seat in stage.play.seats.seats] == ["Ada", "Bob"]
    server.match.act(Action(0, ActionKind.AGAIN))
    stage.frames(3)
    assert [seat.name for seat in stage.play.seats.seats] == ["Ada", ""]


def test_a_match_that_is_over_shows_the_way_to_the_lobby(stage: Stage, written: list[str]) -> None:
    server = begun(stage)
    server.tell(Ended("The host has closed the match."))
    stage.frames(2)
    assert "The host has closed the match.   {online} On-line play" in shown(stage, written)


def test_a_match_that_has_ended_meanwhile_is_over(stage: Stage) -> None:
    server = begun(stage)
    server.tell(Ended("The server stops.", waits=True))
    stage.frames(2)
    server.tell(Refused("unknown", "there is no match 'CODE': it may have ended"))
    stage.frames(2)
    assert stage.screens.play_screen.online is None


@pytest.mark.parametrize("game", ["one-seed", "seed-list", "life-2", "p2life"])
@pytest.mark.parametrize("seat", [0, 1, NOBODY])
def test_everybody_reads_who_is_awaited_and_who_may_press_what(
    stage: Stage, written: list[str], game: str, seat: int
) -> None:
    server = Server(stage, game, seat)
    server.tell(people("Ada", ""))
    stage.frames(2)
    words = shown(stage, written)
    assert "Waiting for 1 more player to join" in words
    assert "CODE" in words
    assert "begin" not in words.lower(), "nobody is asked to press what is refused"
    if seat != NOBODY:
        sent = len(server.sent)
        stage.act(ActionKind.START)
        assert stage.messages[-1] == "The match begins when every seat is taken"
        assert len(server.sent) == sent
    server.tell(people("Ada", "Bob", away=("Bob",)))
    stage.frames(1)
    assert "Waiting for Bob to come back" in shown(stage, written)
    server.tell(people("Ada", "Bob"))
    stage.frames(1)
    words = shown(stage, written)
    assert "Everybody is here" in words
    if seat == NOBODY:
        assert "One of the players begins the match" in words
        assert "{start}" not in words
        return
    assert "begins the match: any player may" in words
    (left, top, right, low), _, _ = next(zone for zone in CAPS.zones if zone[1].control == "start")
    for pressed in (True, False):
        stage.frames(1, MouseButton(0, pressed, (left + right) / 2, (top + low) / 2))
    stage.live_until(lambda: stage.play.session.state.has_begun, "begun by a click")
    assert "Everybody is here" not in shown(stage, written)


@pytest.fixture
def hints(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines below the board of Seed List, as they are drawn: what had room."""
    lines: list[str] = []
    draw = overlay_hud.caps_on_canvas

    def noted(pieces, *place, **options) -> None:
        lines.append("".join(piece if isinstance(piece, str) else f"[{piece.spoken}]" for piece in pieces))
        draw(pieces, *place, **options)

    monkeypatch.setattr(overlay_hud, "caps_on_canvas", noted)
    return lines


@pytest.mark.parametrize("seat", [0, 1, NOBODY])
@pytest.mark.parametrize("hand", ["keys", "mouse"])
def test_who_plants_in_seed_list_sees_the_keys_and_always_how_to_leave(
    stage: Stage, hints: list[str], seat: int, hand: str
) -> None:
    server = begun(stage, seat)
    stage.live_until(lambda: stage.play.session.state.phase is RoundPhase.SET_UP, "set up")

    def shown_now() -> str:
        hints.clear()
        stage.frames(1)
        return " ".join(hints)

    if seat != NOBODY:
        assert "[Up][Left][Down][Right] Move" in shown_now() if seat else "[W][A][S][D] Move" in shown_now()
    if hand == "mouse":
        x, y = stage.controller.point_of(20.5, 40.5 + 80 * seat)
        stage.frames(
            2, MouseMove(x, y), MouseButton(0, pressed=True, x=x, y=y), MouseButton(0, pressed=False, x=x, y=y)
        )
    words = shown_now()
    assert "[F9] Leave" in words
    assert (" Done" in words) == (seat != NOBODY)
    assert ("[Click] Plant" in words) == (hand == "mouse" and seat != NOBODY)
    server.match.act(Action(0, ActionKind.HALT))
    server.match.act(Action(1, ActionKind.AGREE, 1))
    stage.live_until(lambda: stage.play.session.state.phase is not RoundPhase.SET_UP, "play")
    assert "[F9] Leave" in shown_now()


def test_the_last_seconds_of_a_set_up_cover_no_place_to_plant(stage: Stage) -> None:
    begun(stage)

    def until(seconds: int) -> Picture:
        stage.live_until(lambda: (stage.controller.overlay.seconds_left or 99) <= seconds, "so late", frames=4000)
        stage.frames(2)
        return stage.picture

    before, last = until(12), until(3)
    (left, top), (right, low) = (stage.controller.point_of(*place) for place in ((2, 2), (86, 78)))
    board = slice(round(top), round(low)), slice(round(left), round(right))
    changed = (before[board] != last[board]).any(axis=2).mean()
    assert changed < 0.01, "but for the cursor"
    assert has_colour(last[: round(top) - 4], (255, 219, 51)) > 2000
    assert not has_colour(before[: round(top) - 4], (255, 219, 51))


@pytest.mark.parametrize("seat", [0, NOBODY])
def test_the_page_of_people_says_how_the_match_begins_and_goes_on(stage: Stage, written: list[str], seat: int) -> None:
    server = Server(stage, "seed-list", seat)
    server.tell(people("Ada", ""))
    stage.frames(2)
    stage.shell.show_online()
    words = shown(stage, written)
    who = "One of the players begins the match" if seat == NOBODY else "{start} begins the match"
    assert "Waiting for 1 more player to join" in words
    assert f"{who} as soon as every seat is taken" in words
    assert "Escape: to the board   {online}: here again" in words
    server.tell(people("Ada", "Bob"))
    stage.frames(1)
    words = shown(stage, written)
    assert "Everybody is here" in words
    assert who in words
    assert "as soon as" not in words
    server.match.act(Action(0, ActionKind.START))
    stage.frames(3)
    words = shown(stage, written)
    assert "The match has begun" in words
    assert ("You watch" in words) == (seat == NOBODY)
    assert ("{trigger} Plant" in words) == (seat != NOBODY)
    stage.frames(1)
    (left, top, right, low), _, _ = next(zone for zone in CAPS.zones if zone[1].control == "online")
    for pressed in (True, False):
        stage.frames(1, MouseButton(0, pressed, (left + right) / 2, (top + low) / 2))
    assert stage.screens.top is stage.screens.play_screen


@pytest.mark.parametrize(("game", "words"), [("biowar", "joins the game"), ("realtime", "Place ten cells")])
def test_the_page_of_people_says_what_to_do_in_games_that_wait_for_nobody(
    stage: Stage, written: list[str], game: str, words: str
) -> None:
    Server(stage, game, 0)
    stage.frames(2)
    stage.shell.show_online()
    assert "The match begins at the board" in shown(stage, written)
    assert words in shown(stage, written)


def test_the_card_shows_the_buttons_of_a_pad(stage: Stage, written: list[str]) -> None:
    stage.pads.hold(0)
    server = Server(stage, "seed-list", 0)
    server.tell(people("Ada", "Bob"))
    stage.frames(2).pad("a").frames(2)
    assert not stage.play.session.state.has_begun
    assert any(zone[1].control == "start" and zone[1].by_pad for zone in CAPS.zones)
    stage.pad("start")
    stage.live_until(lambda: stage.play.session.state.has_begun, "begun by pad")


def test_the_board_of_biowar_says_who_may_come(stage: Stage) -> None:
    server = Server(stage, "biowar", 1)
    server.tell(People((), ("", "Bob", "Cleo", "computer:2", "nobody", "nobody")))
    stage.frames(3)
    hints = stage.controller._seat_hints()
    assert [hints[seat] for seat in (0, 2, 3, 4)] == ["Free", "Watches", "The computer joins", "Closed"]
