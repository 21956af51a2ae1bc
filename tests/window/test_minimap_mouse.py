"""The minimap in the real window, by mouse."""

from collections.abc import Callable

import numpy as np
from boards import load_pattern
from goldens import Picture
from window.conftest import START
from window.desktop import FRAME_LIMIT, has_colour


def frame_in(picture: Picture) -> tuple[float, float]:
    """Middle (x, y) of the frame on the minimap, in pixels of the window."""
    y, x = np.nonzero((np.abs(picture[550:700, 1060:].astype(int) - (255, 237, 140)) < 20).all(axis=2))
    return (x.min() + x.max()) / 2 + 1060, (y.min() + y.max()) / 2 + 550


def has_frame_at(x: float, y: float) -> Callable[[Picture], bool]:
    """Whether a picture has the frame about there."""
    return lambda picture: bool(np.abs(np.subtract(frame_in(picture), (x, y))).max() < 4)


def test_minimap_click_moves_view_only(start: START) -> None:
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
    program.wait_for(lambda picture: has_colour(picture, (87, 181, 232), 8) > 200, "that it is pointed at")
    mouse("mousedown", 1)
    program.wait_for(has_frame_at(1200, 600), "the frame where the button is down")
    mouse("mousemove", 1150, 640)
    mouse("mousemove", 1140, 645)
    program.wait_for(has_frame_at(1140, 645), "the frame dragged")
    mouse("mouseup", 1)
    assert not load_pattern(str(program.save_board()), None).cells.any()
