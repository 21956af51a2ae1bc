"""The computer as a player of BioWar, in four levels, for any seat."""

from __future__ import annotations

from gpulife.games.biowar_state import BioWarState
from gpulife.games.player import Player
from gpulife.games.spec import ComputerSeat
from gpulife.players.biowar.levels import WAR_LEVELS
from gpulife.players.biowar.player import BioWarComputer


def biowar_computer(seat: ComputerSeat) -> Player[BioWarState]:
    """Make the player that the spec of BioWar names."""
    return BioWarComputer(seat.seat, WAR_LEVELS[seat.level], seat.seed, seat.people)
