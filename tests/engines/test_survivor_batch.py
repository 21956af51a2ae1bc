"""Many boards of Survivor at once match the reference."""

import numpy as np
import pytest

from gpulife.engines.batch.survivor_batch import count_states, next_boards
from gpulife.engines.reference import next_generation
from gpulife.rules import Edges, parse_rule
from gpulife.rules.rule import count_neighbours


@pytest.mark.parametrize("edges", list(Edges))
@pytest.mark.parametrize("shape", [(7, 9), (1, 1), (2, 3), (3, 3), (12, 5)])
@pytest.mark.parametrize("weights", [(4, 2, 1, 1, 1, 1), (1, 6, 1, 0, 1, 0), (2, 3, 2, 2, 2, 1)])
def test_batch_matches_reference(edges: Edges, shape: tuple[int, int], weights: tuple[int, ...]) -> None:
    rng = np.random.default_rng(sum(weights) + shape[0])
    share = np.array(weights) / sum(weights)
    boards = rng.choice(6, (60, *shape), p=share).astype(np.uint8)
    rule = parse_rule("Survivor").on_board(shape, edges)
    for generation in range(5):
        after = next_boards(boards, generation, edges)
        for before, got in zip(boards, after, strict=True):
            assert np.array_equal(got, next_generation(before, rule, generation))


def test_state_counts() -> None:
    boards = np.random.default_rng(5).integers(0, 6, (4, 6, 8)).astype(np.uint8)
    counts = count_states(boards, Edges.TORUS)
    for board, count in zip(boards, counts, strict=True):
        for place, state in enumerate((1, 2, 3, 4)):
            assert np.array_equal(count >> 4 * place & 15, count_neighbours(board == state, Edges.TORUS))
