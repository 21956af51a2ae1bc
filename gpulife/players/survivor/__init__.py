"""The computer in Survivor: a search for a way to win a level, and a player who walks it."""

from gpulife.players.survivor.player import INSIGHTS, Insight, SurvivorComputer
from gpulife.players.survivor.search import WAIT, Move, Search

__all__ = ["INSIGHTS", "WAIT", "Insight", "Move", "Search", "SurvivorComputer"]
