"""The computer as a player of P2Life, in two levels."""

from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.core.player import Player
from gpulife.games.p2life.ai.player import P2LifePlayer
from gpulife.games.p2life.state import P2LifeState


def p2life_computer(seat: ComputerSeat) -> Player[P2LifeState]:
    """Make the player that the spec of P2Life names."""
    return P2LifePlayer(seat.seat, seat.level, seat.seed, seat.pause)
