"""Boards as macrocell files: read back, and read by bgolly, as the same cells at the same place."""

import subprocess
from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.patterns.formats import macrocell_writer
from gpulife.patterns.formats.macrocell import open_macrocell
from gpulife.patterns.formats.macrocell_writer import macrocell_pieces
from gpulife.patterns.formats.rle_reader import read_rle
from gpulife.patterns.pattern import NO_NOTES, Notes
from gpulife.patterns.pattern_files import text_of_bytes
from gpulife.rules import Cells, Rule, parse_rule


def text_of(cells: Cells, rule: Rule, strip: int = 7, generation: int = 0, notes: Notes = NO_NOTES) -> str:
    strips = [cells[row : row + strip] for row in range(0, len(cells), strip)]
    return "".join(macrocell_pieces(strips, rule, cells.shape, generation, notes))


def board_of(text: str, shape: tuple[int, int]) -> Cells:
    """Return the whole board of ``shape`` with the pattern at its place."""
    pattern = open_macrocell(text_of_bytes(text.encode(), "t.mc"))
    board = np.zeros(shape, np.uint8)
    if pattern.highest_state():
        assert pattern.position is not None
        row, column = pattern.position
        board[row : row + pattern.shape[0], column : column + pattern.shape[1]] = pattern.whole().cells
    return board


@settings(max_examples=examples(60))
@given(
    states=st.sampled_from(["Life", "B3/S23:5", "2/3/256"]),
    shape=st.tuples(st.integers(1, 40), st.integers(1, 40)),
    sized=st.booleans(),
    strip=st.integers(1, 17),
    density=st.sampled_from([0, 0.02, 0.4, 1]),
    seed=st.integers(0, 99),
)
def test_written_then_read(
    states: str, shape: tuple[int, int], sized: bool, strip: int, density: float, seed: int
) -> None:
    rule, random = parse_rule(states), np.random.default_rng(seed)
    rule = rule.on_board(shape) if sized else rule
    cells = random.integers(1, rule.live_states, shape, np.uint8, endpoint=True)
    cells[random.random(shape) >= density] = 0
    assert_boards_equal(board_of(text_of(cells, rule, strip), shape), cells)


def test_header_generation_and_notes() -> None:
    cells = np.eye(3, dtype=np.uint8)
    text = text_of(cells, parse_rule("Life:T3,3"), generation=17, notes=Notes("Name", "Author", ("remark",)))
    assert text.startswith("[M2] (gpulife)\n#R B3/S23:T3,3\n#G 17\n#N Name\n#O Author\n#C remark\n")
    pattern = open_macrocell(text_of_bytes(text.encode(), "t.mc"))
    assert (pattern.rule, pattern.generation) == (parse_rule("B3/S23:T3,3"), 17)
    assert pattern.notes == Notes("Name", "Author", ("remark",))


def test_equal_squares_are_written_once() -> None:
    cells = np.tile(np.random.default_rng(1).integers(0, 2, (64, 64)).astype(np.uint8), (32, 32))
    board = np.zeros((4096, 4096), np.uint8)
    board[2047 : 2047 + 2048, 2048:] = cells  # at corners of the tree's squares
    assert len(text_of(board, parse_rule("Life:P4096,4096"), 500).splitlines()) < 150


def test_pieces_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(macrocell_writer, "_LINES_AT_A_TIME", 2)
    cells = np.random.default_rng(1).integers(0, 2, (50, 60)).astype(np.uint8)
    pieces = list(macrocell_pieces([cells], parse_rule("Life"), cells.shape))
    assert max(piece.count("\n") for piece in pieces) == 2
    assert_boards_equal(board_of("".join(pieces), cells.shape), cells)


@pytest.mark.needs("bgolly")
@pytest.mark.parametrize(
    ("rule", "algorithm"), [("Life", "HashLife"), ("Life:T61,50", "HashLife"), ("345/2/4:P61,50", "Generations")]
)
def test_bgolly_reads_the_same_cells(rule: str, algorithm: str, tmp_path: Path) -> None:
    law = parse_rule(rule)
    cells = np.random.default_rng(2).integers(0, law.live_states, (50, 61), np.uint8, endpoint=True)
    cells[0, 0] = cells[-1, -1] = 1
    start, end = tmp_path / "start.mc", tmp_path / "end.rle"
    start.write_text(text_of(cells, law))
    subprocess.run(["bgolly", "-a", algorithm, "-m", "0", "-o", end, start], check=True, capture_output=True)
    assert_boards_equal(read_rle(end.read_text(), "end").cells, cells)
