"""p2life (Levene and Roussos, 2003): Life for two. Own neighbours count for a cell, the opponent's against it.

If both species would be born at a cell, a coin is tossed. The result is the same in every run. It depends only on the
seed in the rule's name, the generation, and the cell's position on the board.
"""

import re

import numpy as np
from numpy.typing import NDArray

from gpulife.errors import RuleError
from gpulife.rules.rule import Cells, Rule, RuleFamily, count_neighbours

_NAME = re.compile(r"P2Life(?::(?P<seed>\d+))?", re.IGNORECASE)
_MAX_SEED = (1 << 32) - 1


def parse(law: str) -> Rule | None:
    """Parse ``P2Life`` or ``P2Life:SEED``; return None for other names."""
    match = _NAME.fullmatch(law)
    if match is None:
        return None
    digits = match["seed"] or "0"
    if len(digits) > 10 or int(digits) > _MAX_SEED:
        raise RuleError(f"rule {law[:60]!r}: seed {digits[:12]}; seeds are 0 to {_MAX_SEED}")
    seed = int(digits)
    return Rule(f"P2Life:{seed}" if seed else "P2Life", FAMILY, 2, seed=seed)


def step(cells: Cells, rule: Rule, generation: int, corner: tuple[int, int]) -> Cells:
    """Compute the next generation: see :data:`gpulife.rules.rule.Step`.

    For a live cell, net is the number of neighbours of its own species minus the number of neighbours of the other
    species. The cell survives if net is 2 or 3, or if net is 1 and at least two neighbours are of its own species. A
    dead cell with exactly three neighbours of one species takes that species; with three of each, the coin decides.
    """
    ones, twos = (count_neighbours(cells == species, rule.edges).astype(np.int8) for species in (1, 2))
    after = np.zeros_like(cells)
    for species, own, other in ((1, ones, twos), (2, twos, ones)):
        net = own - other
        lives_on = (cells == species) & ((net == 2) | (net == 3) | ((net == 1) & (own >= 2)))
        after[lives_on | ((cells == 0) & (own == 3) & (other != 3))] = species
    rows, columns = np.nonzero(both := (cells == 0) & (ones == 3) & (twos == 3))[-2:]
    board_rows, board_columns = _coordinates(cells, rule, corner)
    after[both] = 1 + toss(rule.seed, generation, board_rows[rows, 0], board_columns[columns])
    return after


def _coordinates(cells: Cells, rule: Rule, corner: tuple[int, int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows of ``cells`` on the board, shape (rows, 1), and their columns, shape (columns,); int64.

    If the rule has a board size, the coordinates wrap around the board's edges.
    """
    sizes = rule.size or (1 << 62, 1 << 62)
    rows, columns = (
        (start + np.arange(count)) % size for start, count, size in zip(corner, cells.shape[-2:], sizes, strict=True)
    )
    return rows[:, None], columns


def toss(seed: int, generation: int, rows: NDArray[np.integer], columns: NDArray[np.integer]) -> NDArray[np.uint8]:
    """Return the result of a coin toss, the number 0 or 1, for each cell at ``rows`` and ``columns`` of the board.

    ``seed`` is the seed in the rule's name. The toss decides between two births in the generation after ``generation``.
    """
    tossed = _mix(_mix(_start(seed, generation) ^ rows.astype(np.uint32)) ^ columns.astype(np.uint32))
    return (tossed >> np.uint32(31)).astype(np.uint8)


def _start(seed: int, generation: int) -> np.uint32:
    """Return a hash of seed and generation, from which the coin toss of every cell is computed."""
    seeded = _mix(np.array([seed ^ 0x9E3779B9], np.uint32))
    return np.uint32(_mix(seeded ^ np.uint32(generation & 0xFFFFFFFF))[0])


def _mix(x: NDArray[np.uint32]) -> NDArray[np.uint32]:
    x = (x ^ x >> np.uint32(16)) * np.uint32(0x7FEB352D)
    x = (x ^ x >> np.uint32(15)) * np.uint32(0x846CA68B)
    return x ^ x >> np.uint32(16)


FAMILY: RuleFamily = RuleFamily(
    names={
        "P2Life": "p2life (2003): Life for two, own neighbours against the other's; a coin decides between two births",
        "P2Life:SEED": "p2life with another random seed for its coin: SEED is 0 to 4294967295",
    },
    parse=parse,
    step=step,
    shader=lambda _rule: ("cells_p2life.frag", {}),
    uniforms=lambda rule, generation: {"coin": int(_start(rule.seed, generation))},
    period=lambda _rule: None,
)
