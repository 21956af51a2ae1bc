"""The pictures of games: each game has its own, on which its players' colours can be told from the ground."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from imgui_bundle import imgui
from window.stage import Stage

from gpulife.games.matches import GAMES, default_rule, new_match
from gpulife.input.commands import Scheme
from gpulife.rules import parse_rule
from gpulife.view.look import default_look
from gpulife.window.play.canvas import Canvas
from gpulife.window.play.game_picture import TELEVISION, GamePicture
from gpulife.window.play.game_window import window_of

SIZE = (800, 600)


def pictures() -> dict[str, GamePicture]:
    found = {name: window_of(name).controller.game_picture for name, spec in GAMES.items() if spec.competitive}
    return {name: picture for name, picture in found.items() if picture is not None}


def test_every_game_of_cells_has_a_picture() -> None:
    without = {name for name, spec in GAMES.items() if spec.competitive} - set(pictures())
    assert without == {"survivor", "fanfare"} & without, "Survivor draws sprites"
    assert pictures()["one-seed"] is pictures()["seed-list"] is TELEVISION, "two games of one program"
    different = {id(picture): picture for picture in pictures().values()}.values()
    assert len(different) == 5
    for one, other in combinations(different, 2):
        assert sum(abs(a - b) for a, b in zip(one.ground, other.ground, strict=True)) >= 24


@pytest.mark.parametrize("name", list(pictures()))
def test_players_can_be_told_from_the_ground(name: str) -> None:
    look = default_look(default_rule(name))
    assert pictures()[name].suits(look)
    assert pictures()[name].of(look).ground == pictures()[name].ground


def test_scheme_that_does_not_suit_keeps_its_ground(stage: Stage) -> None:
    """Dark ink could not be told from a television's dark ground."""
    stage.shell.begin(new_match("one-seed", parse_rule("Immigration"), (96, 160), 1))
    stage.frames(2)
    assert stage.controller.look.ground == TELEVISION.ground
    stage.do(Scheme("Ink on paper"))
    assert stage.controller.look.ground == stage.play.display.look.ground != TELEVISION.ground


class Pen:
    """Counts what is drawn."""

    def __init__(self) -> None:
        self.drawn = 0

    def __getattr__(self, _: str) -> Callable[..., None]:
        return self.draw

    def draw(self, *_: object) -> None:
        self.drawn += 1


@pytest.mark.parametrize("name", list(pictures()))
def test_only_what_is_in_view_is_drawn(stage: Stage, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.begin().frames(1)
    pen, area = Pen(), (0.0, 0.0, 800.0, 600.0)
    monkeypatch.setattr(imgui, "get_background_draw_list", lambda: pen)

    def point_of(row: float, column: float) -> tuple[float, float]:
        return column * 20 - 1e6, row * 20 - 1e6

    canvas = Canvas(point_of, 20.0, (10**8, 10**6), area, (0.0, 800.0), (), (), bright=True)
    pictures()[name].draw_surface(canvas)
    assert 0 < pen.drawn < 300
