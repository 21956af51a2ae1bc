"""The computer opponent of the competitive games, in four levels, for either seat or both."""

from __future__ import annotations

from typing import Any

from gpulife.engines.batch import OpenBatch
from gpulife.engines.numpy_batch import NumpyBatch
from gpulife.games.contest import ContestState
from gpulife.games.life2_state import Life2State
from gpulife.games.player import Player
from gpulife.games.spec import ComputerSeat
from gpulife.players.computer.levels import LEVELS, Level, LevelError, find_level
from gpulife.players.computer.life2 import ABOUT, Life2Player
from gpulife.players.computer.player import ComputerPlayer

__all__ = ["LEVELS", "ComputerPlayer", "Level", "LevelError", "about_level", "computer_player", "find_level"]


def computer_player(
    player: int, level: int, seed: int, lookahead: OpenBatch | None = None, game: str = "seed-list"
) -> Player[Any]:
    """The computer in a seat.

    Args:
        player: 0 for the left seat, 1 for the right.
        level: 1 to 4.
        seed: of the match: with it, the seat and the level, it always plays the same game against the same opponent.
        lookahead: where it looks ahead (``gpulife.engines.lookahead.open_lookahead``); in numpy by default.
        game: that it plays.

    Raises:
        LevelError: no such level or seat.
    """
    if player not in (0, 1):
        raise LevelError(f"no seat {player} for the computer: use 0 or 1")
    kind: type[Any] = Life2Player if game == "life-2" else ComputerPlayer
    made: Player[Any] = kind(player, find_level(level), seed, lookahead or NumpyBatch)
    return made


def about_level(level: Level, game: str = "") -> str:
    """One line about how a level plays ``game``."""
    return ABOUT[level.number - 1] if game == "life-2" else level.about


def contest_computer(seat: ComputerSeat) -> Player[ContestState]:
    """Make the player that the specs of One Seed and Seed List name."""
    return ComputerPlayer(seat.seat, find_level(seat.level), seat.seed, seat.lookahead or NumpyBatch)


def life2_computer(seat: ComputerSeat) -> Player[Life2State]:
    """Make the player that the spec of LIFE-2 names."""
    return Life2Player(seat.seat, find_level(seat.level), seat.seed, seat.lookahead or NumpyBatch)
