"""The minimap: shown while the window shows a part of the board only, and what a click on it does."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from boards import load_pattern
from goldens import Picture
from window.conftest import START
from window.desktop import FRAME_LIMIT, has_colour
from window.stage import Stage

from gpulife.input.commands.program import Panels
from gpulife.input.commands.view import Fit, Zoom
from gpulife.view.camera import Camera
from gpulife.window.play.minimap_view import Free, minimap_size, shown_part

SIZE = 1280, 800
SHAPE = (400, 600)


@pytest.fixture
def zoomed(stage: Stage) -> Stage:
    """A board whose upper left quarter lives, seen four times as large as it fits."""
    stage.begin("Life", SHAPE)
    stage.play.engine.paint(0, 0, np.ones((200, 300), np.uint8))
    return stage.do(Zoom(4.0))


def is_shown(stage: Stage) -> bool:
    """Whether a frame has a minimap."""
    if stage.play.minimap is not None:
        stage.play.minimap.close()
    stage.play.minimap = None
    stage.frames(1)
    return stage.play.minimap is not None


def test_it_is_there_while_a_part_of_the_board_is_not(zoomed: Stage) -> None:
    assert is_shown(zoomed)
    zoomed.do(Fit()).pass_seconds(2)
    assert not is_shown(zoomed)


def test_it_can_be_hidden_alone_and_with_the_panels(zoomed: Stage) -> None:
    zoomed.shell.change("minimap", value=False)
    assert not is_shown(zoomed)
    zoomed.shell.change("minimap", value=True)
    assert is_shown(zoomed)
    zoomed.do(Panels())
    assert not is_shown(zoomed)


def frame_in(picture: Picture) -> tuple[float, float]:
    """Middle (x, y) of the frame on the minimap, in pixels of the window."""
    y, x = np.nonzero((np.abs(picture[550:700, 1060:].astype(int) - (255, 237, 140)) < 20).all(axis=2))
    return (x.min() + x.max()) / 2 + 1060, (y.min() + y.max()) / 2 + 550


def has_frame_at(x: float, y: float) -> Callable[[Picture], bool]:
    """Whether a picture has the frame about there."""
    return lambda picture: bool(np.abs(np.subtract(frame_in(picture), (x, y))).max() < 4)


def test_a_click_or_drag_on_it_moves_the_view_and_draws_nothing(start: START) -> None:
    program = start(
        "--rule",
        "Life",
        "--size",
        "600x400",
        "--density",
        "0",
        "--seed",
        "5",
        settings=FRAME_LIMIT + "[look]\nreduced_flashing = false\n",
    )
    program.wait_for(lambda picture: has_colour(picture, (11, 13, 18), 2) > 300_000, "an empty board")
    program.screen.do("mousemove", 800, 300)
    program.screen.do("click", "--repeat", 8, "--delay", 100, 4)
    program.wait_for(lambda picture: has_colour(picture, (255, 237, 140), 8) > 50, "the minimap")
    mouse = program.screen.do
    mouse("mousemove", 1200, 600)
    program.wait_for(lambda picture: has_colour(picture, (51, 191, 255), 8) > 200, "that it is pointed at")
    mouse("mousedown", 1)
    program.wait_for(has_frame_at(1200, 600), "the frame where the button is down")
    mouse("mousemove", 1150, 640)
    mouse("mousemove", 1140, 645)
    program.wait_for(has_frame_at(1140, 645), "the frame dragged")
    mouse("mouseup", 1)
    program.press("ctrl+s")
    assert not load_pattern(str(program.file("board", ".rle")), None).cells.any()


def test_the_frame_is_the_part_that_no_panel_covers() -> None:
    free = Free(200, 0, 1000, 500)
    part = shown_part(Camera(200.0, 300.0, 2.0), (1000, 600), free, SHAPE)
    assert part == pytest.approx((150 / 600, 50 / 400, 550 / 600, 300 / 400))


@pytest.mark.parametrize(
    ("shape", "free", "scale"),
    [
        ((400, 600), Free(270, 0, 800, 500), 1.0),
        ((65536, 65536), Free(270, 0, 3840, 2000), 2.0),
        ((10, 9000), Free(0, 0, 320, 200), 1.0),
    ],
)
def test_it_takes_a_small_part_of_any_window(shape: tuple[int, int], free: Free, scale: float) -> None:
    width, height = minimap_size(shape, free, scale)
    assert 0 < width <= (free.right - free.left) * 0.34
    assert 0 < height <= (free.bottom - free.top) * 0.34
    assert min(width, height) >= 0.19 * max(width, height)
    assert max(width, height) <= 200 * scale
