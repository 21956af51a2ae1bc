"""The view in the terminal: its pictures, and its behaviour in a real one."""

import re
import signal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.text import Text
from terminal import Terminal

from gpulife.cli.terminal import SETTLED_AFTER, SETTLED_PERIOD, Pace, ReseedingUniverse, with_help
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.patterns.soup import soup
from gpulife.rules import parse_rule
from gpulife.view.palettes import state_colours
from gpulife.view.terminal import screen_lines


def universe(rule="Immigration", shape=(20, 30), density=0.35, seed=1):
    return ReseedingUniverse(NumpyEngine(parse_rule(rule), shape), density, seed)


def console(columns, rows, **settings):
    return Console(width=columns, height=rows, force_terminal=True, color_system="truecolor", _environ={}, **settings)


@given(columns=st.integers(1, 90), rows=st.integers(1, 40), coloured=st.booleans())
def test_lines_fill_the_screen(columns, rows, coloured):
    shown = console(columns, rows, no_color=not coloured)
    lines = screen_lines(universe().engine, shown, Text("generation 1"))
    assert len(lines) == rows
    assert {sum(segment.cell_length for segment in line) for line in lines} == {columns}


def test_small_board_is_centred():
    engine = universe().engine
    lines = screen_lines(engine, console(40, 21), Text("status"))
    colours = state_colours(engine.rule)[engine.read_all()]
    for row in range(10):
        characters = [(s.text[0], s.style) for s in lines[5 + row] for _ in s.text]
        assert [text for text, _ in characters[:5]] == [" "] * 5
        for column, (text, style) in enumerate(characters[5:35]):
            upper = style.color if text != " " else style.bgcolor
            assert tuple(upper.triplet) == tuple(colours[2 * row, column])
            assert tuple(style.bgcolor.triplet) == tuple(colours[2 * row + 1, column])
    assert "".join(s.text for s in lines[-1]).strip() == "status"


def test_settled_universe_is_reseeded():
    still = universe(density=0)
    for _ in range(SETTLED_PERIOD + SETTLED_AFTER - 1):
        still.step()
    assert (still.soups, still.settled) == (1, True)
    still.step()
    assert (still.soups, still.settled, still.engine.generation) == (2, False, 1)


def test_other_periods_continue():
    moving = universe(rule="Life", shape=(40, 40), density=0)
    moving.engine.paint(20, 15, np.ones((1, 10), np.uint8))  # a pentadecathlon: period 15
    for _ in range(400):
        moving.step()
    assert moving.soups == 1


def test_seed_determines_soups():
    first, second = universe(seed=7), universe(seed=7)
    rng = np.random.default_rng(7)
    for _ in range(3):
        expected = soup((20, 30), 0.35, 2, rng)
        assert np.array_equal(first.engine.read_all(), expected)
        assert np.array_equal(second.engine.read_all(), expected)
        first.step()
        first.sow()
        second.sow()


@pytest.mark.parametrize(("rate", "expected"), [(30, 120), (1, 4), (240, 960), (7.5, 30), (45, 180)])
def test_average_speed(rate, expected):
    pace = Pace(rate)
    frames = round(4 / pace.frame_seconds)
    assert sum(pace.generations_due() for _ in range(frames)) == pytest.approx(expected, abs=1)
    assert Pace(rate).generations_due(frames) == pytest.approx(expected, abs=1)


ARGUMENTS = ("--engine", "numpy", "--seed", "3", "--size", "60x40")


def test_keys():
    with Terminal(*ARGUMENTS) as terminal:
        terminal.wait_for(r"generation [1-9]\d* +\d+ of 30/s  numpy +A +\d+ +B +\d+")
        terminal.press(" ")
        halted = int(terminal.wait_for(r"generation (\d+) +halted")[1])
        terminal.press("\x1b[A\r")  # a cursor key, which is ignored, and return
        terminal.wait_for(rf"generation {halted + 1} +halted")
        terminal.press("\r")
        terminal.wait_for(rf"generation {halted + 2} +halted")
        terminal.press("n")
        terminal.wait_for(r"generation 0 +halted")
        terminal.press(" ")
        terminal.wait_for(r"generation [1-9]\d* .*of 30/s")
        terminal.press("+")
        terminal.wait_for("of 60/s")
        terminal.press("--")
        terminal.wait_for("of 15/s")
        terminal.press("q")
        assert terminal.wait() == 0
        assert terminal.is_restored()


@pytest.mark.parametrize(
    ("end", "status"),
    [
        (lambda terminal: terminal.press("\x1b"), 0),
        (lambda terminal: terminal.press("\x03"), 130),
        (lambda terminal: terminal.process.send_signal(signal.SIGTERM), 143),
    ],
    ids=["escape", "Ctrl-C", "SIGTERM"],
)
def test_terminal_is_restored_at_the_end(end, status):
    with Terminal(*ARGUMENTS) as terminal:
        terminal.wait_for(r"generation \d")
        end(terminal)
        assert terminal.wait() == status
        assert terminal.is_restored()


def test_ends_after_given_generations():
    with Terminal(*ARGUMENTS, "-g", "5") as terminal:
        assert terminal.wait() == 0
        assert "generation 5 " in terminal.seen
        assert "generation 6 " not in terminal.seen
        assert terminal.is_restored()


def test_terminal_is_restored_after_a_bug(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import gpulife.view.terminal as view\n"
        "def broken(*_): raise ZeroDivisionError('no picture')\n"
        "view.fit_size = broken\n"
    )
    with Terminal(*ARGUMENTS, PYTHONPATH=str(tmp_path)) as terminal:
        assert terminal.wait() == 1
        assert "this is a bug in gpulife: ZeroDivisionError: no picture" in terminal.seen
        assert terminal.is_restored()


def test_terminal_is_resized():
    with Terminal(*ARGUMENTS) as terminal:
        terminal.wait_for("q quit")
        for columns, rows in [(20, 6), (1, 1), (3, 2), (100, 30)]:
            terminal.resize(columns, rows)
            terminal.wait_for(r"▀")  # pictures are still drawn
        terminal.wait_for("q quit")
        terminal.press("q")
        assert terminal.wait() == 0


def test_plain_characters_without_colour():
    with Terminal(*ARGUMENTS, "-g", "5", NO_COLOR="1") as terminal:
        assert terminal.wait() == 0
        assert "▀" not in terminal.seen
        assert re.search(r"[*#%@]", terminal.seen)
        assert "\x1b[38;2" not in terminal.seen


@pytest.mark.parametrize("columns", [6, 12, 40, 80, 100, 140, 200])
def test_status_line_says_how_to_quit(columns: int) -> None:
    status = Text("generation 12,345  118 of 120/s  bit planes   A 12,345  B 12,345")
    line = with_help(status, columns)
    assert line.cell_len <= columns
    assert line.plain.endswith("q quit")
    assert ("n new soup" in line.plain) == (columns >= 140)
