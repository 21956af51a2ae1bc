"""The computer opponent of the competitive games, in four levels, for either seat or both."""

from __future__ import annotations

from gpulife.engines.numpy_batch import NumpyBatch
from gpulife.games.contest import ContestState
from gpulife.games.life2_state import Life2State
from gpulife.games.player import Player
from gpulife.games.spec import ComputerSeat
from gpulife.players.computer.levels import LEVELS
from gpulife.players.computer.life2 import Life2Player
from gpulife.players.computer.player import ComputerPlayer


def contest_computer(seat: ComputerSeat) -> Player[ContestState]:
    """Make the player that the specs of One Seed and Seed List name."""
    return ComputerPlayer(seat.seat, LEVELS[seat.level], seat.seed, seat.lookahead or NumpyBatch)


def life2_computer(seat: ComputerSeat) -> Player[Life2State]:
    """Make the player that the spec of LIFE-2 names."""
    return Life2Player(seat.seat, LEVELS[seat.level], seat.seed, seat.lookahead or NumpyBatch)
