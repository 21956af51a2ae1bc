"""``auto`` computes a plane in tiles, and moves it to a tree once that is faster, without losing a cell."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from engines.endless_planes import assert_same_planes, soup_of

from gpulife.engines import auto_plane, factory
from gpulife.engines.auto_plane import AutoPlane
from gpulife.engines.endless import EndlessEngine
from gpulife.engines.factory import open_plane
from gpulife.engines.plane.engine import TiledPlane
from gpulife.errors import BoardSizeError
from gpulife.patterns.loading import open_pattern
from gpulife.rules import parse_rule

pytestmark = pytest.mark.needs("numba")


class Clock:
    """Shows a second more each time that somebody looks."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def perf_counter(self) -> float:
        self.seconds += 1
        return self.seconds


def planes(name: str, shape: tuple[int, int]) -> tuple[EndlessEngine, EndlessEngine]:
    """Return a soup on the plane of ``auto``, and in tiles."""
    rule = parse_rule(name)
    found = open_plane(rule, engine="auto"), open_plane(rule, engine="plane")
    for plane in found:
        plane.paint(-5, 1000, soup_of(rule, shape, seed=1))
    return found


def test_gun_moves_to_the_tree() -> None:
    plane = open_plane(parse_rule("Life"), engine="auto")
    plane.load(open_pattern("gosper-gun"))
    assert plane.name == "plane"
    assert plane.step(1 << 30) == 1 << 30
    assert (plane.name, plane.census()) == ("hashlife", [178_957_021])
    assert "from generation" in plane.renderer


@pytest.mark.parametrize("is_faster", [True, False])
def test_trial_keeps_the_faster_engine(monkeypatch: pytest.MonkeyPatch, is_faster: bool) -> None:
    monkeypatch.setattr(auto_plane, "time", Clock())
    monkeypatch.setattr(AutoPlane, "_run_tiles", _run_for_100_generations(0.0 if is_faster else 1e9))
    auto, tiles = planes("QuadLife", (300, 300))
    for plane in (auto, tiles):
        plane.step(350)
    assert auto.name == ("hashlife" if is_faster else "plane")
    assert auto.generation == 350
    assert_same_planes(auto, tiles)


def _run_for_100_generations(rate: float) -> object:
    def run(auto: AutoPlane, tiles: TiledPlane, generations: int, _longest: int | None) -> float:
        tiles.step(min(100, generations))
        auto._spent = auto._next_trial
        return rate

    return run


def test_full_memory_moves_to_the_tree() -> None:
    rule = parse_rule("Life")
    tiles = TiledPlane(rule, 100_000)
    plane = AutoPlane(tiles, lambda: open_plane(rule))
    other = open_plane(rule)
    for each in (plane, other):
        each.paint(0, 0, soup_of(rule, (40, 40), seed=2))
        each.paint(5000, 0, np.ones((700, 700), np.uint8))
        each.step(100)
    assert plane.name == "hashlife"
    assert_same_planes(plane, other)


def test_macrocell_file_is_a_tree_at_once(tmp_path: Path) -> None:
    path = tmp_path / "gun.mc"
    gun = open_plane(parse_rule("Life"))
    gun.load(open_pattern("gosper-gun"))
    path.write_text("".join(gun.macrocell_pieces()))
    plane = open_plane(parse_rule("Life"), engine="auto")
    plane.load(open_pattern(str(path), is_endless=True))
    assert plane.name == "hashlife"
    assert_same_planes(plane, gun)


@pytest.mark.parametrize("reason", ["rule", "numba"])
def test_only_tiles_without_a_tree(monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    if reason == "numba":
        monkeypatch.setattr(factory, "_hashlife_problem", lambda: "no numba")
    name = "Life" if reason == "numba" else "R2,C0,M1,S3..8,B3..5,NM"
    plane = open_plane(parse_rule(name), 20_000, engine="auto")
    with pytest.raises(BoardSizeError, match="tiles"):
        plane.paint(0, 0, np.ones((3000, 3000), np.uint8))
    assert plane.name == "plane"
