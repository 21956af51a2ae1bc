"""The computer as a player of BioWar, in four levels, for any seat."""

from __future__ import annotations

from gpulife.games.biowar.ai.difficulty import WAR_LEVELS
from gpulife.games.biowar.ai.player import BioWarComputer
from gpulife.games.biowar.state import BioWarState
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.core.player import Player


def biowar_computer(seat: ComputerSeat) -> Player[BioWarState]:
    """Make the player that the spec of BioWar names."""
    return BioWarComputer(seat.seat, WAR_LEVELS[seat.level], seat.seed, seat.people)
