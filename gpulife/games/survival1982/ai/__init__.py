"""The computer opponent of the competitive games, in four levels, for either seat or both."""

from __future__ import annotations

from gpulife.engines.batch.numpy_batch import NumpyBatch
from gpulife.games.core.difficulty import LEVELS
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.core.player import Player
from gpulife.games.survival1982.ai.player import ComputerPlayer
from gpulife.games.survival1982.survival_state import ContestState


def contest_computer(seat: ComputerSeat) -> Player[ContestState]:
    """Make the player that the specs of One Seed and Seed List name."""
    return ComputerPlayer(seat.seat, LEVELS[seat.level], seat.seed, seat.lookahead or NumpyBatch)
