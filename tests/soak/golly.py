"""Open every pattern and rule that comes with Golly, and compare what becomes of them with bgolly.

    .venv/bin/python tests/soak/golly.py
    .venv/bin/python tests/soak/golly.py Life/Guns WireWorld     # only these folders or files

Each file must open in 2 seconds of processor time with 200 MB of memory, or be refused for one of the REASONS, which
docs/guide/files.md and docs/guide/rules.md name. Patterns on a plane are compared with bgolly after 8, 24 and 100
generations where they and bgolly's time allow it. The last lines are counts; exit status 1 if anything failed. This
takes some minutes on two CPU cores. CI runs a short form, ``test_golly.py``.
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import GpulifeError
from gpulife.patterns._plane import Plane, require_plane
from gpulife.patterns.formats.rle_reader import read_rle
from gpulife.patterns.formats.rle_writer import rle_text
from gpulife.patterns.loading import open_pattern
from gpulife.patterns.pattern import Pattern, StreamedPattern
from gpulife.patterns.pattern_files import patterns_in_zip
from gpulife.rules import Cells, Edges, Rule, name_for_others, parse_rule
from gpulife.rules.families import generations, generations_by_table, larger_than_life
from gpulife.rules.known_tables import RULES_VARIABLE, read_rule_file

GOLLY = Path("/usr/share/golly")
REASONS = (
    "would be an endless board",
    "it can be 1 to 50",
    "a Golly script, not a pattern",
    "the zip file has no pattern file",
    "the table is too complicated",
)
"""The reasons for which a file may be refused, as parts of messages."""
SECONDS, MEGABYTES = 2.0, 200
MOMENTS = (8, 24, 100)
"""The generations after which cells are compared."""
_MAX_CELLS = 1 << 24
"""Maximum number of cells of a pattern, and of a board with room around it, that is compared."""
_MAX_TILES = 4000
_GOLLY_SECONDS = 60
_ZIP = ".zip"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one file.

    Attributes:
        name: the file.
        kind: "opened", "refused", "slow" or "failed".
        detail: the message if it was refused or failed; else the time and the memory.
        compared: "equal", "different", or why it was not compared.
    """

    name: str
    kind: str
    detail: str
    compared: str = ""

    @property
    def is_good(self) -> bool:
        """True if the file was opened fast enough or refused for a known reason, and bgolly gives the same cells."""
        return self.kind in ("opened", "refused") and self.compared != "different"


def files_of(folder: Path, chosen: Iterable[str] = ()) -> list[str]:
    """Return the pattern and rule files of Golly, and those in its zip files, sorted.

    ``chosen`` are parts of names; without any, all files are returned.
    """
    names: list[str] = []
    for path in sorted([*(folder / "Patterns").rglob("*"), *(folder / "Rules").rglob("*.rule")]):
        inside = patterns_in_zip(path) if path.suffix == _ZIP else []
        names += [f"{path}/{each}" for each in inside] if len(inside) > 1 else [str(path)] if path.is_file() else []
    wanted = tuple(chosen)
    return [name for name in names if not wanted or any(each in name for each in wanted)]


def judge(name: str, *, compares: bool = True) -> Verdict:
    """Open a file in this process, and compare its future with bgolly's."""
    before, began = _peak_megabytes(), time.process_time()
    try:
        pattern = None if name.endswith(".rule") else open_pattern(name, tells=False)
        if pattern is None:
            read_rule_file(Path(name))
    except GpulifeError as error:
        is_known = "\n" not in str(error) and any(reason in str(error) for reason in REASONS)
        return Verdict(name, "refused" if is_known else "failed", str(error))
    seconds, megabytes = time.process_time() - began, _peak_megabytes() - before
    detail = f"{seconds:.2f} s, {megabytes:.0f} MB"
    kind = "opened" if seconds <= SECONDS and megabytes <= MEGABYTES else "slow"
    if pattern is None or not compares:
        return Verdict(name, kind, detail, "a rule" if pattern is None else "not asked")
    with tempfile.TemporaryDirectory() as folder:
        return Verdict(name, kind, detail, _comparison(pattern, Path(folder), name))


def _peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _comparison(pattern: Pattern | StreamedPattern, folder: Path, name: str) -> str:
    rule = pattern.rule or parse_rule("Life")
    if pattern.shape[0] * pattern.shape[1] > _MAX_CELLS:
        return "larger than 16 million cells"
    start = pattern.whole().cells
    if not start.any():
        return "empty"
    if _births_on_nothing(rule):
        return "it gives birth on an empty plane"
    _put_rules(rule, name, folder)
    ours = _on_board(start, rule) if rule.size else _on_plane(start, rule)
    for moment in MOMENTS:
        cells = ours(moment)
        if isinstance(cells, str):
            return cells if moment == MOMENTS[0] else f"equal until {cells}"
        theirs = _bgolly(start, rule, moment, folder)
        if isinstance(theirs, str):
            return theirs
        if not np.array_equal(_live_part(cells), _live_part(theirs)):
            return "different"
    return "equal"


def _births_on_nothing(rule: Rule) -> bool:
    empty = np.zeros((3, 3), np.uint8)
    return bool(rule.family.step(empty, replace(rule, edges=Edges.TORUS, size=(3, 3)), 0, (0, 0)).any())


class _on_board:  # noqa: N801 - used like a function
    """Computes the pattern on the board that its rule names, in the middle as in Golly."""

    def __init__(self, start: Cells, rule: Rule) -> None:
        assert rule.size is not None
        self._engine = NumpyEngine(rule, rule.size)
        row, column = (side // 2 - own // 2 for side, own in zip(rule.size, start.shape, strict=True))
        self._engine.paint(row, column, start)

    def __call__(self, moment: int) -> Cells | str:
        self._engine.step(moment - self._engine.generation)
        return self._engine.read_all()


class _on_plane:  # noqa: N801 - used like a function
    """Computes the pattern on a plane without end. Rules with marks, whose marks a plane leaves out, get a board."""

    def __init__(self, start: Cells, rule: Rule) -> None:
        self._why = ""
        self._board: NumpyEngine | None = None
        if rule.family.without_marks:
            margin = MOMENTS[-1] + 2
            shape = start.shape[0] + 2 * margin, start.shape[1] + 2 * margin
            self._board = NumpyEngine(replace(rule, edges=Edges.DEAD), shape)
            self._board.paint(margin, margin, start)
            return
        try:
            require_plane(rule)
        except GpulifeError as error:
            self._why = str(error)
            return
        self._plane = Plane(start, rule)

    def __call__(self, moment: int) -> Cells | str:
        if self._why:
            return self._why
        if self._board is not None:
            self._board.step(moment - self._board.generation)
            return self._board.read_all()
        while self._plane.generation < moment:
            if self._plane.tiles > _MAX_TILES:
                return f"more than {_MAX_TILES} tiles"
            self._plane.step()
        live = self._plane.live()
        return live.cells() if live.rows.size else np.zeros((1, 1), np.uint8)


def _put_rules(rule: Rule, name: str, folder: Path) -> None:
    """Put the rule's file into ``folder``, where bgolly looks for it."""
    if rule.family.text:
        (folder / f"{name_for_others(replace(rule, size=None))}.rule").write_text(rule.family.text, encoding="utf-8")
    for path in (GOLLY / "Rules").glob("*.rule"):
        if not (folder / path.name).exists() and _ZIP not in name:
            (folder / path.name).symlink_to(path)


def _bgolly(start: Cells, rule: Rule, moment: int, folder: Path) -> Cells | str:
    """Return the live cells that bgolly computes; or why it cannot."""
    algorithms = {
        generations.FAMILY: "Generations",
        generations_by_table.FAMILY: "Generations",
        larger_than_life.FAMILY: "Larger than Life",
    }
    algorithm = algorithms.get(rule.family, "RuleLoader" if rule.family.states else "QuickLife")
    if re.match(r"(?:JvN29|Nobili32|Hutton32)\b", rule.law):
        algorithm = "JvN"
    (folder / "start.rle").write_text(rle_text(Pattern(start, rule)), encoding="ascii")
    command = ["bgolly", "-a", algorithm, "-s", f"{folder}/", "-m", str(moment), "-q", "-q"]
    end = folder / "end.rle"
    try:
        result = subprocess.run(
            [*command, "-o", str(end), str(folder / "start.rle")],
            capture_output=True,
            text=True,
            check=False,
            timeout=_GOLLY_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return f"bgolly takes more than {_GOLLY_SECONDS} s"
    if result.returncode:
        return f"bgolly: {(result.stderr or result.stdout).strip().splitlines()[-1]}"
    text = end.read_text(encoding="ascii")
    header = next(line for line in text.splitlines() if line.startswith("x"))
    if header.startswith("x = 0, y = 0"):
        return np.zeros((1, 1), np.uint8)
    return read_rle(text, "bgolly's result", rule).cells


def _live_part(cells: Cells) -> Cells:
    rows, columns = (np.flatnonzero(cells.any(axis=axis)) for axis in (1, 0))
    return cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] if rows.size else cells[:0, :0]


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", nargs="*", help="part of the names of files; without any, all files")
    parser.add_argument("--open-only", action="store_true", help="do not compare with bgolly")
    parser.add_argument("--processes", type=int, default=2, help="(default: %(default)s)")
    given = parser.parse_args()
    logging.disable(logging.WARNING)
    os.environ[RULES_VARIABLE] = str(GOLLY / "Rules")
    names = files_of(GOLLY, given.part)
    verdicts = []
    with multiprocessing.get_context("fork").Pool(given.processes, maxtasksperchild=1) as pool:
        for verdict in pool.imap(partial(judge, compares=not given.open_only), names, chunksize=1):
            verdicts.append(verdict)
            mark = "  " if verdict.is_good else "! "
            print(f"{mark}{verdict.kind:8} {verdict.name}: {verdict.detail}; {verdict.compared}", flush=True)
    print_counts(verdicts)
    return 0 if all(each.is_good for each in verdicts) else 1


def print_counts(verdicts: list[Verdict]) -> None:
    """Print how many files were opened and refused, and how many have the same future as in bgolly."""
    print()
    for kind, count in Counter(each.kind for each in verdicts).most_common():
        print(f"{count:5} {kind}")
    for reason in REASONS:
        if count := sum(each.kind == "refused" and reason in each.detail for each in verdicts):
            print(f"{count:5} refused: {reason}")
    for compared, count in Counter(each.compared for each in verdicts if each.compared).most_common():
        print(f"{count:5} compared: {compared}")
    bad = sum(not each.is_good for each in verdicts)
    print(f"{'FAILED' if bad else 'passed'}: {len(verdicts) - bad} of {len(verdicts)} files")


if __name__ == "__main__":
    sys.exit(main())
