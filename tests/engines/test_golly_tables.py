"""Golly's results, cell for cell, for its own rule files and for tables of any kind."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from random import Random

import numpy as np
import pytest
from boards import assert_boards_equal
from conftest import OpenEngine
from engines import scalar
from engines.cases import random_cells
from engines.table_texts import KINDS_OF_TABLES, any_table
from engines.test_golly import live_part

from gpulife.errors import RuleError
from gpulife.patterns.formats.rle_reader import read_rle
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.pattern import Pattern
from gpulife.rules import Cells, Rule, parse_rule
from gpulife.rules.families.table import rule_of
from gpulife.rules.known_tables import read_rule_file, register

GOLLYS = Path("/usr/share/golly/Rules")
"""Folder of Debian's package."""

pytestmark = pytest.mark.needs("bgolly", "Golly's rules")


def golly(cells: Cells, rule: Rule, name: str, generations: int, folder: Path, rules: Path) -> Cells:
    """Return bgolly's result for a board, cut to its live cells."""
    start, end = folder / "start.rle", folder / "end.rle"
    text = rle_text(Pattern(cells, rule))
    start.write_text(re.sub(r"rule = [^:]*", f"rule = {name}", text))
    command = ["bgolly", "-a", "RuleLoader", "-s", f"{rules}/", "-m", str(generations), "-q", "-q", "-o", end, start]
    subprocess.run(command, check=True, capture_output=True)
    if "x = 0, y = 0" in (result := end.read_text()):
        return cells[:0, :0]
    return live_part(read_rle(re.sub(", rule = .*", "", result), "bgolly's result").cells)


def lived(cells: Cells) -> Cells:
    return live_part(cells) if cells.any() else cells[:0, :0]


RULE_FILES = sorted(GOLLYS.glob("*.rule")) or [GOLLYS / "WireWorld.rule"]
"""Golly's rule files, or a placeholder: without files the tests are skipped by name, and need one."""
CASES = (("T33,29", 37), ("P64,48", 11), ("T160,100", 60))


@pytest.mark.parametrize("path", RULE_FILES, ids=lambda path: path.stem)
def test_golly_rules_match(open_kind: OpenEngine, path: Path, tmp_path: Path) -> None:
    law, number = rule_of(read_rule_file(path)).law, RULE_FILES.index(path)
    kinds = ("numpy", "gl", "gl in bands") if number % 4 == 0 else ("numpy", "gl")  # bands take three times as long
    for suffix, generations in (CASES[0], CASES[1 + number % 2]):
        rule = parse_rule(f"{law}:{suffix}")
        assert rule.size is not None
        cells = random_cells(rule, rule.size, seed=generations, density=0.5)
        expected = golly(cells, rule, path.stem, generations, tmp_path, GOLLYS)
        for kind in kinds if suffix == "T33,29" else ("numpy",):
            engine = open_kind(kind, rule, rule.size)
            engine.paint(0, 0, cells)
            engine.step(generations)
            assert_boards_equal(lived(engine.read_all()), expected)
            engine.close()


def test_wireworld_matches_golly(tmp_path: Path) -> None:
    theirs = read_rule_file(GOLLYS / "WireWorld.rule").diagram
    assert parse_rule("WireWorld").law != read_rule_file(GOLLYS / "WireWorld.rule").file.content_name
    rule = parse_rule("WireWorld:T90,80")
    cells = random_cells(rule, (80, 90), seed=3, density=0.7)
    assert theirs.states == 4
    after = golly(cells, rule, "WireWorld", 30, tmp_path, GOLLYS)
    for generation in range(30):
        cells = rule.family.step(cells, rule, generation, (0, 0))
    assert_boards_equal(lived(cells), after)


@pytest.mark.parametrize(("suffix", "generations"), CASES)
def test_history_matches_golly(suffix: str, generations: int, tmp_path: Path) -> None:
    rule = parse_rule(f"LifeHistory:{suffix}")
    assert rule.size is not None
    cells = random_cells(rule, rule.size, seed=generations, density=0.5)
    cells[(cells == 6) & (np.arange(cells.shape[1]) % 8 > 0)] = 1  # few walls, so that much lives on
    after = golly(cells, rule, "LifeHistory", generations, tmp_path, GOLLYS)
    for generation in range(generations):
        cells = rule.family.step(cells, rule, generation, (0, 0))
    assert_boards_equal(lived(cells), after)


@pytest.mark.parametrize(("neighbourhood", "symmetry"), KINDS_OF_TABLES)
def test_any_table_matches_golly(neighbourhood: str, symmetry: str, tmp_path: Path) -> None:
    played = 0
    for seed in range(6):
        random = Random(f"{neighbourhood} {symmetry} {seed}")  # noqa: S311 - not for secrets
        text = any_table(random, neighbourhood, symmetry)
        try:
            law = rule_of(register(text, "a table")).law
        except RuleError:  # too many transitions: eight different neighbours in any order
            continue
        (tmp_path / "Any.rule").write_text(text)
        rule = parse_rule(f"{law}:T31,23")
        start = random_cells(rule, (23, 31), seed=seed, density=0.7)
        cells = start
        for generation in range(4):
            cells = rule.family.step(cells, rule, generation, (0, 0))
        assert_boards_equal(lived(cells), golly(start, rule, "Any", 4, tmp_path, tmp_path))
        if symmetry != "permute" and seed < 2:
            few = start[:6, :7]
            after = rule.family.step(few, rule, 0, (0, 0))
            assert_boards_equal(after, np.array(scalar.next_generation(few, rule, 0), np.uint8))
        played += 1
    assert played > 1


@pytest.mark.parametrize("names", [("a", "b"), ("b", "a"), ("B", "a"), ("a2", "a10"), ("zed", "a")])
@pytest.mark.parametrize("output", [0, 1])
@pytest.mark.parametrize("values", ["1,2,3", "3,2,1"])
def test_conflicting_bindings_match_golly(names: tuple[str, str], output: int, values: str, tmp_path: Path) -> None:
    first, second = names
    text = (
        f"@RULE Any\n@TABLE\nn_states:4\nneighborhood:vonNeumann\nsymmetries:permute\n"
        f"var {first}={{1,2,3}}\nvar {second}={{{values}}}\n0,0,0,0,0,0\n"
        f"0,{first},{second},{first},{second},{names[output]}\n"
    )
    (tmp_path / "Any.rule").write_text(text)
    rule = parse_rule(f"{rule_of(register(text, 'a table')).law}:T60,60")
    start = random_cells(rule, (60, 60), seed=1, density=0.6)
    after = rule.family.step(start, rule, 0, (0, 0))
    assert (after != start).sum() > 20
    assert_boards_equal(lived(after), golly(start, rule, "Any", 1, tmp_path, tmp_path))
