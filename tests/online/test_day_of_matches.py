"""Computers play on a server with a faster clock: the short form of ``tests/soak/day_of_matches.py``."""

from __future__ import annotations

from pathlib import Path

from soak.day_of_matches import Day, played

from gpulife.online.seat_rules import hosted_games


def test_all_games_on_a_fast_clock(tmp_path: Path) -> None:
    day, faults = played(tmp_path, hours=0.1, speed=6)
    assert [line for line in faults if "memory" not in line] == []  # a server that has just started still grows
    assert day.seconds >= 360
    assert set(day.begun) == set(hosted_games())


def test_growth_compares_second_and_last_quarter() -> None:
    assert Day(1, resident=[1, 100, 50, 110]).growth == 110 / 100 - 1
