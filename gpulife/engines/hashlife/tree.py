"""A plane as a quadtree: its memory, its growth, and its steps."""

from collections.abc import Callable
from typing import NoReturn

import numpy as np

from gpulife.engines.hashlife.collection import mark, mark_all, sweep
from gpulife.engines.hashlife.laws import BASE_GENERATIONS, law_of, period_of
from gpulife.engines.hashlife.nodes import (
    EMPTY_LEAF,
    LEAF_BYTES,
    LEAF_ROOM,
    LIVE,
    LIVE_LEAVES,
    NODE_BYTES,
    PHASE,
    RESULT,
    ROOM,
    STEP,
    TOP,
    Ids,
    new_store,
    nodes_of,
)
from gpulife.engines.hashlife.stepping import DONE, FRAME, MARGIN, PAUSED, forget_results, run
from gpulife.engines.memory import format_bytes
from gpulife.errors import BoardSizeError
from gpulife.rules import Rule

SMALLEST_LIMIT = 1 << 18
"""The smallest limit, in bytes, with which a plane can be computed."""
_LOWEST_LEVEL = 6
_FIRST_ROOM = 1 << 10
_MAX_ROOM = (1 << 31) - 1
"""The greatest number of nodes, and of leaves: ids have 32 bits."""
_SHARE = 1 << 13
"""Frames of the stack between two looks at the user's wish to stop: a tenth of a second or less."""
_MAX_COLLECTIONS = 8
"""Collections in one step, after which a shorter step is tried: it needs less memory."""
_MAX_PATIENCE = 64


class NoRoomError(BoardSizeError):
    """The squares of a plane do not fit into its memory."""


class StepEndedError(Exception):
    """A step ended because the user wants to stop; the plane is as it was before the step."""


class HashTree:
    """A plane without end, as a quadtree.

    Args:
        rule: the rule.
        limit: the memory for all arrays, in bytes.

    Attributes:
        rule: the rule.
        coding: how states are stored in leaves.
        store: the arrays.
        level: the level of the root, which has the cells from row and column -2**(level - 1) to 2**(level - 1) - 1.
        root: the id of the root.
        generation: the generation of the cells.
        collections: how often squares that are not needed have been freed.

    Raises:
        EngineError: hashlife cannot compute the rule.
    """

    def __init__(self, rule: Rule, limit: int) -> None:
        self.rule, self._limit = rule, max(limit, SMALLEST_LIMIT)
        self._law, self.coding = law_of(rule)
        self._period = period_of(rule)
        self.store = new_store(self.coding.planes, _FIRST_ROOM)
        self.generation = 0
        self.collections = 0
        self._longest: int | None = None
        self._patience, self._calm = 4, 0
        self._stack: Ids = np.zeros((64, FRAME), np.int32)
        self._works = False
        self._held: list[int] = []  # nodes that are not yet in the plane, but must stay
        self._empty = [0, 0, 0, EMPTY_LEAF]
        self._set_room()
        self.level = _LOWEST_LEVEL
        self.root = self.empty(self.level)

    # Memory.

    def make_room(self, nodes: int = 2 * MARGIN, leaves: int = 2 * MARGIN) -> None:
        """Make room for so many more nodes and leaves: grow within the limit, or free what is not needed.

        Raises:
            NoRoomError: the plane does not fit within the limit.
        """
        if self._grow(nodes, leaves):
            return
        for keeps_results in (True, False):
            self.collect(keeps_results=keeps_results)
            # A quarter should be free now: otherwise the next collection would come soon.
            if self._has_room(nodes, leaves, 3 / 4) or self._grow(nodes, leaves, 3 / 4):
                return
        if not self._has_room(nodes, leaves, 7 / 8):
            live, live_leaves = self.store.counts[[LIVE, LIVE_LEAVES]].tolist()
            raise NoRoomError(
                f"the plane has {live:,} different squares and {live_leaves:,} different blocks of 8x8 cells, "
                f"too many for {format_bytes(self._limit)} of memory"
            )

    def collect(self, *, keeps_results: bool) -> None:
        """Free what neither the plane nor the current step needs; with ``keeps_results``, keep the plane's results."""
        self.collections += 1
        frames = self._stack[: int(self.store.counts[TOP]) + 1] if self._works else self._stack[:0]
        roots = [np.delete(frames, 1, axis=1).ravel(), np.array([self.root, *self._empty, *self._held], np.int32)]
        mark(self.store, np.concatenate(roots), keeps_results)
        sweep(self.store)
        self._set_room()

    def _has_room(self, nodes: int, leaves: int, share: float) -> bool:
        store = self.store
        return bool(
            store.counts[LIVE] + nodes <= len(store.nodes) * share - MARGIN
            and store.counts[LIVE_LEAVES] + leaves <= len(store.leaves) * share - MARGIN
        )

    def _grow(self, nodes: int, leaves: int, share: float = 1.0) -> bool:
        """Make the arrays larger until no more than ``share`` of them is used; return False if the limit forbids it."""
        store, is_grown = self.store, False
        while not self._has_room(nodes, leaves, share):
            is_short_of_nodes = store.counts[LIVE] + nodes > len(store.nodes) * share - MARGIN
            size = len(store.nodes if is_short_of_nodes else store.leaves)
            row = NODE_BYTES if is_short_of_nodes else LEAF_BYTES + 8 * self.coding.planes
            # Half of what is left, so that the other array can grow, too.
            wanted = max(size, (nodes if is_short_of_nodes else leaves) + MARGIN)
            more = min(wanted, self._left() // (2 * row), _MAX_ROOM - size)
            if more < size // 16 or more < MARGIN:
                break
            for array in store[0:2] if is_short_of_nodes else store[2:5]:
                array.resize((size + more, *array.shape[1:]), refcheck=False)
            is_grown = True
        if is_grown:
            mark_all(store)
            sweep(store)
            self._set_room()
        return self._has_room(nodes, leaves, share)

    def _left(self) -> int:
        return self._limit - self.store.bytes

    def _set_room(self) -> None:
        counts = self.store.counts
        counts[ROOM], counts[LEAF_ROOM] = len(self.store.nodes) - MARGIN, len(self.store.leaves) - MARGIN

    # Growth.

    def node(self, quarters: list[int], level: int) -> int:
        """Return the id of the node with these quarters: upper left, upper right, lower left, lower right.

        A later call of :meth:`make_room` may free the node unless the plane has it.
        """
        self.make_room()
        found = np.empty(1, np.int32)
        nodes_of(self.store, np.array([quarters], np.int32), level, found)
        return int(found[0])

    def empty(self, level: int) -> int:
        """Return the id of the square of a level, at least 3, without cells; it always stays."""
        while len(self._empty) <= level:
            self._empty.append(self.node([self._empty[-1]] * 4, len(self._empty)))
        return self._empty[level]

    def empty_squares(self, level: int) -> Ids:
        """Return the ids of the empty squares of all levels up to ``level``, and 0 for levels below 3."""
        self.empty(level)
        return np.array(self._empty[: level + 1], np.int32)

    def replace_root(self, root: int, level: int) -> None:
        """Replace the whole plane by a node of a level of 4 or more, which becomes the plane's middle."""
        self.root, self.level = root, level
        while self.level < _LOWEST_LEVEL:
            self.expand()

    def expand(self) -> None:
        """Double the side of the root, and keep the cells in its middle."""
        quarters = self.store.nodes[self.root, :4].tolist()
        empty = self.empty(self.level - 1)
        try:
            for place in range(4):
                four = [empty] * 4
                four[3 - place] = quarters[place]
                self._held.append(self.node(four, self.level))
            self.root = self.node(self._held, self.level + 1)
            self.level += 1
        finally:
            self._held.clear()

    def _is_in_middle(self) -> bool:
        """Return True if all cells lie in the root's middle, a square of a quarter of its side."""
        for place, square in enumerate(self.store.nodes[self.root, :4].tolist()):
            for level in (self.level - 2, self.level - 3):
                four = self.store.nodes[square, :4].tolist()
                square = four.pop(3 - place)
                if four != [self.empty(level)] * 3:
                    return False
        return True

    # Time.

    def advance(self, generations: int, longest: int | None = None, stopped: Callable[[], bool] = lambda: False) -> int:
        """Go on for some generations, by steps of powers of two; return how many have been computed.

        Short steps come first, while the pattern is small; where memory is too small for a step, shorter ones are
        taken in its place.

        Args:
            generations: the number of generations.
            longest: steps have at most 2 ** longest generations; None for no limit.
            stopped: returns True to end early. It is called several times a second.

        Raises:
            NoRoomError: the plane does not fit into memory; it is then at the last whole step.
        """
        left = generations
        while left and not stopped():
            power = self._next_step(left, longest)
            try:
                self.step(power, stopped)
            except NoRoomError:
                if power < 3:
                    raise
                self._longest, self._patience, self._calm = power - 1, min(2 * self._patience, _MAX_PATIENCE), 0
                continue
            except StepEndedError:
                break
            left -= 1 << power
            if power == self._longest:
                self._calm += 1
                if self._calm == self._patience:  # memory may be enough for longer steps again
                    self._longest, self._calm = power + 1, 0
        return generations - left

    def _next_step(self, left: int, longest: int | None) -> int:
        """Return the power of two of the next step, if ``left`` generations are to be computed."""
        if self.generation % self._period:
            return 0
        whole = left & -BASE_GENERATIONS if self._period > 1 else left  # steps of a whole base stay in phase
        power = ((whole or left) & -(whole or left)).bit_length() - 1
        return min([power, *(limit for limit in (longest, self._longest) if limit is not None)])

    def step(self, power: int, stopped: Callable[[], bool] = lambda: False) -> None:
        """Go on for 2 ** power generations.

        Raises:
            NoRoomError: this step needs more memory; the plane is as it was.
            StepEndedError: ``stopped()`` returned True; the plane is as it was.
        """
        counts, phase = self.store.counts, self.generation % self._period
        if power != counts[STEP] or phase != counts[PHASE]:
            forget_results(self.store, min(power, int(counts[STEP])) + 2 if phase == counts[PHASE] else 0)
            counts[STEP], counts[PHASE] = power, phase
        while self.level < power + 3 or not self._is_in_middle():
            self.expand()
        if not self.store.nodes[self.root, RESULT]:
            self._compute_result(stopped)
        self.root = int(self.store.nodes[self.root, RESULT])
        self.level -= 1
        self.generation += 1 << power

    def _compute_result(self, stopped: Callable[[], bool]) -> None:
        if len(self._stack) <= self.level:
            self._stack = np.zeros((2 * self.level, FRAME), np.int32)
        self._stack[0] = 0
        self._stack[0, 0] = self.root
        self.store.counts[TOP] = 0
        self._works, collections = True, self.collections
        try:
            while (why := run(self.store, self._law, self._stack, _SHARE)) != DONE:
                if why == PAUSED:
                    if stopped():
                        raise StepEndedError
                    continue
                self.make_room()
                if self.collections - collections > _MAX_COLLECTIONS:
                    _give_up(self._limit)
        finally:
            self._works = False


def _give_up(limit: int) -> NoReturn:
    # What is freed would be computed again and again.
    raise NoRoomError(f"a step needs more than {format_bytes(limit)} of memory")
