"""The gamepad page in real Chromium with touch, on a host without browsers' exceptions for localhost."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from online.browser import chromium

from gpulife.online.addresses import LOOPBACK
from gpulife.online.phone_book import BITS, RELEASED, Board, Button, PadInput, PhoneBook, PhoneState, View
from gpulife.online.phone_server import PhoneServer

pytestmark = pytest.mark.needs("Chromium")
HOST = socket.gethostname().lower()
SIZES = ((390, 844), (844, 390), (320, 568), (768, 1024))
BUTTONS = tuple(
    Button(BITS[name], name.upper(), label)
    for name, label in (
        ("a", "Plant or choose a shape, and take it back"),
        ("start", "DONE: end your turn"),
        ("rt", "Halt"),
        ("back", "WHO"),
        ("b", "Another round"),
        ("x", "WILD!"),
        ("y", "Colours"),
    )
)
MORE = (
    Button(BITS["lt"] | BITS["b"], "", "Resign", "In the game"),
    Button(BITS["guide"], "Guide", "Start screen", "The window"),
)
MENU = View(
    buttons=tuple(
        Button(BITS[name], "", name) for name in ("a", "b", "dpad_up", "dpad_down", "dpad_left", "dpad_right")
    ),
    large=1,
)
VIEW = View(2, "Ada Lovelace", "#cc79a7", "Place up to 10 cells in groups", BUTTONS, MORE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium(HOST) as browser:
        yield browser


@pytest.fixture
def server() -> Iterator[PhoneServer]:
    with PhoneServer(PhoneBook(), [LOOPBACK], 0) as server:
        yield server


class Hand:
    """A phone with the page, and fingers on it."""

    def __init__(self, browser: Any, server: PhoneServer, key: str) -> None:
        self.server = server
        width, height = SIZES[0]
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, device_scale_factor=2, has_touch=True, is_mobile=True
        )
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda line: self.complaints.append(line.text) if line.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(f"http://{HOST}:{server.port}/" + f"#{key}")
        self._touch = self.context.new_cdp_session(self.page)
        self._fingers: dict[int, tuple[float, float]] = {}

    def join(self, view: View = VIEW) -> Hand:
        """Wait until the page is connected, and show a view on it."""
        self.page.wait_for_selector("html.on")
        self.server.show(max(phone.number for phone in self.server._book.next_frame(0)), view)
        self.page.wait_for_selector("#big .key")
        return self

    def middle(self, selector: str) -> tuple[float, float]:
        box = self.page.locator(selector).first.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def put(self, finger: int, x: float, y: float) -> None:
        """Put a finger down, or move it."""
        kind = "touchMove" if finger in self._fingers else "touchStart"
        self._fingers[finger] = (x, y)
        self._send(kind, self._fingers)

    def lift(self, finger: int) -> None:
        self._send("touchEnd", {finger: self._fingers.pop(finger)})

    def _send(self, kind: str, fingers: dict[int, tuple[float, float]]) -> None:
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in fingers.items()]
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def until(self, condition: Callable[[PhoneState], object]) -> PhoneState:
        """Wait until the window's state of the first phone meets a condition."""
        for _ in range(2000):
            phones = self.server._book.next_frame(0)
            if phones and condition(phones[0]):
                return phones[0]
            self.page.wait_for_timeout(5)
        raise AssertionError(f"never: {phones}")

    def until_held(self, *buttons: str, x: float = 0.0, y: float = 0.0) -> None:
        wanted = PadInput(frozenset(buttons), x, y)
        self.until(lambda phone: phone.held == wanted)


@pytest.fixture(scope="module")
def shared_hand(browser: Any) -> Iterator[Hand]:
    """One page for those who only touch it."""
    with PhoneServer(PhoneBook(), [LOOPBACK], 0) as server:
        hand = Hand(browser, server, key=server._book.key).join()
        yield hand
        hand.context.close()
    assert [line for line in hand.complaints if "Opener-Policy" not in line] == []  # which plain HTTP cannot have


@pytest.fixture
def hand(shared_hand: Hand) -> Iterator[Hand]:
    """The page, which nobody touches before the test, nor after it."""
    assert shared_hand.until(lambda phone: phone.is_connected).held == RELEASED
    yield shared_hand
    for finger in list(shared_hand._fingers):
        shared_hand.lift(finger)
    shared_hand.until_held()


def test_stick_and_button_together(hand: Hand) -> None:
    x, y = hand.middle("#stick")
    hand.put(1, x, y)
    hand.put(1, x + 200, y)
    hand.until_held(x=1.0)
    hand.put(2, *hand.middle("#big .key >> nth=0"))
    hand.until_held("a", x=1.0)
    hand.put(1, x, y - 200)
    hand.until_held("a", y=-1.0)
    hand.put(3, *hand.middle("#small .key >> nth=0"))
    hand.until_held("a", "rt", y=-1.0)
    hand.lift(2)
    hand.until_held("rt", y=-1.0)
    hand.lift(1)
    hand.until_held("rt")
    hand.lift(3)
    hand.until_held()


def test_stick_centres_on_the_thumb(hand: Hand) -> None:
    box = hand.page.locator("#stick").bounding_box()
    for at_x, at_y in ((0.2, 0.1), (0.8, 0.9)):
        x, y = box["x"] + box["width"] * at_x, box["y"] + box["height"] * at_y
        hand.put(1, x, y)
        hand.put(1, x, y + 300)  # beyond its edge
        hand.until_held(y=1.0)
        hand.lift(1)
        hand.until_held()


def test_sliding_finger_keeps_button_pressed(hand: Hand) -> None:
    x, y = hand.middle("#big .key >> nth=0")
    hand.put(1, x, y)
    hand.until_held("a")
    hand.put(1, x - 150, y - 300)
    hand.put(2, *hand.middle("#small .key >> nth=1"))
    hand.until_held("a", "back")
    hand.lift(1)
    hand.until_held("back")
    hand.lift(2)


@pytest.mark.parametrize("event", ["blur", "pagehide"])
def test_hidden_page_releases_everything(hand: Hand, event: str) -> None:
    hand.put(1, *hand.middle("#big .key >> nth=0"))
    hand.until_held("a")
    hand.page.evaluate(f"dispatchEvent(new Event('{event}'))")
    hand.until_held()


def test_combined_button_under_more(hand: Hand) -> None:
    hand.page.tap("text=More")
    x, y = hand.middle("#rest .key >> nth=0")
    hand.put(1, x, y)
    hand.until_held("lt", "b")
    hand.lift(1)
    hand.until_held()
    hand.page.tap("text=Close")
    assert hand.page.locator("#more").is_hidden()


def test_menu_takes_the_place_of_open_more(hand: Hand) -> None:
    for buttons in (BUTTONS[:6], BUTTONS):  # with fewer small buttons than the menu, and with as many
        hand.server.show(1, View(2, "Ada", "#cc79a7", "", buttons, MORE))
        hand.page.wait_for_function(
            "(count) => document.querySelectorAll('#small .key').length === count", arg=len(buttons) - 2 + 1
        )
        hand.page.tap("text=More")
        assert hand.page.locator("#rest h2").all_text_contents() == ["In the game", "The window"]
        hand.server.show(1, MENU)
        hand.page.wait_for_selector("#more", state="hidden")
        hand.page.wait_for_function("() => document.querySelectorAll('#small .key span').length === 5")
        hand.put(1, *hand.middle("#small .key >> nth=4"))
        hand.until_held("dpad_right")
        hand.lift(1)
        hand.until_held()
    hand.server.show(1, VIEW)
    hand.page.wait_for_selector("#big .key >> nth=1")
    assert hand.page.locator("#small .key").last.text_content() == "More"


NOTE_FRAMES = """() => {
    window.noted = [];
    const send = socket.send;
    socket.send = (data) => {
        noted.push(typeof data === "string" ? JSON.parse(data).t : "state");
        send.call(socket, data);
    };
}"""


def test_resting_phone_sends_nothing_but_pings(hand: Hand) -> None:
    hand.page.evaluate(NOTE_FRAMES)
    x, y = hand.middle("#stick")
    hand.put(1, x, y)
    for step in range(5):
        hand.put(1, x + step / 2, y)  # less than a step of the stick
    hand.page.wait_for_timeout(50)
    hand.lift(1)
    assert set(hand.page.evaluate("noted")) <= {"ping"}


def test_keyboard_presses_focused_button(hand: Hand) -> None:
    hand.page.focus("#big .key")
    hand.page.keyboard.down("Space")
    hand.until_held("a")
    hand.page.keyboard.up("Space")
    hand.until_held()


def test_a_wrong_code_can_be_typed_again(browser: Any, server: PhoneServer) -> None:
    hand = Hand(browser, server, key="0" * 26)
    hand.page.wait_for_selector("#ask:visible")
    assert "out of date" in hand.page.text_content("#why")
    code = server._book.code
    hand.page.fill("#code", f"{code[:3]}-{code[3:]}".upper())
    hand.page.tap("text=Join")
    hand.join()
    assert hand.page.locator("#ask").is_hidden()
    hand.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_no_scrolling_and_large_buttons(hand: Hand, size: tuple[int, int]) -> None:
    page, (width, height) = hand.page, size
    page.set_viewport_size({"width": width, "height": height})
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [*size]
    boxes = [each.bounding_box() for each in page.locator(".key:visible, #stick").all()]
    assert len(boxes) == 1 + 7 + 1
    for box in boxes:
        assert min(box["width"], box["height"]) >= 44
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    for place, one in enumerate(boxes):
        for other in boxes[:place]:
            beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
            below = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
            assert beside or below
    trigger = page.locator("#big .key").first.bounding_box()
    assert trigger["width"] * trigger["height"] >= 0.08 * width * height


def test_reconnect_as_the_same_pad(hand: Hand) -> None:
    hand.put(1, *hand.middle("#big .key >> nth=0"))
    hand.until_held("a")
    server = hand.server
    server._loop.call_soon_threadsafe(lambda: server._connections[1][0].transport.abort())
    state = hand.until(lambda phone: phone.joins == 2)
    assert state.number == 1
    hand.until_held("a")  # the thumb is still there
    hand.lift(1)
    hand.until_held()
    hand.page.reload()
    hand.page.wait_for_selector("html.on")
    assert [phone.number for phone in server._book.next_frame(0)] == [1]
    hand.page.wait_for_selector("#big .key")


def test_typed_code_and_scanned_code_are_the_same_pad(hand: Hand) -> None:
    before = hand.server._book.next_frame(0)[0].joins
    hand.page.evaluate(f"location.hash = '{hand.server._book.code}'")
    hand.until(lambda phone: phone.joins == before + 1 and phone.is_connected)
    assert len(hand.server._book.next_frame(0)) == 1


def test_private_board(hand: Hand) -> None:
    page = hand.page
    board = Board(("000", "012", "000"), ("#cc79a7", "#56b4e9"), "*#", ((0, 0),), (2, 1))
    hand.server.show(1, View(0, "Ada", "#cc79a7", "Taken: choose again", BUTTONS[:3], board=board))
    page.wait_for_selector("#map")
    assert page.get_attribute("#map", "aria-label") == "Marker: column 2, row 3; chosen: column 1, row 1"
    assert (page.locator("#map .marker").count(), page.locator("#map .chosen").count()) == (1, 1)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        boxes = [page.locator(part).bounding_box() for part in ("#map", "#stick", "#small", "#big")]
        assert all(box["width"] >= 60 and box["height"] >= 60 for box in boxes), (width, height)
        assert all(box["y"] + box["height"] <= height for box in boxes), (width, height)
    hand.server.show(1, VIEW)
    page.wait_for_selector("#map", state="hidden")


def test_player_and_prompt_are_shown(hand: Hand) -> None:
    page = hand.page
    page.wait_for_function("() => /Phone 1, connected, [0-9]+ ms/.test(document.querySelector('#state').textContent)")
    assert page.text_content("#who") == "3  Ada Lovelace"
    assert page.text_content("#prompt") == "Place up to 10 cells in groups"
    assert page.evaluate("getComputedStyle(document.querySelector('header')).backgroundColor") == "rgb(204, 121, 167)"
    assert page.text_content("#big .key >> nth=1") == "STARTDONE: end your turn"
    hand.server.show(1, View(prompt="<b>Press A</b>", buttons=BUTTONS[:1]))
    page.wait_for_function("() => document.querySelector('#prompt').textContent === '<b>Press A</b>'")
    assert page.text_content("#who") == "No seat yet"
    assert page.locator(".key:visible").count() == 1
