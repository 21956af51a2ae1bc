"""Frozen dataclasses as JSON and back: the states of games, matches and actions in files. No pickle.

Understood are dataclasses of numbers, texts, truth values, None, enums, tuples, ``dict[str, Any]`` and dataclasses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, fields, is_dataclass
from enum import Enum
from types import MappingProxyType, NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from gpulife.errors import GpulifeError

_Record = TypeVar("_Record")

LATER: Mapping[str, bool] = MappingProxyType({"later": True})
"""Metadata of a field with a default that older files do not have: while it has that default it is left out of JSON, so
that what was played under older rulings has the JSON, and the hashes, that it had then."""


class RecordError(GpulifeError):
    """Data that is not what the dataclass says."""


def to_json(value: Any) -> Any:
    """``value`` as what :func:`json.dumps` writes: fields by name, tuples as lists, enums as their values."""
    if is_dataclass(value):
        return {
            field.name: to_json(getattr(value, field.name)) for field in fields(value) if not _is_left_out(field, value)
        }
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    return value


def from_json(kind: type[_Record], data: Any, where: str = "") -> _Record:
    """What :func:`to_json` made of a value of the dataclass ``kind``, checked field by field.

    Raises:
        RecordError: a field is missing, unknown or of another type; the message names it.
    """
    value: _Record = _read(kind, data, where or kind.__name__)
    return value


def _read(kind: Any, data: Any, where: str) -> Any:
    if kind is Any:
        return data
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _read_union(arguments, data, where)
    if origin is tuple:
        return _read_tuple(arguments, data, where)
    if is_dataclass(kind):
        return _read_dataclass(kind, data, where)
    if isinstance(kind, type) and issubclass(kind, Enum):
        try:
            return kind(data)
        except ValueError:
            raise RecordError(f"{where} is {data!r:.40}, which is no {kind.__name__}") from None
    plain = origin or kind
    # bool is an int to Python, but 1 and true are not the same in a file.
    if not isinstance(data, plain) or (isinstance(data, bool) and plain is not bool):
        raise RecordError(f"{where} is {data!r:.40}; it should be of type {plain.__name__}")
    return data


def _read_union(kinds: tuple[Any, ...], data: Any, where: str) -> Any:
    if data is None and NoneType in kinds:
        return None
    (kind,) = (each for each in kinds if each is not NoneType)
    return _read(kind, data, where)


def _read_tuple(kinds: tuple[Any, ...], data: Any, where: str) -> Any:
    if not isinstance(data, list):
        raise RecordError(f"{where} is {data!r:.40}; it should be a list")
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        kinds = kinds[:1] * len(data)
    if len(kinds) != len(data):
        raise RecordError(f"{where} has {len(data)} items; it should have {len(kinds)}")
    return tuple(
        _read(kind, item, f"{where}[{place}]") for place, (kind, item) in enumerate(zip(kinds, data, strict=True))
    )


def _read_dataclass(kind: Any, data: Any, where: str) -> Any:
    names = [field.name for field in fields(kind)]
    needed = {field.name for field in fields(kind) if not _is_later(field)}
    if not isinstance(data, dict) or not needed <= set(data) <= set(names):
        raise RecordError(f"{where} should have the fields {', '.join(names)}")
    hints = get_type_hints(kind)
    values = {name: _read(hints[name], data[name], f"{where}.{name}") for name in names if name in data}
    try:
        return kind(**values)
    except ValueError as error:  # of a dataclass that looks at its values when it is made
        raise RecordError(f"{where}: {error}") from error


def _is_later(field: Field[Any]) -> bool:
    return bool(field.metadata.get("later"))


def _is_left_out(field: Field[Any], record: Any) -> bool:
    return _is_later(field) and bool(getattr(record, field.name) == field.default)
