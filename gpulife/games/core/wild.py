"""Wild interventions (ruling R7): random changes of a board, made by the WILD option, the wild button and art mode.

An intervention reads only a few patches of the board, so that its cost does not grow with the board. It draws all
random numbers from the generator passed to it.
"""

from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Board
from gpulife.games.core.order import Flash, Order, Paint, Sound, Step
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.core.timed_state import TimedState
from gpulife.rules import Edges, Rule, parse_rule

FLASH_TICKS = 20
WILD_REST, WILD_CHANCE = 10, 1 / 30
"""Number of generations after an intervention in which there is no other, and the chance of one in each later
generation. On average there is one in 40 generations (R7)."""
LAWS = ("B36/S23", "B3678/S34678", "B36/S125", "B368/S245", "B3/S12345", "B35678/S5678", "B4678/S35678", "B34/S34")
"""Rules for a single wild generation; only a few, since an engine has to prepare each."""
SHARE_FLIPPED = 0.03

_WHOLE_BOARD = 1 << 22
_WINDOW, _WINDOWS = 256, 64
_MAX_PATCH = 512
_CELLS_TRIED = 1 << 20

Intervention = Callable[[Board, np.random.Generator], tuple[Order, ...]]
_State = TypeVar("_State", bound=TimedState)


def order_intervention(
    state: _State, staged: StagedBoard, repainted: NDArray[np.uint8] | None = None
) -> tuple[_State, bool]:
    """Order a wild intervention, unless this tick already has an order to sow a soup or compute generations.

    ``repainted`` is as in :func:`intervene`. Return the new state, and True if the intervention computes a generation.
    """
    if not staged.is_known:
        return state, False
    before = len(staged.orders)
    staged.order(*intervene(staged, np.random.default_rng((state.seed, state.draws)), repainted), Sound("wild"))
    state = replace(state, draws=state.draws + 1, strikes=state.strikes + 1)
    return state, any(isinstance(order, Step) for order in staged.orders[before:])


def schedule_intervention(state: _State) -> _State:
    """Choose at random how many generations pass before the next wild intervention."""
    rng = np.random.default_rng((state.seed, state.draws))
    return replace(state, draws=state.draws + 1, wild_in=WILD_REST + int(rng.geometric(WILD_CHANCE)))


def begin_generations(state: _State, count: int, staged: StagedBoard, *, wild: bool) -> _State:
    """Order ``count`` generations. If ``wild``, a due wild intervention comes first and may count as one of them."""
    if wild and state.wild_in <= 0:
        state, computes = order_intervention(state, staged)
        state = schedule_intervention(state)
        count -= computes  # its generation is one of ``count``
    if count:
        staged.order(Step(count))
    return replace(state, wild_in=max(state.wild_in - count, 0))


def intervene(board: Board, rng: np.random.Generator, repainted: NDArray[np.uint8] | None = None) -> tuple[Order, ...]:
    """Choose a random wild intervention that the board's rule allows; return its orders, and an order for a flash.

    Args:
        board: the board that the orders are for. This function does not change it.
        rng: generator of all random choices.
        repainted: for each state, the state to paint instead, so that absent players get no cells; shape
            (live_states + 1,). None to paint all states unchanged.
    """
    allowed = possible_interventions(board.rule)
    kind = allowed[int(rng.integers(len(allowed)))]
    orders = INTERVENTIONS[kind](board, rng)
    if repainted is not None:
        orders = tuple(
            replace(order, cells=repainted[order.cells]) if isinstance(order, Paint) else order for order in orders
        )
    return (*orders, Flash(FLASH_TICKS, about=_told(kind, orders)))


def other_law(board: Board, rng: np.random.Generator) -> tuple[Order, ...]:
    """Compute a generation by another Life-like rule; newborn cells get the most common species around them."""
    others = [law for law in LAWS if law != board.rule.law.partition(":")[0]]
    law = others[int(rng.integers(len(others)))]
    species = board.rule.live_states
    # The rule is not parsed from ``name``: Real-Time Life has more species than a Life-like rule's name allows.
    name = law if species == 1 else f"{law}:{species}"
    return (Step(1, replace(parse_rule(law), law=name, live_states=species)),)


def swap_discs(board: Board, rng: np.random.Generator) -> tuple[Order, ...]:
    """Replace each species by another inside three to six discs. If there are two species, they are swapped."""
    count = board.rule.swappable
    shift = int(rng.integers(1, count)) if count > 1 else 0
    repainted = np.arange(board.rule.live_states + 1, dtype=np.uint8)
    repainted[1 : count + 1] = (np.arange(count) + shift) % count + 1
    max_radius = max(1, min(max(board.shape) // 6, _MAX_PATCH // 2))
    staged = StagedBoard(board)
    for _ in range(int(rng.integers(3, 7))):
        radius = int(rng.integers(max(1, max_radius // 3), max_radius + 1))
        height, width = (min(2 * radius + 1, side) for side in board.shape)
        row, column = _lively_corner(board, rng, height, width)
        disc = _disc(height, width, radius)
        # Read from the staged board: where discs overlap, cells are swapped twice.
        staged.order(Paint(row, column, repainted[staged.read(row, column, *disc.shape)], disc))
    return tuple(staged.orders)


def flip_around_life(board: Board, rng: np.random.Generator) -> tuple[Order, ...]:
    """Flip 3 % of the cells that are live or next to a live cell: live cells die, dead ones get a random species.

    On boards of more than four million cells, only 64 random parts of 256x256 cells are changed.
    """
    if board.shape[0] * board.shape[1] <= _WHOLE_BOARD:
        return _flipped(board, rng, (0, 0), board.shape)
    height, width = (min(_WINDOW, side) for side in board.shape)
    rows, columns = (-(-side // _WINDOW) for side in board.shape)
    chosen = rng.choice(rows * columns, min(_WINDOWS, rows * columns), replace=False)
    orders: list[Order] = []
    for place in sorted(int(number) for number in chosen):
        row, column = place // columns * _WINDOW, place % columns * _WINDOW
        size = min(height, board.shape[0] - row), min(width, board.shape[1] - column)
        orders.extend(_flipped(board, rng, (row, column), size))
    return tuple(orders)


def turn_patch(board: Board, rng: np.random.Generator) -> tuple[Order, ...]:
    """Mirror or rotate a square patch in place; its side is a quarter to half of the board's shorter side."""
    max_side = max(1, min(min(board.shape) // 2, _MAX_PATCH))
    side = int(rng.integers(max(1, max_side // 2), max_side + 1))
    row, column = _lively_corner(board, rng, side, side)
    before = board.read(row, column, side, side)
    turn = int(rng.integers(1, 8))  # 0 would change nothing
    after = np.rot90(before[:, ::-1] if turn >= 4 else before, turn % 4)
    return (Paint(row, column, np.ascontiguousarray(after)),)


INTERVENTIONS: dict[str, Intervention] = {
    "flip": flip_around_life,
    "swap": swap_discs,
    "turn": turn_patch,
    "law": other_law,
}
"""The functions for wild interventions, keyed by the names that ``RuleFamily.wild`` lists."""


def possible_interventions(rule: Rule) -> list[str]:
    """Return the names of the interventions that make sense on a board of ``rule``."""
    return [kind for kind in rule.family.wild if kind != "swap" or rule.swappable > 1]


def _told(kind: str, orders: tuple[Order, ...]) -> str:
    """Return a sentence for people on what the intervention named ``kind`` changes with its ``orders``."""
    law = next((order.rule.law.partition(":")[0] for order in orders if isinstance(order, Step) and order.rule), "")
    return {
        "flip": "WILD: one cell in 30 near life was flipped: living ones died, dead ones were born",
        "swap": f"WILD: in {len(orders)} discs the species were swapped",
        "turn": "WILD: a square piece of the board was turned or mirrored",
        "law": f"WILD: one generation followed another rule, {law}",
    }[kind]


def _flipped(
    board: Board, rng: np.random.Generator, corner: tuple[int, int], size: tuple[int, int]
) -> tuple[Order, ...]:
    cells = board.read(*corner, *size)
    around = _dilated(cells > 0)
    chosen = around & (rng.random(size, dtype=np.float32) < SHARE_FLIPPED)
    if not chosen.any():
        return ()
    species = rng.integers(1, board.rule.species + 1, size, dtype=np.uint8)
    return (Paint(*corner, np.where(cells > 0, 0, species).astype(np.uint8), chosen),)


def _dilated(live: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a mask of the live cells and their eight neighbours inside the patch."""
    framed = np.pad(live, 1)
    columns = framed[:-2] | framed[1:-1] | framed[2:]
    result: NDArray[np.bool_] = columns[:, :-2] | columns[:, 1:-1] | columns[:, 2:]
    return result


def _disc(height: int, width: int, radius: int) -> NDArray[np.bool_]:
    """Return the mask of a disc of ``radius`` in the middle of a patch, cut off at the patch's edges."""
    rows, columns = (2 * np.arange(side) - (side - 1) for side in (height, width))
    disc: NDArray[np.bool_] = np.add.outer(rows**2, columns**2) <= (2 * radius + 1) ** 2
    return disc


def _lively_corner(board: Board, rng: np.random.Generator, height: int, width: int) -> tuple[int, int]:
    """Return the upper left corner of the most populated of up to 12 random patches."""
    rows, columns = board.shape
    if board.rule.edges is not Edges.TORUS:
        rows, columns = rows - height + 1, columns - width + 1
    tries = min(max(_CELLS_TRIED // (height * width), 4), 12)
    corners = [(int(rng.integers(rows)), int(rng.integers(columns))) for _ in range(tries)]
    return max(corners, key=lambda corner: np.count_nonzero(board.read(corner[0], corner[1], height, width)))
