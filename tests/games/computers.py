"""A helper that makes computer players from the games' specs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gpulife.engines.batch import OpenBatch
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.core.player import Player
from gpulife.games.registry import find_game


def computer_player(
    seat: int, level: int, seed: int, lookahead: OpenBatch | None = None, game: str = "seed-list"
) -> Player[Any]:
    return find_game(game).computer(ComputerSeat(seat=seat, level=level, seed=seed, lookahead=lookahead))


def biowar_player(seat: int, level: int, seed: int, people: Iterable[int] = ()) -> Player[Any]:
    return find_game("biowar").computer(ComputerSeat(seat=seat, level=level, seed=seed, people=frozenset(people)))


def realtime_player(seat: int, level: int, seed: int, pause: int = 0) -> Player[Any]:
    return find_game("realtime").computer(ComputerSeat(seat=seat, level=level, seed=seed, pause=pause))
