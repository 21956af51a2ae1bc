"""Why a level of Survivor is won or lost, in one sentence for people, from its last state alone."""

from gpulife.games.survivor.rules import LevelPhase, SurvivorState
from gpulife.rules import TIMES_OF_DAY


def end_reason(state: SurvivorState) -> str:
    """Return why the level is over and by how much; "" before its end."""
    turns = _several(state.turn, "turn")
    if state.phase is LevelPhase.WON:
        return f"No trap and no enemy is left after {turns}{_against_par(state)}."
    if state.phase is not LevelPhase.LOST:
        return ""
    left = f"{_several(state.traps, 'trap')} and {_several(state.enemies, 'enemy', 'enemies')}"
    if state.pawns:
        return f"You resigned in turn {state.turn + 1}. {left} were left."
    played = TIMES_OF_DAY[(state.level.first_generation + state.turn - 1) % len(TIMES_OF_DAY)]
    return f"Your last pawn died at {played}, in turn {state.turn}. {left} were left."


def _against_par(state: SurvivorState) -> str:
    over = state.turn - state.level.par
    if not state.level.par:
        return ""
    return f", {_several(abs(over), 'turn')} {'over' if over > 0 else 'under'} par" if over else ", exactly par"


def _several(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
