"""Hashes of a session's board, taken now and then: by them a replay shows that it is computed as it was played."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from gpulife.engines.base import Engine
from gpulife.errors import EngineError
from gpulife.games.core.board_hash import board_hash, moment_hash
from gpulife.games.core.game import TICKS_PER_SECOND
from gpulife.games.core.order import Order, Step
from gpulife.session.board_access import BoardAccess
from gpulife.session.history import BoardHash
from gpulife.session.order_executor import carry_out

# At an unlimited pace a hash every 256 generations alone would bloat replay files: hence at most one a second.
HASH_EVERY = 256
"""Generations between two hashes of the board; but there is at most one a second."""


def known_hash(state: Any, board: BoardAccess) -> str:
    """Return the hash of a game's state and its board; "" if the engine cannot tell what is on the board any more."""
    try:
        return moment_hash(state, board)
    except EngineError:
        return ""


class BoardHashes:
    """Carries out orders on a board and keeps its hashes, in order of their ticks.

    Args:
        engine: engine that computes the board.
        board: the same for games, which forgets its census when the board changes.
        hashes: hashes of a recording.
        verify: whether to compare them with the boards as they are played again.

    Attributes:
        hashes: hashes of the board.
        first_mismatch: first recorded hash that differs from that of the board, if it verifies.
        verified: number of recorded hashes that the board has had, too.
    """

    def __init__(
        self, engine: Engine, board: BoardAccess, hashes: Iterable[BoardHash] = (), *, verify: bool = False
    ) -> None:
        self._engine, self._board = engine, board
        self.hashes = list(hashes)
        self.first_mismatch: BoardHash | None = None
        self.verified = 0
        self._verify = verify

    def carry_out(self, order: Order, computed: int, tick: int, recorded_ticks: int) -> Iterator[int]:
        """Carry out an order of ``tick`` in portions, and hash the board where a hash is due halfway.

        Args:
            order: the order.
            computed: generations computed before it.
            tick: number of the tick.
            recorded_ticks: ticks in the log; those before are played again.

        Yields:
            Generations computed since the last time.
        """
        to_hash = HASH_EVERY - computed % HASH_EVERY
        if isinstance(order, Step) and order.generations >= to_hash and self._is_due(tick):
            yield from self._carry_out(replace(order, generations=to_hash))
            order = replace(order, generations=order.generations - to_hash)
            if self._verify or self._at(tick) is None:
                self._board.changed()
                found = BoardHash(tick, computed + to_hash, self._engine.generation, board_hash(self._board))
                self._note(found, recorded_ticks)
        yield from self._carry_out(order)

    def _carry_out(self, order: Order) -> Iterator[int]:
        self._board.changed()
        for generations in carry_out(self._engine, order):
            self._board.changed()
            yield generations

    def _is_due(self, tick: int) -> bool:
        place = self._place(tick)
        return place == 0 or tick - self.hashes[place - 1].tick >= TICKS_PER_SECOND

    def _note(self, found: BoardHash, recorded_ticks: int) -> None:
        known = self._at(found.tick)
        if not self._verify or found.tick >= recorded_ticks:
            self.hashes.insert(self._place(found.tick), found)
        elif found == known:
            self.verified += 1
        elif self.first_mismatch is None:
            self.first_mismatch = found

    def before(self, tick: int) -> tuple[BoardHash, ...]:
        """Return the hashes of the ticks before ``tick``."""
        return tuple(self.hashes[: self._place(tick)])

    def cut(self, tick: int) -> tuple[BoardHash, ...]:
        """Forget the hashes of ``tick`` and later, and return them."""
        place = self._place(tick)
        forgotten = tuple(self.hashes[place:])
        del self.hashes[place:]
        return forgotten

    def _at(self, tick: int) -> BoardHash | None:
        place = self._place(tick)
        return self.hashes[place] if place < len(self.hashes) and self.hashes[place].tick == tick else None

    def _place(self, tick: int) -> int:
        return bisect_left(self.hashes, tick, key=lambda known: known.tick)
