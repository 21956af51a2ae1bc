"""The computer in Survivor: a search for a way to win a level, and a player who walks it."""

from gpulife.games.survivor.ai.beam_search import WAIT, Move, Search
from gpulife.games.survivor.ai.player import INSIGHTS, Insight, SurvivorComputer

__all__ = ["INSIGHTS", "WAIT", "Insight", "Move", "Search", "SurvivorComputer"]
