"""The computer as a player of BioWar, in four levels, for any seat."""

from __future__ import annotations

from collections.abc import Iterable

from gpulife.games.biowar_state import PLAYERS, BioWarState
from gpulife.games.player import Player
from gpulife.games.spec import ComputerSeat
from gpulife.players.biowar.levels import WAR_LEVELS
from gpulife.players.biowar.player import BioWarComputer
from gpulife.players.computer.levels import LevelError, find_level

__all__ = ["WAR_LEVELS", "BioWarComputer", "biowar_player"]


def biowar_player(player: int, level: int, seed: int, people: Iterable[int] = ()) -> Player[BioWarState]:
    """The computer in a seat.

    Args:
        player: 0 to 5.
        level: 1 to 4.
        seed: of the match: with it, the seat and the level, it always plays the same game against the same opponents.
        people: seats of people: it waits until one of them plays; with none it does not wait.

    Raises:
        LevelError: no such level or seat.
    """
    if not 0 <= player < PLAYERS:
        raise LevelError(f"no seat {player} for the computer: use 0 to {PLAYERS - 1}")
    find_level(level)
    return BioWarComputer(player, WAR_LEVELS[level], seed, frozenset(people))


def biowar_computer(seat: ComputerSeat) -> Player[BioWarState]:
    """Make the player that the spec of BioWar names."""
    return BioWarComputer(seat.seat, WAR_LEVELS[seat.level], seat.seed, seat.people)
