"""Helpers that check if levels of Survivor can be won, and are not won without moves."""

from gpulife.games.survivor.ai import Move, Search, Solvability, SolvabilityCheck
from gpulife.games.survivor.level import Level


def way_found(search: Search, boards: int = 20_000) -> tuple[Move, ...] | None:
    """Search the whole level in batches; return a winning solution, or None."""
    while not search.examine(boards):
        pass
    return search.found


def judge_level(level: Level, known: tuple[Move, ...] = ()) -> Solvability:
    """Return the verdict on a level; ``known`` is a solution to try."""
    judge = SolvabilityCheck(level, known)
    while (verdict := judge.examine(20_000)) is None:
        pass
    return verdict


def is_good(verdict: Solvability) -> bool:
    """Return True if a level can be won, but not without moves."""
    return verdict.solution is not None and verdict.by_waiting is None
