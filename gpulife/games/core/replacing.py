"""``replace`` of dataclasses, three times as fast for those that games' states are made of.

A server of on-line play makes some ten new states a tick and match, which was most of its work. What the standard
library does field by field in Python is done here by the slots themselves.
"""

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["replace"]

if TYPE_CHECKING:
    from dataclasses import replace  # with its fields checked
else:
    _COPIERS: dict[type, Callable[[Any, dict[str, Any]], Any]] = {}

    def replace(obj: Any, /, **changes: Any) -> Any:
        """Return a new object like ``obj`` with other values in some fields; see ``dataclasses.replace``."""
        kind = type(obj)
        copier = _COPIERS.get(kind)
        if copier is None:
            copier = _COPIERS[kind] = _make_copier(kind)
        return copier(obj, changes)


def _make_copier(kind: type) -> Callable[[Any, dict[str, Any]], Any]:
    """Return a function of an object of a dataclass and its changes."""
    fields = dataclasses.fields(kind)
    names = [field.name for field in fields]
    slots = [getattr(kind, name, None) for name in names]
    is_plain = all(field.init for field in fields) and not hasattr(kind, "__post_init__")
    if not is_plain or len(names) < 2 or any(not hasattr(slot, "__set__") for slot in slots):
        return lambda obj, changes: dataclasses.replace(obj, **changes)
    values_of = attrgetter(*names)
    setters: list[Callable[[Any, Any], None]] = [slot.__set__ for slot in slots if slot is not None]
    places = {name: place for place, name in enumerate(names)}
    new = object.__new__

    def copy(obj: Any, changes: dict[str, Any]) -> Any:
        values = list(values_of(obj))
        try:
            for name, value in changes.items():
                values[places[name]] = value
        except KeyError as error:
            raise TypeError(f"{kind.__name__} has no field {error}") from None
        made: Any = new(kind)
        for set_value, value in zip(setters, values, strict=True):
            set_value(made, value)
        return made

    return copy
