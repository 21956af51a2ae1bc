"""The games that two levels of the computer can play against each other, and what a tournament knows of each."""

from __future__ import annotations

from types import MappingProxyType

from gpulife.games.biowar import BioWar
from gpulife.games.life2 import Life2
from gpulife.games.realtime import RealTime
from gpulife.games.survival import OneSeed, SeedList
from gpulife.tournament.arenas.base import Arena
from gpulife.tournament.arenas.biowar import BIOWAR
from gpulife.tournament.arenas.life2 import LIFE_2
from gpulife.tournament.arenas.realtime import REALTIME
from gpulife.tournament.arenas.survival import survival_arena

ARENAS: MappingProxyType[str, Arena] = MappingProxyType(
    {
        SeedList.name: survival_arena(SeedList.name),
        OneSeed.name: survival_arena(OneSeed.name),
        BioWar.name: BIOWAR,
        RealTime.name: REALTIME,
        Life2.name: LIFE_2,
    }
)
"""By the name of the game, the default first."""

__all__ = ["ARENAS", "Arena"]
