"""Texts on why a round is over."""

from dataclasses import replace

import pytest

from gpulife.games.core.round_end import Ending
from gpulife.games.matches import new_match
from gpulife.games.registry import find_game
from gpulife.games.survival1982.state import ContestState, RoundPhase
from gpulife.rules import parse_rule

NAMES = ("You", "Computer 2")


def ended(ending: Ending, winner: int | None, scores: tuple[int, int], generation: int = 90) -> ContestState:
    match = new_match("seed-list", parse_rule("Immigration"), (24, 40), 1)
    state = find_game("seed-list").start(match, (24, 40))
    for player, score in enumerate(scores):
        state = state.with_side(player, score=score)
    return replace(state, phase=RoundPhase.OVER, ending=ending, winner=winner, generation=generation)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (
            ended(Ending.SHUT_OUT, None, (0, 0), 1),
            "All cells died: a cell needs two or three neighbours to survive.",
        ),
        (ended(Ending.SHUT_OUT, 0, (8, 0)), "Shut-out: Computer 2 has no living cells left."),
        (
            ended(Ending.SHUT_OUT, 1, (0, 3), 1),
            "Shut-out: You have no living cells left (a cell needs two or three neighbours to survive).",
        ),
        (
            ended(Ending.CLOCK, 1, (20, 32)),
            "The yellow bar ran out: Computer 2 wins by 12 cells in the last generation.",
        ),
        (ended(Ending.CLOCK, 0, (21, 20)), "The yellow bar ran out: you win by 1 cell in the last generation."),
        (ended(Ending.CLOCK, None, (4, 4)), "The yellow bar ran out with 4 cells each in the last generation."),
        (
            ended(Ending.LIMIT, 0, (9, 4), 3000),
            "The round reached its limit of 3000 generations: you win by 5 cells in the last generation.",
        ),
        (ended(Ending.RESIGNED, 1, (9, 4)), "You gave up."),
        (replace(ended(Ending.CLOCK, 0, (21, 20)), phase=RoundPhase.PLAY), ""),
    ],
)
def test_every_ending_has_a_reason(state: ContestState, words: str) -> None:
    assert find_game("seed-list").explain_end(state, NAMES) == words
