"""The page before and around a match, in real Chromium: hosting, the list, codes, letters for orders."""

from __future__ import annotations

import asyncio

import pytest
from online.browser import DESKTOP, PHONE, SERVER, SIDEWAYS, Person, seated

from gpulife.online.shown_text import LEAVES, LOSES

pytestmark = pytest.mark.needs("Chromium")


def test_invite_code_is_shown_while_a_seat_is_free(browser, server) -> None:
    ada = Person(browser, server.address, "Ada", PHONE)
    code = ada.host("life-2")
    ada.page.wait_for_selector("#invite-bar:not([hidden])")
    assert ada.page.text_content("#invite-bar code") == code
    for device in (DESKTOP, SIDEWAYS, PHONE):
        wide, high = device["viewport"]["width"], device["viewport"]["height"]
        ada.page.set_viewport_size(device["viewport"])
        box = ada.page.locator("#invite-bar").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= wide
        assert box["y"] + box["height"] <= high
    ada.until(".seat:nth-child(2)", "waiting for a player")
    assert "pieces" not in ada.page.text_content(".seat:nth-child(2)")
    ada.page.click("#invite-bar button")
    ada.until("#invite-bar button", "Copied")  # without a secure context
    with seated(server, "Bob", code):
        ada.page.wait_for_selector("#invite-bar", state="hidden")
    assert ada.complaints == []
    ada.close()


def test_host_begins_the_match(browser, server) -> None:
    ada = Person(browser, server.address, "Ada", PHONE)
    code = ada.host("seed-list")
    ada.page.click("#invite-bar button:has-text('Begin')")
    ada.until("#begin[open] h1", "1 seat is free. Who plays there?")
    assert not ada.page.locator("#begin button:has-text('Nobody yet')").count(), "a duel needs two players"
    ada.page.click("#begin button:has-text('Computer: Rival')")
    ada.until("#seats .seat", "Rival")
    ada.page.wait_for_selector("#invite-bar", state="hidden")
    assert server.room(code).hosted.session.state.has_begun
    ada.close()
    bob = Person(browser, server.address, "Bob", PHONE)
    code = bob.host("biowar")
    bob.page.click("#invite-bar button:has-text('Begin')")
    bob.page.click("#begin button:has-text('Wait for people')")
    assert not server.room(code).hosted.session.state.has_begun
    bob.page.click("#invite-bar button:has-text('Begin')")
    bob.page.click("#begin button:has-text('Nobody yet')")
    bob.page.wait_for_selector("#invite-bar button:has-text('Begin')", state="detached")
    assert server.room(code).hosted.session.state.has_begun
    bob.until("#invite-bar", "1 free seat")
    assert (ada.complaints, bob.complaints) == ([], [])
    bob.close()


def test_warning_before_leaving_a_game_in_play(browser, server) -> None:
    ada, eve = Person(browser, server.address, "Ada", PHONE), Person(browser, server.address, "Eve", PHONE)
    code = ada.host("p2life")
    bob = Person(browser, server.address, "Bob", DESKTOP, code)
    ada.page.tap("#leave")
    ada.until("#confirm[open] p", LEAVES)
    ada.page.tap("#confirm button:not(.main)")
    bob.page.click("#buttons .main")
    eve.page.tap("#matches .card button")
    eve.page.wait_for_selector("body.at-match #seats .seat")
    ada.until("#headline", "You place a token")
    ada.page.tap("#leave")
    ada.until("#confirm[open] p", LOSES)
    assert ada.page.locator("#confirm button").all_text_contents() == ["Stay", "Leave the match"]
    eve.page.tap("#leave")
    eve.page.wait_for_selector("body.at-lobby")
    assert not eve.page.locator("#confirm[open]").count()
    ada.page.tap("#confirm .main")
    ada.page.wait_for_selector("body.at-lobby")
    bob.until("#end b", "win")
    assert [ada.complaints, bob.complaints, eve.complaints] == [[], [], []]
    for person in (ada, bob, eve):
        person.close()


def test_labels_match_the_window(browser, server) -> None:
    ada = Person(browser, server.address, "Ada", PHONE)
    ada.page.wait_for_function("() => document.querySelector('#host-game').options.length > 0")
    ada.page.tap("#open-host")
    ada.until("#host p", f"The match runs on {SERVER}, which knows all players' secrets")
    ada.page.select_option("#host-game", "seed-list")
    titles = ada.page.eval_on_selector_all("#host-option option", "options => options.map(each => each.textContent)")
    assert {"Normal", "Handicap", "Dead edges"} <= set(titles)
    ada.page.select_option("#host-option", "WALL")
    ada.until("#host-option-about", "edges")
    wide = "() => [...document.querySelectorAll('#host *')].filter(each => each.getClientRects().length)"
    assert ada.page.evaluate(f"({wide})().every(each => each.getBoundingClientRect().right <= innerWidth)")
    ada.page.click("#host button.main")
    ada.page.wait_for_selector("body.at-match")
    ada.until("#title", "Seed List Game: Dead edges")
    room = "title => [title.scrollWidth <= title.clientWidth, title.scrollHeight <= title.clientHeight]"
    for width in (320, 390):
        ada.page.set_viewport_size(PHONE["viewport"] | {"width": width})
        assert ada.page.eval_on_selector("#title", room) == [True, True], "the whole title is shown"
        assert ada.page.locator("#bar").bounding_box()["height"] < 70
    eve = Person(browser, server.address, "Eve", DESKTOP)
    eve.until("#matches .card", "Dead edges")
    eve.until("#matches .card", "hosted by Ada")
    eve.until("#matches .tag", "Waiting for players")
    with seated(server, "Bob", ada.page.text_content("#invite code")):
        ada.until("#people button", "Kick")
    ada.close()
    eve.close()


def test_real_time_life_for_two_has_two_seats_and_their_board(browser, server) -> None:
    eve = Person(browser, server.address, "Eve", DESKTOP)
    ada = Person(browser, server.address, "Ada", DESKTOP)
    ada.page.wait_for_function("() => document.querySelector('#host-game').options.length > 0")
    ada.page.click("#open-host")
    ada.page.select_option("#host-game", "realtime")
    ada.page.select_option("#host-people", "2")
    ada.page.click("#host button.main")
    ada.page.wait_for_selector("body.at-match #seats .seat")
    match = server.room(ada.page.text_content("#invite code"))
    assert match.hosted.session.engine.shape == (32, 72)
    assert match.members.seat_names == ("Ada", "")
    eve.until("#matches .card", "72x32")
    eve.until("#matches .free", "1 free seat")
    assert ada.page.evaluate(LETTERS), "letters of columns stand above the board, and numbers of rows left of it"
    ada.page.keyboard.press("KeyZ")
    ada.page.wait_for_selector("#stage[data-zoomed=yes]")
    assert ada.page.evaluate(LETTERS)
    assert [ada.complaints, eve.complaints] == [[], []]
    ada.close()
    eve.close()


LETTERS = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const canvas = document.querySelector('#marks'), context = canvas.getContext('2d');
  const box = document.querySelector('#stage').getBoundingClientRect(), ratio = canvas.width / box.width;
  const bright = (...area) => {
    const { data } = context.getImageData(...area.map((each) => Math.max(1, Math.round(each * ratio))));
    let count = 0;
    for (let at = 0; at < data.length; at += 4) count += data[at] > 120 && data[at + 3] > 200;
    return count;
  };
  const zoom = (box.width - 26) / 72, top = (box.height - 16 - 32 * zoom) / 2;
  const isZoomed = document.querySelector('#stage').dataset.zoomed === 'yes';
  const above = isZoomed ? 0 : Math.max(0, top);
  done(bright(30, above, box.width - 40, 14) > 60 && bright(0, above + 20, 22, box.height - 2 * above - 40) > 40);
})))"""


async def never_ends(_now: float) -> None:
    await asyncio.Event().wait()


def test_match_list_updates_and_starts_empty(browser, server) -> None:
    eve = Person(browser, server.address, "Eve", PHONE)
    eve.until("#no-matches", "No matches yet")
    server.ask(lambda server: setattr(server.rooms, "tidy", never_ends))  # as if the database took very long
    ada = Person(browser, server.address, "Ada", PHONE)
    ada.host("p2life")
    eve.page.wait_for_selector("#matches .card", timeout=2000)
    assert not eve.page.locator("#no-matches").is_visible()
    ada.close()
    eve.close()
