"""Leaving an on-line match in the window, and how the match ends, stops or loses its connection."""

from __future__ import annotations

from pathlib import Path

import pytest
from imgui_bundle import imgui
from msgspec.structs import replace
from window.online_match_stage import Server, asked, begun, cursor, people, shown
from window.online_stage import FakeOwnServer, fake_lobby, press_button
from window.replays import recording
from window.stage import Stage, press
from window.test_results_page import Pages

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.commands import Open, PauseMenu, Quit, StartScreen
from gpulife.input.events import MouseButton
from gpulife.online.client.connection import Status
from gpulife.online.client.server_address import Destination, ServerAddress
from gpulife.online.client.server_records import RecordsLoader
from gpulife.online.protocol import (
    WATCH,
    Ended,
    Join,
    Leave,
    People,
    Person,
    Refused,
    Welcome,
)
from gpulife.online.protocol import Talk as Told
from gpulife.online.seat_rules import hosted_games
from gpulife.session.replay import replay_content
from gpulife.window.dialogs.ask_dialog import AskDialog, Confirmed
from gpulife.window.online.host_page import HostPage
from gpulife.window.online.lobby_screen import GoToMatch, LobbyScreen
from gpulife.window.online.match_end_screen import MatchEndScreen
from gpulife.window.panels.clickable_caps import CAPS
from gpulife.window.replay.replay_screen import ReplayScreen

SIZE = (860, 500)


def test_leaving_asks_first(stage: Stage) -> None:
    server = begun(stage)
    stage.do(StartScreen())
    assert isinstance(stage.screens.top, AskDialog)
    assert not server.closed
    stage.screens.carry_out([Confirmed(StartScreen())])
    stage.frames(2)
    assert server.sent[-1] == Leave()
    assert server.closed
    assert stage.menu_shown


def test_quitting_asks_first(stage: Stage) -> None:
    begun(stage)
    stage.do(Quit())
    assert isinstance(stage.screens.top, AskDialog)
    assert not stage.shell.quitting


def test_question_says_that_running_game_is_lost(stage: Stage) -> None:
    begun(stage)
    stage.do(StartScreen())
    assert "counts as losing" in asked(stage)


def test_opening_file_asks_first(stage: Stage, tmp_path: Path) -> None:
    server, request = begun(stage), Open(str(tmp_path / "row.cells"))
    stage.do(request)
    assert "neither a file nor" in stage.messages[-1], "nobody is asked about what cannot be opened"
    (tmp_path / "row.cells").write_text("OOO\n")
    stage.do(request)
    assert "counts as losing" in asked(stage)
    assert not server.closed
    stage.screens.carry_out([Confirmed(request)])
    stage.frames(2)
    assert server.sent[-1] == Leave()
    assert server.closed
    assert stage.cells.sum() == 3


def test_closing_window_keeps_seat(stage: Stage) -> None:
    server = begun(stage)
    stage.screens.close()
    assert server.closed
    assert Leave() not in server.sent


def test_quitting_host_keeps_match(stage: Stage) -> None:
    server = begun(stage, is_own=True)
    stage.do(Quit())
    assert "until you host it again" in asked(stage)
    stage.screens.carry_out([Confirmed(Quit())])
    assert stage.shell.quitting
    assert Leave() not in server.sent


def test_leaving_host_stops_the_server(stage: Stage) -> None:
    server = begun(stage, is_own=True)
    own = FakeOwnServer()
    own.is_ready, own.here = True, server.address  # type: ignore[misc]
    stage.screens.lobby.own = own  # type: ignore[assignment]
    stage.key("L", "Ctrl").frames(2)
    press(stage, imgui.Key.escape, "Escape").frames(2)
    assert not own.is_closed, "the match is still played"
    stage.do(StartScreen())
    assert "until you host it again" in asked(stage)
    stage.screens.carry_out([Confirmed(StartScreen())])
    stage.frames(2)
    assert server.closed
    assert Leave() not in server.sent, "the seat is kept for the next time"
    assert own.is_closed
    assert stage.screens.lobby.own is None


def test_own_server_goes_on_with_another_match(stage: Stage) -> None:
    first = begun(stage, is_own=True)
    own = FakeOwnServer()
    own.is_ready, own.here = True, first.address  # type: ignore[misc]
    stage.screens.lobby.own = own  # type: ignore[assignment]
    stage.shell.is_confirmed = True
    Server(stage, "p2life", 0, is_own=True)
    stage.frames(2)
    assert first.sent[-1] == Leave()
    assert not own.is_closed


def test_time_halts_while_connection_is_lost(stage: Stage) -> None:
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


def test_ended_match_stays_on_screen(stage: Stage) -> None:
    server = begun(stage)
    server.tell(Ended("The host has closed the match."))
    stage.frames(5)
    assert server.closed
    stage.do(StartScreen())
    assert stage.menu_shown
    stage.begin()
    assert stage.shell.poller.own_seat is None


def ended(stage: Stage) -> tuple[Server, FakeOwnServer]:
    """End a match on this window's own, fake server, which has kept a replay of it."""
    server = begun(stage, is_own=True)
    own = FakeOwnServer()
    own.is_ready, own.here = True, server.address  # type: ignore[misc]
    stage.screens.lobby.own = own  # type: ignore[assignment]
    server.tell(Told("", "Bob has won, before Ada.   Ada left before the end.", replay="/replays/abc.gpureplay"))
    server.tell(Ended("The host has closed the match."))
    stage.frames(5)
    return server, own


def test_end_of_match_says_what_comes_next(stage: Stage, texts: list[str]) -> None:
    _, own = ended(stage)
    assert isinstance(stage.screens.top, MatchEndScreen)
    assert {"The host has closed the match.", "Ada left before the end."} <= set(texts)
    assert not own.is_closed, "its replay can be watched"
    press_button(stage, "Start screen")
    assert stage.menu_shown
    assert own.is_closed
    assert stage.messages[-1] == "You have stopped hosting", "no match waits"


def test_host_hosts_another_game_with_the_same_settings(stage: Stage) -> None:
    server = begun(stage)
    match = stage.screens.play_screen.online
    match._seated = replace(server.seated, host=True)
    stage.screens.lobby = fake_lobby(stage.data.parent)
    server.tell(Ended("You closed the match."))
    stage.frames(5)
    press_button(stage, "Host another game")
    page = stage.screens.top.pages[-1]
    assert isinstance(page, HostPage)
    assert (page.form.game, page.form.option, page.form.shape) == ("seed-list", match.match.option, (88, 160))


def test_end_of_match_shows_replay(stage: Stage, tmp_path: Path) -> None:
    server, _ = ended(stage)
    screen = stage.screens.top
    assert isinstance(screen, MatchEndScreen)
    pages = Pages(replay_content(recording("seed-list")))
    loaders: list[RecordsLoader] = []

    def load(address: ServerAddress) -> RecordsLoader:
        assert address == server.address
        loaders.append(RecordsLoader(address, pages))
        return loaders[-1]

    screen.make_loader = load  # type: ignore[assignment]
    press_button(stage, "Watch the replay")
    for _ in range(2):
        loaders[-1].wait(10)
        stage.frames(2)
    assert isinstance(stage.screens.top, ReplayScreen)
    press(stage, imgui.Key.escape, "Escape").frames(3)
    assert stage.screens.top is screen
    press_button(stage, "See the board")
    assert stage.screens.top is stage.screens.play_screen
    stage.do(PauseMenu()).frames(2)
    press_button(stage, "See the board")
    with pytest.raises(AssertionError, match="no button"):
        press_button(stage, "Continue")


@pytest.mark.parametrize("seat", [1, NOBODY])
def test_guests_see_that_host_has_stopped(stage: Stage, written: list[str], seat: int) -> None:
    server = begun(stage, seat)
    server.welcome = Welcome(1, "1.0", "0" * 32, "Bob", "Carol's server")
    server.tell(Ended("The server stops. Your seat waits until it is back.", waits=True))
    stage.frames(2)
    server.status, server.problem = Status.LOST, "cannot reach 127.0.0.1:7171: no server runs there now"
    words = shown(stage, written)
    assert "Carol's server stopped hosting" in words
    assert "waits" in words
    assert ("Your seat is kept" in words) == (seat != NOBODY)
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
    assert "stopped hosting" not in shown(stage, written), "it goes on when it is hosted again"


@pytest.mark.parametrize("game", ["seed-list", "p2life"])
def test_stopped_match_cannot_be_begun(stage: Stage, written: list[str], game: str) -> None:
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
    assert "Cannot reach 192.168.1.7. The match is halted until the server is back." in words.replace("  ", " ")
    assert "{start}" not in words


def test_lobby_link_can_be_clicked(stage: Stage) -> None:
    server = begun(stage)
    server.tell(Ended("The server stops.", waits=True))
    stage.frames(3)
    (left, top, right, low), _, _ = next(zone for zone in CAPS.zones if zone[1].control == "online")
    x, y = (left + right) / 2, (top + low) / 2
    for pressed in (True, False):
        stage.frames(1, MouseButton(0, pressed, x, y))
    stage.frames(2)
    assert isinstance(stage.screens.top, LobbyScreen)


def test_leaving_stopped_match_keeps_seat(stage: Stage) -> None:
    server = begun(stage)
    server.tell(Ended("The server stops.", waits=True))
    stage.frames(2).do(StartScreen())
    stage.frames(2)
    assert stage.menu_shown
    assert server.closed
    assert Leave() not in server.sent


@pytest.mark.parametrize("is_stopped", [False, True])
def test_rejoining_present_match_does_not_leave_it(stage: Stage, *, is_stopped: bool) -> None:
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


def test_result_keeps_name_of_leaver(stage: Stage) -> None:
    server = begun(stage, seat=0)
    server.match.act(Action(1, ActionKind.RESIGN))
    stage.frames(2)
    server.tell(People((Person(1, "Ada", 0, here=True, ping=9, muted=False),), ("Ada", "")))
    stage.frames(2)
    assert [seat.name for seat in stage.play.seats.seats] == ["Ada", "Bob"]
    server.match.act(Action(0, ActionKind.AGAIN))
    stage.frames(3)
    assert [seat.name for seat in stage.play.seats.seats] == ["Ada", ""]


def test_finished_match_shows_lobby_link(stage: Stage, written: list[str]) -> None:
    server = begun(stage)
    server.tell(Ended("The host has closed the match."))
    stage.frames(2)
    assert "The host has closed the match.   {online} On-line play" in shown(stage, written)


def test_match_ended_while_away(stage: Stage) -> None:
    server = begun(stage)
    server.tell(Ended("The server stops.", waits=True))
    stage.frames(2)
    server.tell(Refused("unknown", "there is no match 'CODE': it may have ended"))
    stage.frames(2)
    assert stage.screens.play_screen.online is None


@pytest.mark.parametrize("game", hosted_games())
def test_prompt_says_leave_not_start_screen(stage: Stage, written: list[str], game: str) -> None:
    begun(stage, 0, game)
    words = shown(stage, written)
    assert "{start-screen} Leave" in words
    assert "Start screen" not in words


@pytest.mark.parametrize("seat", [0, NOBODY])
def test_no_new_round_without_server(stage: Stage, written: list[str], seat: int) -> None:
    server = begun(stage, 0)
    server.match.act(Action(1, ActionKind.RESIGN))
    stage.frames(4)
    assert stage.play.session.is_over
    assert list(stage.controller.after_round) == ["Keep the cells", "Fresh board"]
    assert "{start} Fresh board" in shown(stage, written)
    if seat == NOBODY:
        stage.play.own_seat = NOBODY
    else:
        server.tell(Ended("The server stops.", waits=True))
    stage.frames(2)
    assert not stage.controller.after_round
    assert "{start} Fresh board" not in shown(stage, written)


@pytest.mark.parametrize("game", hosted_games())
def test_braces_in_names_and_reasons(stage: Stage, written: list[str], game: str) -> None:
    server = begun(stage, 0, game)
    server.tell(people("Ada", "{x}", away=("{x}",)))
    stage.frames(3)
    assert "(x)" in shown(stage, written)
    server.welcome = Welcome(1, "1.0", "0" * 32, "Ada", "{y}")
    server.tell(Ended("The server stops.", waits=True))
    stage.frames(2)
    assert "(y) stopped hosting" in shown(stage, written)
    server.tell(Ended("{z}"))
    stage.frames(2)
    assert "(z)" in shown(stage, written)
