"""Survivor as a whole program."""

import numpy as np
from window.conftest import START
from window.desktop import FRAME_LIMIT, buttons


def test_program_by_keyboard_and_mouse(start: START) -> None:
    """The whole program: keys in the pie, a click on the button OK, and a replay that verifies."""
    with start("play", "survivor", "--mute", settings=f"{FRAME_LIMIT}[panels]\npanels_hidden = true\n") as program:
        program.wait_for(lambda picture: len(buttons(picture)) >= 2, "the first picture")
        for page in ("the question of the first start", "the pie", "the story"):
            program.still((slice(100, 600), slice(640, None)))  # left of it something blinks
            before = program.picture()
            program.press("Return")
            program.wait_for(lambda picture: (picture != before).any(axis=2).mean() > 0.02, f"the end of {page}")  # noqa: B023
        time_of_day = slice(30, 60), slice(60, 200)  # the cursor blinks
        before = program.still(time_of_day)
        program.click(640 + 350, 750)  # OK: the rightmost of the buttons in the middle of the lower edge
        after = program.wait_for(
            lambda picture: np.abs(picture[time_of_day].astype(int) - before[time_of_day]).mean() > 4,
            "the time of day to go on",
        )
        assert after.shape == before.shape
        assert program.quit() == 0
