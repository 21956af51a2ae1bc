"""The page on a phone in landscape: nothing is cut off or covered, and pinching zooms without planting."""

from __future__ import annotations

import pytest
from online.browser import SIDEWAYS, Person

pytestmark = pytest.mark.needs("Chromium")
PARTS = (
    "#leave",
    "#headline",
    "#zoom",
    "#open-look",
    "#open-side",
    "#prompt",
    ".seat",
    "#buttons button",
    "#stick",
    "#trigger",
    "#invite-bar",
)
GAMES = ("one-seed", "seed-list", "biowar", "realtime", "life-2", "p2life")


def boxes(person: Person, *parts: str) -> dict[str, dict[str, float]]:
    """Return the boxes of all visible elements in these parts."""
    return {
        f"{part} {number}": box
        for part in parts
        for number, element in enumerate(person.page.locator(part).all())
        if (box := element.bounding_box())
    }


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    return all(
        one[start] + 1 < other[start] + other[size] and other[start] + 1 < one[start] + one[size]
        for start, size in (("x", "width"), ("y", "height"))
    )


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_cut_off_or_covered(browser, server, game: str) -> None:
    ada = Person(browser, server.address, "Ada", SIDEWAYS)
    code = ada.host(game)
    bob = Person(browser, server.address, "Bob", SIDEWAYS, code)
    ada.until(".seat .name", "Bob")
    if game != "realtime":
        bob.page.tap("#buttons .main")
    if game == "biowar":
        ada.page.tap("#buttons .main")
    ada.page.wait_for_selector("body.can-steer")
    found = boxes(ada, *PARTS, *(["#menu button"] if game == "seed-list" else []))
    assert {part.rpartition(" ")[0] for part in found} >= {"#headline", "#stick", "#trigger", ".seat"}
    wide, high = SIDEWAYS["viewport"]["width"], SIDEWAYS["viewport"]["height"]
    for part, box in found.items():
        assert min(box["x"], box["y"]) >= 0, part
        assert box["x"] + box["width"] <= wide, part
        assert box["y"] + box["height"] <= high, part
        covered = [other for other in found if other != part and overlap(box, found[other])]
        assert not covered, part
    stage = boxes(ada, "#stage")["#stage 0"]
    assert stage["width"] >= 0.5 * wide
    assert stage["height"] >= 0.7 * high
    for number in range(2):
        name = ada.page.locator(".seat .name").nth(number)
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth"), "a short name is shown whole"
    assert ada.complaints == []
    ada.close()
    bob.close()


def test_pinch_zooms_without_planting(browser, server) -> None:
    ada = Person(browser, server.address, "Ada", SIDEWAYS)
    code = ada.host("seed-list", "SLOW")
    bob = Person(browser, server.address, "Bob", SIDEWAYS, code)
    bob.page.tap("#buttons .main")
    ada.page.wait_for_selector("body.can-steer")
    touch = ada.context.new_cdp_session(ada.page)

    def pinch(before: float, after: float, across: float = 0) -> None:
        for step in range(7):
            away, moved = before + (after - before) * step / 6, across * step / 6
            points = [{"x": 400 + moved + side * away, "y": 180, "id": side + 1} for side in (1, -1)]
            kind = "touchMove" if step else "touchStart"
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    zoomed = "() => document.querySelector('#stage').dataset.zoomed === 'yes'"
    pinch(40, 150)
    ada.page.wait_for_function(zoomed)
    pinch(100, 100, across=120)
    pinch(150, 20)
    ada.page.wait_for_function(f"() => !({zoomed})()")
    assert ada.page.evaluate("[visualViewport.scale, scrollX, scrollY]") == [1, 0, 0]
    assert server.room(code).hosted.session.state.sides[0].seeds == 99
    ada.page.touchscreen.tap(*ada.point(40, 50))
    bob.until(".seat:nth-child(1) .score", "1")
    assert ada.complaints == []
    ada.close()
    bob.close()


def test_stick_and_trigger_remain_after_chat(browser, server) -> None:
    ada = Person(browser, server.address, "Ada", SIDEWAYS)
    ada.host("realtime")
    ada.page.tap("#open-side")
    ada.page.fill("#words", "Hello!")
    ada.page.press("#words", "Enter")
    ada.until("#talk", "Hello!")
    ada.page.tap("#close-side")
    assert {part.rpartition(" ")[0] for part in boxes(ada, "#stick", "#trigger")} == {"#stick", "#trigger"}
    ada.close()
