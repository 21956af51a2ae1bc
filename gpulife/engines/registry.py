"""The registry of engines: a record for each, by which all others choose, list, open, measure and test engines.

A new engine is a subclass of :class:`gpulife.engines.base.Engine` and a call of :func:`register` with its record; no
module has to name it. The records of this package's own engines are in :mod:`gpulife.engines.factory`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpulife.engines.base import Engine, Storage, StripPlace
from gpulife.errors import EngineError
from gpulife.rules import Rule

if TYPE_CHECKING:
    from gpulife.engines.gl.gl_device import GLDevice

Shape = tuple[int, int]
"""(rows, columns) in cells."""

AUTO = "auto"
"""The name that stands for the engine that suits the rule and the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """How to open an engine; an engine heeds what concerns it.

    Attributes:
        device: the OpenGL device to work on, such as a window's; None lets the engine open one if it needs it.
        owns_device: whether the engine closes ``device`` at its end, and if it cannot be opened.
        lean: whether to keep as little memory beside the board as possible; None if there is no memory for more.
        tune: whether to search for the fastest way to step a massive board, which takes seconds; the result is cached.
        place: where its rows lie, if the board is a strip of a larger one, for laws that know their coordinates.
        max_rows: limit on the rows of a band, to have several on a small board; None for none.
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
        rule: the law and the edges.
        shape: (rows, columns) in cells.
        device: the OpenGL device; None if there is no OpenGL.
        is_shown: whether a window shows the board on that device.
    """

    rule: Rule
    shape: Shape
    device: "GLDevice | None"
    is_shown: bool = False


Suits = tuple[bool, str]
"""Whether an engine suits a board, and a clause that says why or why not; "" leaves it to the engines asked before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRecord:
    """All that is known of an engine before it is opened.

    Attributes:
        name: its name for ``--engine``, and the ``name`` of the engines that it opens.
        about: a line that describes it.
        bytes_per_cell: peak memory a cell, for a rule of two species.
        open: opens the engine with a dead board. It raises EngineError if it cannot run here or cannot take the rule,
            and BoardSizeError if the board is too large or has no cells.
        refusal: why it cannot compute a rule, in words; None if it can.
        find_problem: why it cannot run on this machine, in words; None if it can. This may take a second.
        suits: whether ``auto`` takes it for a board; by default never, so that it has to be asked for by name.
        memory_needed: bytes that a board of a rule takes on a device; by default from ``bytes_per_cell``.
        storages: where its engines keep their cells, by which views see them: one of these is their ``storage``.
        has_strips: whether ``open`` heeds ``Opening.place``, so that ranks can each hold a strip of a board.
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

    @property
    def needs_opengl(self) -> bool:
        """Whether it keeps its cells on an OpenGL device."""
        return any(storage.is_opengl for storage in self.storages)

    def memory(self, rule: Rule, shape: Shape, device: "GLDevice | None" = None) -> int:
        """Return the bytes that a board of ``shape`` takes on ``device``, which needs one only if the engine does."""
        if self.memory_needed is not None:
            return self.memory_needed(rule, shape, device)
        return int(shape[0] * shape[1] * self.bytes_per_cell)


ENGINES: dict[str, EngineRecord] = {}
"""All engines by their names, in the order in which ``auto`` asks whether they suit; :func:`register` adds to it."""


def register(record: EngineRecord, *, before: str | None = None) -> None:
    """Add an engine, in place of the one of that name if there is one.

    Args:
        record: the engine.
        before: name of the engine that ``auto`` asks right after this one; None for the last place.

    Raises:
        EngineError: the name is empty or has spaces, it is "auto", or there is no engine ``before``.
    """
    if record.name in ("", AUTO) or any(letter.isspace() for letter in record.name):
        raise EngineError(f"an engine cannot be called {record.name!r}")
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
    """Return all names for ``--engine``, each with a line that describes it."""
    auto = "the one that suits the rule and the board, with one line that says why if it is numpy"
    return {AUTO: auto} | {record.name: record.about for record in ENGINES.values()}


# Choosing


def choose_engine(
    rule: Rule,
    shape: Shape,
    device: "GLDevice | None",
    *,
    is_shown: bool = False,
    records: Iterable[EngineRecord] | None = None,
) -> tuple[str, str]:
    """Return the engine that ``auto`` takes for a board, and a clause that says why.

    Args:
        rule: the law and the edges.
        shape: (rows, columns) in cells.
        device: the OpenGL device; None if there is no OpenGL.
        is_shown: whether a window shows the board.
        records: the engines to choose from; all by default.

    Raises:
        EngineError: none of ``records`` suits.
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
    """Open the engine that a window shows on ``device``, which the engine does not close.

    Raises:
        BoardSizeError: the board is too large, has no cells, or there is no memory for it.
    """
    # Not tuned: a window that freezes for seconds is worse than slower passes.
    return _for_window(rule, shape, device).open(rule, shape, Opening(device=device))


def memory_on_device(rule: Rule, shape: Shape, device: "GLDevice") -> int:
    """Return the bytes that the board of :func:`open_on_device` takes."""
    return _for_window(rule, shape, device).memory(rule, shape, device)


def _for_window(rule: Rule, shape: Shape, device: "GLDevice") -> EngineRecord:
    return ENGINES[choose_engine(rule, shape, device, is_shown=True)[0]]
