"""Exchanges border rows between neighbouring strips: each strip sends one message to each neighbour.

The first byte of a message says whether rows follow. Rows that equal those sent two exchanges earlier are not sent
again. This saves most of the data where tiles sleep, since sleeping cells repeat after two passes.
"""

import time
from collections.abc import Callable
from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray

from gpulife.engines.base import StripPlace
from gpulife.ranks.world import World

Rows = NDArray[np.uint8]
"""The bytes of some rows, as the engine stores them; shape (bytes,), uint8."""
_UP, _DOWN = 10, 11
"""Message tags for each direction: on a torus of two ranks, both neighbours are the same rank."""
_HEAD = 1


@dataclass(slots=True)
class ExchangeFigures:
    """Statistics of the exchanges so far.

    Attributes:
        messages: the number of messages sent.
        flags: the number of messages sent without rows, because the rows equalled those sent two exchanges earlier.
        bytes: the number of bytes sent.
        exchanges: the number of exchanges.
        seconds: seconds spent starting exchanges and waiting for their end.
        computing: seconds spent computing while messages were in transit.
    """

    messages: int = 0
    flags: int = 0
    bytes: int = 0
    exchanges: int = 0
    seconds: float = 0.0
    computing: float = 0.0

    def since(self, before: "ExchangeFigures") -> "ExchangeFigures":
        """Return the figures minus the earlier figures ``before``."""
        return ExchangeFigures(*(now - then for now, then in zip(astuple(self), astuple(before), strict=True)))


@dataclass(frozen=True, slots=True, eq=False)
class Received:
    """Rows received from a neighbour.

    Attributes:
        rows: the rows.
        before: the rows received two exchanges earlier; None if they equal ``rows``.
    """

    rows: Rows
    before: Rows | None


class _Side:
    """One neighbour of a strip, and the rows of the two latest exchanges with that neighbour."""

    def __init__(self, rank: int, tag_out: int, tag_in: int, size: int) -> None:
        self.rank = rank
        self._tags = tag_out, tag_in
        self._out = [np.zeros(_HEAD + size, np.uint8) for _ in range(2)]
        self._in = [np.zeros(_HEAD + size, np.uint8) for _ in range(3)]  # the third is the receive buffer

    def begin(self, world: World, rows: Rows, parity: int, figures: ExchangeFigures) -> list[object]:
        message = self._out[parity]
        same = np.array_equal(message[_HEAD:], rows)
        message[0] = not same
        if not same:
            message[_HEAD:] = rows
        sent = message[:_HEAD] if same else message
        figures.messages += 1
        figures.flags += same
        figures.bytes += sent.nbytes
        return [
            world.comm.Irecv(self._in[2], self.rank, self._tags[1]),
            world.comm.Isend(sent, self.rank, self._tags[0]),
        ]

    def finish(self, parity: int) -> Received:
        new, before = self._in[2], self._in[parity]
        if not new[0]:
            return Received(before[_HEAD:], None)
        self._in[parity], self._in[2] = new, before
        return Received(new[_HEAD:], before[_HEAD:])


class HaloExchange:
    """Exchanges border rows between one strip and its neighbours.

    Args:
        world: the ranks.
        place: the strip's position.
        above: the rank of the strip above; None at a dead edge.
        below: the rank of the strip below; None at a dead edge.
        size: the number of bytes sent to each neighbour, without the header.

    Attributes:
        place: the strip's position.
        figures: statistics of the exchanges so far.
    """

    def __init__(self, world: World, place: StripPlace, above: int | None, below: int | None, size: int) -> None:
        self._world = world
        self.place = place
        self._sides = (
            None if above is None else _Side(above, _UP, _DOWN, size),
            None if below is None else _Side(below, _DOWN, _UP, size),
        )
        self._requests: list[object] = []
        self._begun = 0.0
        self._parity = 0
        self.figures = ExchangeFigures()

    @property
    def has(self) -> tuple[bool, bool]:
        """Whether the strip has a neighbour above, and whether it has one below."""
        return self._sides[0] is not None, self._sides[1] is not None

    def begin(self, *borders: Callable[[], Rows]) -> None:
        """Start the exchange.

        The two functions in ``borders`` return the rows to send: the strip's top rows, and its bottom rows.
        """
        began = time.perf_counter()
        parity = self._parity
        with self._world.losses():
            for side, read in zip(self._sides, borders, strict=True):
                if side is not None:
                    self._requests += side.begin(self._world, read(), parity, self.figures)
        self._begun = time.perf_counter()
        self.figures.seconds += self._begun - began

    def finish(self) -> tuple[Received | None, Received | None]:
        """Wait for the neighbours' rows. Return those from above and those from below; each is None at a dead edge."""
        waiting = time.perf_counter()
        self.figures.computing += waiting - self._begun
        self._world.wait(self._requests)  # type: ignore[arg-type]
        self._requests = []
        self.figures.seconds += time.perf_counter() - waiting
        parity = self._parity
        self._parity ^= 1
        self.figures.exchanges += 1
        above, below = (None if side is None else side.finish(parity) for side in self._sides)
        return above, below
