"""Phones as gamepads, in a real window, with scripted phones over real sockets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
from imgui_bundle import imgui
from online.phone import Phone
from window.online_stage import press_button
from window.stage import Stage, choose_seats, press, show_start_screen

from gpulife.games.core.consent import CONSENT
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import default_rule, new_match
from gpulife.games.registry import GAMES
from gpulife.input.commands import Phones, SetUp, StartScreen
from gpulife.input.controls import PAD_PLAYER
from gpulife.input.events import FocusEvent
from gpulife.online.phone_book import BITS, GRACE_SECONDS, WAIT_SECONDS
from gpulife.seats import Seat, Seats
from gpulife.window.phones import phone_host, phones_screen, qr_code
from gpulife.window.phones.phones_screen import PhonesScreen
from gpulife.window.play.pad_away import PadAway
from gpulife.window.start.setup_page import SetupPage

SIZE = (800, 600)


class Sofa:
    """A stage on which phones can join."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._stack = ExitStack()

    def open(self) -> Sofa:
        """Show the page, and let phones join."""
        self.stage.do(Phones())
        assert isinstance(self.stage.screens.top, PhonesScreen)
        if not self.stage.screens.phones.is_on:
            press_button(self.stage, "Let phones join")
        return self

    def close_page(self) -> Sofa:
        self.stage.do(Phones())
        assert not isinstance(self.stage.screens.top, PhonesScreen)
        return self

    def phone(self, pad: str = "") -> Phone:
        """Return a phone that has joined, or one that rejoins."""
        host = self.stage.screens.phones
        phone = self._stack.enter_context(Phone(int(host.site.rpartition(":")[2]), host.link.partition("#")[2], pad))
        self.stage.frames(2)
        return phone

    def tap(self, phone: Phone, *buttons: str) -> Sofa:
        phone.hold(*buttons)
        self.stage.frames(1)
        phone.hold()
        self.stage.frames(1)
        return self

    def shown(self, phone: Phone) -> dict[str, Any]:
        """Return the phone's view after as many frames as it may take."""
        self.stage.frames(8)
        phone.wait()
        return phone.view

    def until(self, condition: Callable[[], object], what: str) -> Sofa:
        """Draw frames until a thread has done something."""
        self.stage.live_until(condition, what)
        return self

    @property
    def asks(self) -> bool:
        """True if the window asks how to go on without a phone."""
        return isinstance(self.stage.screens.top, PadAway)

    def close(self) -> None:
        self._stack.close()


@pytest.fixture
def sofa(stage: Stage) -> Iterator[Sofa]:
    sofa = Sofa(stage)
    yield sofa
    sofa.close()


def begin(stage: Stage, name: str = "one-seed", seats: int = 2) -> Stage:
    choose_seats(stage, Seats((Seat(name="Ada"), Seat(name="Grace"), *[Seat()] * (seats - 2))))
    spec = GAMES[name]
    match = spec.default_match(1) if spec.default_match else None
    stage.shell.begin(match or new_match(name, default_rule(name).on_board(spec.shape), spec.shape, 1))
    return stage.frames(2)


def test_port_is_closed_before_the_user_lets_phones_join(stage: Stage, sofa: Sofa) -> None:
    begin(stage)
    assert not stage.screens.phones.is_on
    stage.do(Phones()).frames(3)
    assert not stage.screens.phones.is_on, "the page alone opens no port"
    assert stage.shell.pads is stage.pads
    press_button(stage, "Let phones join")
    assert stage.screens.phones.is_on


def test_page_leads_to_a_game(stage: Stage, sofa: Sofa, texts: list[str]) -> None:
    show_start_screen(stage)
    sofa.open()
    phone = sofa.phone()
    texts.clear()
    stage.frames(1)
    assert "BioWar" not in texts
    press_button(stage, "BioWar")
    assert isinstance(stage.screens.start_menu.page, SetupPage)
    assert stage.screens.start_menu.page.game.name == "biowar"
    assert stage.screens.phones.is_on
    assert sofa.shown(phone)["buttons"][0]["label"] == "Choose"


def test_page_shows_who_has_which_seat(stage: Stage, sofa: Sofa, monkeypatch: pytest.MonkeyPatch) -> None:
    badges: list[str] = []
    titles: list[str] = []
    badge = phones_screen.badge
    monkeypatch.setattr(phones_screen, "badge", lambda words, colour: badges.append(words) or badge(words, colour))
    monkeypatch.setattr(phones_screen, "group_title", titles.append)
    begin(stage, "biowar", 3)
    sofa.open()
    phones = [sofa.phone() for _ in range(2)]
    sofa.tap(phones[0], "a")
    badges.clear()
    stage.frames(1)
    assert titles[-1] == "2 phones joined"
    player = stage.screens.phones.player_of(stage.screens.phones.phones[0])
    assert player is not None
    assert badges[player].startswith("Phone 1")
    assert badges[-1] == "Press A on it to take a seat"
    phones[1].close()
    sofa.until(lambda: not stage.screens.phones.phones[1].is_connected, "away")
    badges.clear()
    stage.frames(1)
    assert titles[-1] == "1 phone joined"
    assert not [words for words in badges if "away" in words], "it has no seat to keep"


def test_short_code_can_be_typed(stage: Stage, sofa: Sofa) -> None:
    begin(stage)
    sofa.open()
    host = stage.screens.phones
    assert len(host.code) == 7
    with Phone(int(host.site.rpartition(":")[2]), host.code.lower()) as phone:
        assert phone.said["number"] == 1


def test_press_acts_in_next_frame(stage: Stage, sofa: Sofa) -> None:
    begin(stage).act(ActionKind.START)
    phone = sofa.open().phone()
    sofa.tap(phone, "a").close_page()
    assert stage.screens.phones.player_of(stage.screens.phones.phones[0]) is not None
    player = stage.shell.poller.seat_claims.seat_of(1001)
    acted: list[Action] = []
    act = stage.play.runner.act
    stage.play.runner.act = lambda action: (acted.append(action), act(action))[1]  # type: ignore[method-assign]
    phone.hold("a")
    stage.frames(1)
    assert acted == [Action(player if player is not None else PAD_PLAYER, ActionKind.TRIGGER, 1)]
    phone.hold("a", x=1.0, y=-1.0)
    stage.frames(1)
    assert acted[1:] == [Action(acted[0].player, ActionKind.STICK, -1, 1)]
    phone.hold()
    stage.frames(1)
    assert acted[2:] == [
        Action(acted[0].player, ActionKind.STICK, 0, 0),
        Action(acted[0].player, ActionKind.TRIGGER, 0),
    ]


def test_phones_need_no_focus_of_the_window(stage: Stage, sofa: Sofa) -> None:
    begin(stage).act(ActionKind.START)
    phone = sofa.open().phone()
    sofa.tap(phone, "a").close_page()
    acted: list[Action] = []
    act = stage.play.runner.act
    stage.play.runner.act = lambda action: (acted.append(action), act(action))[1]  # type: ignore[method-assign]
    phone.hold("a")
    stage.frames(1)
    assert [action.a for action in acted] == [1]
    stage.frames(1, FocusEvent(gained=False))
    assert [action.a for action in acted] == [1], "the thumb is still on A"
    phone.hold()
    stage.frames(1)
    sofa.tap(phone, "a")
    assert [action.a for action in acted] == [1, 0, 1, 0]


def test_phones_steer_menus_without_focus_of_the_window(stage: Stage, sofa: Sofa) -> None:
    show_start_screen(stage)
    phone = sofa.open().phone()
    sofa.tap(phone, "b")
    stage.frames(1, FocusEvent(gained=False))
    before = stage.screens.start_menu._focused
    sofa.tap(phone, "dpad_right")
    assert stage.screens.start_menu._focused != before


def test_two_taps_between_frames(stage: Stage, sofa: Sofa) -> None:
    begin(stage).act(ActionKind.START)
    phone = sofa.open().phone()
    sofa.tap(phone, "a").close_page()
    triggers: list[int] = []
    act = stage.play.runner.act
    stage.play.runner.act = lambda action: (  # type: ignore[method-assign]
        triggers.append(action.a) if action.kind is ActionKind.TRIGGER else None,
        act(action),
    )[1]
    for _ in range(2):
        phone.hold("a").hold()
    stage.frames(4)
    assert triggers == [1, 0, 1, 0]


def test_six_phones_take_six_seats(stage: Stage, sofa: Sofa) -> None:
    begin(stage, "biowar", 6)
    sofa.open()
    phones = [sofa.phone() for _ in range(6)]
    for phone in phones:
        sofa.tap(phone, "a")
    assert sorted(stage.shell.poller.devices()) == [0, 1, 2, 3, 4, 5]
    seats = [sofa.shown(phone)["player"] for phone in phones]
    assert sorted(seats) == [0, 1, 2, 3, 4, 5]
    assert len({phone.view["colour"] for phone in phones}) == 6
    seventh = sofa.phone()
    sofa.tap(seventh, "a")
    assert "No seat is free for Phone 7" in stage.messages
    sofa.close_page()
    view = sofa.shown(seventh)
    assert view["prompt"].startswith("No seat is free.")
    assert not view["buttons"]
    assert "Help" in [button["label"] for button in view["more"]]


@pytest.mark.parametrize(
    ("game", "people"),
    [
        ("biowar", lambda page: len(page.seats.people)),
        ("realtime", lambda page: page.people),
        ("life-2", lambda page: len(page.seats.people)),
    ],
)
def test_as_many_people_are_set_up_as_phones_joined(
    stage: Stage, sofa: Sofa, game: str, people: Callable[[Any], int]
) -> None:
    show_start_screen(stage)
    sofa.open().phone()
    stage.do(SetUp(game)).frames(2)
    page = stage.screens.start_menu.page
    assert isinstance(page, SetupPage)
    before = people(page)
    sofa.phone()
    assert people(page) == 2
    page.suggest_people(9)
    assert people(page) == (2 if game == "life-2" else 6)
    assert before <= 2


def test_phones_can_only_leave_the_page(stage: Stage, sofa: Sofa) -> None:
    begin(stage)
    phone = sofa.open().phone()
    for button in ("a", "dpad_down", "a", "dpad_down", "a", "start", "x"):
        sofa.tap(phone, button)
    assert isinstance(stage.screens.top, PhonesScreen)
    assert stage.screens.phones.is_on
    sofa.tap(phone, "b")
    assert not isinstance(stage.screens.top, PhonesScreen)


@pytest.mark.parametrize("begin_below", [show_start_screen, lambda stage: stage.begin()])
def test_phone_chooses_a_game(
    stage: Stage, sofa: Sofa, texts: list[str], begin_below: Callable[[Stage], object]
) -> None:
    begin_below(stage)
    phone = sofa.open().phone()
    view = sofa.shown(phone)
    assert view["prompt"].startswith("Choose a game on the screen")
    assert (view["buttons"][0]["label"], view["large"]) == ("Choose", 1)
    phone.hold(x=1.0)
    stage.frames(1)
    phone.hold()
    stage.frames(1)
    sofa.tap(phone, "a")
    assert isinstance(stage.screens.start_menu.page, SetupPage)
    assert stage.screens.start_menu.page.game.name == phones_screen.phone_games()[1].spec.name


def test_games_are_offered_after_a_game_was_left(stage: Stage, sofa: Sofa, monkeypatch: pytest.MonkeyPatch) -> None:
    titles: list[str] = []
    monkeypatch.setattr(phones_screen, "group_title", titles.append)
    begin(stage).act(ActionKind.START)
    stage.do(StartScreen()).frames(2)
    phone = sofa.open().phone()
    assert sofa.shown(phone)["prompt"].startswith("Choose a game on the screen")
    assert titles[-1] == "Choose what to play"


def test_people_are_told_once_how_phones_join(stage: Stage, sofa: Sofa) -> None:
    stage.begin()
    sofa.open().phone()
    sofa.close_page()
    begin(stage).frames(30)
    told = "Press A on a phone to take a seat"
    assert stage.messages.count(told) == 1


def test_more_of_a_menu_leads_to_help(stage: Stage, sofa: Sofa) -> None:
    show_start_screen(stage)
    phone = sofa.open().phone()
    stage.do(Phones())
    more = {button["label"]: button["bits"] for button in sofa.shown(phone)["more"]}
    assert {"Help", "Start screen"} <= set(more)
    assert "Undo" not in more


def test_phone_says_what_a_does_after_the_end(stage: Stage, sofa: Sofa) -> None:
    begin(stage, "life-2").act(ActionKind.START)
    phone = sofa.open().phone()
    sofa.tap(phone, "a").close_page()
    stage.play.runner.act(Action(1, ActionKind.RESIGN))
    stage.frames(3)
    assert stage.play.session.is_over
    view = sofa.shown(phone)
    assert view["prompt"].endswith("A: Another game")
    assert (view["buttons"][0]["cap"], view["buttons"][0]["label"]) == ("A", "Another game")
    stage.pass_seconds(3)
    sofa.tap(phone, "a")
    stage.frames(3)
    assert not stage.play.session.is_over


def test_secrets_of_life_2_are_on_their_players_phone(stage: Stage, sofa: Sofa) -> None:
    begin(stage, "life-2").act(ActionKind.START)
    sofa.open()
    phones = [sofa.phone() for _ in range(2)]
    for phone in phones:
        sofa.tap(phone, "a")
    sofa.close_page()
    stage.play.runner.act(Action(sofa.shown(phones[0])["player"], ActionKind.PLACE, 0, 0))
    own, other = (sofa.shown(phone) for phone in phones)
    assert own["board"]["chosen"] == [[0, 0]]
    assert own["board"]["rows"] == ["00000"] * 5
    assert "chosen" not in other["board"]
    assert other["board"]["marker"] == [2, 2]
    assert "type" not in own["prompt"]
    assert not {"Agree", "Refuse", "Begin the game"} & {each["label"] for each in (*own["buttons"], *own["more"])}
    first = own["player"]
    for player, place in (
        (first, (0, 1)),
        (first, (1, 0)),
        *((1 - first, place) for place in ((3, 3), (3, 4), (4, 3))),
    ):
        stage.play.runner.act(Action(player, ActionKind.PLACE, *place))
    sofa.until(lambda: stage.state.turn == 2 and stage.state.choosing, "the second turn")
    stage.play.runner.act(Action(first, ActionKind.PLACE, 0, 0))
    assert sofa.shown(phones[0])["prompt"] == "Taken: choose again"
    assert sofa.shown(phones[1])["prompt"] != "Taken: choose again"


def test_start_of_biowar_is_the_players_own_key(stage: Stage, sofa: Sofa) -> None:
    begin(stage, "biowar", 6)
    phone = sofa.open().phone()
    sofa.tap(phone, "a").close_page()
    for _ in range(2):
        view = sofa.shown(phone)
        labels = {each["label"] for each in (*view["buttons"], *view["more"])}
        may_end = view["player"] in stage.controller.may_be_done
        assert ("Join or end turn" in labels) != may_end
        assert ("Done: end your turn" in labels) == may_end
        sofa.tap(phone, "a").stage.pass_seconds(1)
    assert may_end, "it has joined"


def test_lost_phone_is_asked_about_once_others_agree(stage: Stage, sofa: Sofa) -> None:
    choose_seats(stage, Seats((Seat(name="Ada"), Seat(name="Grace"))))
    spec = GAMES["one-seed"]
    match = new_match("one-seed", default_rule("one-seed").on_board(spec.shape), spec.shape, 1)
    stage.shell.begin(replace(match, settings={**match.settings, CONSENT: True}), (Action(NOBODY, ActionKind.START),))
    stage.frames(2)
    for player in (0, 1):
        stage.play.runner.act(Action(player, ActionKind.POINT, 40, 40 + 60 * player))
        stage.play.runner.act(Action(player, ActionKind.TRIGGER, 1))
    stage.frames(3)
    phone = sofa.open().phone()
    sofa.tap(phone, "a").close_page()
    player = stage.screens.phones.player_of(stage.screens.phones.phones[0])
    for each in (0, 1):
        stage.play.runner.act(Action(each, ActionKind.DONE))
    stage.frames(3)
    phone.close()
    sofa.until(lambda: stage.state.is_asking, "a question to the others")
    assert not sofa.asks
    stage.play.runner.act(Action(1 - player, ActionKind.AGREE, 1))
    sofa.until(lambda: sofa.asks, "the dialog")


def test_stick_does_not_lead_to_stop(stage: Stage, sofa: Sofa) -> None:
    show_start_screen(stage)
    phone = sofa.open().phone()
    for way in ("dpad_right", "dpad_left", "dpad_up"):
        sofa.tap(phone, way)
    sofa.tap(phone, "a")
    assert stage.screens.phones.is_on


def test_phone_controls_start_screen(stage: Stage, sofa: Sofa) -> None:
    show_start_screen(stage)
    phone = sofa.open().phone()
    sofa.tap(phone, "b")
    assert stage.menu_shown
    assert sofa.shown(phone)["buttons"][0]["label"] == "Choose"
    before = stage.screens.start_menu._focused
    sofa.tap(phone, "dpad_right")
    assert stage.screens.start_menu._focused != before


def test_lost_phone_gets_seat_back(stage: Stage, sofa: Sofa) -> None:
    stage.begin().act(ActionKind.HALT)
    phone = sofa.open().phone()
    sofa.close_page().tap(phone, "a")
    player = stage.shell.poller.seat_claims.seat_of(1001)
    phone.hold("a")
    stage.frames(1)
    assert stage.play.session.state.running
    phone.close()
    sofa.until(lambda: not stage.screens.phones.phones[0].is_connected, "away")
    assert not stage.shell.poller.held_inputs._held
    stage.pass_seconds(GRACE_SECONDS + 0.5)
    assert any(
        line.startswith("Player") and line.endswith("'s pad is disconnected: Phone 1") for line in stage.messages
    )
    assert not stage.play.session.state.running
    assert sofa.asks
    press_button(stage, "Wait for Phone 1")
    assert not sofa.asks
    other = sofa.phone()
    sofa.tap(other, "a")
    assert stage.shell.poller.seat_claims.seat_of(1002) not in (None, player)
    again = sofa.phone(phone.pad)
    assert again.said["number"] == 1
    assert stage.shell.poller.seat_claims.seat_of(1001) == player
    assert sofa.shown(again)["player"] == player


def test_game_goes_on_with_keys_after_a_phone_left(stage: Stage, sofa: Sofa) -> None:
    stage.begin().act(ActionKind.HALT)
    phone = sofa.open().phone()
    sofa.close_page().tap(phone, "a")
    phone.close()
    sofa.until(lambda: sofa.asks, "asked")
    assert not stage.play.session.state.running
    press_button(stage, "Play on with keys")
    assert not sofa.asks
    assert stage.play.session.state.running
    assert "keyboard" in stage.shell.poller.devices()[0]


def test_question_ends_when_the_phone_is_back(stage: Stage, sofa: Sofa) -> None:
    stage.begin().act(ActionKind.HALT)
    phone = sofa.open().phone()
    sofa.close_page().tap(phone, "a")
    phone.close()
    sofa.until(lambda: sofa.asks, "asked")
    sofa.phone(phone.pad)
    stage.frames(3)
    assert not sofa.asks
    assert stage.messages[-1].startswith("Phone 1 is back")


def test_short_disconnection(stage: Stage, sofa: Sofa) -> None:
    stage.begin().act(ActionKind.HALT)
    phone = sofa.open().phone()
    sofa.close_page().tap(phone, "a")
    phone.close()
    sofa.until(lambda: not stage.screens.phones.phones[0].is_connected, "away")
    stage.frames(10)
    sofa.phone(phone.pad)
    stage.pass_seconds(GRACE_SECONDS + 1)
    assert stage.play.session.state.running
    assert not any("is gone" in line for line in stage.messages)


def test_seat_is_reserved_for_two_minutes(stage: Stage, sofa: Sofa) -> None:
    begin(stage)
    phone = sofa.open().phone()
    sofa.tap(phone, "a")
    player = stage.shell.poller.seat_claims.seat_of(1001)
    phone.close()
    sofa.until(lambda: not stage.screens.phones.phones[0].is_connected, "away")
    stage.pass_seconds(WAIT_SECONDS + 5)
    assert stage.screens.phones.phones == ()
    other = sofa.phone()
    sofa.tap(other, "a")
    assert other.said["number"] == 1
    assert stage.shell.poller.seat_claims.seat_of(1001) == player


def test_hints_name_no_phone_that_left(stage: Stage, sofa: Sofa) -> None:
    begin(stage)
    phone = sofa.open().phone()
    sofa.tap(phone, "a")
    player = stage.shell.poller.seat_claims.seat_of(1001)
    assert player is not None
    assert stage.controller.legend(player).hands.pad == "Phone 1"
    stage.screens.phones.stop()
    stage.frames(2)
    assert stage.controller.legend(player).hands.pad == ""
    assert "Phone 1" not in stage.shell.poller.devices()[player]


def test_stopping_changes_the_code(stage: Stage, sofa: Sofa) -> None:
    begin(stage)
    phone = sofa.open().phone()
    host, code = stage.screens.phones, stage.screens.phones.code
    host.stop()
    assert stage.shell.pads is stage.pads
    assert host.site == host.link == ""
    stage.frames(2)
    host.start()
    assert host.code != code
    with Phone(int(host.site.rpartition(":")[2]), code, phone.pad) as old:
        assert "out of date" in old.said["reason"]
    assert sofa.phone(phone.pad).pad != phone.pad


def test_page_buttons_stop_and_start(stage: Stage, sofa: Sofa, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(stage)
    sofa.open()
    pressed, button = [""], imgui.button
    monkeypatch.setattr(imgui, "button", lambda label, *size: button(label, *size) or label == pressed[0])
    shown = stage.screens.phones.site
    pressed[0] = "Another address"
    stage.frames(1)
    assert stage.screens.phones.site != shown
    pressed[0] = "Stop"
    stage.frames(1)
    assert not stage.screens.phones.is_on
    pressed[0] = "Let phones join"
    stage.frames(1)
    assert stage.screens.phones.is_on


def test_keys_and_pads_open_and_close_the_page(stage: Stage, sofa: Sofa) -> None:
    begin(stage)
    for _ in range(2):
        press(stage, imgui.Key.j, "J", "Ctrl")
        assert isinstance(stage.screens.top, PhonesScreen)
        press(stage, imgui.Key.escape, "Escape")
        assert not isinstance(stage.screens.top, PhonesScreen)
    sofa.open().close_page()
    stage.pad("a")
    stage.pads.hold(0, "back")
    stage.frames(2)
    stage.pads.hold(0, "back", left_x=1.0)
    stage.frames(2)
    stage.pads.hold(0)
    stage.frames(2)
    assert isinstance(stage.screens.top, PhonesScreen)
    stage.pad("b")
    assert not isinstance(stage.screens.top, PhonesScreen)
    assert stage.screens.phones.is_on


def test_page_without_network(stage: Stage, sofa: Sofa, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phone_host, "local_addresses", lambda: ())
    begin(stage).do(Phones())
    press_button(stage, "Let phones join")
    assert stage.screens.top._problem == "phones cannot reach this machine: it is in no local network"  # type: ignore[attr-defined]


def test_phone_prompts_in_every_game(stage: Stage, sofa: Sofa) -> None:
    phone = None
    for name, spec in GAMES.items():
        if not spec.players:
            continue
        begin(stage, name, 6 if spec.players > 2 else 2).act(ActionKind.START)
        if phone is None:
            phone = sofa.open().phone()
            sofa.close_page()
        sofa.tap(phone, "a")
        sofa.stage.pass_seconds(1)
        view = sofa.shown(phone)
        assert view["player"] >= 0, name
        assert view["buttons"][0]["bits"] == BITS["a"], name
        assert "{" not in view["prompt"], name
        assert "Click" not in view["prompt"], name
        assert "(no key)" not in view["prompt"], name
        if name != "study":
            assert view["prompt"], name


def test_code_on_screen_leads_to_window(stage: Stage, sofa: Sofa) -> None:
    begin(stage)
    sofa.open()
    stage.frames(2)
    link = stage.screens.phones.link
    assert link.endswith(f"/#{stage.screens.phones._book.key}")
    count, runs = qr_code.dark_runs(link)
    assert 21 <= count <= 41
    picture = stage.picture
    white = (picture.reshape(-1, picture.shape[-1])[:, :3] == 255).all(axis=1).sum()
    dark = sum(behind - first for _, first, behind in runs)
    modules = (count + 8) ** 2
    side = round((white / (modules - dark)) ** 0.5)
    assert side >= 5  # pixels of a module, at 800x600
