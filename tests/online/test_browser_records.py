"""Players, results and replays on the browser's page, in real Chromium."""

import threading

import pytest
from online.browser import DESKTOP, PHONE, Person
from online.hosted import do, hosted
from online.storage.stored import finish_match

from gpulife.games.core.game import ActionKind
from gpulife.online.protocol import Act
from gpulife.online.server._lifecycle import game_replay
from gpulife.online.server._replay_shows import ReplayShow
from gpulife.online.storage import Placement

pytestmark = pytest.mark.needs("Chromium")


SEEK = """(tick) => {
  const bar = document.querySelector('#replay-at');
  bar.value = tick;
  for (const kind of ['input', 'change']) bar.dispatchEvent(new Event(kind));
}"""


def played():
    """A session of BioWar, 40 seconds long."""
    match = hosted("biowar")
    for seat in (0, 1):
        do(match, seat, Act(0, ActionKind.DONE))
    match.pass_ticks(2)
    for turn in range(4):
        for seat in (0, 1):
            for step in range(5):
                do(match, seat, Act(0, ActionKind.POINT, 3 + 3 * seat + step % 2, 6 * seat + step // 2 + 3 * turn))
                do(match, seat, Act(0, ActionKind.TRIGGER, 1))
                do(match, seat, Act(0, ActionKind.TRIGGER, 0))
            do(match, seat, Act(0, ActionKind.DONE))
        match.pass_ticks(600)
    return match.session


def finish(server, session) -> None:
    """Store a finished match of Ada and Bob in the server."""
    database, content = (
        server.server.database,
        game_replay(session.match, session.games.now(session), session.log.entries()),
    )
    info = database.create_match(session.match, 6, "Evening")
    for seat, name in enumerate(("Ada", "Bob")):
        person, token = database.people.new(name)
        database.take_seat(info.id, seat, token, person.name)
    finish_match(database, info.id, [Placement(0, 1), Placement(1, 2)], ticks=20_000, replay=content)


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_results_players_and_a_replay(browser, server, device):
    finish(server, played())
    eve = Person(browser, server.address, "Eve", device)
    eve.page.wait_for_function("() => document.querySelector('#host-game').options.length > 0")
    eve.page.click("#open-records")
    eve.until("#records-body", "1. Ada 1662 (+162)   2. Bob 1338 (-162)")
    eve.until("#records-body td", "1662?")
    eve.until(".result .dim", "BioWar")
    right = "(each) => each.getBoundingClientRect().right"
    edges = eve.page.eval_on_selector_all("#records, #records-body *", f"(all) => all.map({right})")
    assert max(edges) == edges[0], "nothing is cut off"
    assert eve.page.evaluate("(box => box.scrollWidth <= box.clientWidth)(document.querySelector('.table-box'))")
    eve.page.click(".result button")
    eve.page.wait_for_selector("body.at-match #replay-bar:not([hidden])")
    eve.until("#headline", "Turn")
    assert eve.page.text_content(".seat:nth-child(1)").startswith("Ada")
    eve.page.click("#replay-halt")
    eve.until("#replay-halt", "Resume")
    eve.page.click("#replay-halt")
    assert not any(eve.page.locator(part).is_visible() for part in ("#stick", "#trigger", "#buttons", "#say"))
    eve.page.click("#replay-speeds button:nth-child(3)")
    eve.page.wait_for_selector("#replay-speeds button:nth-child(3).main")
    eve.until("#replay-halt", "Again")
    eve.page.click("#replay-speeds button:nth-child(1)")
    eve.page.evaluate(SEEK, 100)
    eve.until("#headline", "Turn 2")
    eve.until("#replay-time", "of 0:40")
    eve.page.click("#leave")
    eve.page.wait_for_selector("body.at-lobby")
    assert "replay" not in eve.page.evaluate("location.href + localStorage.getItem('gpulife.match')")
    assert eve.complaints == []
    eve.close()


@pytest.fixture
def may_go():
    """An event that replays wait for while seeking; the test sets it."""
    event = threading.Event()
    yield event
    event.set()  # lets the server end even after a failure


def test_seek_in_replay_shows_progress(browser, server, monkeypatch, may_go):
    seek = ReplayShow._seek
    finish(server, played())
    eve = Person(browser, server.address, "Eve", PHONE)
    eve.page.click("#open-records")
    eve.page.click(".result button")
    eve.until("#headline", "Turn")
    eve.page.click("#replay-halt")
    eve.until("#replay-halt", "Resume")
    monkeypatch.setattr(ReplayShow, "_seek", lambda show, tick: (may_go.wait(), seek(show, tick)))
    eve.page.evaluate(SEEK, 1900)
    eve.page.wait_for_selector("#going:not([hidden])")
    assert eve.page.text_content("#going").startswith("Going to 0:31 \u2026")
    assert eve.page.input_value("#replay-at") == "1900"
    box, wide = eve.page.locator("#going").bounding_box(), PHONE["viewport"]["width"]
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= wide
    may_go.set()
    eve.page.wait_for_selector("#going", state="hidden")
    eve.until("#replay-time", "0:31 of 0:40")
    assert eve.complaints == []
    eve.close()
