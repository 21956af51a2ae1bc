"""Levels of Survivor: can they be won, and only by doing something?"""

from gpulife.games.survivor.ai import Move, Search, Solvability, SolvabilityCheck
from gpulife.games.survivor.level import Level


def way_found(search: Search, boards: int = 20_000) -> tuple[Move, ...] | None:
    """Search to the end, in batches of so many boards; return the way, or None."""
    while not search.examine(boards):
        pass
    return search.found


def judge_level(level: Level, known: tuple[Move, ...] = ()) -> Solvability:
    """Find out about a level; ``known`` is a way to win it that somebody says there is."""
    judge = SolvabilityCheck(level, known)
    while (verdict := judge.examine(20_000)) is None:
        pass
    return verdict


def is_good(verdict: Solvability) -> bool:
    """Whether a level can be won, and only by doing something."""
    return verdict.solution is not None and verdict.by_waiting is None
