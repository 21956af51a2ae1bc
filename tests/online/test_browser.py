"""The browser page in real Chromium, on phones and desktops: join, play, chat, lose the connection and reconnect."""

from __future__ import annotations

import io
import json

import pytest
from online.browser import DESKTOP, PHONE, Person, ThreadedServer, launch, seated
from PIL import Image

pytestmark = pytest.mark.needs("Chromium")
MAX_FRAMES = 600
MAX_PICTURES = 30


TAP_BEFORE_ANSWER = """([x, y]) => {
    document.querySelector("#buttons .main").click();
    const how = {clientX: x, clientY: y, pointerId: 7, pointerType: "touch", isPrimary: true, bubbles: true};
    const hit = document.elementFromPoint(x, y), capture = Element.prototype.setPointerCapture;
    Element.prototype.setPointerCapture = () => {};  // which refuses the pointer of an event that is made here
    for (const name of ["pointerdown", "pointerup"]) hit.dispatchEvent(new PointerEvent(name, how));
    Element.prototype.setPointerCapture = capture;
}"""
"""Presses the button and taps on the board in one go, so that no answer of the server comes between."""


def test_biowar_turn_chat_and_reconnect(browser, server) -> None:
    ada = Person(browser, server.address, "Ada", DESKTOP)
    assert not ada.page.evaluate("isSecureContext"), "as on the plain addresses of a house"
    code = ada.host("biowar", "SLOW")
    bob = Person(browser, server.address, "Bob", PHONE, code)

    ada.page.dblclick("#buttons .main")  # the second click must not end her turn
    bob.page.evaluate(TAP_BEFORE_ANSWER, bob.point(6, 15))  # nor does his tap on the board
    for person in (ada, bob):
        person.until("#prompt", "Place up to 10 cells")
    ada.until("#headline", "Turn 1: Adjustment Phase")
    for count, place in enumerate(((3, 3), (3, 4), (4, 3)), start=1):
        ada.page.mouse.click(*ada.point(*place))
        ada.until(".seat.you", f"{count} of 10")
    for count, place in enumerate(((6, 15), (6, 16), (7, 15), (7, 16)), start=1):
        bob.page.touchscreen.tap(*bob.point(*place))
        bob.until(".seat.you", f"{count} of 10")
    assert "of 10" not in ada.page.text_content(".seat:nth-child(2)"), "how many Bob has placed is his secret"
    ada.page.click("#buttons .main")
    bob.page.tap("#buttons .main")
    ada.until("#headline", "Turn 2: Adjustment Phase")
    ada.until(".seat:nth-child(2)", "4 cells")
    session = server.room(code).hosted.session
    assert sorted(map(int, session.board.census()[:2])) == [4, 4]

    ada.page.fill("#words", "<img src=x onerror=alert(1)> & <b>hi</b>")
    ada.page.press("#words", "Enter")
    bob.page.tap("#open-side")
    bob.until("#talk li", "Ada <img src=x onerror=alert(1)> & <b>hi</b>")
    assert bob.page.locator("#talk img, #talk b b").count() == 0
    bob.page.tap("#close-side")

    server.cut_lines()
    bob.page.wait_for_selector("#lost:not([hidden])")
    assert "Connection lost" in bob.page.text_content("#lost")
    bob.page.wait_for_selector("#lost[hidden]", state="attached")
    bob.until(".seat.you", "Bob")
    ada.page.wait_for_selector("#lost[hidden]", state="attached")
    ada.until(".seat.you", "Ada")
    ada.page.click("#buttons .main")
    bob.page.tap("#buttons .main")
    ada.until("#headline", "Turn 3")

    assert [ada.complaints, bob.complaints] == [[], []]
    ada.close()
    bob.close()


def test_phone_stick_and_trigger_in_seed_list(browser, server) -> None:
    ada = Person(browser, server.address, "Ada", DESKTOP)
    code = ada.host("seed-list", "SLOW")
    bob = Person(browser, server.address, "Bob", PHONE, code)
    eve = Person(browser, server.address, "Eve", PHONE, f"{code}&watch=1")
    bob.page.tap("#buttons .main")
    bob.until("#headline", "Set-up")
    bob.page.tap("#menu button:nth-child(7)")
    bob.page.wait_for_selector("#menu button:nth-child(7).chosen")
    bob.page.wait_for_selector("body.can-steer")
    before = server.room(code).hosted.session.state.sides[1].cursor
    stick = bob.page.locator("#stick").bounding_box()
    x, y = stick["x"] + stick["width"] / 2, stick["y"] + stick["height"] / 2
    bob.page.mouse.move(x, y)
    bob.page.mouse.down()
    bob.page.mouse.move(x - 60, y)
    session = server.room(code).hosted.session
    for _ in range(MAX_FRAMES):
        if session.state.sides[1].cursor.column < before.column:
            break
        bob.page.evaluate("new Promise(requestAnimationFrame)")
    assert session.state.sides[1].cursor.column < before.column
    bob.page.mouse.up()
    bob.page.locator("#trigger").dispatch_event("pointerdown", {"pointerId": 1})
    eve.until(".seat:nth-child(2) .score", "7")
    assert eve.page.text_content("#prompt") == "You are watching"
    assert not eve.page.is_visible("#pad")
    assert bob.page.is_visible("#pad")
    assert eve.page.locator("#buttons button").count() == 0
    ada.page.click("#buttons .main")
    ada.until("#news", "Plant something first")
    ada.page.mouse.click(*ada.point(40, 40))
    ada.until(".seat:nth-child(1) .score", "1")
    ada.page.click("#buttons .main")
    ada.until("#confirm p", "would die at once")
    ada.page.click("#confirm .main")
    bob.page.tap("#buttons .main")
    ada.until("#end b", "Bob wins")
    ada.until("#end p", "Bob beats Ada.")
    ada.until("#talk .news", "Watch the replay")
    with ada.context.expect_page() as opened:
        ada.page.click("#end button")
    opened.value.wait_for_selector("body.at-replay")
    bob.page.tap("#buttons .main")
    ada.until("#headline", "Set-up")
    ada.page.wait_for_selector("#end", state="hidden")
    assert [person.complaints for person in (ada, bob, eve)] == [[], [], []]
    for person in (ada, bob, eve):
        person.close()


def test_prompt_fits_beside_its_buttons(browser, server) -> None:
    ada = Person(browser, server.address, "Ada", {"viewport": {"width": 900, "height": 600}})
    ada.page.set_viewport_size({"width": 800, "height": 600})
    ada.page.evaluate("new Promise(requestAnimationFrame)")
    assert ada.complaints == [], "without a match there is no prompt to choose"
    with seated(server, "Bob", ada.host("one-seed")):
        ada.until(".seat .name", "Bob")
        ada.page.click("#buttons .main")
        ada.until("#prompt", "then Enter")
        over = "(prompt) => prompt.scrollHeight - prompt.clientHeight"
        assert ada.page.locator("#prompt").evaluate(over) <= 4
        for size in ({"width": 1600, "height": 900}, {"width": 800, "height": 600}):
            before = ada.page.text_content("#prompt")
            ada.page.set_viewport_size(size)
            ada.page.wait_for_function(
                "(before) => document.querySelector('#prompt').textContent !== before", arg=before
            )
            assert ada.page.locator("#prompt").evaluate(over) <= 4
    ada.close()


def test_private_match_by_code_and_renaming(browser, server) -> None:
    ada = Person(browser, server.address, "Ada", DESKTOP)
    ada.page.wait_for_function("() => document.querySelector('#host-game').options.length > 0")
    ada.page.click("#open-host")
    ada.page.select_option("#host-game", "life-2")
    ada.page.check("#host-private")
    ada.page.click("#host button.main")
    ada.page.wait_for_selector("body.at-match #seats .seat")
    code = ada.page.text_content("#invite code")
    bob = Person(browser, server.address, "Bob", PHONE)
    bob.page.fill("#name", "Robert")
    bob.page.fill("#code", code.lower())
    bob.page.tap("#by-code button")
    bob.page.wait_for_selector("body.at-match #seats .seat")
    ada.until(".seat", "Robert")
    assert "here is no match" not in bob.page.text_content("body")
    sent: list[str] = []
    bob.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    bob.page.reload()
    bob.page.wait_for_selector("body.at-match #seats .seat.you")
    server.cut_lines()
    bob.page.wait_for_selector("#lost:not([hidden])")
    bob.page.wait_for_selector("#lost", state="hidden")
    bob.page.wait_for_selector("body.at-match #seats .seat.you")
    joins = [json.loads(frame) for frame in sent if '"join"' in frame]
    assert [(join["match"], join["seat"]) for join in joins] == [(code, 1)] * 2  # not by its number
    bob.page.tap("#leave")
    bob.page.tap("#confirm .main")
    bob.page.wait_for_selector("body.at-lobby #no-matches")
    ada.close()
    bob.close()


def test_seats_survive_a_server_restart(browser, tmp_path) -> None:
    server = ThreadedServer(tmp_path)
    ada = Person(browser, server.address, "Ada", PHONE)
    code = ada.host("biowar", "SLOW")
    ada.page.tap("#buttons .main")
    ada.until("#headline", "Turn 1")
    eve = Person(browser, server.address, "Eve", DESKTOP, f"{code}&watch=1")
    server.close()
    ada.until("#lost:not([hidden])", "stopped hosting. The match and your seat will continue when")
    eve.until("#lost:not([hidden])", "stopped hosting. The match will continue when it runs again.")
    assert not ada.page.is_visible("#buttons button"), "nothing can be done"
    server = ThreadedServer(tmp_path, server.port)
    for person in (ada, eve):
        person.page.wait_for_selector("#lost", state="hidden")
        person.page.wait_for_selector("body.at-match #seats .seat")
        person.until("#headline", "Turn 1")
    assert ada.page.locator("body.at-match .seat.you").count() == 1
    assert server.room(code).hosted.session.state.sides[0].is_in
    ada.close()
    eve.close()
    server.close()


@pytest.mark.parametrize("webgl", [True, False])
def test_cells_with_and_without_webgl(browser, server, webgl: bool) -> None:
    one = launch(browser.browser_type, webgl=True) if webgl else browser
    ada = Person(one, server.address, "Ada", DESKTOP | {"reduced_motion": "reduce"})
    session = server.room(ada.host("biowar")).hosted.session

    def paint(_: object) -> None:
        session.engine.paint(5, 7, session.engine.read(0, 0, 1, 1) + 1)
        session.board.changed()

    server.ask(paint)
    ada.page.click("#buttons .main")
    assert ada.page.evaluate("document.querySelector('#cells').getContext('webgl2') !== null") == webgl
    x, y = ada.point(5, 7)
    for _ in range(MAX_PICTURES):
        picture = ada.page.screenshot(clip={"x": x, "y": y, "width": 1, "height": 1})
        red, green, blue = Image.open(io.BytesIO(picture)).convert("RGB").getpixel((0, 0))
        if red > 200 and green > 100 and blue < 60:
            break
    assert (red > 200, green > 100, blue < 60) == (True, True, True)
    assert ada.complaints == []
    ada.close()
    if webgl:
        one.close()


PLACES_OF_BOARD = """() => {
    const box = () => JSON.stringify(document.querySelector("#stage").getBoundingClientRect());
    const button = "<button>Resign</button>", found = new Set();
    for (const prompt of ["", "Short", "Long words ".repeat(30)]) {
        for (const buttons of ["", button, button + button]) {
            document.querySelector("#prompt").textContent = prompt;
            document.querySelector("#buttons").innerHTML = buttons;
            found.add(box());
        }
    }
    return found.size;
}"""
"""Shows prompts and buttons of all sizes, and counts the places that the board takes."""


@pytest.mark.parametrize("device", [DESKTOP, PHONE])
def test_board_keeps_its_place_below_all_prompts(browser, server, device) -> None:
    ada = Person(browser, server.address, "Ada", device)
    ada.host("biowar", "SLOW")
    assert ada.page.evaluate(PLACES_OF_BOARD) == 1
    ada.close()
