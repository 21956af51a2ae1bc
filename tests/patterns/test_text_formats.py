"""Plaintext, Life 1.05 and Life 1.06, and LifeHistory: read as Golly reads them, refused in one line, written back."""

import subprocess
from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal, load_pattern
from hypothesis import given
from hypothesis import strategies as st

from gpulife.errors import OutputError, PatternError
from gpulife.patterns.formats.rle_reader import read_rle
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.formats.text import TEXT_ENDINGS, SparsePattern, require_text_board, text_board
from gpulife.patterns.loading import open_pattern, open_text
from gpulife.patterns.pattern import NO_NOTES, Notes, Pattern, UnmarkedPattern
from gpulife.patterns.pattern_files import text_of_bytes
from gpulife.rules import Cells, parse_rule

GLIDER = ".A./..A/AAA"
LIFE = parse_rule("Life")
PLAINTEXT = "!Name: Glider\n!Author: Richard K. Guy\n!\n!The smallest one.\n.O.\n..O\nOOO\n"
LIFE_105 = "#Life 1.05\n#D Glider\n#N\n#P -1 -1\n.*\n..*\n***\n"
LIFE_106 = "#Life 1.06\n0 -1\n1 0\n-1 1\n0 1\n1 1\n"


def read(text: str, name: str = "t") -> Pattern:
    return open_text(text_of_bytes(text.encode(), name)).whole()


@pytest.mark.parametrize(
    "text",
    [
        PLAINTEXT, ".O\n..O\nOOO\n", ".O.  \r\n..O\r\nOOO", "\n\n!x\n.*.\n..*\n***\n\n\n", LIFE_105, LIFE_106,
        "#P\n.*\n..*\n***\n", "#Life 1.06\n# remark\n 1\t0\n\n2 1\n0 2\n1 2\n2 2\n1 0", LIFE_105.replace("\n", "\r"),
    ],
)  # fmt: skip
def test_every_format_gives_the_glider(text: str, tmp_path: Path) -> None:
    assert_boards_equal(read(text).cells, GLIDER.replace("/", "\n"))
    (tmp_path / "whatever").write_bytes(text.encode())
    assert_boards_equal(load_pattern(str(tmp_path / "whatever")).cells, GLIDER.replace("/", "\n"))


def test_names_authors_and_remarks_are_kept() -> None:
    assert read(PLAINTEXT).notes == Notes("Glider", "Richard K. Guy", ("", "The smallest one."))
    assert read(LIFE_105).notes == Notes(comments=("Glider",))
    assert read("#N a\n#O b\n#C c\n#c d\n#CXRLE Gen=3\n#N e\nx = 1, y = 1\no!").notes == Notes(
        "a", "b", ("c", "d", "e")
    )
    assert read("[M2]\n#C tree\n#R Life\n*$\n").notes == Notes(comments=("tree",))
    assert Notes("Glider", "Guy").summary() == "Glider, by Guy"
    assert Notes(comments=("", "small")).summary() == "small"
    assert len(read("#C x\n" * 9000 + "x = 1, y = 1\no!").notes.comments) == 500


def test_rle_keeps_notes() -> None:
    pattern = read("#N a\n#O b\n#C c\n#CXRLE Pos=1,2\nx = 1, y = 1\no!")
    assert rle_text(pattern).startswith("#CXRLE Pos=1,2\n#N a\n#O b\n#C c\nx = 1")
    assert read(rle_text(pattern)).notes == pattern.notes


def test_rules_are_read(tmp_path: Path) -> None:
    assert read("#Life 1.05\n#R 23/36\n#P 0 0\n*\n").rule == parse_rule("B36/S23")
    assert read("#Life 1.05\n#R B234\n*\n").rule == parse_rule("B234/S")
    assert read("#Life 1.05\n*\n").rule is None
    assert read("!Rule: B36/S23\nO\n").rule == parse_rule("B36/S23")
    of_thumb = read("!Rule: of thumb\nO\n")
    assert of_thumb.rule is None
    assert of_thumb.notes.reading[0].startswith("the line !Rule is ignored: unknown rule 'of thumb'")
    assert read("#Life 1.06\n#R 23/36\n0 0\n").rule == parse_rule("B36/S23")
    assert read("#Life 1.06\n#N\n0 0\n").rule == LIFE
    assert read("#Life 1.06\n0 0\n#R 23/3:T10,20\n").position == (10, 5)
    for begin in ("#Life 1.05\n#S 60\n#K x\n#P 0 0\n*\n", "#Life 1.06\n#S 60\n#K x\n0 0\n"):
        assert read(begin).notes.reading == ("lines that begin with #K, #S are left out",)
    highlife = parse_rule("B36/S23")
    for number, text in enumerate(
        (PLAINTEXT, LIFE_105.replace("#N", "#R 9/9"), LIFE_106, "x=3,y=3,rule=W30\nbo$2bo$3o!")
    ):
        (tmp_path / f"{number}").write_text(text)
        assert open_pattern(str(tmp_path / f"{number}"), rule=highlife).rule == highlife


def test_block_positions() -> None:
    pattern = read("#Life 1.05\n#P 3 2\n*\n#P -2 -1\n**\n\n.*\n")
    assert pattern.position == (-1, -2)
    assert_boards_equal(pattern.cells, "AA....\n.A....\n......\n.....A")


@pytest.mark.parametrize("text", ["#Life 1.06\n0 0\n900000 -800000\n", "#Life 1.05\n#P 0 0\n*\n#P 900000 -800000\n*\n"])
def test_distant_cells_take_no_memory(text: str) -> None:
    pattern = open_text(text_of_bytes(text.encode(), "t"))
    assert isinstance(pattern, SparsePattern)
    assert pattern.shape == (800_001, 900_001)
    assert sorted((patch.row, patch.column, patch.cells.tolist()) for patch in pattern.patches()) == [
        (0, 900_000, [[1]]),
        (800_000, 0, [[1]]),
    ]
    assert pattern.parts == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("!x\n.O\nAB\n", "t, line 3: 'A' is not part of a .cells file"),
        ("!x\nO O\n", "t, line 2: ' ' is not part"),
        ("!x\n\n", "t: it has no cells"),
        ("!\n" * 20_001 + "O", "t, line 20001: more than 20000 remarks"),
        ("O" * (4 << 20) + "O", "t: more than 4 MiB of text"),
        ("#Life 1.05\n.O\n", "t, line 2: 'O' is not part of a Life 1.05 file"),
        ("#Life 1.05\n#P x\n*\n", "t, line 2: '#P x' is not a position"),
        ("#Life 1.05\n#P 0 0\n#R 9/9\n*\n", "t, line 3: rule '9/9'"),
        ("#Life 1.05\n#P 0 0\n", "t: it has no cells"),
        ("#Life 1.06\n", "t: it has no cells"),
        ("#Life 1.06\n0 0\n1\n", "t, line 3: '1' is not a cell's column and row"),
        ("#Life 1.06\n0 0 0\n", "t, line 2: '0 0 0'"),
        ("#Life 1.06\n0 0\n9999999999 0\n", "t: its cells are too far apart: they need 10000000000x1 cells, and sides"),
        (
            f"#Life 1.06\n0 0\n{'9' * 19} 0\n",
            "line 3: 9999999999999999999 is too far out: columns and rows have at most",
        ),
        ("#Life 1.05\n#P -2000000000 0\n*\n#P 2000000000 5\n*\n", "cells are too far apart: they need 4000000001x6"),
        (f"#Life 1.05\n#P 0 -{'9' * 19}\n*\n", "line 2: -9999999999999999999 is too far out"),
        ("#Life 1.06\n#R 23/9\n0 0\n", "t, line 2: rule '23/9'"),
        ("#Life 1.06\n-999999999 0\n999999999 0\n", "sides of a board are at most 999999999"),
        ("x = 1, y = 1, rule = LifeHistory\nG!", "t, line 2: state 7 does not exist in rule LifeHistory"),
        ("[M2]\n#R LifeHistory\n1 0 7 0 0\n", "t, line 3: state 7"),
        ("x = 1, y = 1, rule = LifeHistory:S3,4\no!", "t, line 1: rule 'LifeHistory:S3,4': a sphere has as many rows"),
        ("<!DOCTYPE html>\n<html>", "t: a web page, not a pattern"),
        ("-- draws\nlocal g = golly()\n", "t: a Golly script, not a pattern"),
        ("\n@TABLE\nn_states:2\n", "t: part of a Golly rule, not a pattern"),
    ],
)
def test_errors_are_one_line(text: str, message: str) -> None:
    with pytest.raises(PatternError) as caught:
        read(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_lifehistory_keeps_its_states() -> None:
    pattern = read("x = 7, y = 1, rule = lifehistory:T20,10\n.ABCDEF!")
    assert pattern.rule == parse_rule("LifeHistory:T20,10")
    assert pattern.cells.tolist() == [[0, 1, 2, 3, 4, 5, 6]]
    assert pattern.notes.reading == ()
    tree = read("[M2]\n#R B36/S23History\n1 1 2 3 6\n2 1 0 0 1\n")
    assert tree.rule == parse_rule("B36/S23History")
    assert_boards_equal(tree.cells, "AB..\nCF..\n..AB\n..CF")


@pytest.mark.parametrize(("size", "kind"), [("7, y = 3", Pattern), ("60000, y = 30000", UnmarkedPattern)])
def test_lifehistory_on_other_rules_is_only_live_cells(
    size: str, kind: type, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "h.rle"
    path.write_text(f"x = {size}, rule = LifeHistory\n$.ABCDEF!")
    pattern = open_pattern(str(path), rule=LIFE)
    assert isinstance(pattern, kind)
    assert (pattern.rule, pattern.highest_state()) == (LIFE, 1)
    cells = np.concatenate([patch.cells[patch.cells.any(axis=1)] for patch in pattern.patches()])
    assert cells[:, :7].tolist() == [[0, 1, 0, 1, 0, 1, 0]]
    taken = "a board of Life takes only the live cells of LifeHistory, not its history, marks and walls"
    assert caplog.messages == [f"{path}: {taken}"]
    caplog.clear()
    path.write_text(f"x = {size}, rule = LifeHistory\n$.A.A.A!")
    assert sum(np.count_nonzero(patch.cells) for patch in open_pattern(str(path), rule=LIFE).patches()) == 3
    assert not caplog.messages


@given(st.lists(st.lists(st.integers(0, 1), min_size=1, max_size=170), min_size=1, max_size=12))
def test_write_then_read(rows: list[list[int]]) -> None:
    cells = np.zeros((len(rows) + 2, 175), np.uint8)
    for number, row in enumerate(rows):
        cells[number + 1, 2 : 2 + len(row)] = row
    highlife, notes = parse_rule("B36/S23"), Notes("A name", "An author", ("and a remark",))
    for ending in TEXT_ENDINGS:
        path = Path(f"a{ending}")
        if not cells.any():
            with pytest.raises(OutputError, match="the board is empty"):
                text_board(path, cells, highlife, notes)
            continue
        written = text_board(path, cells, highlife, notes)
        again = read(written)
        assert_boards_equal(cropped(again.cells), cropped(cells))
        assert max(map(len, written.splitlines())) <= (80 if ending == ".lif" else 175)
        assert again.rule == (None if ending == ".life" else highlife)
        if ending == ".cells":
            assert again.notes == notes


def test_boards_of_several_states_are_refused() -> None:
    with pytest.raises(OutputError, match=r"cannot write a.cells: .cells files have one .* but Immigration has 2"):
        require_text_board(Path("a.cells"), parse_rule("Immigration"), (9, 9))
    with pytest.raises(OutputError, match=r"too many for .lif"):
        require_text_board(Path("a.lif"), LIFE, (9000, 9000))


@pytest.mark.needs("bgolly")
@pytest.mark.parametrize(
    "name", ["Life/Breeders/breeder.lif", "Life/Methuselahs/rabbits.lif", "Life-Like/persian-rugs.lif"]
)
def test_files_from_golly(name: str, tmp_path: Path) -> None:
    path = Path("/usr/share/golly/Patterns", name)
    pattern = open_pattern(str(path))
    assert_boards_equal(cropped(pattern.whole().cells), cropped(through_golly(path, tmp_path).cells))


@pytest.mark.needs("bgolly")
@pytest.mark.parametrize("ending", TEXT_ENDINGS)
def test_golly_reads_written_files(ending: str, tmp_path: Path) -> None:
    cells = (np.random.default_rng(5).random((40, 200)) < 0.3).astype(np.uint8)
    path = tmp_path / f"soup{ending}"
    path.write_text(text_board(path, cells, LIFE, NO_NOTES))
    assert_boards_equal(cropped(through_golly(path, tmp_path).cells), cropped(cells))


@pytest.mark.needs("bgolly")
@pytest.mark.parametrize(
    "text", [PLAINTEXT, "!\n.O\n..O\n\nOOO\n", LIFE_105, LIFE_106, "#P 5 5\n*\n**\n\n*\n#P -3 0\n*\n"]
)
def test_golly_reads_the_same_cells(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(text)
    assert_boards_equal(cropped(through_golly(tmp_path / "a.txt", tmp_path).cells), cropped(read(text).cells))


def through_golly(path: Path, folder: Path) -> Pattern:
    out = folder / "golly.rle"
    subprocess.run(["bgolly", "-m", "0", "-o", str(out), str(path)], check=True, capture_output=True)
    return read_rle(out.read_text(), "golly.rle")


def cropped(cells: Cells) -> Cells:
    rows, columns = (np.flatnonzero(cells.any(axis=axis)) for axis in (1, 0))
    return cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
