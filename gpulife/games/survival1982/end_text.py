"""Why a round of Survival of the Fittest is over, in a sentence for people."""

from collections.abc import Sequence

from gpulife.games.core.round_end import Ending
from gpulife.games.survival1982.survival_state import MAX_GENERATIONS, ContestState, RoundPhase
from gpulife.seats import with_verb

_FIRST_GENERATIONS = 3
_NEIGHBOURS = "a cell needs two or three neighbours to live on"


def explain_end(state: ContestState, names: Sequence[str]) -> str:
    """Return why the round is over, with the players' names; "" while it goes on."""
    if state.phase is not RoundPhase.OVER or state.ending is None:
        return ""
    winner, (left, right) = state.winner, state.scores
    loser = "" if winner is None else names[1 - winner]
    match state.ending:
        case Ending.RESIGNED:
            return f"{loser} gave up."
        case Ending.SHUT_OUT if winner is None:
            return f"All cells died: {_NEIGHBOURS}."
        case Ending.SHUT_OUT:
            soon = state.generation - state.began <= _FIRST_GENERATIONS
            return f"Shut-out: {with_verb(loser, 'have')} no living cells left{f' ({_NEIGHBOURS})' if soon else ''}."
        case Ending.CLOCK:
            what = "The clock ran out"
        case Ending.LIMIT:
            what = f"No round is longer than {MAX_GENERATIONS} generations"
    if winner is None:
        return f"{what} with {_cells(left)} each."
    return f"{what}: {with_verb(names[winner], 'lead')} by {_cells(abs(left - right))}."


def _cells(number: int) -> str:
    return f"{number} cell" + "s" * (number != 1)
