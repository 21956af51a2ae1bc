"""Convert frozen dataclasses to JSON and back: the states of games, matches and actions in files. No pickle.

Fields may be numbers, texts, truth values, None, enums, tuples, ``dict[str, Any]`` and dataclasses, with bounds in
``Annotated``. No field may be unknown or missing, and data can make no object of any other class.
"""

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar

from gpulife.errors import GpulifeError
from gpulife.storage.bounded_reading import convert, parse_json
from gpulife.storage.schema import ADDED_LATER

__all__ = ["ADDED_LATER", "RecordError", "from_json", "read_json", "to_json"]

_Record = TypeVar("_Record")


class RecordError(GpulifeError):
    """Data that does not fit the dataclass."""


def to_json(value: Any) -> Any:
    """Return ``value`` as what :func:`json.dumps` writes: fields by name, tuples as lists, enums as their values.

    A field whose metadata are ADDED_LATER is left out while it has its default value. So matches under older rulings
    keep the JSON, and the hashes, that they had before the field was added.
    """
    if is_dataclass(value):
        return {
            item.name: to_json(getattr(value, item.name))
            for item in fields(value)
            if not (item.metadata.get("later") and getattr(value, item.name) == item.default)
        }
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    return value


def from_json(kind: type[_Record], data: Any, where: str = "") -> _Record:
    """Return the ``kind`` of which :func:`to_json` made ``data``, checked field by field.

    Raises:
        RecordError: a field is missing, unknown or of another type; the message names it.
    """
    return convert(data, kind, where or kind.__name__, RecordError, complete=True)


def read_json(kind: type[_Record], data: bytes, where: str = "") -> _Record:
    """Read JSON text, then do what :func:`from_json` does.

    Raises:
        RecordError: it is no JSON, or :func:`from_json` says so.
    """
    return parse_json(data, kind, where or kind.__name__, RecordError)
