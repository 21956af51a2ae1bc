"""What is wrong with data from outside, in one line for people: where it is, its value, and what was expected."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec import inspect

from gpulife.errors import GpulifeError
from gpulife.storage.schema import ABSENT, Form, RefusedError, WrongValue

_PLACE = re.compile(r"(?P<text>.*?)(?: - at `(?:key` in `)?\$(?P<path>[^`]*)`)?", re.DOTALL)
"""Splits a message of msgspec into its text and the place that it is about."""
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]|(\[\.\.\.\])")
_MISSING = re.compile(r"Object missing required field `(.*)`", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_ANY_KEY = -1
"""Stands for a key of a table whose keys can be any: msgspec does not say which."""


def explain(problem: msgspec.ValidationError, value: Any, kind: Any, where: str) -> str:
    """Return one line for people: where the mistake is, the value, and what was expected.

    Args:
        problem: the mistake that msgspec found.
        value: the data.
        kind: the type that they should have, as :func:`schema.form_of` returns it.
        where: the name of the data for messages.
    """
    match = _PLACE.fullmatch(str(problem))
    if match is None:
        return f"{where}: {problem}"
    steps = [found[1] or int(found[2] or _ANY_KEY) for found in _STEP.finditer(match["path"] or "")]
    cause = problem.__cause__
    if isinstance(cause, RefusedError):
        return _refused([*steps, *([cause.key] if cause.key else [])], cause.error, value, kind, where)
    if (form := _form_at(kind, steps)) is not None:
        if missing := _MISSING.fullmatch(match["text"]):
            return f"{_at(where, [*steps, missing[1]])} is missing"
        if unknown := _UNKNOWN.fullmatch(match["text"]):
            return _unknown(unknown[1], steps, form, where)
    described_steps, expected = _deepest(kind, steps)
    if expected is None:
        return f"{where}: {problem}"
    return should_be(_at(where, described_steps), _value_at(value, described_steps), expected)


def should_be(where: str, value: Any, expected: str) -> str:
    """Return the line about a wrong value; ``where`` names file and key."""
    return f"{where} = {quoted_value(value)} should be {expected}"


def quoted_value(value: Any) -> str:
    """Return a value as a message may quote it: as TOML and JSON write it, on one line and not long."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = repr(value)
    except ValueError:  # Python's own limit
        return "a number of thousands of digits"
    except RecursionError:
        return "something nested very deeply"
    return text if len(text) <= 60 else text[:57] + "..."


def _refused(steps: list[str | int], error: Exception, value: Any, kind: Any, where: str) -> str:
    place, raw = _at(where, steps), _value_at(value, steps)
    if isinstance(error, GpulifeError):
        return f"{place}: {error}"
    expected = (
        str(error) if isinstance(error, WrongValue) and str(error) else _description(kind, steps) or "something else"
    )
    if isinstance(error, WrongValue) and error.item is not ABSENT and isinstance(raw, list):
        return f"{place} has {quoted_value(error.item)}, which should be {expected}"
    return should_be(place, raw, expected)


def _unknown(key: str, steps: list[str | int], form: inspect.StructType, where: str) -> str:
    names = [field.encode_name for field in form.fields]
    close = get_close_matches(key.lower(), names, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(names)}"
    return f"{where}: unknown key {_path([*steps, quoted_value(key)[1:-1]])}: {hint}"


def _at(where: str, steps: Sequence[str | int]) -> str:
    path = _path(steps)
    return f"{where}: {path}" if path else where


def _path(steps: Sequence[str | int]) -> str:
    """Return the steps as dotted names; items of lists are counted from 1."""
    text = ""
    for step in steps:
        text += f" {step + 1}" if isinstance(step, int) else f".{step}" if text else step
    return text


def _value_at(value: Any, steps: Sequence[str | int]) -> Any:
    for step in steps:
        value = value[step]
    return value


def _deepest(kind: Any, steps: list[str | int]) -> tuple[list[str | int], str | None]:
    """Return the steps up to the last one for which there are words, and the words."""
    for end in range(len(steps), -1, -1):
        if _ANY_KEY not in steps[:end] and (expected := _description(kind, steps[:end])) is not None:
            return steps[:end], expected
    return steps, None


def _description(kind: Any, steps: Sequence[str | int]) -> str | None:
    for found in _nodes(kind, steps):
        if isinstance(found, inspect.Metadata) and "description" in (schema := found.extra_json_schema or {}):
            return str(schema["description"])
    return None


def _form_at(kind: Any, steps: Sequence[str | int]) -> inspect.StructType | None:
    found = (node for node in _nodes(kind, steps) if isinstance(node, inspect.StructType))
    return next((node for node in found if issubclass(node.cls, Form)), None)


def _nodes(kind: Any, steps: Sequence[str | int]) -> list[inspect.Type]:
    """Return the types that a value after ``steps`` may have, from the outside in."""
    nodes = _opened(inspect.type_info(kind))
    for step in steps:
        nodes = [inner for node in nodes for inner in _inside(node, step)]
    return nodes


def _opened(node: inspect.Type) -> list[inspect.Type]:
    if isinstance(node, inspect.Metadata):
        return [node, *_opened(node.type)]
    if isinstance(node, inspect.UnionType):
        return [node, *(inner for option in node.types for inner in _opened(option))]
    return [node]


def _inside(node: inspect.Type, step: str | int) -> list[inspect.Type]:
    if isinstance(node, inspect.StructType | inspect.DataclassType):
        return [inner for field in node.fields if field.encode_name == step for inner in _opened(field.type)]
    if isinstance(node, inspect.ListType | inspect.VarTupleType):
        return _opened(node.item_type)
    if isinstance(node, inspect.DictType):
        return _opened(node.value_type)
    return []
