"""Schemas for data from outside: dataclasses whose fields have limits, and one-line errors for data that do not fit.

msgspec reads TOML and JSON into such dataclasses::

    @dataclass(frozen=True, kw_only=True)
    class Waypoint:
        x: Annotated[float, number(0, 1)]
        mode: Annotated[str, choice(["whole", "waypoints"])] = "whole"

``bounded_reading.convert`` turns a table into a Waypoint. It first fills a *form*, a msgspec Struct with the same
fields: in a form, an unknown key is an error, while msgspec ignores unknown keys in dataclasses.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, inspect

from gpulife.errors import GpulifeError

ADDED_LATER: Mapping[str, bool] = MappingProxyType({"later": True})
"""Metadata to mark a field that older versions of gpulife did not write. The field must have a default."""
KEY = "key"
"""Metadata key for a field that has another name in the data: ``metadata={KEY: name}``."""
_READ, _OF = "read", "of"
_FEW = 12
"""An error message lists all accepted names if there are at most this many."""
ABSENT: Any = object()
"""Stands for a value that is missing in the data."""


class WrongValue(ValueError):  # noqa: N818 - about a value, not the program
    """A value is wrong.

    Args:
        expected: the accepted values, for the error message; "" to show the field's description.
        item: if the value is a list: the item in it that is wrong; else ABSENT.
    """

    def __init__(self, expected: str = "", item: Any = ABSENT) -> None:
        super().__init__(expected)
        self.expected, self.item = expected, item


class Form(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The fields of a dataclass as a Struct that msgspec fills; :func:`form_of` makes a subclass for each dataclass."""


class _TypedForm(Form):
    """A form for data that people write. Its fields check or convert values, and those with defaults may be missing."""

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
    """The function that checks the value of a key has raised an error for this value."""

    def __init__(self, key: str, error: Exception) -> None:
        super().__init__(str(error))
        self.key, self.error = key, error


def described(expected: str, read: Callable[[Any], Any] | None = None, of: Any = None) -> Meta:
    """Return a check for a field, which describes the accepted values and may convert them.

    Args:
        expected: description of the accepted values, which follows "should be" in error messages.
        read: converts a value for the field; None if that is not needed. For a wrong value it raises ValueError,
            :class:`WrongValue` to give another description, or a GpulifeError with the whole message.
        of: type of the value in the data; None if it is the field's type.
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
    """Return a check for a whole number from ``minimum`` to ``maximum``."""
    return Meta(ge=minimum, le=maximum, description=f"a whole number from {minimum} to {maximum}{note}")


def number(minimum: float, maximum: float, note: str = "") -> Meta:
    """Return a check for a number from ``minimum`` to ``maximum``."""
    return Meta(ge=minimum, le=maximum, description=f"a number from {minimum:g} to {maximum:g}{note}")


def boolean() -> Meta:
    """Return a check for a value that must be true or false."""
    return described("true or false")


def line(expected: str, max_length: int | None = None, *, empty: bool = True) -> Meta:
    """Return a check for one line of text. If ``empty`` is False, the text must not be blank."""

    def read(value: str) -> str:
        if not value.isprintable() or not (empty or value.strip()):
            raise ValueError
        return value

    return Meta(max_length=max_length, description=expected, extra={_READ: read})


def choice(names: Iterable[str], of: Any = None) -> Meta:
    """Return a check for a value that must be one of ``names``, in upper or lower case.

    If the names are members of an enumeration, pass ``of=str``.
    """
    known = {name.lower(): name for name in names}

    def read(value: str) -> str:
        if value.lower() not in known:
            raise WrongValue(_nearest(value, known))
        return known[value.lower()]

    return described(_nearest(None, known), read, of)


def choices(names: Iterable[str], at_least: str = "") -> Meta:
    """Return a check for a list of names without repetitions. A single name need not be in a list.

    Args:
        names: the accepted names.
        at_least: description of the right value, for the error message about an empty list; "" to accept empty lists.
    """
    known = {name.lower(): name for name in names}

    def read(value: Any) -> tuple[str, ...]:
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list | tuple):
            raise ValueError  # noqa: TRY004 - the value is wrong, not the call
        if at_least and not items:
            raise WrongValue(at_least)
        for item in items:
            if not isinstance(item, str) or item.lower() not in known:
                raise WrongValue(_nearest(item, known), item)
        return tuple(dict.fromkeys(known[item.lower()] for item in items))

    return described(f"a list of names from {', '.join(known.values())}", read, of=Any)


def form_of(kind: Any, *, complete: bool = False) -> Any:
    """Return the type ``kind`` with each dataclass in it replaced by its form.

    Args:
        kind: a dataclass, or a tuple, union or annotated type with dataclasses in it; other types are unchanged.
        complete: True for data that programs write: only fields marked ADDED_LATER may be missing, and values are not
            checked or converted again.
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
    """Convert ``value``, as read from JSON or TOML, to the type ``kind``, a result of :func:`form_of`.

    Raises:
        msgspec.ValidationError: the value does not have that type; :func:`explain` says why.
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
    """Convert a filled form, or each form in a tuple, to its dataclass. Other values are returned unchanged.

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
"""Maps each form (a Struct that msgspec fills) to its dataclass."""


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
    """Return (UNSET,), the default of a form's field, if the data may lack the field; otherwise (), no default."""
    is_needed = field.default is MISSING and field.default_factory is MISSING
    return () if is_needed or (complete and not field.metadata.get("later")) else (UNSET,)


@cache
def _readers(form: type[Form]) -> tuple[tuple[msgspec.structs.FieldInfo, Callable[[Any], Any]], ...]:
    """Return (field, function) for each field of a form that has a function to check or convert its value."""
    found = [(field, _reader(field.type)) for field in msgspec.structs.fields(form)]
    return tuple((field, read) for field, read in found if read is not None)


def _reader(kind: Any) -> Callable[[Any], Any] | None:
    if get_origin(kind) is Annotated:
        for note in get_args(kind)[1:]:
            if isinstance(note, Meta) and note.extra and _READ in note.extra:
                return note.extra[_READ]  # type: ignore[no-any-return]
        return _reader(get_args(kind)[0])
    for part in get_args(kind) if type(None) in get_args(kind) else ():  # optional types
        if (read := _reader(part)) is not None:
            return read
    return None


def _nearest(value: Any, known: Mapping[str, str]) -> str:
    close = get_close_matches(value.lower(), known, n=3, cutoff=0.5) if isinstance(value, str) else []
    if close:
        names = " or ".join(repr(known[name]) for name in close)
        return f"one of {len(known)} names; did you mean {names}?" if len(known) > _FEW else names
    return f"one of {', '.join(known.values())}"


# One-line errors about data from outside: the place, the value, and the expected value.

_PLACE = re.compile(r"(?P<text>.*?)(?: - at `(?:key` in `)?\$(?P<path>[^`]*)`)?", re.DOTALL)
"""Splits a message of msgspec into its text and the place in the data."""
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]|(\[\.\.\.\])")
_MISSING = re.compile(r"Object missing required field `(.*)`", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_ANY_KEY = -1
"""Step of a path for a key that is not known: msgspec does not say which key of a dict has the wrong value."""


def explain(problem: msgspec.ValidationError, value: Any, kind: Any, where: str) -> str:
    """Return an error message in one line: where in the data the error is, the value there, and what would be right.

    Args:
        problem: the error from msgspec.
        value: the data that msgspec refused.
        kind: the expected type, from :func:`form_of`.
        where: name of the data.
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
    """Return the error message for a wrong value; ``where`` names the file and the key."""
    return f"{where} = {quoted_value(value)} should be {expected}"


def quoted_value(value: Any) -> str:
    """Return a value as text for an error message: as in TOML and JSON, on one line, and shortened if it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = repr(value)
    except ValueError:  # Python's own limit
        return "a number with thousands of digits"
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
    hint = f"did you mean {close[0]}?" if close else f"the keys are {', '.join(names)}"
    return f"{where}: unknown key {_path([*steps, quoted_value(key)[1:-1]])}: {hint}"


def _at(where: str, steps: Sequence[str | int]) -> str:
    path = _path(steps)
    return f"{where}: {path}" if path else where


def _path(steps: Sequence[str | int]) -> str:
    """Return a path into nested data as text, such as "scene 2.camera.mode"; items of lists are counted from 1."""
    text = ""
    for step in steps:
        text += f" {step + 1}" if isinstance(step, int) else f".{step}" if text else step
    return text


def _value_at(value: Any, steps: Sequence[str | int]) -> Any:
    for step in steps:
        value = value[step]
    return value


def _deepest(kind: Any, steps: list[str | int]) -> tuple[list[str | int], str | None]:
    """Return the longest beginning of the path ``steps`` whose type has a description, and this description.

    If there is no description, return all steps and None.
    """
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
    """Return the types that the value at the path ``steps`` may have in data of the type ``kind``."""
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
