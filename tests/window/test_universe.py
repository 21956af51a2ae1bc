"""A universe in the window, by keys and mouse."""

import subprocess
import sys
from pathlib import Path

import numpy as np
from boards import assert_boards_equal, load_pattern
from goldens import Picture
from numpy.typing import NDArray
from PIL import Image
from window.conftest import START
from window.desktop import CELL, FAR_AWAY, FRAME_LIMIT, SCREEN, Gpulife, board_in, has_colour, middle_of

from gpulife.engines.reference import next_generation
from gpulife.rules import parse_rule
from gpulife.session.replay import REPLAY_ENDING
from gpulife.view.look import default_look

SHAPE = (96, 160)
MESSAGE = 60
"""Pixels at the top of the window where messages are."""
BESIDE = slice(MESSAGE, 690), slice(290, None)
"""Where there are neither messages nor panels, whose figures go on."""
RULE = parse_rule("Immigration:T160,96")
COLOURS = default_look(RULE).colours
PLAIN = FRAME_LIMIT + "[look]\nreduced_flashing = false\nage = 0.0\ntrails = 0.0\nwave = false\nbloom = 0.0\n"
SOUP = ("--rule", "Immigration", "--size", "160x96", "--seed", "5")
EMPTY = (*SOUP, "--density", "0")
BARE = PLAIN + "[panels]\npanels_hidden = true\n"


def board(program: Gpulife) -> NDArray[np.uint8]:
    """The board that its window without panels shows, once that does not move."""
    return board_in(program.still(), COLOURS, SHAPE)


def wait_for_board(program: Gpulife, cells: NDArray[np.uint8]) -> None:
    program.wait_for(
        lambda picture: (board_in(picture, COLOURS, SHAPE) == cells).all(), f"{np.count_nonzero(cells)} cells"
    )


def wait_for_life(program: Gpulife) -> None:
    program.wait_for(lambda picture: has_colour(picture, COLOURS[1]) > 3000, "a soup")


def test_space_halts_and_return_steps(start: START) -> None:
    program = start(*SOUP, settings=BARE)
    wait_for_life(program)
    before = program.picture()
    program.wait_for(lambda picture: (picture != before).any(), "that it runs")
    program.press("space")
    halted = board(program)
    assert halted.any()
    expected = halted
    for _ in range(3):
        expected = next_generation(expected, RULE, 0)
        program.press("Return")
        wait_for_board(program, expected)
        assert_boards_equal(board(program), expected)
    program.press("space")
    program.wait_for(lambda picture: (board_in(picture, COLOURS, SHAPE) != expected).any(), "that it runs again")
    saved = load_pattern(str(program.save_board()), None)
    assert saved.generation > 4
    assert saved.rule == RULE
    assert saved.cells.shape == SHAPE
    program.press("F8")
    program.press("shift+F10")
    told = verify(program.file("replay", REPLAY_ENDING))
    assert told.returncode == 0, told.stderr


def test_mouse_empty_clipboard_and_player_one_on_an_empty_board(start: START) -> None:
    program = start(*EMPTY, settings=BARE)
    program.wait_for(lambda picture: has_colour(picture, COLOURS[0], 2) > 500_000, "an empty board")
    assert not board(program).any()
    mouse = program.screen.do
    mouse("mousemove", *middle_of(10, 20))
    mouse("mousedown", 1)
    mouse("mousemove", *middle_of(10, 29))
    mouse("mouseup", 1)
    expected = np.zeros(SHAPE, np.uint8)
    expected[10, 20:30] = 1
    wait_for_board(program, expected)
    program.click(*middle_of(10, 25), button=3)
    expected[10, 25] = 0
    wait_for_board(program, expected)

    fitted = program.still()
    x, y = middle_of(10, 22)
    mouse("mousemove", x, y)
    mouse("click", "--repeat", 5, 4)
    program.wait_for(lambda picture: has_colour(picture, COLOURS[1]) > 3 * has_colour(fitted, COLOURS[1]), "a zoom")
    assert tuple(program.still()[y, x]) == COLOURS[1], "what the pointer is on stays there"
    near = program.still()
    mouse("mousemove", x, y)
    mouse("mousedown", 2)
    mouse("mousemove", x + 100, y + 40)
    mouse("mouseup", 2)
    program.wait_for(lambda picture: (picture != near).any(), "a pan")
    after = program.still()
    moved = np.argwhere((after == COLOURS[1]).all(axis=2)).min(axis=0) - np.argwhere(
        (near == COLOURS[1]).all(axis=2)
    ).min(axis=0)
    assert np.abs(moved - (40, 100)).max() <= 3, moved  # it comes to rest at whole pixels a cell
    program.press("Home")
    program.wait_for(lambda picture: (picture == fitted).all(), "the whole board as before")
    program.press("Prior", "Prior")
    program.wait_for(lambda picture: (picture != fitted).any(), "that Page Up zooms")
    program.press("Home")
    program.wait_for(lambda picture: (picture == fitted).all(), "the whole board again")
    mouse("mousemove", *middle_of(10, 20))
    mouse("mousedown", 3)
    mouse("mousemove", *middle_of(10, 29))
    mouse("mouseup", 3)
    wait_for_board(program, np.zeros(SHAPE, np.uint8))

    mouse("mousemove", FAR_AWAY, FAR_AWAY)
    empty = program.still()
    program.press("ctrl+v")  # of a clipboard that is empty
    program.wait_for(lambda picture: (picture[:MESSAGE] != empty[:MESSAGE]).any(), "a message")
    assert (program.picture()[MESSAGE:] == empty[MESSAGE:]).all()

    program.press("d")  # joins, and moves
    program.wait_for(lambda picture: has_colour(picture, COLOURS[1], 60) > 10, "a cursor of player 1's colour")
    program.wait_for(lambda picture: has_colour(picture, COLOURS[0], 2) > 500_000, "the message")

    def place(picture: Picture) -> tuple[float, float]:
        """The middle of what is not as on the empty board below the message, in pixels."""
        apart = np.argwhere((picture[MESSAGE:] != empty[MESSAGE:]).any(axis=2))
        return (MESSAGE + apart[:, 0].mean(), apart[:, 1].mean()) if len(apart) else (0.0, 0.0)

    first = place(program.picture())
    program.press("s", "s", "d")
    program.wait_for(
        lambda picture: place(picture)[0] > first[0] + CELL and place(picture)[1] > first[1] + CELL / 2,
        "the cursor lower and more to the right",
    )
    program.press("Shift_L")
    at = place(program.still())  # the mark glides to its cell
    program.press("w", "w", "w", "w", "w", "w")
    program.wait_for(lambda picture: place(picture)[0] < at[0] - CELL, "the cursor higher")
    cells = load_pattern(str(program.save_board()), None).cells
    assert np.count_nonzero(cells) == 1
    (spot,) = np.argwhere(cells).tolist()
    assert cells[tuple(spot)] == 1
    assert abs(middle_of(*spot)[0] - at[1]) < CELL / 2
    assert abs(middle_of(*spot)[1] - at[0]) < CELL / 2


def test_help_colours_and_full_screen(start: START) -> None:
    program = start(*SOUP, settings=PLAIN)
    wait_for_life(program)
    program.press("space")
    shown = program.still(BESIDE)
    program.press("F1")
    program.wait_for(
        lambda picture: (picture[200:600, 400:900] != shown[200:600, 400:900]).any(axis=2).mean() > 0.5, "help"
    )
    program.press("F1")
    program.wait_for(lambda picture: (picture == shown).mean() > 0.99, "no help")

    program.press("grave")
    program.wait_for(lambda picture: has_colour(picture, COLOURS[1]) < has_colour(shown, COLOURS[1]) / 4, "new colours")
    recoloured = program.still(BESIDE)
    program.press("F12")
    file = program.file("screenshot", ".png")
    with Image.open(file) as image:
        assert image.size == (1280, 800)
        pixels = np.asarray(image.convert("RGB"))
    assert np.abs(pixels[BESIDE].astype(int) - recoloured[BESIDE]).max() <= 2
    assert np.abs(pixels.astype(int) - recoloured).mean() < 2

    program.press("F11")
    program.wait_for(lambda _: program.screen.picture().any(axis=2).all(), f"all of {SCREEN}")
    program.press("F11")
    program.wait_for(
        lambda _: not program.screen.picture()[810:, 1290:].any() and not program.screen.picture()[:800, 1290:].any(),
        "a window again",
    )
    program.wait_for(lambda picture: (picture[BESIDE] == recoloured[BESIDE]).mean() > 0.99, "as it was")


def verify(file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gpulife", "replay", str(file), "--headless", "--verify", "--engine", "numpy"]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
