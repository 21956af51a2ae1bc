"""The first start of the program, and the start after it."""

import tomllib

import pytest
from goldens import Picture
from window.conftest import ASKED, START
from window.desktop import BUTTON, PATIENCE, Gpulife, buttons, has_colour

from gpulife.rules import parse_rule
from gpulife.view.look import default_look

pytestmark = pytest.mark.installed

GROUND, A, B = default_look(parse_rule("Immigration")).colours
"""The dead and the two species."""
TWO_SPECIES = (95, 470)
"""Somewhere on the picture of the entry "Two species"."""


def icons(picture: Picture) -> list[tuple[int, int]]:
    """The middles of the tiles with icons alone: three at the lower right of the start screen, above the panels."""
    return [at for at in buttons(picture) if at[0] > 600 and 600 < at[1] < 680]


def wait_for_start_screen(program: Gpulife) -> None:
    program.wait_for(lambda picture: len(icons(picture)) >= 3, "the start screen")


def wait_for_universe(program: Gpulife) -> None:
    program.wait_for(lambda picture: not icons(picture), "the universe in the place of the start screen")


def test_first_start_asks_then_shows_start_screen(start: START) -> None:
    def answers(picture: Picture) -> list[tuple[int, int]]:
        return [at for at in buttons(picture) if abs(at[0] - 640) < 3 and 400 < at[1] < 500]

    program = start()
    asked = answers(program.wait_for(lambda picture: len(answers(picture)) == 2, "the question about flashing"))
    program.click(*asked[-1])
    program.screen.do("mousemove", 10_000, 10_000)  # what it points at is no plain button
    wait_for_start_screen(program)
    program.click(*TWO_SPECIES)
    wait_for_universe(program)
    board = slice(20, 680), slice(300, 1260)
    first = program.wait_for(
        lambda picture: min(has_colour(picture[board], colour) for colour in (A, B)) > 500, "both species"
    )
    program.wait_for(lambda picture: (picture[board] != first[board]).any(axis=2).mean() > 0.005, "that it lives")
    assert program.quit() == 0
    settings = tomllib.loads(program.settings_file.read_text())
    assert settings["look"] == {"reduced_flashing": False}
    assert settings["session"] == {"last_mode": "two"}

    again = start(name="again")
    wait_for_start_screen(again)
    again.press("Return")  # the first has the focus: to go on
    wait_for_universe(again)
    again.press("F9")
    wait_for_start_screen(again)
    assert again.quit() == 0
    assert again.said == ""


def test_last_mode_has_focus_at_next_start(start: START) -> None:
    program = start(settings=f'{ASKED}[session]\nlast_mode = "study"\nautosave_seconds = 0\n')
    wait_for_start_screen(program)
    program.press("Return")
    wait_for_universe(program)
    program.press("Tab")
    # No soup, but a board for two cursors.
    empty = program.wait_for(
        lambda picture: has_colour(picture, GROUND, 2) > 500_000 and not has_colour(picture[:700, :270], BUTTON, 2),
        "an empty board without panels",
    )
    board = empty[:720]  # without the numbers below it, which are in the players' colours, too
    assert has_colour(board, A) + has_colour(board, B) < 500, "two cursors and no more"


def test_unknown_monitor_error_lists_monitors(start: START) -> None:
    program = start("play", "--monitor", "9", "--mute")
    assert program.process.wait(PATIENCE) == 2
    assert program.said == "gpulife: error: there is no monitor '9': use 1 (screen)\n"
