"""Take the pictures of the help: parts of the window's screens, and of the page on phones.

    PYTHONPATH=. .venv/bin/python tests/soak/help_pictures.py [--only NAME]

They are written to ``presets/help``. Run this after a change of a screen that is shown there, look at the pictures, and
commit those that differ visibly. PICTURES says what each of them shows.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from online.browser import chromium
from online.test_pad_page import HOST, VIEW, Hand
from PIL import Image
from soak import screens
from soak.screens import SCREENS, game, join, massive, universe
from window.stage import Stage

from gpulife.art.playlist import still_paths
from gpulife.games.core.game import Action, ActionKind
from gpulife.online.addresses import LOOPBACK
from gpulife.online.phone_book import PhoneBook
from gpulife.online.phone_server import PhoneServer
from gpulife.window.panels.help_pictures import SHAPE, picture_path

WIDTH = 840
"""Width of the pictures in pixels: twice that at which they are shown on most screens."""
SMALL, LARGE = ((1600, 1200), 192), ((1280, 800), 96)
"""Sizes of the window in pixels, with its dots per inch: pages in fine detail, and whole boards."""
PHONE = {"width": 760, "height": round(760 / SHAPE)}


@dataclass(frozen=True)
class Shot:
    """A part of a screen.

    Attributes:
        screen: name of the screen in SCREENS or OWN_SCREENS.
        place: (left, top, width) of the part, in units of 1/96 inch.
        size: size of the window, SMALL or LARGE.
    """

    screen: str
    place: tuple[int, int, int]
    size: tuple[tuple[int, int], int] = SMALL

    def of(self, whole: Image.Image) -> Image.Image:
        """Return the part of the whole screen."""
        left, top, width = (part * self.size[1] // 96 for part in self.place)
        return whole.crop((left, top, left + width, top + round(width / SHAPE)))


def computers_play(name: str, seconds: float) -> Callable[[Stage], object]:
    """Return a function that lets computers play a game for some seconds."""

    def show(stage: Stage) -> None:
        game(name, 3, 4)(stage)
        stage.pass_seconds(seconds)

    return show


def refused(stage: Stage) -> None:
    """Show that a computer refuses a person's request."""
    game("biowar", 0, 2)(stage)
    join(stage)
    stage.live(30)
    stage.play.runner.act(Action(0, ActionKind.PACE, 20_000))


OWN_SCREENS: dict[str, Callable[[Stage], object]] = {
    "refused": refused,
    "computers seed-list": computers_play("seed-list", 75),
    "computers one-seed": computers_play("one-seed", 75),
    "old universe": lambda stage: universe(stage).act(ActionKind.HALT).pass_seconds(20),
    "massive world": lambda stage: massive(stage).pass_seconds(9),
}
COLUMN = (352, 58, 432)
"""The right column of a page in a small window."""
PICTURES = {
    "start-1": Shot("start", (10, 62, 540)),
    "start-2": Shot("start", (16, 154, 560)),
    "start-3": Shot("start", (16, 405, 620), LARGE),
    "start-4": Shot("start", (790, 560, 490), LARGE),
    "consent-1": Shot("pause menu", (155, 75, 490)),
    "consent-2": Shot("consent", (130, 20, 540)),
    "consent-3": Shot("refused", (270, 0, 740), LARGE),
    "consent-4": Shot("end seed-list", (120, 305, 520)),
    "consent-5": Shot("settings Players", (215, 82, 570)),
    "online-1": Shot("online servers", COLUMN),
    "online-2": Shot("online host biowar", COLUMN),
    "online-3": Shot("online people", (12, 236, 594)),
    "online-4": Shot("online matches", (16, 165, 768)),
    "online-5": Shot("online people", COLUMN),
    "online-6": Shot("online results", (16, 50, 700)),
    "phones-1": Shot("phones closed", COLUMN),
    "phones-2": Shot("phones", (10, 46, 640)),
    "phones-3": Shot("phones joined", (352, 212, 432)),
    "phones-6": Shot("phones joined", COLUMN),
    "art-1": Shot("art", (16, 150, 768)),
    "art-3": Shot("art bar", (80, 232, 640)),
    "settings-1": Shot("settings Look", (218, 82, 570)),
    "settings-2": Shot("settings Effects", (218, 82, 570)),
    "settings-3": Shot("settings Players", (218, 82, 570)),
    "settings-4": Shot("settings Sound and films", (218, 82, 500)),
    "settings-5": Shot("settings Keys and gamepads", (218, 82, 570)),
    "settings-6": Shot("settings Screen and program", (218, 82, 500)),
    "game-seed-list": Shot("computers seed-list", (0, 0, 1280), LARGE),
    "game-one-seed": Shot("computers one-seed", (0, 0, 1280), LARGE),
    "game-biowar": Shot("last turn", (0, 0, 1280), LARGE),
    "game-realtime": Shot("online replay realtime", (0, 0, 1280), LARGE),
    "game-life-2": Shot("online replay life-2", (0, 0, 1280), LARGE),
    "game-p2life": Shot("p2life turn", (0, 40, 1280), LARGE),
    "game-survivor": Shot("survivor level", (107, 60, 1066), LARGE),
    "game-study": Shot("old universe", (420, 220, 620), LARGE),
    "game-empty": Shot("old universe", (0, 0, 1280), LARGE),
    "game-massive": Shot("massive world", (0, 40, 1280), LARGE),
}
"""What the pictures of screens show, keyed by name: the name of the page and the number of the paragraph."""
PROGRAMMES = {"art-2": "liquid", "art-4": "quiet", "art-5": "city"}
"""The pictures of kinetic art: the still pictures of these programmes."""
PHONES = ("phones-4", "phones-5")
"""The pictures of the page on a phone: while somebody plays, and after the connection has broken."""


def save(picture: Image.Image, name: str) -> None:
    """Save a picture in the size of all pictures."""
    path = picture_path(name)
    path.parent.mkdir(exist_ok=True)
    high = round(WIDTH / SHAPE)
    picture.convert("RGB").resize((WIDTH, high), Image.Resampling.LANCZOS).save(path, quality=82, method=6)
    print(path.name, path.stat().st_size, flush=True)


def take_screens(names: list[str], folder: Path) -> None:
    """Take and save the pictures of screens with these names. ``folder`` is empty."""
    SCREENS.update(OWN_SCREENS)
    for size in (SMALL, LARGE):
        shots = {name: PICTURES[name] for name in names if PICTURES[name].size == size}
        wanted = sorted({shot.screen for shot in shots.values()})
        screens.take(*size, folder, wanted)
        for name, shot in shots.items():
            with Image.open(folder / f"{shot.screen}.{size[0][0]}x{size[0][1]}.png") as whole:
                save(shot.of(whole), name)


def take_phones(folder: Path) -> None:
    """Take and save the pictures of the page on a phone. ``folder`` is empty."""
    with chromium(HOST) as browser, PhoneServer(book := PhoneBook(), [LOOPBACK], 0) as server:
        hand = Hand(browser, server, book.key).join(VIEW)
        hand.page.set_viewport_size(PHONE)
        hand.page.wait_for_timeout(500)
        hand.page.screenshot(path=folder / "plays.png")
        server.close()
        hand.page.wait_for_timeout(4_000)
        hand.page.screenshot(path=folder / "lost.png")
        hand.context.close()
    for name, picture in zip(PHONES, ("plays", "lost"), strict=True):
        with Image.open(folder / f"{picture}.png") as whole:
            save(whole, name)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="pictures whose names begin like this")
    only = parser.parse_args().only
    with tempfile.TemporaryDirectory() as folder:
        take_screens([name for name in PICTURES if name.startswith(only)], Path(folder))
        if any(name.startswith(only) for name in PHONES):
            take_phones(Path(folder))
    for name, programme in PROGRAMMES.items():
        if name.startswith(only):
            with Image.open(still_paths()[programme]) as still:
                save(still, name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
