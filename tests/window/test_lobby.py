"""The lobby's pages: servers, their matches and hosting, by keys, by pad and by mouse."""

from __future__ import annotations

from dataclasses import replace

import pytest
from imgui_bundle import imgui
from msgspec import structs
from window.online_stage import (
    HOME,
    MATCHES,
    OPEN,
    FakeOwnServer,
    connection,
    host_form,
    hosting,
    lobby_screen,
    matches_there,
    nobody_there,
    press_button,
    server_asked,
    server_gone,
    show_lobby,
    starting,
    unfold,
)
from window.stage import Stage, press, show_start_screen

from gpulife.errors import GpulifeError
from gpulife.games.matches import new_match
from gpulife.games.start_presets import START_PRESETS
from gpulife.online.client.server_address import Destination, ServerAddress
from gpulife.online.protocol import ANY_SEAT, WATCH, Host, Join, ListedMatch
from gpulife.online.seat_rules import hosted_games
from gpulife.online.server._lifecycle import set_up
from gpulife.rules import Edges, parse_rule
from gpulife.window.online import host_page
from gpulife.window.online.host_form import HostForm
from gpulife.window.online.host_page import HostPage
from gpulife.window.online.letters_page import LettersPage
from gpulife.window.online.shown_match import shown_match, shown_matches
from gpulife.window.start.setup_page import SetupPage

SIZE = (800, 600)


def went(stage: Stage) -> list:
    return stage.went  # type: ignore[attr-defined, no-any-return]


def nav(stage: Stage, *buttons: str) -> Stage:
    """Press a pad's buttons, one after the other."""
    for button in buttons:
        stage.pad(button).frames(2)
    return stage


def shown(stage: Stage, texts: list[str]) -> list[str]:
    """Return the texts drawn in one more frame."""
    texts.clear()
    stage.frames(1)
    return texts


def write(stage: Stage, text: str) -> None:
    """Type a text."""
    for letter in text:
        imgui.get_io().add_input_character(ord(letter))
    stage.frames(2)


def test_joining_with_pad(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    nav(stage, "a")
    assert stage.screens.lobby.address == ServerAddress("192.168.1.7")
    stage.frames(3)
    nav(stage, "a")
    assert [place.wish for place in went(stage)] == [Join("1", ANY_SEAT)]
    nav(stage, "b")
    assert stage.screens.lobby.address is None
    nav(stage, "b")
    assert stage.menu_shown
    assert stage.screens.top is stage.screens.start_menu


def test_typing_address_with_keys(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    press_button(stage, "Join by address or code")
    write(stage, "life.example.org:80")
    press(stage, imgui.Key.enter, "Enter")
    stage.frames(2)
    assert connection(stage).asked == (ServerAddress("life.example.org", 80), "Ada")


def test_typing_address_with_pad(stage: Stage) -> None:
    stage.pads.hold(0)
    show_lobby(show_start_screen(stage))
    press_button(stage, "Join by address or code")
    nav(stage, "a", "dpad_right", "a")  # 1, 2
    page = lobby_screen(stage).pages[-1]
    assert isinstance(page, LettersPage)
    assert page.text == "12"
    press_button(stage, "Delete")
    assert page.text == "1"
    nav(stage, "b")
    assert lobby_screen(stage).pages == []


def test_invalid_address(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    press_button(stage, "Join by address or code")
    page = lobby_screen(stage).pages[-1]
    assert isinstance(page, LettersPage)
    write(stage, "a/b c")
    press_button(stage, "Done")
    assert "should be an address" in page.problem
    assert lobby_screen(stage).pages == [page]


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("qwxz", "No match with this code in your network, and no machine with this name"),
        ("life.exmple.org", "Cannot reach life.exmple.org: there is no machine with that name"),
    ],
)
def test_wrong_code_is_offered_for_editing(stage: Stage, typed: str, problem: str) -> None:
    show_lobby(show_start_screen(stage))
    press_button(stage, "Join by address or code")
    write(stage, typed)
    press(stage, imgui.Key.enter, "Enter")
    stage.frames(2)
    state = connection(stage).state
    why = f"cannot reach {typed}: there is no machine with that name"
    connection(stage).state = replace(state, is_open=False, problem=why)
    stage.frames(3)
    page = lobby_screen(stage).pages[-1]
    assert isinstance(page, LettersPage)
    assert (page.text, page.problem) == (typed, problem)
    press(stage, imgui.Key.escape, "Escape").frames(3)
    assert lobby_screen(stage).shown_page is None, "back to the servers"


def test_invitation_leads_to_match(stage: Stage) -> None:
    screen = show_lobby(show_start_screen(stage))
    stage.screens.lobby.open_typed("http://192.168.1.7:7171/#match=K7PQ2MXA", "Ada")
    stage.frames(3)
    assert [place.wish for place in went(stage)] == [Join("K7PQ2MXA", ANY_SEAT)]
    assert screen.lobby.code == ""


def test_code_alone_leads_to_the_only_server(stage: Stage) -> None:
    screen = show_lobby(show_start_screen(stage))
    with pytest.raises(GpulifeError, match="several servers are in your network"):
        screen._open_typed("k7pq-2mxa")
    stage.screens.lobby._browser.servers = (HOME,)  # type: ignore[union-attr, misc]
    screen._open_typed("k7pq-2mxa")
    stage.frames(3)
    assert went(stage)[0] == Destination(ServerAddress("192.168.1.7"), Join("K7PQ2MXA", ANY_SEAT), "Ada")
    stage.screens.lobby.leave()
    nobody_there(stage)
    with pytest.raises(GpulifeError, match="no server is in your network"):
        screen._open_typed("K7PQ2MXA")
    screen._open_typed("livingrm")
    assert stage.screens.lobby.address == ServerAddress("livingrm"), "without a server to ask, it is a machine's name"


def test_invite_code_spellings(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    matches_there(stage)
    press_button(stage, "Join by invite code")
    page = lobby_screen(stage).pages[-1]
    assert isinstance(page, LettersPage)
    write(stage, " k7pq-2mxa ")
    press_button(stage, "Done")
    assert went(stage)[0].wish == Join("K7PQ2MXA", ANY_SEAT)


def test_watching(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    matches_there(stage)
    press_button(stage, "Watch")
    assert went(stage)[0].wish == Join("1", WATCH)


def test_name_is_asked_once(stage: Stage) -> None:
    show_lobby(show_start_screen(stage), name="")
    matches_there(stage)
    press_button(stage, "Join")
    page = lobby_screen(stage).pages[-1]
    assert isinstance(page, LettersPage)
    assert went(stage) == []
    write(stage, "Grace")
    press_button(stage, "Done")
    assert [place.wish for place in went(stage)] == [Join("1", ANY_SEAT)]
    assert stage.shell.settings.online_name == "Grace"
    press_button(stage, "Join")
    assert len(went(stage)) == 2


@pytest.mark.parametrize("name", ["\u202e", "a\u200bb"])
def test_invalid_name(stage: Stage, name: str) -> None:
    show_lobby(show_start_screen(stage))
    press_button(stage, "Your name: Ada")
    page = lobby_screen(stage).pages[-1]
    assert isinstance(page, LettersPage)
    write(stage, name)
    press_button(stage, "Done")
    assert page.problem
    assert stage.shell.settings.online_name == "Ada"


def test_failure_is_shown_on_page(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    matches_there(stage)
    stage.shell.play_online = refuse
    press_button(stage, "Join")
    assert stage.screens.lobby.problem == "All seats are taken: you can watch"
    stage.shell.show_lobby("the server is gone")
    assert stage.screens.lobby.problem == "the server is gone"


def refuse(_place: object) -> None:
    raise GpulifeError("all seats are taken: you can watch")


def test_asking_lost_server_again(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    server_gone(stage)
    before = connection(stage)
    press_button(stage, "Try again")
    assert before.is_closed
    assert connection(stage) is not before


def test_connecting_can_be_cancelled(stage: Stage, texts: list[str]) -> None:
    show_lobby(show_start_screen(stage))
    server_asked(stage)
    asked = connection(stage)
    assert "Connecting to 192.168.1.7 \u2026" in shown(stage, texts)
    press_button(stage, "Cancel")
    assert asked.is_closed
    assert stage.screens.lobby.address is None


def test_failed_connection_says_what_to_do(stage: Stage, texts: list[str]) -> None:
    show_lobby(show_start_screen(stage))
    server_gone(stage)
    words = shown(stage, texts)
    assert "Nobody answers there (Connection refused)" in words
    assert any(line.startswith("Ask the host") for line in words)
    press_button(stage, "Other servers")
    assert stage.screens.lobby.address is None


def test_starting_server_can_be_cancelled(stage: Stage, texts: list[str]) -> None:
    show_lobby(show_start_screen(stage))
    page = starting(stage, "biowar")
    own = stage.screens.lobby.own
    assert isinstance(own, FakeOwnServer)
    assert "Starting your server \u2026" in shown(stage, texts)
    press_button(stage, "Cancel")
    assert own.is_closed
    assert not page.is_starting
    own.is_ready = True  # type: ignore[misc]
    stage.frames(3)
    assert went(stage) == []


def test_leaving_the_page_stops_an_unused_server(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    own = hosting(stage)
    assert not own.is_closed
    press(stage, imgui.Key.escape, "Escape").frames(2)
    assert own.is_closed
    assert stage.screens.lobby.own is None
    assert stage.messages[-1].startswith("You have stopped hosting")


def test_hosting_on_another_server(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    matches_there(stage)
    press_button(stage, "Host a match here")
    press_button(stage, "LIFE-2")
    unfold(stage)
    press_button(stage, "Fast")
    press_button(stage, "Host at Ada's server")
    wish = went(stage)[0].wish
    assert isinstance(wish, Host)
    assert (wish.game, wish.option, wish.seats) == ("life-2", "FAST", ("person", "person"))


def test_hosting_on_own_server(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def make(name: str, folder: object, *, is_open: bool) -> FakeOwnServer:
        del folder
        made.append((name, is_open))
        return FakeOwnServer()

    monkeypatch.setattr("gpulife.window.online.lobby.OwnServer", make)
    show_lobby(show_start_screen(stage))
    host_form(stage, "biowar")
    page = lobby_screen(stage).pages[-1]
    assert isinstance(page, HostPage)
    press_button(stage, "Host for my network")
    assert made == [("Ada's server", True)]
    assert page.is_starting
    assert went(stage) == []
    own = stage.screens.lobby.own
    assert own is not None
    own.is_ready = True  # type: ignore[misc]
    stage.frames(2)
    assert went(stage)[0].address == FakeOwnServer.here
    host_form(stage, "seed-list")
    press_button(stage, "Host")
    assert len(made) == 1
    assert len(went(stage)) == 2
    own.problem = "the server has ended: port 7171 is taken"  # type: ignore[misc]
    press_button(stage, "Host")
    assert len(made) == 2


@pytest.mark.parametrize("server", ["", "Carol's server"])
def test_host_page_names_the_machine(stage: Stage, monkeypatch: pytest.MonkeyPatch, server: str) -> None:
    texts: list[str] = []
    monkeypatch.setattr(host_page, "wrapped_text", lambda text, *_colour: texts.append(text))
    screen = show_lobby(show_start_screen(stage))
    screen.pages.append(HostPage(HostForm("seed-list"), server))
    stage.frames(1)
    assert len(texts) == 1
    assert ("at Carol's server" in texts[0]) == bool(server)
    assert ("on this machine" in texts[0]) == (not server)


def test_stop_hosting_needs_second_press(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    lobby = stage.screens.lobby
    ended = []
    own = FakeOwnServer()
    own.is_ready = True  # type: ignore[misc]
    own.close = lambda: ended.append(True)  # type: ignore[method-assign]
    lobby.own = own  # type: ignore[assignment]
    stage.frames(2)
    press_button(stage, "Stop hosting")
    press_button(stage, "Join by address or code")
    press(stage, imgui.Key.escape, "Escape").frames(3)
    press_button(stage, "Stop hosting")
    assert not ended, "another button takes the question back"
    press_button(stage, "Stop it for everybody?")
    assert ended == [True]
    assert lobby.own is None


def test_own_server_fails_to_start(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpulife.window.online.lobby.OwnServer", lambda *_args, **_named: FakeOwnServer())
    show_lobby(show_start_screen(stage))
    host_form(stage, "biowar")
    press_button(stage, "Only on this machine")
    own = stage.screens.lobby.own
    assert own is not None
    own.problem = "the server has ended: the disk is full"  # type: ignore[misc]
    stage.frames(2)
    page = lobby_screen(stage).pages[-1]
    assert isinstance(page, HostPage)
    assert page.problem == "the server has ended: the disk is full"
    assert stage.screens.lobby.own is None


def test_search_ends_when_page_is_left(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    browser = stage.screens.lobby._browser
    nobody_there(stage)
    nav(stage, "b")
    assert browser is not None
    assert browser.is_closed  # type: ignore[attr-defined]


def test_texts_of_listed_matches() -> None:
    shown = {match.id: match for match in shown_matches(MATCHES)}
    assert shown["1"].seats == ("1 Ada", "2 free", "3 Gardener", "4 closed", "5 Grace", "6 free")
    assert shown["4"].seats == ("1 Ada", "2 Bob", "24 free")
    assert not shown["3"].may_join
    assert [shown[each].state for each in "1236"] == ["Playing", "Waiting for players", "Playing", "Over"]
    assert shown["1"].about.endswith("hosted by Ada")
    assert (shown["2"].title, shown["2"].about.count("Seed List")) == ("Seed List Game", 0)
    assert shown_match(structs.replace(MATCHES[1], seats=("Bob", "Eve"))).state == "About to begin"
    assert not shown["6"].may_join
    assert shown_match(structs.replace(MATCHES[5], seats=("Ada", ""))).may_join, "another game may follow"
    assert shown["5"].problem == "needs a newer gpulife than this one"
    assert [match.id for match in shown_matches(MATCHES)][-1] == "5"
    evil = ListedMatch("7", "\x1b[2J\u202eevil", "chess\n", "\x07", "no rule\x1b", ("\u202eBob", "computer:\x1b9"))
    match = shown_match(evil)
    for text in (match.title, match.about, match.problem, *match.seats):
        assert text.isprintable()


def test_host_form_of_a_set_up_match() -> None:
    form = HostForm("realtime")
    form.count(3, 2, 4)
    wish = form.wish()
    assert wish.seats[:6] == ("person", "person", "person", "computer:4", "computer:4", "nobody")
    assert form.counts == (3, 2, 4)
    form.levels = [None] * 26
    assert form.problem == "There is no seat for a person"
    assert HostForm("biowar").wish().seats == ("person", "person", *["nobody"] * 4)
    large = HostForm("seed-list", shape=(1000, 1000))
    assert "too large" in large.problem


def test_choosing_board_on_host_page(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    host_form(stage, "biowar")
    page = unfold(stage)
    assert (page.form.wish().rows, page.form.wish().rule) == (0, ""), "the game's own"
    press_button(stage, "48 x 22")
    press_button(stage, "Wrap around")
    wish = page.form.wish()
    assert (wish.rows, wish.columns, wish.rule) == (22, 48, "BioWar:6:T48,22")
    assert set_up(wish).match.rule == "BioWar:6:T48,22"
    press_button(stage, "Dead edges")
    assert set_up(page.form.wish()).match.rule == "BioWar:6:P48,22"


def test_offered_board_sizes(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    host_form(stage, "seed-list")
    page = unfold(stage)
    with pytest.raises(AssertionError):
        press_button(stage, "1280 x 704")
    press_button(stage, "640 x 352")
    assert set_up(page.form.wish()).match.rule == "Immigration:T640,352"


def test_dead_edges_of_an_option() -> None:
    match = new_match("seed-list", parse_rule("Immigration"), (30, 40), 1, "WALL")
    form = HostForm.of(match)
    assert set_up(form.wish()).match.rule == "Immigration:P40,30"
    form.option = "NORM"
    assert set_up(form.wish()).match.rule == "Immigration:T40,30"


def test_changed_list_is_shown(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    matches_there(stage)
    connection(stage).state = replace(OPEN, matches=())
    stage.frames(2)
    with pytest.raises(AssertionError, match="no button 'Join'"):
        press_button(stage, "Join")


def test_host_page_asks_for_game(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    stage.shell.show_lobby(form=HostForm("seed-list", title="Friday", private=True))
    stage.frames(2)
    top = lobby_screen(stage).pages[-1]
    assert isinstance(top, HostPage)
    press_button(stage, "BioWar")
    assert (top.form.game, top.form.title, top.form.private, len(top.form.levels)) == ("biowar", "Friday", True, 6)
    press_button(stage, "Seed List")
    assert (top.form.game, top.form.option) == ("seed-list", "NORM")


@pytest.mark.parametrize("name", hosted_games())
def test_hosting_each_game(stage: Stage, name: str) -> None:
    show_start_screen(stage)
    show_lobby(stage)
    stage.screens.pop(stage.screens.top)
    preset = next(preset for preset in START_PRESETS.values() if preset.game == name)
    stage.screens.start_menu.choose(preset.name)
    stage.frames(3)
    page = stage.screens.start_menu.page
    assert isinstance(page, SetupPage)
    if name in ("seed-list", "biowar"):
        page.is_unfolded = True
        press_button(stage, "Wild" if name == "seed-list" else "Wrap around")
    press_button(stage, "Host on line")
    top = lobby_screen(stage).pages[-1]
    assert isinstance(top, HostPage)
    setup = set_up(top.form.wish())
    assert setup.match.game == name
    assert "person" in setup.seats[0]
    if name == "seed-list":
        assert setup.match.option == "WILD"
    if name == "biowar":
        assert parse_rule(setup.match.rule).edges is Edges.TORUS
    if name == "realtime":
        assert setup.seats == ("person", "computer:1")
        assert setup.match.settings["players"] == 2
    nav(stage, "b")
    assert stage.screens.top is stage.screens.start_menu


def note_matches(stage: Stage, *, own: str = "") -> None:
    """A private match of the user at a visited server."""
    known = stage.screens.lobby.known
    known.remember(FakeOwnServer.here, "Ada's server", "t")
    if own:
        known.note_own(FakeOwnServer.here, is_open=own == "open")
    known.note_match(FakeOwnServer.here, "K7PQ2MXA", "seed-list")
    stage.screens.lobby.look_up_again()
    stage.frames(3)


def test_returning_to_own_match_with_pad(stage: Stage) -> None:
    show_lobby(show_start_screen(stage))
    stage.screens.pop(stage.screens.top)
    note_matches(stage)
    stage.shell.show_lobby()
    stage.frames(3)
    (match,) = stage.screens.lobby.own_matches
    assert match.title == "Seed List Game, at Ada's server"
    assert "K7PQ2MXA" in match.about
    nav(stage, "a")
    assert [(place.address, place.wish) for place in went(stage)] == [(FakeOwnServer.here, Join("K7PQ2MXA", ANY_SEAT))]


def test_rehosting_match_on_own_server(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def make(name: str, folder: object, *, is_open: bool) -> FakeOwnServer:
        del name, folder
        made.append(is_open)
        return FakeOwnServer()

    monkeypatch.setattr("gpulife.window.online.lobby.OwnServer", make)
    show_lobby(show_start_screen(stage))
    stage.screens.pop(stage.screens.top)
    note_matches(stage, own="closed")
    stage.shell.show_lobby()
    stage.frames(3)
    (match,) = stage.screens.lobby.own_matches
    assert "host this match again on this machine only" in match.about
    nav(stage, "a")
    assert made == [False]
    assert went(stage) == []
    own = stage.screens.lobby.own
    assert own is not None
    own.is_ready = True  # type: ignore[misc]
    stage.frames(2)
    assert [place.wish for place in went(stage)] == [Join("K7PQ2MXA", ANY_SEAT)]
    note_matches(stage, own="open")
    assert stage.screens.lobby.own_matches[0].host_again == "", "it runs"
    stage.screens.lobby.stop_serving()
    nav(stage, "a")
    assert made == [False, True]
    own = stage.screens.lobby.own
    assert own is not None
    own.problem = "the server has ended: the disk is full"  # type: ignore[misc]
    stage.frames(2)
    assert stage.screens.lobby.problem == "the server has ended: the disk is full"


def test_visited_servers_exclude_own(stage: Stage) -> None:
    lobby = show_lobby(show_start_screen(stage)).lobby
    lobby.known.remember(FakeOwnServer.here, "Ada's server", "t")
    lobby.look_up_again()
    assert FakeOwnServer.here in {line.address for line in lobby.visited}, "as somebody else's"
    lobby.known.note_own(FakeOwnServer.here, is_open=True)
    lobby.look_up_again()
    assert FakeOwnServer.here not in {line.address for line in lobby.visited}
    assert lobby.visited, "others are listed"
