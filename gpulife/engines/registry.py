"""The registry of engines. Each engine has a record, with what is needed to choose, list, open and test it.

To add an engine, subclass :class:`gpulife.engines.base.Engine` and call :func:`register` with its record; no other
module has to name it. The records of this package's own engines are in :mod:`gpulife.engines.factory`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpulife.engines.base import Engine, Storage, StripPlace
from gpulife.engines.endless import EndlessEngine
from gpulife.errors import EngineError
from gpulife.rules import Rule

if TYPE_CHECKING:
    from gpulife.engines.gl.gl_device import GLDevice

Shape = tuple[int, int]
"""(rows, columns) in cells."""

AUTO = "auto"
"""The name for ``--engine`` with which gpulife itself chooses an engine that suits the rule and the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """Options for opening an engine; each engine ignores options that do not apply to it.

    Attributes:
        device: the OpenGL device to use, such as a window's; None lets the engine open its own if needed.
        owns_device: True if the engine closes ``device`` when it is closed, or if opening fails.
        lean: True to save memory at the cost of speed; None to save memory only if the board does not fit otherwise.
        tune: True to search for the fastest way to step a massive board. This takes seconds; the result is cached.
        place: the position of a strip of a larger board, for rules that depend on coordinates; None for a whole board.
        max_rows: limit on a band's rows; tests use it to get several bands on a small board. None for no limit.
    """

    device: "GLDevice | None" = None
    owns_device: bool = False
    lean: bool | None = None
    tune: bool = False
    place: StripPlace | None = None
    max_rows: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A board for which ``auto`` chooses an engine.

    Attributes:
        rule: the rule with the board's edges.
        shape: (rows, columns) in cells.
        device: the OpenGL device; None if there is no OpenGL.
        is_shown: True if a window shows the board on that device.
    """

    rule: Rule
    shape: Shape
    device: "GLDevice | None"
    is_shown: bool = False


Suits = tuple[bool, str]
"""Whether an engine suits a board, and a clause that says why or why not.

If the clause is "", the message to the user has the clause of the engine that was tried before this one.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRecord:
    """A description of an engine, available before it is opened.

    Attributes:
        name: the name for ``--engine``, also the ``name`` of the opened engines.
        about: a one-line description.
        bytes_per_cell: the maximum number of bytes of memory that a cell takes under a rule of two species.
        open: opens the engine with an empty board. Raises EngineError if it cannot run here or cannot compute the rule,
            and BoardSizeError if the board is too large or has no cells.
        refusal: returns why the engine cannot compute a rule, or None if it can.
        find_problem: returns why the engine cannot run on this machine, or None if it can. This may take a second.
        suits: returns whether ``auto`` may choose the engine for a board; by default it never does.
        memory_needed: returns the bytes that a board needs on a device; by default computed from ``bytes_per_cell``.
        storages: the possible values of the engine's ``storage``, from which views choose how to read the cells.
        has_strips: True if ``open`` supports ``Opening.place``, so that each rank can hold a strip of a board.
        open_plane: opens the engine with an empty plane without end, in so many bytes of memory; None if the engine has
            boards. Otherwise ``open`` raises EngineError.
    """

    name: str
    about: str
    bytes_per_cell: float
    open: Callable[[Rule, Shape, Opening], Engine]
    refusal: Callable[[Rule], str | None] = lambda _rule: None
    find_problem: Callable[[], str | None] = lambda: None
    suits: Callable[[Wanted], Suits] = lambda _wanted: (False, "")
    memory_needed: Callable[[Rule, Shape, "GLDevice | None"], int] | None = None
    storages: tuple[Storage, ...] = (Storage.PRIVATE,)
    has_strips: bool = False
    open_plane: Callable[[Rule, int | None], EndlessEngine] | None = None

    @property
    def has_boards(self) -> bool:
        """True if the engine computes boards; False if it computes only planes without end."""
        return self.open_plane is None

    @property
    def needs_opengl(self) -> bool:
        """True if the engine keeps its cells on an OpenGL device."""
        return any(storage.is_opengl for storage in self.storages)

    def memory(self, rule: Rule, shape: Shape, device: "GLDevice | None" = None) -> int:
        """Return how many bytes a board of ``shape`` needs. ``device`` is needed only for OpenGL engines."""
        if self.memory_needed is not None:
            return self.memory_needed(rule, shape, device)
        return int(shape[0] * shape[1] * self.bytes_per_cell)


ENGINES: dict[str, EngineRecord] = {}
"""All engines by name, in the order in which ``auto`` tries them; filled by :func:`register`."""


def register(record: EngineRecord, *, before: str | None = None) -> None:
    """Add an engine; it replaces an earlier engine of the same name.

    Args:
        record: the engine.
        before: name of the engine that ``auto`` tries right after the new one; None to try the new one last.

    Raises:
        EngineError: the name is empty, has spaces or is "auto", or there is no engine ``before``.
    """
    if record.name in ("", AUTO) or any(letter.isspace() for letter in record.name):
        raise EngineError(f"invalid engine name {record.name!r}: use one word other than auto")
    if before is not None:
        find_engine(before)
    others = [each for each in ENGINES.values() if each.name != record.name]
    at = next((number for number, each in enumerate(others) if each.name == before), len(others))
    ENGINES.clear()
    ENGINES.update({each.name: each for each in (*others[:at], record, *others[at:])})


def find_engine(name: str) -> EngineRecord:
    """Return the record of an engine.

    Raises:
        EngineError: there is no such engine.
    """
    if name not in ENGINES:
        raise EngineError(f"unknown engine {name!r}: use one of {', '.join((AUTO, *ENGINES))}")
    return ENGINES[name]


def described_engines() -> dict[str, str]:
    """Return all names for ``--engine``, each with a one-line description."""
    auto = "the best engine for the rule and the board; if that is numpy, a line says why"
    return {AUTO: auto} | {record.name: record.about for record in ENGINES.values()}


# Choosing an engine.


def choose_engine(
    rule: Rule,
    shape: Shape,
    device: "GLDevice | None",
    *,
    is_shown: bool = False,
    records: Iterable[EngineRecord] | None = None,
) -> tuple[str, str]:
    """Return (name, reason): the engine that ``auto`` chooses for a board, and why, as a clause.

    Args:
        rule: the rule with the board's edges.
        shape: (rows, columns) in cells.
        device: the OpenGL device; None if there is no OpenGL.
        is_shown: True if a window shows the board.
        records: the engines to choose from; all by default.

    Raises:
        EngineError: no engine in ``records`` suits.
    """
    wanted = Wanted(rule=rule, shape=shape, device=device, is_shown=is_shown)
    why = ""
    for record in list(ENGINES.values() if records is None else records):
        suits, clause = record.suits(wanted)
        why = clause or why
        if suits:
            return record.name, why
    raise EngineError(f"no engine suits a board of {shape[1]}x{shape[0]} of rule {rule.law}: {why}")


def open_on_device(rule: Rule, shape: Shape, device: "GLDevice") -> Engine:
    """Open the best engine for a window on ``device``; closing the engine leaves ``device`` open.

    Raises:
        BoardSizeError: the board is too large, has no cells, or does not fit in memory.
    """
    # Not tuned: slower passes are better than a window that freezes for seconds.
    return _for_window(rule, shape, device).open(rule, shape, Opening(device=device))


def memory_on_device(rule: Rule, shape: Shape, device: "GLDevice") -> int:
    """Return how many bytes of memory a board needs that :func:`open_on_device` opens."""
    return _for_window(rule, shape, device).memory(rule, shape, device)


def _for_window(rule: Rule, shape: Shape, device: "GLDevice") -> EngineRecord:
    return ENGINES[choose_engine(rule, shape, device, is_shown=True)[0]]
