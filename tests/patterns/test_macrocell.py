"""Macrocell files from Golly and from a writer in this test, and errors with their lines."""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal, load_pattern
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from gpulife.cli.run_checkpoints import Job
from gpulife.cli.run_job import run
from gpulife.cli.starting_board import starting_board
from gpulife.errors import BoardSizeError, PatternError
from gpulife.patterns.formats import macrocell as macrocell_tree
from gpulife.patterns.formats.macrocell import MacrocellPattern, open_macrocell
from gpulife.patterns.formats.rle_reader import read_rle
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.loading import open_pattern
from gpulife.patterns.pattern import Pattern
from gpulife.patterns.pattern_files import text_of_bytes
from gpulife.patterns.pattern_folders import small_picture
from gpulife.resources import resource_folder
from gpulife.rules import Cells, Rule, parse_rule

GLIDER = ".A. ..A AAA".replace(" ", "\n")
TABLES = resource_folder("presets") / "golly"


def macrocell(cells: Cells, head: str = "[M2] (test)", *, two_states: bool) -> str:
    """The simplest macrocell file of a square with sides of 2**n cells."""
    lines: list[str] = []
    numbers: dict[str, int] = {}

    def node(square: Cells) -> int:
        if not square.any():
            return 0
        if two_states and len(square) == 8:
            line = "".join("".join(".*"[state] for state in row).rstrip(".") + "$" for row in square)
        elif len(square) == 2:
            line = f"1 {' '.join(map(str, square.reshape(-1)))}"
        else:
            half = len(square) // 2
            quarters = (square[:half, :half], square[:half, half:], square[half:, :half], square[half:, half:])
            line = f"{len(square).bit_length() - 1} {' '.join(str(node(quarter)) for quarter in quarters)}"
        if line not in numbers:
            lines.append(line)
            numbers[line] = len(lines)
        return numbers[line]

    node(cells)
    return "\n".join([head, *lines, ""])


def read_macrocell(text: str, source: str, rule: Rule | None = None) -> MacrocellPattern:
    return open_macrocell(text_of_bytes(text.encode("utf-8", "replace"), source), rule)


def box_of(cells: Cells) -> tuple[Cells, int, int]:
    """The smallest rectangle with all live cells, and its upper left."""
    rows, columns = (np.flatnonzero(cells.any(axis=axis)) for axis in (1, 0))
    return cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1], int(rows[0]), int(columns[0])


@given(data=st.data(), two_states=st.booleans(), block_level=st.sampled_from([3, 5, 9]))
def test_write_then_read(data: st.DataObject, two_states: bool, block_level: int) -> None:
    level = data.draw(st.integers(3, 8))
    cells = np.zeros((1 << level, 1 << level), np.uint8)
    for _ in range(data.draw(st.integers(1, 4))):  # equal squares are equal nodes
        row, column = data.draw(st.tuples(*[st.integers(0, (1 << level) - 3)] * 2))
        state = 1 if two_states else data.draw(st.integers(1, 4))
        cells[row : row + 3, column : column + 3] = np.array([[0, 1, 0], [0, 0, 1], [1, 1, 1]], np.uint8) * state
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(macrocell_tree, "BLOCK_LEVEL", block_level)
        patched.setattr(macrocell_tree, "_NODES_AT_A_TIME", 3)
        pattern = read_macrocell(macrocell(cells, two_states=two_states), "t.mc", parse_rule("QuadLife"))
        patches = list(pattern.patches())
    expected, row, column = box_of(cells)
    assert_boards_equal(pattern.whole().cells, expected)
    assert len(patches) == pattern.parts
    assert all(max(patch.cells.shape) <= 1 << max(block_level, 3) for patch in patches)
    assert pattern.highest_state() == cells.max()
    half = len(cells) // 2
    assert pattern.position == (row - half + 1, column - half)


def test_huge_pattern_takes_no_memory() -> None:
    lines = ["[M2]", "#R Life", "$...*$....*$..***$"]
    lines += [f"{level} {number} 0 0 {number}" for number, level in enumerate(range(4, 1000), start=1)]
    with pytest.raises(PatternError, match=r"^t\.mc: 2\^998x2\^998 cells; sides of a board are at most 999999999$"):
        read_macrocell("\n".join(lines), "t.mc")
    pattern = read_macrocell("\n".join(lines[:25]), "t.mc")
    side = (1 << 25) - 8 + 3
    assert pattern.shape == (side, side)
    with pytest.raises(BoardSizeError, match=rf"t\.mc: {side}x{side} cells do not fit on a board of 160x96"):
        starting_board(Job(generations=0, size=(96, 160)), pattern)
    with pytest.raises(BoardSizeError, match="GiB"):
        pattern.whole()


def test_sparse_pattern_has_only_live_patches() -> None:
    far = read_macrocell(
        "[M2]\n*$\n" + "".join(f"{level} {number} 0 0 {number}\n" if level == 20 else f"{level} {number} 0 0 0\n"
                               for number, level in enumerate(range(4, 21), start=1)), "t.mc"
    )  # fmt: skip
    assert far.shape == ((1 << 19) + 1, (1 << 19) + 1)
    assert [(patch.row, patch.column, patch.cells.shape) for patch in far.patches()] == [
        (0, 0, (1, 1)),
        (1 << 19, 1 << 19, (1, 1)),
    ]


def test_two_live_quarters_with_remarks() -> None:
    text = "[M2] (golly 3.3)\r\n#R Immigration\r\n#G 12\r\n#C a remark\r\n\r\n1 0 1 2 0\r\n2 1 0 0 1\r\n"
    pattern = read_macrocell(text, "t.mc")
    assert str(pattern.rule) == "Immigration"
    assert pattern.generation == 12
    assert_boards_equal(pattern.whole().cells, ".A..\nB...\n...A\n..B.")
    assert pattern.position == (-1, -2)


def test_empty_pattern_is_one_dead_cell() -> None:
    for text in ("[M2]\n$\n", "[M2]\n4 0 0 0 0\n", "[M2]\n1 0 0 0 0\n"):
        pattern = read_macrocell(text, "t.mc")
        assert_boards_equal(pattern.whole().cells, ".")
        assert list(pattern.patches()) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[M2]\n", "t.mc, line 1: the file has no node: it was cut off"),
        ("[M2]\n#R Chess\n$$*$\n", "t.mc, line 2: "),
        (f"[M2]\n#R {'B3' * 200}\n*$\n", "t.mc, line 2: rule "),
        ("[M2]\n#G x\n*$\n", "t.mc, line 2: #G 'x' is not a generation"),
        ("[M2]\n*$\n4 0 0 0 2\n", "t.mc, line 3: node 2 comes later or is missing; this is node 2"),
        ("[M2]\n*$\n5 0 0 0 1\n", "t.mc, line 3: a node of level 5 needs quarters of level 4, but node 1 has level 3"),
        ("[M2]\n*$\n4 0 0 1\n", "t.mc, line 3: '4 0 0 1' is not a node"),
        ("[M2]\n*$\n4 0 0 0 -1\n", "t.mc, line 3: '4 0 0 0 -1' is not a node"),
        ("[M2]\n*$\n4 0 0 0 1 1\n", "is not a node"),
        ("[M2]\n0 0 0 0 0\n", "t.mc, line 2: level 0 is not between 1 and 4096"),
        ("[M2]\n999999 0 0 0 0\n", "t.mc, line 2: level 999999"),
        ("[M2]\n" + "9" * 5000 + " 0 0 0 0\n", "is not a node"),
        ("[M2]\n.........*$\n", "t.mc, line 2: '.........*$' is larger than 8x8 cells"),
        ("[M2]\n$$$$$$$$*$\n", "is larger than 8x8 cells"),
        ("[M2]\n..o$\n", "is not a node"),
        ("[M2]\n1 0 0 0 256\n", "t.mc, line 2: state 256 does not exist in a macrocell file"),
        ("[M2]\n#R Life\n1 0 0 0 2\n", "t.mc, line 3: state 2 does not exist in rule Life, which has states 0 to 1"),
        ("[M2]\n1 0 0 0 2\n#R Life\n", "t.mc, line 3: state 2 does not exist in rule Life"),
        ("hello\n", "t.mc, line 1: not a macrocell file"),
        ("", "t.mc, line 0: the file has no node"),
    ],
)
def test_errors_name_the_line(text: str, message: str) -> None:
    with pytest.raises(PatternError) as caught:
        read_macrocell(text, "t.mc")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@given(st.text(alphabet="[M2]#RG$.*0123456789 \n", max_size=120))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        assert isinstance(read_macrocell("[M2]\n" + text, "t.mc"), MacrocellPattern)
    except PatternError as error:
        assert "\n" not in str(error)  # noqa: PT017


def test_files_and_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[M2]\n#R NoSuchRule\n$...*$....*$..***$\n"
    (tmp_path / "a.mc").write_text(text)
    (tmp_path / "a.mc.gz").write_bytes(gzip.compress(text.encode()))
    life = parse_rule("Life")
    for name in ("a.mc", "a.mc.gz"):
        assert isinstance(open_pattern(str(tmp_path / name), rule=life), MacrocellPattern)
        assert_boards_equal(load_pattern(str(tmp_path / name), rule=life).cells, GLIDER)
        with pytest.raises(PatternError, match=r"line 2: .*NoSuchRule"):
            load_pattern(str(tmp_path / name))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.replace("NoSuchRule", "Life").encode())))
    assert_boards_equal(load_pattern("-").cells, GLIDER)


def bgolly(start: Path, end: Path, rule: str, generations: int) -> None:
    algorithm = "RuleLoader" if parse_rule(rule).live_states > 1 else "HashLife"
    command = ["bgolly", "-a", algorithm, "-s", f"{TABLES}/", "-m", str(generations), "-q", "-q", "-o", end, start]
    subprocess.run(command, check=True, capture_output=True)


@pytest.mark.needs("bgolly")
@pytest.mark.parametrize(
    ("rule", "shape", "generations"),
    [
        ("Life", (40, 900), 60),
        ("Life:T160,96", (96, 160), 20),
        ("Life:P50,41", (41, 50), 20),
        ("Immigration", (30, 700), 30),
        ("Immigration:P160,96", (96, 160), 20),
        ("QuadLife", (77, 50), 30),
    ],
)
def test_golly_macrocell_equals_its_rle(rule: str, shape: tuple[int, int], generations: int, tmp_path: Path) -> None:
    law = parse_rule(rule)
    rng = np.random.default_rng(3)
    cells = ((rng.random(shape) < 0.4) * rng.integers(1, law.live_states + 1, shape)).astype(np.uint8)
    start = tmp_path / "start.rle"
    start.write_text(rle_text(Pattern(cells, law)))
    for ending in (".mc", ".mc.gz", ".rle"):
        bgolly(start, tmp_path / f"end{ending}", rule, generations)
    expected, *_ = box_of(read_rle((tmp_path / "end.rle").read_text(), "end.rle").cells)
    for ending in (".mc", ".mc.gz"):
        pattern = load_pattern(str(tmp_path / f"end{ending}"))
        assert_boards_equal(pattern.cells, expected)
        assert pattern.rule == parse_rule(rule.replace("Life", "B3/S23") if rule.startswith("Life") else rule)
        assert pattern.generation == generations


@pytest.mark.needs("bgolly")
@pytest.mark.parametrize("rule", ["Life:P60,41", "Immigration:P60,41"])
def test_board_from_golly_continues_identically(rule: str, tmp_path: Path) -> None:
    """With dead edges, the position of the file's cells on the board matters."""
    law = parse_rule(rule)
    cells = np.zeros((41, 60), np.uint8)
    soup = np.random.default_rng(4)
    cells[:9, 35:] = (soup.random((9, 25)) < 0.5) * soup.integers(1, law.live_states + 1, (9, 25))
    start, half, end = tmp_path / "start.rle", tmp_path / "half.mc", tmp_path / "end.npz"
    start.write_text(rle_text(Pattern(cells, law)))
    bgolly(start, half, rule, 10)
    for source, generations in ((start, 40), (half, 30)):
        run(Job(generations=generations, name=str(source), engine="numpy", outputs=(end,)), quiet())
        ends = load_pattern(str(end))
        assert ends.generation == 40
        if source is start:
            expected = ends.cells
    assert_boards_equal(ends.cells, expected)


def quiet() -> Console:
    return Console(quiet=True)


def test_picture_shows_all_of_a_pattern_with_many_blocks() -> None:
    lines = [
        "[M2] (test)",
        ".*$..*$***$",
        *(f"{level} {level - 3} {level - 3} {level - 3} {level - 3}" for level in range(4, 15)),
    ]
    pattern = open_macrocell(text_of_bytes("\n".join([*lines, ""]).encode(), "gliders.mc"))
    assert pattern.parts > 500
    assert small_picture(pattern).min() > 0.5
