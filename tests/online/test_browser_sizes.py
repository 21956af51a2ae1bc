"""The page at the widths of a phone, a tablet and a desktop: nothing is cut off, and fingers can press every button."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from online.browser import DESKTOP, PHONE, Person, seated

import gpulife.online.page
from gpulife.games.core.game import ActionKind
from gpulife.online.protocol import Act, encode
from gpulife.window import design

TABLET = PHONE | {"viewport": {"width": 768, "height": 1024}, "device_scale_factor": 1}
MIN_HEIGHT = 44
FAULTS = """(least) => [...document.querySelectorAll("body *")].filter((element) => {
    const box = element.getBoundingClientRect(), scrolls = element.closest("#menu, #lobby, #talk, dialog");
    if (!box.width || !element.checkVisibility()) return false;
    const isCut = box.left < 0 || box.right > innerWidth + 0.5 || (!scrolls && box.bottom > innerHeight + 0.5);
    const isClipped = element.tagName === "BUTTON" && element.scrollWidth > element.clientWidth + 1;
    return isCut && !element.closest("#menu") || isClipped || element.tagName === "BUTTON" && box.height < least;
}).map((element) => `${element.tagName} ${element.id} ${element.textContent.slice(0, 30)}`)"""


@pytest.mark.needs("Chromium")
@pytest.mark.parametrize("device", [PHONE, TABLET, DESKTOP], ids=["phone", "tablet", "desktop"])
def test_nothing_is_cut_off_and_buttons_are_large(browser, server, device) -> None:
    ada = Person(browser, server.address, "Ada", device)

    def no_faults(where: str) -> None:
        assert ada.page.evaluate(FAULTS, MIN_HEIGHT) == [], where

    ada.until("#games b", "BioWar")
    no_faults("lobby")
    code = ada.host("seed-list")
    no_faults("waiting")
    ada.page.click("#invite-bar button:has-text('Begin')")
    no_faults("question")
    ada.page.click("#begin button:has-text('Wait')")
    with seated(server, "Bob of Bigtown", code) as bob:
        ada.until(".seat .name", "Bob")
        no_faults("both are there")
        ada.page.click("#buttons .main")
        ada.until("#headline", "Set-up")
        no_faults("set-up")
        stage, width = ada.page.locator("#stage").bounding_box(), device["viewport"]["width"]
        assert stage["width"] == width or device is DESKTOP, "the board fills the width"
        bob.send(encode(Act(1, ActionKind.RESIGN)))
        ada.until("#end b", "win")
        no_faults("over")
        if device is not DESKTOP:
            ada.page.click("#open-side")
            no_faults("chat and people")
    assert ada.complaints == []
    ada.close()


def test_colours_are_those_of_the_window() -> None:
    style = (Path(gpulife.online.page.__path__[0]) / "style.css").read_text()
    found = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", style))
    assert found
    for name, colour in found.items():
        token = getattr(design, name.replace("-", "_").upper())
        assert colour == "#" + "".join(f"{round(255 * part):02x}" for part in token[:3]), name
