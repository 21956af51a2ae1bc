"""Convert frozen dataclasses to JSON and back, for states, matches and actions in files, without pickle.

Fields may be numbers, strings, booleans, None, enums, tuples, ``dict[str, Any]`` and dataclasses, with bounds in
``Annotated``. Reading refuses unknown and missing fields, and makes no objects of other classes.
"""

from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar

from gpulife.errors import GpulifeError
from gpulife.storage.bounded_reading import convert, parse_json
from gpulife.storage.schema import ADDED_LATER

__all__ = ["ADDED_LATER", "RecordError", "from_json", "read_json", "to_json"]

_Record = TypeVar("_Record")
_PLAIN = frozenset({int, str, bool, float, type(None)})


class RecordError(GpulifeError):
    """The data does not fit the dataclass."""


def to_json(value: Any) -> Any:
    """Return ``value`` as data for :func:`json.dumps`: dataclasses as dicts, tuples as lists, enums as their values.

    A field with the metadata ADDED_LATER is left out if it has its default value. So older matches keep their JSON and
    their hashes.
    """
    kind: Any = type(value)
    if kind in _PLAIN:
        return value
    if kind is tuple:
        return [item if type(item) in _PLAIN else to_json(item) for item in value]
    if (known := _fields_of(kind)) is not None:
        record = {}
        for name, is_later, default in known:
            item = getattr(value, name)
            if not (is_later and item == default):
                record[name] = item if type(item) in _PLAIN else to_json(item)
        return record
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    return value


@cache
def _fields_of(kind: type[Any]) -> list[tuple[str, bool, Any]] | None:
    """Return (name, True if ADDED_LATER, default) of a dataclass's fields; None for other types."""
    if not is_dataclass(kind):
        return None
    return [(item.name, bool(item.metadata.get("later")), item.default) for item in fields(kind)]


def from_json(kind: type[_Record], data: Any, where: str = "") -> _Record:
    """Make an object of class ``kind`` from ``data``, which :func:`to_json` has made. Each field is checked.

    ``where`` names the data in error messages.

    Raises:
        RecordError: a field is missing, unknown or of the wrong type; the message names it.
    """
    return convert(data, kind, where or kind.__name__, RecordError, complete=True)


def read_json(kind: type[_Record], data: bytes, where: str = "") -> _Record:
    """Make an object of class ``kind`` from the JSON text ``data``; see :func:`from_json`.

    Raises:
        RecordError: ``data`` is not JSON, or does not fit ``kind``.
    """
    return parse_json(data, kind, where or kind.__name__, RecordError)
