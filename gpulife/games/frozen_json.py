"""Frozen dataclasses as JSON and back: the states of games, matches and actions in files. No pickle.

Understood are dataclasses of numbers, texts, truth values, None, enums, tuples, ``dict[str, Any]`` and dataclasses,
with bounds in ``Annotated``. msgspec reads the bytes straight into a mirror of the dataclass that takes no unknown
field and misses none, which it does not do for dataclasses themselves; nothing else ever becomes an object.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import MappingProxyType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from gpulife.errors import GpulifeError
from gpulife.reading import convert, parse_json

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
    where = where or kind.__name__
    return _record(kind, convert(data, _mirror_of(kind), where, RecordError), where)


def read_json(kind: type[_Record], data: bytes, where: str = "") -> _Record:
    """:func:`from_json` of JSON that is yet to be read.

    Raises:
        RecordError: it is no JSON, or :func:`from_json` says so.
    """
    where = where or kind.__name__
    return _record(kind, parse_json(data, _mirror_of(kind), where, RecordError), where)


def _record(kind: type[_Record], mirrored: Any, where: str) -> _Record:
    """The value of which ``mirrored``, of the mirror of ``kind``, has the fields."""
    try:
        value: _Record = msgspec.convert(mirrored, kind, from_attributes=True)
    except (msgspec.MsgspecError, ValueError) as error:  # of a dataclass that looks at its values when it is made
        raise RecordError(f"{where}: {error}") from error
    return value


def _mirror_of(kind: Any) -> Any:
    return _mirror(kind)


@cache
def _mirror(kind: Any) -> Any:
    """``kind`` with every dataclass in it replaced by a Struct that insists on its fields."""
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind, include_extras=True)
        wanted: list[Any] = []
        for field in fields(kind):
            default = (field.default,) if _is_later(field) else ()
            wanted.append((field.name, _mirror(hints[field.name]), *default))
        return msgspec.defstruct(kind.__name__, wanted, forbid_unknown_fields=True, kw_only=True)
    origin = get_origin(kind)
    if origin is Annotated:
        plain, *bounds = get_args(kind)
        return Annotated[(_mirror(plain), *bounds)]
    if origin is tuple:
        return tuple[tuple(each if each is Ellipsis else _mirror(each) for each in get_args(kind))]  # type: ignore[misc]
    if origin in (Union, UnionType):
        return Union[tuple(_mirror(each) for each in get_args(kind))]  # noqa: UP007 - made of parts
    return kind


def _is_later(field: Field[Any]) -> bool:
    return bool(field.metadata.get("later"))


def _is_left_out(field: Field[Any], record: Any) -> bool:
    return _is_later(field) and bool(getattr(record, field.name) == field.default)
