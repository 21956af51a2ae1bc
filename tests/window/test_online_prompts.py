"""The prompts of an on-line match in the window, and for whom they are shown."""

from __future__ import annotations

import re

import pytest
from goldens import Picture
from imgui_bundle import imgui
from window.desktop import has_colour
from window.online_match_stage import Server, begun, people, shown
from window.stage import Stage

from gpulife.games.core.game import NOBODY, TICKS_PER_SECOND, Action, ActionKind
from gpulife.games.survival1982.state import RoundPhase
from gpulife.input.events import MouseButton, MouseMove
from gpulife.input.glyphs import Legend
from gpulife.online.protocol import (
    Act,
    People,
    Person,
)
from gpulife.online.protocol import Talk as Told
from gpulife.window.panels.clickable_caps import CAPS
from gpulife.window.play import overlay

SIZE = (860, 500)


def test_spectator_sees_that_they_watch(stage: Stage) -> None:
    server = begun(stage, NOBODY)
    stage.frames(20)
    stage.key("LeftShift")
    assert stage.messages[-1] == "You are watching: take a seat to play"
    assert [message for message in server.sent if isinstance(message, Act)] == []


@pytest.mark.parametrize("game", ["one-seed", "seed-list", "biowar", "realtime", "life-2", "p2life"])
def test_spectators_get_no_prompts(stage: Stage, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    pieces = Legend.pieces

    def noted(legend: Legend, words: str):
        written.append(words)
        return pieces(legend, words)

    monkeypatch.setattr(Legend, "pieces", noted)
    server = Server(stage, game, NOBODY)
    stage.frames(3)
    server.match.act(Action(0, ActionKind.DONE if game == "biowar" else ActionKind.START))
    stage.frames(3)
    assert "You watch" in " ".join(written)
    asked = {control for words in written for control in re.findall(r"{([^}]+)}", words)}
    assert asked <= {"talk", "help", "start-screen"}, written
    assert not any(words.startswith(("{start} Begin", "{start} or {click}")) for words in written)


@pytest.mark.parametrize("game", ["p2life", "life-2"])
def test_no_single_steps_on_line(stage: Stage, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    pieces = Legend.pieces
    monkeypatch.setattr(Legend, "pieces", lambda legend, words: written.append(words) or pieces(legend, words))
    server = begun(stage, 0, game)
    stage.frames(3)
    for action in (Action(0, ActionKind.HALT), Action(1, ActionKind.AGREE, 1)):
        server.match.act(action)
    stage.live_until(lambda: stage.play.session.state.halted, "halted")
    stage.frames(2)
    assert "{halt} resumes" in written[-1] or any(words.endswith("{halt} resumes") for words in written)
    assert not any("{step}" in words for words in written)


def test_card_is_no_wider_than_its_text(stage: Stage) -> None:
    server = begun(stage, seat=0)
    away = Person(2, "Bob", 1, here=False, ping=9, muted=False)
    server.tell(People((Person(1, "Ada", 0, here=True, ping=9, muted=False), away), ("Ada", "Bob")))
    stage.frames(3)
    assert 60 < card_width() < 140
    server.tell(Told("Bob", "I shall be back " * 12, 1))
    stage.frames(3)
    assert card_width() > 450


def card_width() -> float:
    (card,) = (each for each in imgui.get_current_context().windows if each.name == "online" and each.active)
    return float(card.size.x)


@pytest.mark.parametrize("game", ["one-seed", "seed-list", "life-2", "p2life"])
@pytest.mark.parametrize("seat", [0, 1, NOBODY])
def test_waiting_card_texts(stage: Stage, written: list[str], game: str, seat: int) -> None:
    server = Server(stage, game, seat)
    server.tell(people("Ada", ""))
    stage.frames(2)
    words = shown(stage, written)
    assert "Waiting for 1 more player to join" in words
    assert "CODE" in words
    assert "begin" not in words.lower(), "nobody is asked to press what is refused"
    if seat != NOBODY:
        sent = len(server.sent)
        stage.act(ActionKind.START)
        assert stage.messages[-1] == "The match begins when every seat is taken"
        assert len(server.sent) == sent
    server.tell(people("Ada", "Bob", away=("Bob",)))
    stage.frames(1)
    assert "Waiting for Bob to come back" in shown(stage, written)
    server.tell(people("Ada", "Bob"))
    stage.frames(1)
    words = shown(stage, written)
    assert "Everybody is here" in words
    if seat == NOBODY:
        assert "One of the players begins the match" in words
        assert "{start}" not in words
        return
    assert "Any player can begin the match with" in words
    (left, top, right, low), _, _ = next(zone for zone in CAPS.zones if zone[1].control == "start")
    for pressed in (True, False):
        stage.frames(1, MouseButton(0, pressed, (left + right) / 2, (top + low) / 2))
    stage.live_until(lambda: stage.play.session.state.has_begun, "begun by a click")
    assert "Everybody is here" not in shown(stage, written)


@pytest.fixture
def hints(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the lines drawn below the board of Seed List, as far as there was room."""
    lines: list[str] = []
    draw = overlay.caps_on_canvas

    def noted(pieces, *place, **options) -> None:
        lines.append("".join(piece if isinstance(piece, str) else f"[{piece.spoken}]" for piece in pieces))
        draw(pieces, *place, **options)

    monkeypatch.setattr(overlay, "caps_on_canvas", noted)
    return lines


@pytest.mark.parametrize(("seat", "hand"), [(0, "keys"), (1, "mouse"), (NOBODY, "mouse")])
def test_seed_list_prompts_while_planting(stage: Stage, hints: list[str], seat: int, hand: str) -> None:
    server = begun(stage, seat)
    stage.live_until(lambda: stage.play.session.state.phase is RoundPhase.SET_UP, "set up")

    def shown_now() -> str:
        hints.clear()
        stage.frames(1)
        return " ".join(hints)

    if seat != NOBODY:
        assert "[Up][Left][Down][Right] Move" in shown_now() if seat else "[W][A][S][D] Move" in shown_now()
    if hand == "mouse":
        x, y = stage.controller.layout.point_of(20.5, 40.5 + 80 * seat)
        stage.frames(
            2, MouseMove(x, y), MouseButton(0, pressed=True, x=x, y=y), MouseButton(0, pressed=False, x=x, y=y)
        )
    words = shown_now()
    assert "[F9] Leave" in words
    assert (" Done" in words) == (seat != NOBODY)
    assert ("[Click] Plant" in words) == (hand == "mouse" and seat != NOBODY)
    server.match.act(Action(0, ActionKind.HALT))
    server.match.act(Action(1, ActionKind.AGREE, 1))
    stage.live_until(lambda: stage.play.session.state.phase is not RoundPhase.SET_UP, "play")
    assert "[F9] Leave" in shown_now()


def test_countdown_does_not_cover_planting_area(stage: Stage) -> None:
    server = begun(stage)

    def until(seconds: int) -> Picture:
        server.match.pass_ticks(TICKS_PER_SECOND * ((stage.controller.overlay.seconds_left or 0) - seconds))
        server.match.take_news()
        server.tell(server.match.keyframe(server.seat))
        stage.frames(3)
        assert stage.controller.overlay.seconds_left == seconds
        return stage.picture

    before, last = until(12), until(3)
    (left, top), (right, low) = (stage.controller.layout.point_of(*place) for place in ((2, 2), (86, 78)))
    board = slice(round(top), round(low)), slice(round(left), round(right))
    changed = (before[board] != last[board]).any(axis=2).mean()
    assert changed < 0.01, "but for the cursor"
    filled = [has_colour(picture[: round(top) - 4], (255, 237, 140)) for picture in (before, last)]
    assert filled[0] < 1000 < 4000 < filled[1], "words, then words on a bright ground"


@pytest.mark.parametrize("seat", [0, NOBODY])
def test_people_page_says_what_happens_next(stage: Stage, written: list[str], seat: int) -> None:
    server = Server(stage, "seed-list", seat)
    server.tell(people("Ada", ""))
    stage.frames(2)
    stage.shell.show_online()
    words = shown(stage, written)
    who = "one of the players begins the match" if seat == NOBODY else "any player can begin the match with {start}"
    assert "Waiting for 1 more player to join" in words
    assert f"When every seat is taken, {who}" in words
    assert "Escape shows the board, {online} comes back here" in words
    server.tell(people("Ada", "Bob"))
    stage.frames(1)
    words = shown(stage, written)
    assert "Everybody is here" in words
    assert who.capitalize() in words
    assert "every seat" not in words
    server.match.act(Action(0, ActionKind.START))
    stage.frames(3)
    assert stage.screens.top is stage.screens.play_screen, "all see that it begins"
    stage.shell.show_online()
    stage.frames(2)
    words = shown(stage, written)
    assert "The match has begun" in words
    assert ("You watch" in words) == (seat == NOBODY)
    assert ("{trigger} Plant" in words) == (seat != NOBODY)
    stage.frames(1)
    (left, top, right, low), _, _ = next(zone for zone in CAPS.zones if zone[1].control == "online")
    for pressed in (True, False):
        stage.frames(1, MouseButton(0, pressed, (left + right) / 2, (top + low) / 2))
    assert stage.screens.top is stage.screens.play_screen


@pytest.mark.parametrize(("game", "words"), [("biowar", "joins the game"), ("realtime", "Place ten cells")])
def test_people_page_in_games_that_start_at_once(stage: Stage, written: list[str], game: str, words: str) -> None:
    Server(stage, game, 0)
    stage.frames(2)
    stage.shell.show_online()
    assert "Go to the board to begin the match" in shown(stage, written)
    assert words in shown(stage, written)


def test_card_shows_pad_buttons(stage: Stage, written: list[str]) -> None:
    stage.pads.hold(0)
    server = Server(stage, "seed-list", 0)
    server.tell(people("Ada", "Bob"))
    stage.frames(2).pad("a").frames(2)
    assert not stage.play.session.state.has_begun
    assert any(zone[1].control == "start" and zone[1].by_pad for zone in CAPS.zones)
    stage.pad("start")
    stage.live_until(lambda: stage.play.session.state.has_begun, "begun by pad")


def test_biowar_board_says_who_can_join(stage: Stage) -> None:
    server = Server(stage, "biowar", 1)
    server.tell(People((), ("", "Bob", "Cleo", "computer:2", "nobody", "nobody")))
    stage.frames(3)
    hints = stage.controller._players.seat_hints(stage.controller.legend)
    assert [hints[seat] for seat in (0, 2, 3, 4)] == ["Free", "Watches", "The computer joins", "Closed"]
