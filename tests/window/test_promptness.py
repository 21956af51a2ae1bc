"""Input is carried out before time passes, so that it shows in the picture of the same frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from goldens import Picture
from PIL import Image
from window.stage import FRAME, SMALL, Stage

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.events import Event, KeyEvent, MouseButton

SIZE = (860, 500)
AT = (600, 250)
"""On the board, beside the panels."""


def key(name: str) -> KeyEvent:
    return KeyEvent(name, pressed=True)


@pytest.fixture
def still(stage: Stage) -> Stage:
    """A universe at rest, without panels and messages: nothing moves in the picture unless somebody does something."""
    cells = Action(NOBODY, ActionKind.PAINT, 3, 5, "x = 3, y = 2\n3A$A!")
    stage.begin("Immigration", SMALL, cells)  # over an empty universe the cursors flicker
    shell = stage.shell
    shell.settings = replace(shell.settings, panels_hidden=True)
    stage.frames(60)
    assert (next_picture(stage) == next_picture(stage)).all()
    return stage


def next_picture(stage: Stage, *events: Event) -> Picture:
    """What the one frame shows in which these events come; it lasts two ticks, so that rounding cannot take one."""
    stage.now += FRAME
    return stage.picture_with(*events)


@pytest.mark.parametrize(
    ("events", "what"),
    [
        ([key("Enter")], lambda stage: stage.play.engine.generation),
        ([key("Space")], lambda stage: stage.state.running),
        ([key("F4")], lambda stage: stage.cells.sum()),
        ([key("F7")], lambda stage: stage.play.display.look.scheme),
        ([key("PageUp")], lambda stage: stage.play.display.camera.zoom),
        ([key("Tab")], lambda stage: stage.controller.layout.panels_shown),
        ([MouseButton(0, pressed=True, x=AT[0], y=AT[1])], lambda stage: stage.cells.sum()),
    ],
    ids=["step", "run", "restart", "colours", "zoom", "panels", "draw"],
)
def test_press_shows_in_next_picture(still: Stage, events: list[Event], what: Callable[[Stage], object]) -> None:
    quiet, before = next_picture(still), what(still)
    shown = next_picture(still, *events)
    assert what(still) != before
    assert (shown != quiet).any()


def test_pad_press_shows_in_next_picture(still: Stage) -> None:
    still.pad("a").pad(left_x=1.0).frames(5)
    assert not np.count_nonzero(still.cells[still.state.cursors[0].row])
    still.pads.hold(0, "a")
    next_picture(still)
    cursor = still.state.cursors[0]
    assert still.cells[cursor.row, cursor.column] == 1


def test_halt_takes_effect_at_once(stage: Stage) -> None:
    stage.begin().act(ActionKind.SOUP, data="0.35").act(ActionKind.PACE, 60_000).act(ActionKind.HALT).frames(20)
    generation = stage.play.engine.generation
    next_picture(stage)
    assert stage.play.engine.generation > generation
    generation, cells = stage.play.engine.generation, stage.cells
    next_picture(stage, key("Space"))
    assert not stage.state.running
    assert stage.play.engine.generation == generation
    assert (stage.cells == cells).all()


def test_release_stops_movement_at_once(stage: Stage) -> None:
    stage.begin().pad("a").pads.hold(0, left_x=1.0)
    stage.frames(60)
    moving = stage.state.cursors[0]
    next_picture(stage)
    assert stage.state.cursors[0] != moving
    stage.pads.hold(0)
    moving = stage.state.cursors[0]
    next_picture(stage)
    assert (stage.state.cursors[0].row, stage.state.cursors[0].column) == (moving.row, moving.column)


def test_screenshot_includes_same_frame_input(still: Stage) -> None:
    shown = next_picture(still, key("F7"), key("F12"))
    (path,) = still.data.glob("*.png")
    with Image.open(path) as picture:
        assert (np.asarray(picture.convert("RGB")) == shown).all()
