"""The files of the browser page: small, nothing inline or from elsewhere, and no markup made from texts."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from gpulife.games.core.shared_texts import option_title
from gpulife.games.registry import GAMES
from gpulife.online.page_view.page_files import GAMES_PATH, page_routes
from gpulife.online.seat_rules import hosted_games

pytestmark = pytest.mark.installed
MAX_BYTES = 150_000
ROUTES = page_routes()
TEXTS = {path: page.body.decode() for path, page in ROUTES.items()}


def test_page_is_small() -> None:
    assert sum(len(page.body) for page in ROUTES.values()) <= MAX_BYTES


def test_referenced_files_exist() -> None:
    link = re.compile(r'(?:src|href|from) ?=? ?"(?:\./)?([\w.]+)"')
    asked = {f"/{name}" for text in TEXTS.values() for name in link.findall(text)}
    assert asked <= set(ROUTES)
    scripts = {path for path in ROUTES if path.endswith(".js")}
    assert scripts <= asked, "no file is there for nothing"


class Inline(HTMLParser):
    """Finds everything that a strict Content-Security-Policy forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        names = dict(attributes)
        if tag == "style" or (tag == "script" and "src" not in names):
            self.found.append(tag)
        self.found += [name for name in names if name == "style" or name.startswith("on")]


def test_nothing_is_inline() -> None:
    inline = Inline()
    inline.feed(TEXTS["/"])
    assert inline.found == []


FORBIDDEN = (
    "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "DOMParser", "https://",
)  # fmt: skip


@pytest.mark.parametrize("word", FORBIDDEN)
def test_scripts_make_no_markup_and_no_foreign_links(word: str) -> None:
    assert not [path for path, text in TEXTS.items() if path.endswith(".js") and word in text]


def test_page_lists_hosted_games() -> None:
    games = json.loads(TEXTS[GAMES_PATH])["games"]
    assert tuple(game["name"] for game in games) == hosted_games()
    for game in games:
        options = [[name, option_title(name), about] for name, about in GAMES[game["name"]].options.items()]
        assert game["options"] == options, "as the window calls them"
    numbers = {game["name"]: [number["name"] for number in game["numbers"]] for game in games if game["numbers"]}
    assert numbers == {"biowar": ["limit"], "realtime": ["tick_seconds", "limit"]}
