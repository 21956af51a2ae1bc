"""A ``replace`` for dataclasses, about nine times as fast as the standard library's.

It copies the object's dictionary, where the standard library copies field by field in Python. A server makes about ten
new states for each match and tick. Classes that are replaced in every tick therefore have no slots.
"""

import dataclasses
from typing import TYPE_CHECKING, Any

__all__ = ["replace"]

if TYPE_CHECKING:
    from dataclasses import replace  # mypy then checks the fields
else:
    # A state of 20 fields takes 2 microseconds here, and 7.5 with slots. msgspec.Struct would take 0.4, but its fields
    # have no metadata (ADDED_LATER), and it cannot inherit from protocols.
    _FIELD_COUNTS: dict[type, int] = {}

    def replace(obj: Any, /, **changes: Any) -> Any:
        """Return a copy of ``obj`` with some fields changed, like ``dataclasses.replace``."""
        kind = type(obj)
        count = _FIELD_COUNTS.get(kind)
        if count is None:
            count = _FIELD_COUNTS[kind] = _field_count(obj)
        if not count:
            return dataclasses.replace(obj, **changes)
        values = {**obj.__dict__, **changes}
        if len(values) != count:
            raise TypeError(f"{kind.__name__} has no field {next(iter(changes.keys() - obj.__dict__.keys()))!r}")
        made = _new(kind)
        _set(made, "__dict__", values)
        return made


_new, _set = object.__new__, object.__setattr__


def _field_count(obj: Any) -> int:
    """Return the number of fields of ``obj`` if all of them are in its dictionary; otherwise 0."""
    fields = dataclasses.fields(obj)
    is_plain = all(field.init for field in fields) and not hasattr(obj, "__post_init__")
    return len(fields) if is_plain and getattr(obj, "__dict__", {}).keys() == {field.name for field in fields} else 0
