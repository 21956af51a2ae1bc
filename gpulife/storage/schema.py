"""What data from outside may be: dataclasses whose fields have limits, and words for what is right, beside them.

TOML and JSON are read into such dataclasses by msgspec::

    @dataclass(frozen=True, kw_only=True)
    class Waypoint:
        x: Annotated[float, number(0, 1)]
        mode: Annotated[str, choice(["whole", "waypoints"])] = "whole"

``bounded_reading.convert`` makes a Waypoint of a table, and ``schema_errors`` says in one line what is wrong. In
between msgspec fills in a form, a Struct with the same fields, since in dataclasses it ignores keys that it does not
know.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta

from gpulife.errors import GpulifeError

ADDED_LATER: Mapping[str, bool] = MappingProxyType({"later": True})
"""Metadata of a field that was added later, with a default: it may be missing where all other fields must be there."""
KEY = "key"
"""Key in the metadata of a field: the name that data have for it, where that is not the field's own."""
_READ, _OF = "read", "of"
_FEW = 12
"""A message lists all names if there are no more than this."""
ABSENT: Any = object()
"""Stands for a missing value."""


class WrongValue(ValueError):  # noqa: N818 - said of a value, not of the program
    """A value is refused, in words of its own instead of those of its field.

    Args:
        expected: words for the values that are accepted.
        item: the one item of a list that is wrong.
    """

    def __init__(self, expected: str = "", item: Any = ABSENT) -> None:
        super().__init__(expected)
        self.expected, self.item = expected, item


class Form(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The fields of a dataclass as msgspec fills them in; :func:`form_of` makes a subclass for each dataclass."""


class _TypedForm(Form):
    """A form of data that people write: keys with defaults may be missing, and readers look at the values."""

    def __post_init__(self) -> None:
        for field, read in _readers(type(self)):
            value = getattr(self, field.name)
            if value is UNSET or (value is None and type(None) in get_args(field.type)):
                continue
            try:
                setattr(self, field.name, read(value))
            except (ValueError, GpulifeError) as error:
                raise RefusedError(field.encode_name, error) from error


class RefusedError(ValueError):
    """A reader refused the value of a key."""

    def __init__(self, key: str, error: Exception) -> None:
        super().__init__(str(error))
        self.key, self.error = key, error


def described(expected: str, read: Callable[[Any], Any] | None = None, of: Any = None) -> Meta:
    """Say in words what is right, and read the value.

    Args:
        expected: ends the line "... should be".
        read: returns the value of the field. It raises ValueError for what is not right, :class:`WrongValue` to say
            so in other words, or a GpulifeError that says everything itself.
        of: the type that data have, where that is not the type of the field.
    """

    def read_of(value: Any) -> Any:
        try:
            value = msgspec.convert(value, of)
        except msgspec.MsgspecError as error:
            raise ValueError from error
        return value if read is None else read(value)

    reader = read if of is None else read_of
    return Meta(description=expected, extra=None if reader is None else {_READ: reader, _OF: of is not None})


def integer(minimum: int, maximum: int, note: str = "") -> Meta:
    """Accept a whole number within limits."""
    return Meta(ge=minimum, le=maximum, description=f"a whole number from {minimum} to {maximum}{note}")


def number(minimum: float, maximum: float, note: str = "") -> Meta:
    """Accept a number within limits."""
    return Meta(ge=minimum, le=maximum, description=f"a number from {minimum:g} to {maximum:g}{note}")


def boolean() -> Meta:
    """Accept true or false."""
    return described("true or false")


def line(expected: str, max_length: int | None = None, *, empty: bool = True) -> Meta:
    """Accept a text on one line; if it may not be ``empty``, not one of blanks alone either."""

    def read(value: str) -> str:
        if not value.isprintable() or not (empty or value.strip()):
            raise ValueError
        return value

    return Meta(max_length=max_length, description=expected, extra={_READ: read})


def choice(names: Iterable[str], of: Any = None) -> Meta:
    """Accept one of some names, in upper or lower case; ``of`` is str where they are members of an enumeration."""
    known = {name.lower(): name for name in names}

    def read(value: str) -> str:
        if value.lower() not in known:
            raise WrongValue(_nearest(value, known))
        return known[value.lower()]

    return described(_nearest(None, known), read, of)


def choices(names: Iterable[str], at_least: str = "") -> Meta:
    """Accept a list of some of the names, or one of them, and leave out repetitions.

    Args:
        names: to choose from.
        at_least: words for what is expected instead of an empty list; "" if an empty one is right, too.
    """
    known = {name.lower(): name for name in names}

    def read(value: Any) -> tuple[str, ...]:
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list | tuple):
            raise ValueError  # noqa: TRY004 - a wrong value, not a wrong call
        if at_least and not items:
            raise WrongValue(at_least)
        for item in items:
            if not isinstance(item, str) or item.lower() not in known:
                raise WrongValue(_nearest(item, known), item)
        return tuple(dict.fromkeys(known[item.lower()] for item in items))

    return described(f"a list out of {', '.join(known.values())}", read, of=Any)


def form_of(kind: Any, *, complete: bool = False) -> Any:
    """Return the type ``kind`` with a form in the place of each dataclass in it.

    Args:
        kind: a dataclass, or a tuple, union or annotated type with dataclasses in it; any other type stays as it is.
        complete: for data that programs write: no field may be missing but those ADDED_LATER, and nothing is read by
            readers, since fields hold what these made.
    """
    if is_dataclass(kind) and isinstance(kind, type):
        return _form(kind, complete)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        notes = inner[1:]
        is_any = not complete and any(isinstance(note, Meta) and note.extra and note.extra.get(_OF) for note in notes)
        return Annotated[(Any if is_any else form_of(inner[0], complete=complete), *notes)]
    if origin is tuple:
        return tuple[tuple(part if part is Ellipsis else form_of(part, complete=complete) for part in inner)]  # type: ignore[misc]
    if origin in (Union, UnionType):
        return Union[tuple(form_of(part, complete=complete) for part in inner)]  # noqa: UP007 - made of parts
    return kind


def fill(value: Any, kind: Any, *, complete: bool = False) -> Any:
    """Return ``value``, of what JSON or TOML knows, as the type ``kind``; see :func:`form_of`.

    Raises:
        msgspec.ValidationError: it is no such value; :func:`schema_errors.explain` says why.
        ValueError: a dataclass refuses the values of its fields.
    """
    filled = msgspec.convert(value, form_of(kind, complete=complete))
    read = None if complete else _reader(kind)
    if read is None:
        return to_dataclasses(filled)
    try:
        return read(filled)
    except (ValueError, GpulifeError) as error:
        raise msgspec.ValidationError(str(error)) from RefusedError("", error)


def to_dataclasses(filled: Any) -> Any:
    """Return the dataclass that a filled form stands for, also of forms in tuples; any other value as it is.

    Raises:
        ValueError: the dataclass refuses the values of its fields.
    """
    if isinstance(filled, tuple):
        return tuple(map(to_dataclasses, filled))
    if not isinstance(filled, Form):
        return filled
    values = {name: getattr(filled, name) for name in filled.__struct_fields__}
    return _DATACLASSES[type(filled)](
        **{name: to_dataclasses(value) for name, value in values.items() if value is not UNSET}
    )


_DATACLASSES: dict[type[Form], type] = {}
"""The dataclass that each form is made for."""


@cache
def _form(kind: type, complete: bool) -> type[Form]:
    hints = get_type_hints(kind, include_extras=True)
    form: type[Form] = msgspec.defstruct(  # type: ignore[assignment]
        kind.__name__,
        [
            (field.name, form_of(hints[field.name], complete=complete), *_default(field, complete))
            for field in fields(kind)
        ],
        bases=(Form if complete else _TypedForm,),
        kw_only=True,
        rename={field.name: field.metadata[KEY] for field in fields(kind) if field.metadata.get(KEY)},
    )
    _DATACLASSES[form] = kind
    return form


def _default(field: Field[Any], complete: bool) -> tuple[Any, ...]:
    """Return nothing for a field that must be there; else a mark, for which the dataclass puts its own default."""
    is_needed = field.default is MISSING and field.default_factory is MISSING
    return () if is_needed or (complete and not field.metadata.get("later")) else (UNSET,)


@cache
def _readers(form: type[Form]) -> tuple[tuple[msgspec.structs.FieldInfo, Callable[[Any], Any]], ...]:
    """Return the fields of a form that have a reader."""
    found = [(field, _reader(field.type)) for field in msgspec.structs.fields(form)]
    return tuple((field, read) for field, read in found if read is not None)


def _reader(kind: Any) -> Callable[[Any], Any] | None:
    if get_origin(kind) is Annotated:
        for note in get_args(kind)[1:]:
            if isinstance(note, Meta) and note.extra and _READ in note.extra:
                return note.extra[_READ]  # type: ignore[no-any-return]
        return _reader(get_args(kind)[0])
    for part in get_args(kind) if type(None) in get_args(kind) else ():  # of what may also be absent
        if (read := _reader(part)) is not None:
            return read
    return None


def _nearest(value: Any, known: Mapping[str, str]) -> str:
    close = get_close_matches(value.lower(), known, n=3, cutoff=0.5) if isinstance(value, str) else []
    if close:
        names = " or ".join(repr(known[name]) for name in close)
        return f"one of {len(known)} names; did you mean {names}?" if len(known) > _FEW else names
    return f"one of {', '.join(known.values())}"
