"""The page with a server's results, by pad and by mouse, and the replay that it opens."""

from __future__ import annotations

import json
from threading import Event

import pytest
from imgui_bundle import imgui
from window.online_stage import lobby_screen, matches_there, press_button, show_lobby
from window.replays import recording
from window.stage import Stage, press, show_start_screen

from gpulife.games.matches import new_match
from gpulife.online.client.server_address import ServerAddress
from gpulife.online.client.server_records import RecordedMatch, RecordedPlayer, RecordsLoader
from gpulife.rules import parse_rule
from gpulife.session.history import Recording
from gpulife.session.replay import replay_content
from gpulife.storage.bounded_reading import ReadError
from gpulife.window.online.results_page import ResultsPage, about, placed
from gpulife.window.replay.replay_screen import ReplayScreen

SIZE = (800, 600)
PLAYERS = [
    {"seat": 1, "name": "Grace", "place": 2, "quit": True, "rating": [1500, 1490]},
    {"seat": 0, "name": "Ada", "place": 1, "quit": False, "rating": [1500, 1510]},
]


class Pages:
    """The files of a server, which it sends when a test allows it."""

    def __init__(self, replay: bytes = b"") -> None:
        match = {"name": "Friday", "game": "seed-list", "ended": 1_700_000_000, "rated": True, "players": PLAYERS}
        other = match | {"game": "biowar", "rated": False, "why_not": "too short"}
        rating = {"name": "Ada", "rating": 1510, "games": 3, "wins": 2, "draws": 0, "losses": 1, "provisional": True}
        self.content = {
            "results.json": json.dumps([match | {"replay": "/replays/abc.gpureplay"}, other]).encode(),
            "players.json": json.dumps({"seed-list": [rating]}).encode(),
            "replays/abc.gpureplay": replay,
        }
        self.may_answer = Event()
        self.may_answer.set()

    def __call__(self, address: ServerAddress, path: str, limit: int) -> bytes:
        del limit
        assert self.may_answer.wait(30)
        if path not in self.content:
            raise ReadError(f"{address.text} does not have that any more")
        return self.content[path]


def results_page(stage: Stage) -> ResultsPage:
    top = lobby_screen(stage).pages[-1]
    assert isinstance(top, ResultsPage)
    return top


def show_results(stage: Stage, pages: Pages) -> ResultsPage:
    show_lobby(show_start_screen(stage))
    matches_there(stage)
    lobby_screen(stage).make_loader = lambda address: RecordsLoader(address, pages)  # type: ignore[assignment, misc]
    press_button(stage, "Results")
    page = results_page(stage)
    if pages.may_answer.is_set():
        page.loader.wait(30)
    stage.frames(3)
    return page


def test_watching_replay_with_pad(stage: Stage) -> None:
    page = show_results(stage, Pages(replay_content(recording("seed-list"))))
    assert page.game == "seed-list"
    below = stage.screens.play_screen.play
    stage.pad("a").frames(2)  # the first match with a replay is selected
    page.loader.wait(30)
    stage.frames(5)
    screen = stage.screens.top
    assert isinstance(screen, ReplayScreen)
    assert screen.play.session.match.game == "seed-list"
    assert screen.play.session.recorded_ticks > 800
    assert screen.controller.player_names == ("Ada", "Grace"), "as the server calls them"
    stage.pad("a")
    assert screen.play.runner.playback.halted
    stage.pad("dpad_right").frames(2)
    assert screen.play.runner.at > 300
    stage.pad("dpad_up")
    assert screen.play.runner.playback.speed == 2
    stage.pad("b").frames(2)
    assert results_page(stage) is page
    assert stage.screens.play_screen.play is below, "nothing that was played before is lost"


def wrong_replays() -> dict[str, bytes]:
    """Replays that cannot be watched, by their error messages."""
    good = replay_content(recording("seed-list"))
    newer = good[:8] + (99).to_bytes(len(good[8:10]), "little") + good[10:]
    universe = new_match("study", parse_rule("Life"), (24, 40), 1)
    return {
        "abc.gpureplay is damaged in its part": good[:-20],
        "abc.gpureplay was written by a newer gpulife": newer,
        "abc.gpureplay is not a replay written by gpulife": b"<!doctype html>",
        "cannot be played on line": replay_content(Recording(universe, 9)),
    }


def test_unwatchable_replay(stage: Stage) -> None:
    pages = Pages()
    page = show_results(stage, pages)
    assert page.loader.records is not None
    for words, content in wrong_replays().items():
        pages.content["replays/abc.gpureplay"] = content
        page.loader.ask_for_replay(page.loader.records.matches[0])
        page.loader.wait(30)
        stage.frames(3)
        assert results_page(stage) is page
        assert words in page.loader.problem
        assert page.loader.problem.isprintable()


def test_replay_fails_while_watched(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    page = show_results(stage, Pages(replay_content(recording("seed-list"))))
    assert page.loader.records is not None
    page.loader.ask_for_replay(page.loader.records.matches[0])
    page.loader.wait(30)
    stage.frames(3)
    assert isinstance(stage.screens.top, ReplayScreen)

    def breaks(*_: object) -> None:
        raise ValueError("no such place")

    monkeypatch.setattr(stage.screens.top.play.session, "tick", breaks)
    stage.bugs = 1
    stage.frames(3)
    assert results_page(stage) is page
    assert page.problem == "the replay cannot continue: it is damaged, or from another version"


def test_silent_server_does_not_block(stage: Stage) -> None:
    pages = Pages()
    pages.may_answer.clear()
    page = show_results(stage, pages)
    assert page.loader.records is None
    stage.frames(5)
    press(stage, imgui.Key.escape, "Escape").frames(3)
    assert lobby_screen(stage).pages == []
    pages.may_answer.set()
    page.loader.wait(30)
    stage.frames(3)


def test_missing_replay_stays_on_page(stage: Stage) -> None:
    pages = Pages()
    del pages.content["replays/abc.gpureplay"]
    page = show_results(stage, pages)
    assert page.loader.records is not None
    page.loader.ask_for_replay(page.loader.records.matches[0])
    page.loader.wait(30)
    stage.frames(3)
    assert page.loader.problem == "192.168.1.7 does not have that any more"
    assert results_page(stage) is page


def test_other_game_and_lost_server(stage: Stage) -> None:
    pages = Pages()
    page = show_results(stage, pages)
    press_button(stage, "BioWar")
    assert page.game == "biowar"
    press_button(stage, "Back")
    del pages.content["players.json"]
    press_button(stage, "Results")
    page = results_page(stage)
    page.loader.wait(30)
    stage.frames(3)
    assert page.loader.records is None
    pages.content["players.json"] = b"{}"
    press_button(stage, "Ask again")
    page.loader.wait(30)
    stage.frames(3)
    assert page.loader.records is not None


@pytest.mark.parametrize("name", ["\x1b[2J\u202eevil", "x" * 64])
def test_names_are_plain_text(name: str) -> None:
    player = RecordedPlayer(0, name, 1, rating=(1500, 1490))
    match = RecordedMatch("biowar", (player,), ended=1 << 53, name=name, why_not=name)
    for text in (placed(match.players), about(match)):
        assert text.isprintable()
    assert "1490 (-10)" in placed(match.players)
    assert placed((RecordedPlayer(0, "Ada", 1, quit=True),)) == "1. Ada, quit", "as the server says it at the end"
