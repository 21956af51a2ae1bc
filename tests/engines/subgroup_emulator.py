"""Runs the shader of a pass in pairs of rows in numpy, like a card: all invocations of a subgroup in lockstep.

The GLSL has only few kinds of statements; each becomes a Python statement in which a word is an array with one number
for each invocation. Words from beyond the ends of a subgroup are undefined in GLSL: here they are garbage. Access
outside the buffers, and use of uninitialised values, are errors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any

import numpy as np
from numpy.typing import NDArray

_RUBBISH = 0xDEADBEEF
_SIZE = re.compile(r"local_size_x = (\d+)\)")
_STORE = re.compile(r"if \((own_\d+)\) after\[(.*)\] = (.*);")
_DECLARED = re.compile(r"(?:uint|int|bool) (\w+) = (.*);")


def emulate(
    text: str, buffers: Sequence[NDArray[np.uint32]], groups: tuple[int, int], uniforms: Mapping[str, int]
) -> None:
    """Run the compute shader of a pass whose workgroups are subgroups.

    Args:
        text: its text.
        buffers: the buffers to read and to write.
        groups: workgroups across and down.
        uniforms: by name.
    """
    size = _SIZE.search(text)
    assert size, "no workgroup"
    lanes, (across, down) = int(size[1]), groups
    code = _compiled(text)
    local = np.tile(np.arange(lanes), across)
    group = np.repeat(np.arange(across), lanes)
    before, after = buffers
    for y in range(down):
        ends = {"before": _Reader(before, len(local)), "after": _Writer(after, len(local))}
        names = {"local": local, "group": group, "group_y": np.full(len(local), y)}
        shuffles = {"subgroupShuffleDown": _shuffle(lanes, 1), "subgroupShuffleUp": _shuffle(lanes, -1)}
        helpers = {"min": np.minimum, "inside": _inside(uniforms.get("columns", 0)), "select": _select}
        with np.errstate(over="ignore"):
            exec(code, {**uniforms, **ends, **names, **shuffles, **helpers, "u": np.uint32})  # noqa: S102


@lru_cache(maxsize=1)  # a board takes several dispatches
def _compiled(text: str) -> CodeType:
    body = text[text.index("void main() {\n") :].removeprefix("void main() {\n")
    return compile(_to_python(body), "pass", "exec")


def _shuffle(lanes: int, step: int) -> Callable[[NDArray[np.uint32], np.uint32], NDArray[np.uint32]]:
    def shuffle(words: NDArray[np.uint32], by: np.uint32) -> NDArray[np.uint32]:
        assert by == 1
        taken = words.reshape(-1, lanes)
        given = np.full(taken.shape, _RUBBISH, np.uint32)
        if step > 0:
            given[:, :-1] = taken[:, 1:]
        else:
            given[:, 1:] = taken[:, :-1]
        return given.ravel()

    return shuffle


def _to_python(body: str) -> str:
    """Translate the statements of ``main`` to Python; braces become indents, and unknown statements are errors."""
    lines, depth = [], 0
    for line in map(str.strip, body.splitlines()):
        if line == "}":
            depth -= 1
            continue
        if not line:
            continue
        new, deeper = _statement(line)
        lines.append(" " * depth + new)
        depth += deeper
    return "\n".join(lines) + "\n"


def _statement(line: str) -> tuple[str, int]:
    """Return a statement in Python, and the change of indentation after it."""
    if line == "{":
        return "if True:", 1
    if loop := re.fullmatch(r"for \(int y = 0; y < last; y \+= (\d+)\) \{", line):
        return f"for y in before.loop(last, {loop[1]}):", 1
    if when := re.fullmatch(r"if \((y .*)\) \{", line):
        return f"if after.told({_expression(when[1])}):", 1
    if leave := re.fullmatch(r"if \((.*)\) return;", line):
        return f"before.only = after.only = ~({_expression(leave[1])})", 0
    if store := _STORE.fullmatch(line):
        return f"after.put({store[1]}, {_expression(store[2])}, {_expression(store[3])})", 0
    if declared := _DECLARED.fullmatch(line):
        return f"{declared[1]} = {_expression(declared[2])}", 0
    if re.fullmatch(r"uint [\w, ]+;", line):
        return "pass", 0
    if re.fullmatch(r"\w+ (\+?)= .*;", line):
        name, _, value = line.rstrip(";").partition(" = ") if " += " not in line else line.rstrip(";").partition(" += ")
        return f"{name} {'+' if ' += ' in line else ''}= {_expression(value)}", 0
    raise AssertionError(f"no statement of a pass: {line}")


def _expression(text: str) -> str:
    text = text.replace("int(gl_LocalInvocationID.x)", "local").replace("int(gl_WorkGroupID.x)", "group")
    text = text.replace("int(gl_WorkGroupID.y)", "group_y").replace("uint(", "u(")
    text = re.sub(r"\b(0x[0-9a-f]+|\d+)u\b", r"u(\1)", text)
    if choice := re.fullmatch(r"(.*) \? (.*) : (.*)", text):
        return f"select({_compared(choice[1])}, {choice[2]}, {choice[3]})"
    # In Python % of ints is as in GLSL here, since nothing is negative; / of ints is //.
    text = text.replace(" / ", " // ")
    return _compared(text)


def _compared(text: str) -> str:
    """Translate conditions with && and || to boolean arrays; keep everything else."""
    if "&&" not in text and "||" not in text:
        return text
    for sign, new in (("||", "|"), ("&&", "&")):
        if sign in text:
            return f" {new} ".join(f"({_compared(part.strip())})" for part in text.split(sign))
    return text


def _select(condition: Any, yes: np.uint32, no: np.uint32) -> NDArray[np.uint32]:
    return np.where(condition, yes, no).astype(np.uint32)


def _inside(columns: int) -> Callable[[NDArray[np.int64]], NDArray[np.uint32]]:
    def inside(cell: NDArray[np.int64]) -> NDArray[np.uint32]:
        cells = np.asarray(cell)[..., None] + np.arange(32)
        bits = ((cells >= 0) & (cells < columns)).astype(np.uint32) << np.arange(32, dtype=np.uint32)
        return bits.sum(axis=-1, dtype=np.uint32)

    return inside


class _Reader:
    """A buffer to read."""

    def __init__(self, words: NDArray[np.uint32], count: int) -> None:
        self._words = words
        self.only = self._running = np.ones(count, bool)

    def loop(self, last: NDArray[np.int64], step: int) -> Iterator[int]:
        """Loop over the rows of the invocations with the most rows; the others have left the loop and read nothing."""
        for y in range(0, int(last.max()), step):
            self._running = self.only & (y < last)
            yield y

    def __getitem__(self, places: NDArray[np.int64]) -> NDArray[np.uint32]:
        used = np.where(self._running, places, 0)
        assert used.min() >= 0, "reads before the buffer"
        return self._words[used]


class _Writer:
    """A buffer to write."""

    def __init__(self, words: NDArray[np.uint32], count: int) -> None:
        self._words = words
        self.only = np.ones(count, bool)
        self._when = self.only

    def told(self, when: NDArray[np.bool_]) -> bool:
        """Set which invocations execute the following statements; return True if any does."""
        self._when = when
        return bool(when.any())

    def put(self, own: NDArray[np.bool_], places: NDArray[np.int64], values: NDArray[np.uint32]) -> None:
        """Write the words of some invocations; no two may write the same place."""
        mine = np.broadcast_to(own & self.only & self._when, values.shape)
        where = np.asarray(places)[mine]
        assert len(np.unique(where)) == len(where), "two invocations write the same word"
        assert not len(where) or where.min() >= 0, "writes before the buffer"
        self._words[where] = values[mine]
