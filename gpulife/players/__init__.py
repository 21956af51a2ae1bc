"""Players: who acts. A session asks each for its Actions in every tick."""

from gpulife.games.player import Player
from gpulife.players.replay import ReplayPlayer

__all__ = ["Player", "ReplayPlayer"]
