"""The window draws an engine without OpenGL that is registered from outside."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import numpy as np
import pytest
from boards import assert_boards_equal
from window.stage import Stage

from gpulife.engines import ENGINES, reference, register
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.rules import parse_rule
from gpulife.view.camera import Camera

SIZE = (640, 400)
BOARD = (60, 100)
SOUP = Action(NOBODY, ActionKind.SOUP, data="0.35")
CAMERAS = [Camera(30.0, 50.0, zoom) for zoom in (11.0, 4.0, 1.0, 0.4)]


@pytest.fixture
def toy() -> Iterator[None]:
    with patch.dict(ENGINES):
        from engines import toy_engine

        register(toy_engine.RECORD, before="planes")
        yield


def begun(stage: Stage, rule: str) -> Stage:
    """A halted soup, in its third generation."""
    stage.begin(rule, BOARD, SOUP).drawn_frames(2)
    stage.play.engine.step(3)
    return stage.drawn_frames(2)


def pictures(stage: Stage) -> list[np.ndarray]:
    """The board from near and from afar, without panels."""
    found = []
    for camera in CAMERAS:
        stage.play.camera = stage.play.target = camera
        stage.play.fitted = False
        stage.drawn_frames(2)
        found.append(stage.picture[120:280, 160:480].copy())
    return found


@pytest.mark.parametrize("rule", ["Life", "Immigration"])
def test_registered_engine_is_drawn(stage: Stage, rule: str, request: pytest.FixtureRequest) -> None:
    begun(stage, rule)  # what the first board of a window shows of the past is less
    usual, cells = pictures(begun(stage, rule)), stage.cells
    assert stage.play.engine.name == "gl"
    request.getfixturevalue("toy")
    seen = pictures(begun(stage, rule))
    assert stage.play.engine.name == "toy"
    assert_boards_equal(stage.cells, cells)
    for one, other in zip(usual, seen, strict=True):
        assert one.std() > 3
        assert np.array_equal(one, other)


def test_registered_engine_runs(stage: Stage, toy: None) -> None:
    stage.begin("Immigration", BOARD, SOUP).drawn_frames(2)
    assert stage.play.engine.name == "toy"
    before, start = stage.play.engine.generation, stage.cells
    stage.act(ActionKind.HALT)
    stage.live_until(lambda: stage.play.engine.generation > before + 2, "lived on")
    cells = start
    for generation in range(before, stage.play.engine.generation):
        cells = reference.next_generation(cells, parse_rule("Immigration"), generation)
    assert_boards_equal(stage.cells, cells)
