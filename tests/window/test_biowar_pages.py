"""BioWar's WHO pages in the smallest window: several at once, and the conversation beside them."""

from __future__ import annotations

import itertools

import pytest
from goldens import Goldens
from window.stage import Stage, choose_seats

from gpulife.games.biowar.observation import SeatBox
from gpulife.games.biowar.state import BioWarState
from gpulife.games.core.game import Action, ActionKind
from gpulife.games.matches import default_rule, new_match
from gpulife.seats import parse_seats
from gpulife.view.camera import pixel_of
from gpulife.window.games.biowar import hud
from gpulife.window.play.bursts import Rise
from gpulife.window.play.canvas import Canvas

SIZE = (800, 600)
K = ActionKind
NAMES = ("Ada", "Wilhelmine Maria", "Bill", "", "Emmy", "Bartholomew")


@pytest.fixture
def goldens(stage: Stage, request: pytest.FixtureRequest, tmp_path) -> Goldens:
    assert stage.window.device.is_software, "golden pictures are those of a software renderer"
    return Goldens(tmp_path, regenerate=request.config.getoption("--regenerate"))


def acts(stage: Stage, *actions: Action) -> None:
    for action in actions:
        stage.play.runner.act(action)
    stage.frames(1)


def test_six_players_with_some_pages_open(stage: Stage, goldens: Goldens) -> None:
    choose_seats(stage, parse_seats(("person",) * 6, NAMES))
    stage.shell.settings = stage.shell.settings.__class__(reduced_flashing=False, panels_hidden=True)
    stage.shell.begin(new_match("biowar", default_rule("biowar").on_board((11, 24)), (11, 24), 1986))
    stage.frames(2)
    for socket in range(4):
        stage.pad("a", socket=socket)
    acts(stage, *(Action(player, K.START) for player in range(6)))
    state = stage.play.session.state
    assert isinstance(state, BioWarState)
    for player, (row, column) in enumerate(((1, 1), (1, 9), (1, 18), (7, 1), (7, 9), (7, 18))):
        places = [(row, column), (row, column + 1), (row + 1, column), *([(row + 1, column + 1)] if player % 2 else [])]
        for place in places:
            acts(stage, Action(player, K.POINT, *place), Action(player, K.TRIGGER, 1), Action(player, K.TRIGGER))
    acts(stage, *(Action(player, K.DONE) for player in range(6)))
    while stage.play.session.state.turn < 2:
        stage.pass_seconds(0.5)
    acts(stage, Action(4, K.HIDE, 1), Action(1, K.SAY, data="Who is ahead of me? I cannot tell from up here"))
    for player, place in ((4, (4, 4)), (4, (4, 5)), (1, (4, 5)), (2, (5, 14)), (3, (5, 14))):
        acts(stage, Action(player, K.POINT, *place), Action(player, K.TRIGGER, 1), Action(player, K.TRIGGER))
    acts(stage, Action(0, K.WHO), Action(4, K.WHO), Action(5, K.SELECT))
    stage.shell._message_until = 0.0
    stage.pass_seconds(1)
    goldens.check(stage.picture, "biowar_pages")
    acts(stage, *(Action(player, K.WHO) for player in (1, 2, 3)))
    goldens.check(stage.frames(3).picture, "biowar_all_pages")


@pytest.mark.parametrize("shown", [False, True])
def test_board_and_boxes_do_not_overlap(stage: Stage, monkeypatch: pytest.MonkeyPatch, shown: bool) -> None:
    boxes: list[tuple[float, ...]] = []
    keep = hud._draw_box

    def note(box: SeatBox, corner: tuple[float, float], right: float, canvas: Canvas, rise: Rise | None) -> None:
        boxes.append((*corner, right))
        keep(box, corner, right, canvas, rise)

    monkeypatch.setattr(hud, "_draw_box", note)
    choose_seats(stage, parse_seats(("person",) * 6))
    stage.shell.begin(new_match("biowar", default_rule("biowar").on_board((11, 24)), (11, 24), 1986))
    acts(stage.frames(2), Action(0, K.START))
    stage.controller.layout.show_panels(shown=shown)
    stage.live(10, ticks=6).frames(1)
    boxes.clear()
    stage.frames(1)
    low = pixel_of(stage.play.display.camera, stage.shell.window.view_size, 11, 0)[1]
    assert all(low <= top for _, top, _ in boxes), "no box lies on the board"
    left, _, right, _ = stage.controller.layout.canvas.area
    assert left <= boxes[0][0]
    assert all(end < start for (_, _, end), (start, _, _) in itertools.pairwise(boxes)), "nor on another box"
    assert boxes[-1][2] <= right
    own, watching = (boxes[player][2] - boxes[player][0] for player in (0, 5))
    assert own > 1.4 * watching if shown else own == pytest.approx(watching)


def test_box_texts_of_six_seats_fit(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    shorten = hud.elided

    def shorten_(words: str, room: float, size: float | None = None) -> str:
        said.append(shorten(words, room, size))
        return said[-1]

    choose_seats(stage, parse_seats(("person",) * 6, (*NAMES[:5], "Grace")))
    stage.shell.settings = stage.shell.settings.__class__(reduced_flashing=False, panels_hidden=True)
    stage.shell.begin(new_match("biowar", default_rule("biowar").on_board((11, 24)), (11, 24), 1986))
    stage.frames(2)
    acts(stage, *(Action(player, K.START) for player in range(6)))
    monkeypatch.setattr(hud, "elided", shorten_)
    stage.frames(2)
    assert said.count("0 of 10") >= 6
    assert [words for words in said if "\u2026" in words] == []
