"""Many small universes at once, for experiments with thousands of boards."""

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gpulife.api.checks import board_shape, state_array
from gpulife.api.rule import Rule, full_rule
from gpulife.engines.batch.many_boards import ManyBoards, open_boards
from gpulife.errors import EngineError, PatternError
from gpulife.patterns.soup import soup
from gpulife.rules import Edges

_BOARDS_ROWS_COLUMNS = 3
_SINGLE = 2


class Batch:
    """Boards of one shape under one rule, stepped together; most rules take 64 boards to a machine word.

    ``batch[i]`` is a copy of board ``i``, ``batch[10:20]`` of several; ``batch[i] = cells`` replaces a board, and
    ``numpy.asarray(batch)`` copies all.

    Args:
        rule: the rule, or its name.
        cells: the boards, state codes, shape (boards, rows, columns).
        torus: True for boards whose opposite edges meet, False for boards with dead cells around them.
        generation: the generation of the boards.

    Raises:
        RuleError: there is no such rule.
        PatternError: ``cells`` has another shape, or a state that is not in the rule.
        BoardSizeError: the boards do not fit into memory.
    """

    def __init__(self, rule: str | Rule, cells: ArrayLike, *, torus: bool = True, generation: int = 0) -> None:
        self._rule = Rule(rule)
        states = state_array(cells, self._rule.states, _BOARDS_ROWS_COLUMNS)
        if 0 in states.shape:
            raise PatternError(f"cells of shape {states.shape}: a batch takes (boards, rows, columns), each at least 1")
        full = full_rule(self._rule).on_board(states.shape[1:], Edges.TORUS if torus else Edges.DEAD)
        self._boards: ManyBoards = open_boards(states, full, generation)

    @classmethod
    def soups(
        cls,
        rule: str | Rule,
        boards: int,
        shape: tuple[int, int],
        *,
        density: float = 0.5,
        shares: tuple[float, ...] | None = None,
        seed: int = 0,
        torus: bool = True,
    ) -> Self:
        """Return a batch of random boards.

        Args:
            rule: the rule, or its name.
            boards: how many.
            shape: (rows, columns) of each.
            density: the share of live cells, 0 to 1.
            shares: how frequent each species is, relative to the others; None for equal shares.
            seed: seed of the random numbers: board ``i`` is the soup with the seed (seed, i).
            torus: see :class:`Batch`.

        Raises:
            PatternError: the density or the shares are wrong for the rule.
            BoardSizeError: the shape is impossible.
        """
        given, (rows, columns) = Rule(rule), board_shape(shape)
        states = full_rule(given).sown_states(shares)
        cells = np.empty((boards, rows, columns), np.uint8)
        for number in range(boards):
            cells[number] = soup((rows, columns), density, states, np.random.default_rng((seed, number)), shares)
        return cls(given, cells, torus=torus)

    @property
    def rule(self) -> Rule:
        """The rule."""
        return self._rule

    @property
    def shape(self) -> tuple[int, int, int]:
        """(boards, rows, columns)."""
        return (self._boards.boards, *self._boards.shape)

    @property
    def generation(self) -> int:
        """The generation of all boards."""
        return self._boards.generation

    def step(self, generations: int = 1) -> Self:
        """Compute ``generations`` generations of every board, and return the batch itself.

        Raises:
            EngineError: ``generations`` is negative.
        """
        if generations < 0:
            raise EngineError(f"{generations} generations: a batch only goes forward")
        self._boards.step(int(generations))
        return self

    def census(self) -> NDArray[np.int64]:
        """Count the cells of each board: shape (boards, live states), int64. Dying cells of all ages count as one."""
        return self._boards.census()

    @property
    def population(self) -> NDArray[np.int64]:
        """The number of cells of each board that are not in state 0: shape (boards,), int64."""
        total: NDArray[np.int64] = self._boards.census().sum(axis=1)
        return total

    def __len__(self) -> int:
        return self._boards.boards

    def __getitem__(self, which: Any) -> NDArray[np.uint8]:
        """Return board ``which`` as state codes, shape (rows, columns), or the boards of a slice, with a first axis."""
        numbers = range(len(self))[which] if isinstance(which, slice) else None
        if numbers is None:
            number = range(len(self))[which]
            board: NDArray[np.uint8] = self._boards.read(number, number + 1)[0]
            return board
        if not numbers:
            return np.empty((0, *self._boards.shape), np.uint8)
        low, high = min(numbers), max(numbers) + 1
        chosen: NDArray[np.uint8] = self._boards.read(low, high)[[number - low for number in numbers]]
        return chosen

    def __setitem__(self, number: int, cells: ArrayLike) -> None:
        """Replace board ``number``.

        Raises:
            PatternError: ``cells`` has another shape, or a state that is not in the rule.
        """
        states = state_array(cells, self._rule.states, _SINGLE)
        if states.shape != self._boards.shape:
            raise PatternError(f"cells of shape {states.shape}: the boards of this batch have {self._boards.shape}")
        self._boards.write(range(len(self))[number], states[None])

    def __array__(self, dtype: np.dtype | None = None, copy: bool | None = None) -> NDArray[np.generic]:
        """Copy all boards to numpy: state codes, shape ``shape``, uint8 by default."""
        if copy is False:
            raise ValueError("the cells of a batch must be copied")
        return self[:].astype(dtype or np.uint8, copy=False)

    def __repr__(self) -> str:
        boards, rows, columns = self.shape
        return (
            f"<Batch of {boards:,} boards of {rows} rows and {columns} columns, {self._rule},"
            f" generation {self.generation:,}>"
        )
