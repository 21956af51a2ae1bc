"""Rule files: reading, errors, and limits on time."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import pytest
from engines.table_texts import COPIES, CYCLIC, MAJORITY_TREE
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.errors import RuleError
from gpulife.rules import parse_rule
from gpulife.rules.families.table import rule_of
from gpulife.rules.known_tables import register
from gpulife.rules.rule_file import read_rule_text

HEAD = "@RULE X\n@TABLE\nn_states:4\nneighborhood:vonNeumann\nsymmetries:none\n"
TREE = "@RULE X\n@TREE\nnum_states=2\nnum_neighbors=4\nnum_nodes=5\n"


def becomes(body: str, inputs: list[int], head: str = HEAD) -> int:
    """Return a cell's next state by a table; ``inputs`` are the cell and its neighbours in the table's order."""
    return register(head + body, "X").diagram.next_state(inputs)


@pytest.mark.parametrize(
    ("body", "inputs", "after"),
    [
        ("010002", [0, 1, 0, 0, 0], 2),
        ("0,1,0,0,0,2", [0, 1, 0, 0, 0], 2),
        (" 0, 1, 0 ,0,0, 2  # remark", [0, 1, 0, 0, 0], 2),
        ("0,1,0,0,0,2,", [0, 1, 0, 0, 0], 2),
        ("0,1,0,0,0,2\n0,1,0,0,0,3", [0, 1, 0, 0, 0], 2),
        ("", [3, 1, 0, 0, 0], 3),
        ("var a={1,2}\n0,a,0,0,0,3", [0, 2, 0, 0, 0], 3),
        ("var a = { 1 , 2 }\n0,a,a,0,0,a", [0, 2, 2, 0, 0], 2),
        ("var a={1,2}\n0,a,a,0,0,a", [0, 2, 1, 0, 0], 0),
        ("var a={1}\nvar b={a,3}\n0,b,0,0,0,a", [0, 3, 0, 0, 0], 1),
        ("var a{1,2}\nvar b = a\n0,a,b,0,0,3", [0, 2, 1, 0, 0], 3),
        ("var a={1,2}\nvar a={3}\n0,a,0,0,0,2", [0, 1, 0, 0, 0], 0),
    ],
)
def test_transitions(body: str, inputs: list[int], after: int) -> None:
    assert becomes(body, inputs) == after


def test_first_of_tree_and_table_counts() -> None:
    table = HEAD.replace("X\n", "Both\n") + "010002\n"
    tree = "@TREE\n" + MAJORITY_TREE.partition("@TREE\n")[2]
    assert register(table + tree, "x").diagram.states == 4
    assert register("@RULE Both\n" + tree + table.partition("\n")[2], "x").diagram.states == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "x, line 1: '' is not the start of a .rule file, which begins with @RULE NAME"),
        ("x = 3, y = 3", "x, line 1: 'x = 3, y = 3' is not the start of a .rule file"),
        ("@RULE", "x, line 1: '' is not a rule's name"),
        ("@RULE ../evil", "x, line 1: '../evil' is not a rule's name: use letters, digits, - and _"),
        ("@RULE X\n@COLORS\n", "x: no @TABLE and no @TREE; a .rule file needs one of them"),
        ("@RULE X\n@TABLE\n", "x: no n_states before the table"),
        ("@RULE X\n@TABLE\n010002\n", "no n_states before the first variable or transition, line 3"),
        ("@RULE X\n@TABLE\nn_states:1\n", "x, line 3: n_states is '1'; it can be 2 to 256"),
        ("@RULE X\n@TABLE\nn_states:257\n", "n_states is '257'"),
        ("@RULE X\n@TABLE\nneighborhood:Margolus\n", "neighborhood is 'Margolus'; it can be vonNeumann, Moore"),
        (
            HEAD.replace("none", "rotate8"),
            "symmetries is 'rotate8'; vonNeumann tables can have none, reflect_horizontal",
        ),
        (
            HEAD + "n_states:3\n010002\nn_states:4",
            "x, line 8: n_states must come before the first variable or transition",
        ),
        (HEAD + "01000", "x, line 6: '01000' has 5 entries; in vonNeumann tables, it has 6"),
        (HEAD + "0,1,0,0,0,2,3", "has 7 entries"),
        (HEAD + "0,q,0,0,0,2", "'q' is neither a state nor a variable defined above"),
        (HEAD + "0,1,0,0,0,4", "x, line 6: state 4 is too large; n_states is 4"),
        (HEAD + "0,1,0,0,0,-1", "'-1' is neither a state"),
        (HEAD + "var a={1,9}", "x, line 6: state 9 is too large; n_states is 4"),
        (HEAD + "var a={}", "'' is neither a state"),
        (HEAD + "var a", "'var a' is not a variable; write var NAME={1,2,3}"),
        (HEAD + "var 1={2}", "is not a variable"),
        (HEAD + "var a={1,2}\n0,0,0,0,0,a", "output 'a' could be several states: use the variable as an input too"),
        (
            HEAD + "@COLORS\n1 300 0 0",
            "x, line 7: '1 300 0 0' is not a colour; write STATE RED GREEN BLUE, each 0 to 255",
        ),
        (HEAD + "@NAMES\nhead", "x, line 7: 'head' does not name a state; write its number, a blank and the name"),
        (TREE.replace("=4", "=5"), "x, line 4: num_neighbors is '5'; it can be 4 or 8"),
        (TREE.replace("=2", "=1"), "num_states is '1'; it can be 2 to 256"),
        (TREE + "1 0", "x, line 6: '1 0' is not a node; a node has 3 whole numbers"),
        (TREE + "1 0 2", "state 2 is too large; num_states is 2"),
        (TREE + "6 0 0", "depth 6; it can be 1 to 5"),
        (TREE + "2 0 0", "node 0 is not a node of depth 1 defined above"),
        (TREE + "1 0 1\n3 0 0", "x, line 7: node 0 is not a node of depth 2"),
        (TREE + "1 0 1\n2 0 0", "x: the tree has 2 nodes, but num_nodes is 5"),
        (TREE.replace("=5", "=1") + "1 0 1", "x: the last node is the root, so its depth must be 5, not 1"),
        ("@RULE X\n@TREE\n1 0 1", "x, line 3: num_states must come before the first node"),
        ("@RULE X\n@TREE\nsize=3", "unknown parameter 'size'; use one of num_states, num_neighbors, num_nodes"),
        (HEAD + "0" * 20000, "x, line 6: 20000 characters are too many; a line can have 16384"),
        (HEAD + "#" * (1 << 20), "x has more than 1 MiB: too large for a .rule file"),
    ],
)
def test_errors_are_one_line(text: str, words: str) -> None:
    with pytest.raises(RuleError) as raised:
        register(text, "x")
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)


def test_kept_text_is_the_law() -> None:
    text = HEAD + "010002\n@COLORS\n1 2 3 4 blue 5\n@NAMES\n1 head\n@ICONS\nXPM\n@TREE\nnonsense\n@OTHER\nmore\n"
    file = read_rule_text(text.replace("\n", "\r\n"), "x")
    assert file.text == HEAD + "010002\n@COLORS\n1 2 3 4 blue 5\n@NAMES\n1 head\n"
    again = read_rule_text(file.text, "x")
    assert (again.text, again.content_name) == (file.text, file.content_name)
    assert read_rule_text(text.replace("010002", "010003"), "x").content_name != file.content_name


def test_colours_and_names_of_states() -> None:
    colours = "@COLORS\n# remark\n0 1 2 3\n2 200 100 50 orange, 4 parts\n9 0 0 0\n@NAMES\n1 wire\n2 wire\n"
    states = rule_of(register(HEAD + colours, "x")).family.states
    assert [name for name, _ in states] == ["state 0", "wire", "wire (2)", "state 3"]
    assert (states[0][1], states[2][1]) == ((1, 2, 3), (200, 100, 50))
    assert len({colour for _, colour in states}) == 4
    gradient = rule_of(register(HEAD + "@COLORS\n0 0 255 255 0 0 blue to red", "x")).family.states
    assert [colour for _, colour in gradient[1:]] == [(0, 0, 255), (128, 0, 128), (255, 0, 0)]


def test_default_names_and_colours() -> None:
    states = rule_of(register(CYCLIC, "x")).family.states
    assert len({name for name, _ in states}) == 256
    assert len({colour for _, colour in states}) > 200


MOORE = "@RULE X\n@TABLE\nn_states:10\nneighborhood:Moore\nsymmetries:{}\n"


def random_lines(symmetry: str, lines: int) -> str:
    random = Random(lines)  # noqa: S311 - not for secrets
    digits = ("".join(random.choices("0123456789", k=10)) + "\n" for _ in range(lines))
    return MOORE.format(symmetry) + "".join(digits)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: random_lines("none", 67000),
            "too many transitions after expanding variables and symmetries; a table can have at most 65536",
        ),
        (lambda: random_lines("rotate8reflect", 1500), "x: the table is too complicated"),
        (
            lambda: (
                MOORE.format("permute")
                + "var a={0,1,2,3,4,5,6,7}\nvar b={a}\nvar c={a}\nvar d={a}\n0,a,a,b,b,c,c,d,d,1\n"
            ),
            "x, line 10: too many transitions after expanding variables and symmetries",
        ),
    ],
)
def test_hostile_tables_are_refused_quickly(make: Callable[[], str], words: str) -> None:
    text, began = make(), time.process_time()
    with pytest.raises(RuleError) as raised:
        register(text, "x")
    assert words in str(raised.value)
    assert time.process_time() - began < 10  # ten times what it takes


def test_other_hash_is_another_rule() -> None:
    known = register(COPIES, "x").file
    assert parse_rule(known.content_name).law == known.content_name
    assert parse_rule(known.content_name.upper()).law == known.content_name
    with pytest.raises(RuleError, match=r"'Copies@0123456789': load the \.rule file with hash 0123456789"):
        parse_rule("Copies@0123456789")


PIECES = st.sampled_from(
    ["@RULE X\n", "@TABLE\n", "@TREE\n", "@COLORS\n", "@NAMES\n", "n_states:3\n", "neighborhood:hexagonal\n",
     "symmetries:permute\n", "var a={0,1}\n", "0,a,a,1,0,0,2,1\n", "00000001\n", "num_states=2\n", "num_nodes=1\n",
     "num_neighbors=4\n", "1 0 1\n", "2 0 0\n", "#", ",", "\x00", "é", "99999999999999999999 "]
)  # fmt: skip


@settings(max_examples=examples(200))
@given(st.lists(PIECES | st.text(max_size=8), max_size=20).map("".join))
def test_any_text_is_a_rule_or_a_rule_error(text: str) -> None:
    for given_text in (text, HEAD + text, "@RULE X\n@TREE\n" + text):
        try:
            known = register(given_text, "x")
        except RuleError:
            continue
        assert register(known.file.text, "again") is known
