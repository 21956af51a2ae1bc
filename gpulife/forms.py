"""Forms: what data from outside may be, as types for msgspec, each with the words for what is right.

A form is a class, a ``Meta`` beside each of its fields::

    class Waypoint(Form):
        x: Annotated[float, number(0, 1)]
        mode: Annotated[str, choice(["whole", "waypoints"])] = "whole"

``reading.convert`` fills it in; ``form_errors`` says in one line what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, get_args, get_origin

import msgspec
from msgspec import Meta

from gpulife.errors import GpulifeError

_READ = "read"
_FEW = 12
"""Names of which a message lists all."""
ABSENT: Any = object()
"""Instead of a value that there is not."""


class Wrong(ValueError):  # noqa: N818 - said of a value, not of the program
    """A value is refused, in other words than those of its field.

    Args:
        right: what would be.
        item: the one of several that is wrong.
    """

    def __init__(self, right: str = "", item: Any = ABSENT) -> None:
        super().__init__(right)
        self.right, self.item = right, item


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of known keys. Defaults are written as the data would have them."""

    def __post_init__(self) -> None:
        """Let the fields' readers make of the values what they stand for."""
        for field, read in _readers(type(self)):
            value = getattr(self, field.name)
            if value is None and field.default is None:
                continue
            try:
                msgspec.structs.force_setattr(self, field.name, read(value))
            except (ValueError, GpulifeError) as error:
                raise RefusedError(field.encode_name, error) from error


class RefusedError(ValueError):
    """A reader refused the value of a key."""

    def __init__(self, key: str, error: Exception) -> None:
        super().__init__(str(error))
        self.key, self.error = key, error


def described(right: str, read: Callable[[Any], Any] | None = None, of: Any = None) -> Meta:
    """What is right in words, and what makes the value of it.

    Args:
        right: ends the line "... should be".
        read: raises ValueError for what is not right, :class:`Wrong` to say it in other words, or a GpulifeError that
            says everything itself.
        of: the type that it reads, where that is another than it returns: the field's is ``Any`` then.
    """

    def read_of(value: Any) -> Any:
        try:
            value = msgspec.convert(value, of)
        except msgspec.MsgspecError as error:
            raise ValueError from error
        return value if read is None else read(value)

    reader = read if of is None else read_of
    return Meta(description=right, extra=None if reader is None else {_READ: reader})


def whole(least: int, most: int, note: str = "") -> Meta:
    """A whole number within limits."""
    return Meta(ge=least, le=most, description=f"a whole number from {least} to {most}{note}")


def number(least: float, most: float, note: str = "") -> Meta:
    """A number within limits."""
    return Meta(ge=least, le=most, description=f"a number from {least:g} to {most:g}{note}")


def flag() -> Meta:
    """True or false."""
    return described("true or false")


def line(right: str, longest: int | None = None, *, empty: bool = True) -> Meta:
    """A text on one line, which ends in no blank if it may not be ``empty``."""

    def read(value: str) -> str:
        if not value.isprintable() or not (empty or value.strip()):
            raise ValueError
        return value

    return Meta(max_length=longest, description=right, extra={_READ: read})


def choice(names: Iterable[str]) -> Meta:
    """One of some names; upper and lower case are alike."""
    known = {name.lower(): name for name in names}

    def read(value: str) -> str:
        if value.lower() not in known:
            raise Wrong(_nearest(value, known))
        return known[value.lower()]

    return described(_nearest(None, known), read)


def choices(names: Iterable[str]) -> Meta:
    """A list of some of the names, or one of them; none twice."""
    known = {name.lower(): name for name in names}

    def read(value: Any) -> tuple[str, ...]:
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list | tuple):
            raise ValueError  # noqa: TRY004 - a wrong value, not a wrong call
        for item in items:
            if not isinstance(item, str) or item.lower() not in known:
                raise Wrong(_nearest(item, known), item)
        return tuple(dict.fromkeys(known[item.lower()] for item in items))

    return described(f"a list out of {', '.join(known.values())}", read)


def fill(value: Any, kind: Any) -> Any:
    """``value`` as the type ``kind``.

    Raises:
        msgspec.ValidationError: it is none; :func:`form_errors.explain` says it.
    """
    filled = msgspec.convert(value, kind)
    read = _reader(kind)
    if read is None:
        return filled
    try:
        return read(filled)
    except (ValueError, GpulifeError) as error:
        raise msgspec.ValidationError(str(error)) from RefusedError("", error)


@cache
def _readers(form: type[Form]) -> tuple[tuple[msgspec.structs.FieldInfo, Callable[[Any], Any]], ...]:
    """The fields that have a reader."""
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
