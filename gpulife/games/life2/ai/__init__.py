"""The computer as a player of LIFE-2, in four levels."""

from __future__ import annotations

from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.games.core.difficulty import LEVELS
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.core.player import Player
from gpulife.games.life2.ai.player import Life2Player
from gpulife.games.life2.state import Life2State


def life2_computer(seat: ComputerSeat) -> Player[Life2State]:
    """Make the player that the spec of LIFE-2 names."""
    return Life2Player(seat.seat, LEVELS[seat.level], seat.seed, seat.lookahead or NumpyBatch)
