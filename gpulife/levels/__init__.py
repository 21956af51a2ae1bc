"""Levels of Survivor on disk, what a player has won of them, and proofs that they can be won."""

from gpulife.levels.files import LevelFile, built_in_levels, own_levels, read_level, save_level, write_level
from gpulife.levels.progress import Progress, Winnings, load_progress, save_progress
from gpulife.levels.proof import Verdict, judge_level, wins_by_waiting

__all__ = [
    "LevelFile",
    "Progress",
    "Verdict",
    "Winnings",
    "built_in_levels",
    "judge_level",
    "load_progress",
    "own_levels",
    "read_level",
    "save_level",
    "save_progress",
    "wins_by_waiting",
    "write_level",
]
