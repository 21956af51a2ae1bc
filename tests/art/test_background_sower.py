"""Sowing in a thread gives the same board as sowing at once, and never leaves a thread behind."""

from __future__ import annotations

import threading
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpulife.art._playlist_toml import programme_of
from gpulife.art.scene import Scene
from gpulife.art.scene_runner import SceneRunner
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import EngineError
from gpulife.window.art import background_sower as sower
from gpulife.window.art.background_sower import BackgroundSower

NOW = datetime(2026, 5, 5, 12, 30)  # noqa: DTZ001 - a clock on the wall


def scene(**start: Any) -> Scene:
    values = {"name": "A", "duration": 60, "rule": "Immigration", "size": "90x70", "speed": 10, "start": start}
    programme = programme_of({"title": "T", "description": "d", "scene": [values]}, Path("t.toml"))
    return programme.scenes[0]


def finish(sowing: BackgroundSower) -> None:
    while not sowing.work(time.perf_counter() + 0.01):
        pass


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sower, "_MAX_CELLS", 500)


@pytest.mark.parametrize(
    "start",
    [
        {"soup": 0.3},
        {"soup": 0.3, "mirror": "quarters", "swap": True},
        {"soup": 0.4, "clumps": 20, "area": 0.5},
        {"text": "{time}"},
        {"figures": [{"pattern": "acorn", "count": 3}], "soup": 0.1},
    ],
)
def test_same_board_as_sowing_at_once(start: dict[str, Any]) -> None:
    wanted = scene(**start)
    with SceneRunner(wanted, 5, NumpyEngine, NOW) as act:
        engine = NumpyEngine(wanted.rule, wanted.shape)
        sowing = BackgroundSower(engine, wanted, 5, NOW)
        finish(sowing)
        sowing.close()
        assert np.array_equal(engine.read_all(), act.engine.read_all())
        with SceneRunner(wanted, 5, lambda *_: engine, NOW, sown=True) as other:
            for _ in range(3):
                assert other.advance(20) == act.advance(20)
                assert np.array_equal(engine.read_all(), act.engine.read_all())
            assert other.state.sowings == act.state.sowings


def test_thread_error_is_raised_in_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise EngineError("no seeds")

    monkeypatch.setattr(sower, "sow", fail)
    wanted = scene(soup=0.3)
    sowing = BackgroundSower(NumpyEngine(wanted.rule, wanted.shape), wanted, 5, NOW)
    with pytest.raises(EngineError, match="no seeds"):
        finish(sowing)
    sowing.close()


def test_close_ends_the_thread() -> None:
    wanted = scene(soup=0.3, mirror="left-right")
    BackgroundSower(NumpyEngine(wanted.rule, wanted.shape), wanted, 5, NOW).close()
    assert not [thread for thread in threading.enumerate() if thread.name == "sower"]
