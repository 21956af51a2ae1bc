"""Reading RLE: what Golly and LifeViewer agree on, and one clear line for everything else."""

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest
from boards import assert_boards_equal
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.errors import PatternError
from gpulife.patterns.formats import _rle_body as rle_runs
from gpulife.patterns.formats.rle_reader import read_rle
from gpulife.patterns.loading import open_pattern
from gpulife.patterns.pattern import Pattern
from gpulife.rules import Edges, parse_rule


def cells(runs: str, *, size: str = "x = 4, y = 2", rule: str = "B3/S23:26") -> np.ndarray:
    return read_rle(f"{size}, rule = {rule}\n{runs}", "t.rle").cells


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        ("bobo$4o!", ".A.A AAAA"),
        (".A.A$4A!", ".A.A AAAA"),
        ("bo.A$2o2A!", ".A.A AAAA"),
        ("AXpA$pBX!", "AX.. .X.."),
        ("o$2bo!", "A... ..A."),
        ("2$!", ".... ...."),
        ("$o!", ".... A..."),
        ("!", ".... ...."),
        ("\n  bo\n\n\tb o $\n 4o\n!", ".A.A AAAA"),
        ("o\r\n$2o\r!", "A... AA.."),
        ("o$2o$$$!", "A... AA.."),
        ("o20b$2o9b!", "A... AA.."),
        ("o$2o! 3x and 0 anything $$ # !", "A... AA.."),
        ("o\n#C a remark, with ! in it\n$2o\n  #N another\n!", "A... AA.."),
        ("4A\n2$!", "AAAA ...."),
        ("2 o b o$4\t A!", "AA.A AAAA"),
        ("b 2\n o$ 2 $ !", ".AA. ...."),
    ],
)
def test_runs_are_read(runs: str, expected: str) -> None:
    expected = expected.replace(" ", "\n")
    if "p" in runs:  # states 25 and 26, which the pictures call Y and Z
        expected = expected.replace("AX..", "AXY.").replace(".X..", "ZX..")
    assert_boards_equal(cells(runs), expected)


@pytest.mark.parametrize("header", ["x = 0, y = 0, rule = B3/S23", "x = 0, y = 0", "x = 0, y = 7, rule = Life:T9,9"])
def test_empty_pattern_is_one_dead_cell(header: str) -> None:
    assert_boards_equal(read_rle(f"{header}\n!\n", "t.rle").cells, ".")


@pytest.mark.needs("bgolly")
def test_empty_pattern_from_golly(tmp_path: Path) -> None:
    start, end = tmp_path / "start.rle", tmp_path / "end.rle"
    start.write_text("x = 3, y = 1, rule = B3/S23\nobo!\n")
    subprocess.run(["bgolly", "-m", "3", "-o", str(end), str(start)], check=True, capture_output=True)
    assert end.read_text().startswith("x = 0, y = 0")
    assert open_pattern(str(end)).highest_state() == 0


@pytest.mark.parametrize(
    ("runs", "state"), [("A", 1), ("X", 24), ("pA", 25), ("pX", 48), ("qA", 49), ("yA", 241), ("yO", 255)]
)
def test_all_states_have_a_symbol(runs: str, state: int) -> None:
    pattern = read_rle(f"x = 3, y = 1\n2{runs}!", "t.rle")
    assert pattern.cells.tolist() == [[state, state, 0]]
    assert pattern.rule is None


def test_the_header_gives_rule_and_size() -> None:
    pattern = read_rle("#N name\n\n  x=5,y=3,rule=immigration:T160,96\nA!", "t.rle")
    assert pattern.shape == (3, 5)
    assert pattern.rule == parse_rule("Immigration").on_board((96, 160), Edges.TORUS)
    assert (pattern.generation, pattern.position, pattern.source) == (0, None, "t.rle")


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("#r 23/36\nx = 1, y = 1\no!", "B36/S23"),
        ("x = 1, y = 1\n#r B36/S23\no!", "B36/S23"),
        ("#r\n#r B36/S23\nx = 1, y = 1,\no!", "B36/S23"),
        ("#r no rule at all\nx = 1, y = 1, rule = QuadLife,\no!", "QuadLife"),
        ("x = 1, y = 1, rule = \no!", None),
        ("x = 1, y = 1\no!\n#r B36/S23", None),
    ],
)
def test_r_line_names_rule_if_header_does_not(text: str, law: str | None) -> None:
    rule = read_rle(text, "t.rle").rule
    assert (rule and rule.law) == law


def test_given_rule_replaces_own_rule() -> None:
    life = parse_rule("Life")
    assert read_rle("x = 1, y = 1, rule = QuadLife\nA!", "t.rle", life).rule == life
    with pytest.raises(PatternError, match="state 3 does not exist in rule Life"):
        read_rle("x = 1, y = 1, rule = QuadLife\nC!", "t.rle", life)


GLIDER = "bob$2bo$3o!"
NO_END = "it ends without '!', so it may have been cut off"


@pytest.mark.parametrize(
    ("text", "law", "reading"),
    [
        (f"{GLIDER}\n", None, ("it has no header with size and rule",)),
        (f"#N Glider\n\n  {GLIDER}".replace("$", "$\n"), None, ("it has no header with size and rule",)),
        (
            f"Hello all!\n#C Is it known?\n\nx = 3, y = 3, rule = B3/S23\n{GLIDER}\nIs it? bo$3o!",
            "B3/S23",
            ("skipped 1 line before the pattern",),
        ),
        (f"poor!\nthing\nx = 3, y = 3\n{GLIDER}", None, ("skipped 2 lines before the pattern",)),
        (f"rule = 23/36\nx=3,y=3\n{GLIDER}", "B36/S23", ()),
        (f"rule: HighLife\n{GLIDER}", "B36/S23", ("it has no header with size and rule",)),
        (f"rule = b3s23, x = 3, y = 3\n{GLIDER}", "B3/S23", ()),
        (f"Y = 3; X = 3; rule=R2,C0,M1,S3..5,B3..5,NM\r\n{GLIDER}", "R2,C0,M1,S3..5,B3..5,NM", ()),
        (f"x = 3 y = 3 rule = S23/B3\n{GLIDER}", "B3/S23", ()),
        (f"x = 1, y = 2, rule = B3/S23\n{GLIDER}", "B3/S23", ("its cells need 3x3, more than the 1x2 in its header",)),
        (f"x = 0, y = 0\n{GLIDER}", None, ()),
        (f"x = 3, rule = B36/S23 \n{GLIDER}", "B36/S23", ("its header has no size",)),
        (f"x = -3, y = {'9' * 5000}\n{GLIDER}", None, ("its header has no size",)),
        ("x = 3, y = 3\nbob$2bo$\n3\no!", None, ()),
        ("x = 3, y = 3\nbob$2bo$003\n\n  #C remark 5\no5!", None, ()),
        ("x = 3, y = 3\nbob$2bo$3o", None, (NO_END,)),
        ("x = 3, y = 3\nbob$2bo$3o\n#C !\n", None, (NO_END,)),
        (f"Look!\n[code]x = 3, y = 3\n{GLIDER}[/code]\nNice", None, ("skipped 1 line before the pattern",)),
        (
            f"[code={'x' * 9}]\nx = 3, y = 3\n{GLIDER[:-1]}[/code]!",
            None,
            (NO_END,),
        ),
        (f"> x = 3, y = 3\n>> {GLIDER.replace('$', '$' + chr(10) + '> ')}\n", None, ()),
        (f"```rle\n{GLIDER}\n```", None, ("it has no header with size and rule",)),
        (f"x = 3, y = 3\n{GLIDER}\n\nx = 9, y = 9\no!", None, ("left out the patterns after the first",)),
        (
            f"x = 3, y = 3\n{GLIDER[:-1]}\nx = 9, y = 9\no!",
            None,
            (NO_END, "left out the patterns after the first"),
        ),
        (f"x = 3, y = 3, rule = b3/s23, from my search\n{GLIDER}", "B3/S23", ()),
        (f"x = 30, y = 30, rule = b3/s23:t9,9\n{GLIDER}", "B3/S23", ()),
    ],
)
def test_copied_text_is_read_with_notes(text: str, law: str | None, reading: object) -> None:
    pattern = read_rle(text, "t.rle")
    assert pattern.cells.tolist() == [[0, 1, 0], [0, 0, 1], [1, 1, 1]]
    assert (pattern.rule and pattern.rule.law) == law
    assert pattern.notes.reading == reading


@pytest.mark.parametrize(
    ("remark", "rule", "position", "generation"),
    [
        ("#CXRLE Pos=3,-4 Gen=17", "Life", (-4, 3), 17),
        ("#CXRLE Gen=123456789012345678", "Life", None, 123456789012345678),
        ("#CXRLE Pos=0,0", "Life", (0, 0), 0),
        ("#CXRLE Pos=-80,-48", "Life:T160,96", (0, 0), 0),
        ("#CXRLE Pos=-3,2", "Life:P7,5", (4, 0), 0),
        ("#CXRLE Future=1", "Life", None, 0),
    ],
)
def test_cxrle_gives_position_and_generation(
    remark: str, rule: str, position: tuple[int, int] | None, generation: int
) -> None:
    pattern = read_rle(f"{remark}\nx = 1, y = 1, rule = {rule}\no!", "t.rle")
    assert (pattern.position, pattern.generation) == (position, generation)


HEADER = "x = 3, y = 2, rule = Immigration\n"


@pytest.mark.parametrize(
    ("text", "fragments"),
    [
        ("", ["t.rle: not an RLE", "x = 3, y = 3"]),
        ("\n  \n#C only\n", ["t.rle: not an RLE"]),
        ("\x89PNG\n\x1a\x00", ["t.rle, line 1: not an RLE", r"\x89PNG"]),
        ("poor\nthing!", ["t.rle, line 1: not an RLE", "'poor'"]),
        ("\nbo$\n2c!", ["t.rle, line 3: 'c' is not part of an RLE"]),
        ("bo$\n" * 1000 * 1100 + "!", ["line 1: more than 4 MiB of runs without a header"]),
        ("x = 3, y = 3, x = 2\nbo!", ["line 1: not an RLE"]),
        ("x = 999999999, y = 999999999\n!", ["line 1: 999999999x999999999 cells need", "GiB", "is free"]),
        ("x = 3, y = 3, rule = Lief\n!", ["line 1: unknown rule 'Lief'"]),
        (f"x = 3, y = 3, rule = Life:T{'9' * 5000}\n!", ["line 1: rule 'Life:T99", "characters"]),
        ("#\n#r Lief\n\nx = 3, y = 3\n!", ["line 2: unknown rule 'Lief'"]),
        ("#C\nx = 9, y = 8, rule = Life:T9,7\n7$o!", ["line 2: a pattern of 1x8 does not fit Life:T9,7", "of 9x7"]),
        ("x = 10, y = 7, rule = Life:T9,7\n10o!", ["line 1: a pattern of 10x1 does not fit Life:T9,7"]),
        ("x = 3, y = 3, rule = Life:T9,7\n10o!", ["line 1: a pattern of 10x3 does not fit Life:T9,7"]),
        ("#CXRLE Pos=1;2\nx = 1, y = 1\n!", ["line 1: Pos=1;2 is not a position like"]),
        ("#CXRLE Pos=1,2 Gen=-3\nx = 1, y = 1\n!", ["line 1: Gen=-3 is not a generation"]),
        (f"#CXRLE Gen={'1' * 19}\nx = 1, y = 1\n!", ["line 1: Gen=111", "18 digits"]),
        (HEADER, ["line 1: the file ends after its header, without cells"]),
        (HEADER + "#C bo!\n", ["line 1: the file ends after its header, without cells"]),
        (HEADER + "o$p\n", ["line 2: the prefix 'p' of a state is followed by"]),
        (HEADER + "bo$\n2c!", ["line 3: 'c' is not part of an RLE"]),
        (HEADER + "bo$\n2é!", ["line 3: 'é' is not part of an RLE"]),
        (HEADER + "bo$\n#C remark\n2Y!", ["line 4: 'Y' is not part of an RLE"]),
        (HEADER + "bo$\n3 3b!", ["line 3: a run count is followed by another one"]),
        (HEADER + "bo\n$00b!", ["line 3: a run count is 0"]),
        (HEADER + "bo$\n3 \t 0b!", ["line 3: a run count is followed by another one"]),
        (HEADER + "1000000000b!", ["line 2: a run count has more than 9 digits"]),
        (HEADER + "$\n" + "1" * 70000 + "b!", ["line 3: a run count has more than 9 digits"]),
        (HEADER + "pb!", ["line 2: the prefix 'p' of a state is followed by 'b'"]),
        (HEADER + "p\nA!", ["line 2: the prefix 'p' of a state is followed by"]),
        (HEADER + "p!", ["line 2: the prefix 'p' of a state is followed by '!'"]),
        (HEADER + "A$\nBC!", ["line 3: state 3 does not exist in rule Immigration", "states 0 to 2"]),
        ("x = 1, y = 1\nyP!", ["line 2: state 256 does not exist in an RLE", "0 to 255"]),
        (HEADER + "999999999$A!", ["line 2: live cells reach row 1000000000;"]),
    ],
)
def test_invalid_rle_gives_one_line_error(text: str, fragments: list[str]) -> None:
    with pytest.raises(PatternError) as caught:
        read_rle(text, "t.rle")
    message = str(caught.value)
    assert message.startswith("t.rle")
    assert "\n" not in message
    assert len(message) < 400
    for fragment in fragments:
        assert fragment in message


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 11])
def test_chunk_size_does_not_matter(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = "2pA10.\n3$12A$2.qBX7.pX\n$$$ 11pB!"
    expected = read_rle(f"x = 12, y = 8\n{runs}", "t.rle").cells
    monkeypatch.setattr(rle_runs, "_CHUNK", chunk)
    assert_boards_equal(read_rle(f"x = 12, y = 8\n{runs}", "t.rle").cells, expected)
    larger = read_rle(f"x = 12, y = 7\n{runs}", "t.rle")
    assert_boards_equal(larger.cells, expected)
    assert larger.notes.reading == ("its cells need 12x8, more than the 12x7 in its header",)
    with pytest.raises(PatternError, match=r"line 4: '\?' is not part"):
        read_rle(f"x = 12, y = 8\n{runs.replace('11pB', '1?')}", "t.rle")


@given(
    start=st.sampled_from(["", "x = 7, y = 5\n", "x = 7, y = 5, rule = QuadLife:T9,9\n", "#CXRLE Pos=1,2\nx=9,y=9\n"]),
    rest=st.one_of(
        st.text(max_size=60),
        st.text(alphabet="bo.$!ABCpy0123456789 \n#", max_size=60),
        st.from_regex(r"([1-9]?([bo.$]|[pq]?[A-D])){0,20}!", fullmatch=True),
    ),
)
def test_any_text_is_read_or_refused(start: str, rest: str) -> None:
    got = pattern_or_message(start + rest)
    if isinstance(got, Pattern):
        assert got.cells.dtype == np.uint8
    else:
        assert re.fullmatch(r"t\.rle(, line \d+)?: .+", got)


def pattern_or_message(text: str) -> Pattern | str:
    try:
        return read_rle(text, "t.rle")
    except PatternError as error:
        return str(error)


@pytest.mark.needs("bgolly")
@settings(max_examples=examples(25), deadline=None)
@given(runs=st.from_regex(r"([1-9]?[bo.A$]){0,30}!", fullmatch=True))
def test_bgolly_counts_the_same_live_cells(runs: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.getbasetemp() / "compare.rle"
    file.write_text(f"x = 300, y = 300, rule = B3/S23\n{runs}\n")
    output = subprocess.run(["bgolly", "-m", "0", str(file)], capture_output=True, text=True, check=True).stdout
    population = int(output.splitlines()[-1].split(": ")[1].replace(",", ""))
    assert np.count_nonzero(read_rle(file.read_text(), "compare.rle").cells) == population
