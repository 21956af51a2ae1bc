"""MCell files: cells, rules, boards and remarks as Golly reads them; everything else is refused in one line."""

import zipfile
from pathlib import Path

import pytest
from boards import assert_boards_equal, load_pattern
from hypothesis import given
from hypothesis import strategies as st

from gpulife.errors import GpulifeError, PatternError
from gpulife.patterns.loading import open_text
from gpulife.patterns.pattern import Notes, Pattern
from gpulife.patterns.pattern_files import text_of_bytes
from gpulife.rules import parse_rule

GLIDER = "#MCell 4.00\n#GAME Life\n#RULE 23/3\n#BOARD 80x60\n#SPEED 50\n#WRAP 1\n#D a glider\n#L .A$..A$\n#L 3A\n"
TABLE = "#RULE 1,0,0,0,0,0,0,0,0,0,0,0,0,2,2,2,2,2,2,2,2,2,0,3,3,3,3,3,3,3,3,3,\n#RULE 0,3,1,1,3,3,3,3,3,3\n"


def read(text: str) -> Pattern:
    return open_text(text_of_bytes(text.encode(), "t")).whole()


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_cells_rule_board_and_remarks(ends: str) -> None:
    pattern = read(GLIDER.replace("\n", ends))
    assert_boards_equal(pattern.cells, ".A.\n..A\nAAA")
    assert pattern.rule == parse_rule("B3/S23:T80,60")
    assert pattern.notes == Notes(comments=("a glider",))
    assert pattern.notes.reading == ()


@pytest.mark.parametrize(
    ("head", "rule"),
    [
        ("#GAME Generations\n#RULE 345/2/4\n#BOARD 9x8\n#WRAP 0\n", "345/2/4:P9,8"),
        ("#GAME Larger than Life\n#RULE R1,C0,M1,S1..1,B1..1,NN\n", "R1,C0,M1,S1..1,B1..1,NN"),
        (f"#GAME Rules table\n{TABLE}", "WireWorld"),
        (f"#GAME Rules table\n#GOLLY WireWorld\n{TABLE}", "WireWorld"),
    ],
)
def test_rules(head: str, rule: str) -> None:
    assert read(f"#MCell 2.0\n{head}#L AA\n").rule == parse_rule(rule)


def test_states_above_24_have_a_prefix() -> None:
    pattern = read("#MCell 4.20\n#GAME Generations\n#RULE 2/3/256\n#L 2X2aA.jO\n")
    assert pattern.cells.tolist() == [[24, 24, 25, 25, 0, 255]]


def test_a_file_without_a_rule_has_none() -> None:
    assert read("#MCell 4.00\n#L A\n").rule is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#GAME Margolus\n#RULE MS,D0;8;4\n#L A\n", "t, line 2: MCell's game 'Margolus' is not supported"),
        ("#GAME Rules table\n#RULE 1,0,1\n#L A\n", "t, line 3: of MCell's rule tables, only that of WireWorld"),
        ("#RULE 9/9\n#L A\n", "t, line 2: rule '9/9'"),
        ("#BOARD 80\n#RULE 23/3\n#L A\n", "t, line 2: '80' is not a board's size, as in 80x60"),
        ("#BOARD 2x2\n#RULE 23/3\n#L 3A\n", "does not fit B3/S23:P2,2"),
        ("#D x\n", "t: it has no cells"),
        ("#L A\n#L 2.\n#L Az\n", "t, line 4: 'z' is not part of an MCell file"),
        ("#L 999999999$A\n", "t, line 2: live cells reach row 1000000000; sides of a board are at most 999999999"),
        ("text\n", "t, line 2: 'text' is not a line of an MCell file"),
        ("#D\n" * 20_001, "t, line 20002: more than 20000 remarks"),
    ],
)
def test_errors_are_one_line(text: str, message: str) -> None:
    with pytest.raises(GpulifeError) as caught:
        read(f"#MCell 4.00\n{text}")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.lists(st.text("#LABX.$09ajp! \n", max_size=12), max_size=8))
def test_any_text_is_read_or_refused(lines: list[str]) -> None:
    try:
        pattern = read("#MCell 4.00\n" + "\n".join(f"#L {line}" for line in lines))
    except GpulifeError as error:
        assert "\n" not in str(error)  # noqa: PT017 - both outcomes are right
    else:
        assert pattern.cells.any()


def test_a_pattern_in_a_zip_file_takes_the_rule_beside_it(tmp_path: Path) -> None:
    states = {"first": 3, "second": 4}
    for name, count in states.items():
        with zipfile.ZipFile(tmp_path / f"{name}.zip", "w") as archive:
            archive.writestr("a/a.rle", "x = 2, y = 1, rule = BesideOnly\nAB!")
            table = f"n_states:{count}\nneighborhood:vonNeumann\nsymmetries:none\n100002\n"
            archive.writestr("BesideOnly.rule", f"@RULE BesideOnly\n@TABLE\n{table}")
            archive.writestr("Other.rule", "nothing")
    for name in ("first", "second", "first"):
        rule = load_pattern(tmp_path / f"{name}.zip").rule
        assert rule is not None
        assert (rule.title, rule.live_states) == ("BesideOnly", states[name] - 1)
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as archive:
        archive.writestr("a.rle", "x = 2, y = 1, rule = BesideBad\nAB!")
        archive.writestr("BesideBad.rule", "nothing")
    with pytest.raises(PatternError, match=r"a\.rle, line 1: .*bad\.zip/BesideBad\.rule, line 1: 'nothing' is not the"):
        load_pattern(tmp_path / "bad.zip")
