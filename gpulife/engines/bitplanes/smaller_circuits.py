"""Makes the circuits of rules smaller, and keeps the results in the user's cache folder.

A file in the cache is only a proposal. Its circuits are used if they are smaller than those built from the rule, and
compute the same in all cases that can occur. So a damaged file costs time, but never changes a cell.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from gpulife.engines.bitplanes.circuits import FALSE, TRUE, Circuit, Wire, depth_first
from gpulife.engines.bitplanes.rewriting import rewritten
from gpulife.engines.bitplanes.three_rows import ROWS, RuleCircuit
from gpulife.errors import GpulifeError
from gpulife.storage.atomic_io import atomic_write, make_folder
from gpulife.storage.bounded_reading import ReadError, convert, parse_json, read_if_there
from gpulife.storage.folders import cache_folder

MAX_CASES = 1 << 18
"""Maximum number of cases of a circuit that is made smaller."""
_MAX_BITS = 1 << 28
"""Maximum number of cases of a circuit, times the number of its gates."""
_FEW_OPERATIONS = 500
"""The largest cost of a circuit whose gates stay in the order in which they were found; compilers can reorder them."""
_VERSION = 1
"""Version of the rewriter. Circuits that another version has stored are not used."""
_MAX_BYTES = 1 << 18
_MAX_FILES = 400
"""Maximum number of files in the cache; the oldest ones are removed."""

Cases = Mapping[str, NDArray[np.bool_]]
"""The values of a circuit's inputs in all cases that can occur, keyed by the inputs' names."""


def smaller(built: RuleCircuit) -> RuleCircuit:
    """Return circuits that compute the same as ``built``, with fewer operations if they can be found.

    Circuits with too many cases are returned as they are. The gates of expensive circuits are put in an order that
    needs few registers.
    """
    found = _smaller(built)
    if found.cost <= _FEW_OPERATIONS:
        return found
    combine, after = depth_first(found.combine, found.planes_after)
    return replace(found, combine=combine, planes_after=after)


def _smaller(built: RuleCircuit) -> RuleCircuit:
    cases, rows = _cases_of(built), _row_cases(built)
    if cases is None or rows is None:
        return built
    path = cache_folder() / "circuits" / f"{_key(built)}.json"
    found = _load(path, built, cases, rows)
    if found is None:
        found = _with_combine(built, *rewritten(built.combine, built.planes_after, cases))
        row, values = rewritten(found.row, found.values, rows)
        found = replace(found, row=row, values=values)
        _save(path, found)
    return found


def _with_combine(built: RuleCircuit, combine: Circuit, after: Mapping[str, Wire]) -> RuleCircuit:
    """Return a copy of ``built`` with another circuit ``combine``; its row has only the values that this one needs."""
    inputs = combine.inputs(list(after.values()))
    needed = {
        place: tuple(name.removeprefix(f"{place}.") for name in inputs if name.startswith(f"{place}."))
        for place in ROWS
    }
    used = {name for names in needed.values() for name in names}
    return replace(
        built,
        combine=combine,
        planes_after=dict(after),
        needed=needed,
        values={name: wire for name, wire in built.values.items() if name in used},
        ties=tuple(name.removeprefix("tie.") for name in inputs if name.startswith("tie.")),
    )


# The cases that can occur.


def _cases_of(found: RuleCircuit) -> Cases | None:
    """Return the cases of the circuit ``combine``; None if there are too many."""
    needs = {place: [found.values[name] for name in found.needed[place]] for place in ROWS}
    words = [f"{place} {name}" for place, wires in needs.items() for name in found.row.inputs(wires)]
    most = _MAX_BITS // max(1, found.combine.cost(list(found.planes_after.values())))
    known = _combinations([*words, *(f"tie.{name}" for name in found.ties)], found, min(MAX_CASES, most))
    if known is None:
        return None
    cases = {name: bits for name, bits in known.items() if name.startswith("tie.")}
    for place, wires in needs.items():
        if wires:
            inputs = {name: known[f"{place} {name}"] for name in found.row.inputs(wires)}
            values = _outputs(found.row, wires, inputs)
            cases |= {f"{place}.{name}": bits for name, bits in zip(found.needed[place], values, strict=True)}
    return cases


def _row_cases(found: RuleCircuit) -> Cases | None:
    """Return the cases of the circuit ``row``; None if there are too many."""
    return _combinations(found.row.inputs(list(found.values.values())), found, MAX_CASES)


def _combinations(words: Iterable[str], found: RuleCircuit, most: int) -> Cases | None:
    """Return the values of words of planes in all cases; None if there are more than ``most``.

    Words are named ``PLANE.SIDE`` or ``ROW PLANE.SIDE``. Words of the same row and side belong to one cell, which has
    one of the rule's states. All other words have any value.
    """
    cells: dict[str, list[str]] = {}
    for word in words:
        place, _, name = word.rpartition(" ")
        plane, _, side = name.partition(".")
        cells.setdefault(word if plane == "tie" else f"{place}.{side}", []).append(word)
    choices = []
    count = 1
    for names in cells.values():
        planes = [name.rpartition(" ")[2].partition(".")[0] for name in names]
        codes = (
            np.array([[False], [True]])
            if planes == ["tie"]
            else np.unique(found.codes.bits[:, [found.planes.index(plane) for plane in planes]], axis=0)
        )
        choices.append((names, codes))
        count *= len(codes)
        if count > most:
            return None
    cases: dict[str, NDArray[np.bool_]] = {}
    number = np.arange(count)
    for names, codes in choices:
        number, digit = np.divmod(number, len(codes))
        cases |= {name: codes[digit, place] for place, name in enumerate(names)}
    return cases


def _outputs(circuit: Circuit, wires: Sequence[Wire], cases: Cases) -> list[NDArray[np.bool_]]:
    """Run a circuit; return the values of ``wires`` in all cases."""
    count = len(next(iter(cases.values()), np.zeros(1)))
    inputs = {name: np.packbits(bits) for name, bits in cases.items()}
    steps, words = circuit.bind(wires, inputs, np.zeros(-(-count // 8), np.uint8))
    for step in steps:
        step()
    return [np.unpackbits(word, count=count).astype(bool) for word in words]


# Files.


@dataclass(frozen=True, kw_only=True)
class _Stored:
    """A circuit in a file.

    Attributes:
        gates: for each wire but the constants: the gate's kind, and the numbers of its operands.
        outputs: the numbers of the outputs' wires, keyed by name.
    """

    gates: Annotated[list[list[str | int]], Meta(max_length=20_000)]
    outputs: dict[str, int]


@dataclass(frozen=True, kw_only=True)
class _StoredRule:
    combine: _Stored
    row: _Stored


def _key(found: RuleCircuit) -> str:
    """Return the name of a file for the smaller circuits: a hash of the circuits as they were built."""
    content = [_VERSION, found.codes.names, found.codes.bits.astype(int).tolist(), _data(found)]
    return sha256(json.dumps(content).encode()).hexdigest()[:40]


def _data(found: RuleCircuit) -> dict[str, Any]:
    return {
        "combine": _circuit_data(found.combine, found.planes_after),
        "row": _circuit_data(found.row, found.values),
    }


def _circuit_data(circuit: Circuit, outputs: Mapping[str, Wire]) -> dict[str, Any]:
    number = {FALSE: 0, TRUE: 1}
    gates: list[list[str | int]] = []
    for wire, kind, operands in circuit.steps(list(outputs.values())):
        if wire not in number:
            number[wire] = len(gates) + 2
            gates.append([kind, *(number[operand] for operand in operands)])
    return {"gates": gates, "outputs": {name: number[wire] for name, wire in outputs.items()}}


def _save(path: Path, found: RuleCircuit) -> None:
    """Store circuits. If the file cannot be written, nothing is stored."""
    with suppress(GpulifeError, OSError):
        make_folder(path.parent)
        files = sorted(path.parent.glob("*.json"), key=lambda each: each.stat().st_mtime)
        for old in files[: max(0, len(files) - _MAX_FILES + 1)]:
            old.unlink(missing_ok=True)
        with atomic_write(path, "w") as file:
            json.dump(_data(found), file)


def _load(path: Path, built: RuleCircuit, cases: Cases, rows: Cases) -> RuleCircuit | None:
    """Return the circuits in a file; None if there is no file, or if they do not compute the same as ``built``."""
    try:
        data = read_if_there(path, _MAX_BYTES, "circuits")
        if data is None:
            return None
        stored = convert(parse_json(data, dict[str, Any], str(path)), _StoredRule, str(path), complete=True)
        combine, after = _circuit(stored.combine, built.combine.inputs(list(built.planes_after.values())))
        row, values = _circuit(stored.row, built.row.inputs(list(built.values.values())))
        found = _with_combine(built, combine, {name: after[name] for name in built.planes})
        found = replace(found, row=row, values={name: values[name] for name in found.values})
    except (ReadError, LookupError, TypeError, ValueError):
        return None
    same = _agree(built.combine, built.planes_after, found.combine, found.planes_after, cases)
    same = same and _agree(built.row, built.values, found.row, found.values, rows)
    return found if same and found.cost <= built.cost else None


def _circuit(stored: _Stored, inputs: Collection[str]) -> tuple[Circuit, dict[str, Wire]]:
    """Return a stored circuit.

    Raises:
        ValueError: or TypeError or LookupError: a gate is wrong, or an input is not one of ``inputs``.
    """
    circuit = Circuit()
    build: dict[str, Callable[..., Wire]] = {
        "and": circuit.and_,
        "or": circuit.or_,
        "xor": circuit.xor,
        "and_not": circuit.and_not,
        "not": circuit.not_,
    }
    wires = [FALSE, TRUE]
    for kind, *operands in stored.gates:
        if isinstance(kind, str) and kind.startswith("in:"):
            name = kind.removeprefix("in:")
            if operands or name not in inputs:
                raise ValueError
            wires.append(circuit.input(name))
        else:
            wires.append(build[str(kind)](*(wires[_index(operand)] for operand in operands)))
    return circuit, {name: wires[_index(number)] for name, number in stored.outputs.items()}


def _index(number: str | int) -> int:
    if not isinstance(number, int) or number < 0:
        raise ValueError
    return number


def _agree(
    one: Circuit, outputs: Mapping[str, Wire], other: Circuit, other_outputs: Mapping[str, Wire], cases: Cases
) -> bool:
    """Return True if two circuits compute the same values for all names in ``other_outputs``."""
    wanted = _outputs(one, [outputs[name] for name in other_outputs], cases)
    found = _outputs(other, list(other_outputs.values()), cases)
    return all(np.array_equal(a, b) for a, b in zip(wanted, found, strict=True))
