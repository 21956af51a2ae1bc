"""Scenes run the same on every engine and for all sizes of calls, never stand still, and continue after a power cut."""

from __future__ import annotations

import itertools
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from art.scenes import scene
from boards import assert_boards_equal
from conftest import OTHER_KINDS, OpenEngine

from gpulife.art import checkpoint_files
from gpulife.art.checkpoint_files import SavedDisplay, read_saved_display, write_saved_display
from gpulife.art.playlist import ScheduleState
from gpulife.art.scene import Scene
from gpulife.art.scene_runner import CheckpointError, SceneEvent, SceneRunner, StagnationKind
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.tile_activity import NumpyProbe
from gpulife.storage.save_file import SavedFileError, pack_json, read_parts, unpack_json, write_parts

NOW = datetime(2026, 11, 21, 20, 48)  # noqa: DTZ001
QUICK = "[scene.interventions]\ncooldown = 5\npatience = 10\n"
TINY = scene("soup = 0.4", QUICK, size="20x16")
SETTLES = scene("soup = 0.35", QUICK, size="40x24")


def act(of: Scene = SETTLES, seed: int = 1) -> SceneRunner:
    return SceneRunner(of, seed, NumpyEngine, NOW)


def play(running: SceneRunner, generations: int) -> list[SceneEvent]:
    return list(running.advance(generations))


@pytest.mark.parametrize("kind", OTHER_KINDS)
@pytest.mark.parametrize("rule", ["Immigration", "RealTime:3"])
def test_all_engines_agree(open_kind: OpenEngine, kind: str, rule: str) -> None:
    of = scene("soup = 0.35", QUICK, size="40x24", rule=rule)
    with act(of) as oracle, SceneRunner(of, 1, lambda rule, shape: open_kind(kind, rule, shape), NOW) as other:
        for _ in range(4):
            assert play(other, 160) == play(oracle, 160)
            assert_boards_equal(other.engine.read_all(), oracle.engine.read_all())
            assert other.samples == oracle.samples
            assert other.maps.density.tolist() == oracle.maps.density.tolist()
            assert other.maps.change.tolist() == oracle.maps.change.tolist()
        assert oracle.state.strikes > 0


def test_result_is_independent_of_call_sizes() -> None:
    with act(TINY) as at_once, act(TINY) as one_by_one, act(TINY) as oddly:
        events = play(at_once, 800)
        assert events == [event for _ in range(800) for event in play(one_by_one, 1)]
        assert events == [event for count in [7, 1, 92, 300] * 2 for event in play(oddly, count)]
        assert {bool(event.kind) for event in events} == {True, False}  # interventions and reseeds
        for other in (one_by_one, oddly):
            assert_boards_equal(other.engine.read_all(), at_once.engine.read_all())
            assert (other.generation, other.state.sowings) == (at_once.generation, at_once.state.sowings)
        assert at_once.generation == 800


def test_seeds_differ() -> None:
    boards = set()
    for seed in range(5):
        with act(seed=seed) as running:
            play(running, 50)
            boards.add(running.engine.read_all().tobytes())
    assert len(boards) == 5


def test_samples_match_numpy() -> None:
    with act() as running, NumpyEngine(SETTLES.rule, SETTLES.shape) as oracle:
        oracle.paint(0, 0, running.engine.read_all())
        probe = NumpyProbe(oracle)
        every = running.detector.every
        oracle.step(every - 2)
        probe.remember()
        oracle.step()
        one = probe.count()
        oracle.step()
        two = probe.count()
        play(running, every - 1)
        assert running.latest is None
        play(running, 1)
        sample = running.latest
        assert sample is not None
        assert sample.generation == every
        assert sample.change_one == one.changed.sum() / (40 * 24)
        assert sample.change_two == two.changed.sum() / (40 * 24)
        assert sample.population == tuple(oracle.census())
        assert running.maps.tile == 4
        assert running.maps.change.shape == (6, 10)
        assert np.allclose(running.maps.change * 16, two.changed)
        assert np.allclose(running.maps.density * 16, two.live)


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        ('pattern = "blinker"', StagnationKind.STILL),
        ('figures = [{pattern = "glider", count = 1}, {pattern = "glider", count = 1}]', StagnationKind.PERIODIC),
        ('figures = [{pattern = "pre-pulsar", x = 0.3, y = 0.5, turn = 0}]', StagnationKind.PERIODIC),
        ('figures = [{pattern = "pre-pentadecathlon", x = 0.3, y = 0.5, turn = 0}]', StagnationKind.PERIODIC),
    ],
)
def test_stagnation_is_treated(start: str, reason: StagnationKind) -> None:
    of = scene(
        start, "[scene.interventions]\npatience = 30\ncooldown = 5\nthreshold = 0.0005\nliving = 0", size="64x48"
    )
    with act(of, 3) as running:
        events = play(running, 40 * 12)
        assert events[0].kind
        assert events[0].reason is reason


def test_extinct_species_is_revived() -> None:
    of = scene("soup = 0.35\nshares = [1, 0]", "[scene.interventions]\nkinds = ['swap', 'law']\ncooldown = 5")
    with act(of) as running:
        event, *_ = play(running, 12 * 8)
        assert event.reason is StagnationKind.EXTINCT
        assert event.kind == "swap"  # another law would bring nobody back
        assert running.engine.census().min() > 0


def test_species_may_die_out() -> None:
    of = scene("soup = 0.35\nshares = [1, 0]", "[scene.interventions]\nliving = 0\ncooldown = 5")
    with act(of) as running:
        assert play(running, 12 * 8) == []


def test_empty_board_is_sown_again() -> None:
    with act(scene('pattern = "cell"')) as running:
        every = running.detector.every
        assert play(running, every) == [SceneEvent(every, "", StagnationKind.EMPTY)]
        assert running.engine.census().sum() == 1
        assert running.state.sowings == 2


def test_no_interventions_sows_again() -> None:
    with act(scene("soup = 0.35", QUICK + "kinds = []", size="20x16")) as running:
        events = play(running, 800)
        assert {event.kind for event in events} == {""}


def test_failed_intervention_sows_again() -> None:
    # A block that is turned is a block.
    of = scene('figures = [{pattern = "pre-block", count = 1}]', "[scene.interventions]\nkinds = ['turn']\nliving = 0")
    with act(of) as running:
        first, second, *_ = play(running, 60 * 12)
        assert (first.kind, second.kind) == ("turn", "")
        rest = (second.generation - first.generation) / of.speed
        assert of.interventions.cooldown <= rest <= of.interventions.cooldown + 5


def test_interventions_have_a_cooldown() -> None:
    long = scene("soup = 0.35", "[scene.interventions]\ncooldown = 60\npatience = 10", size="20x16")
    with act(long) as running:
        events = play(running, 12 * 330)
        times = [0.0, *(event.generation / 12 for event in events if event.reason is not StagnationKind.EMPTY)]
        assert len(times) > 4
        assert all(later - earlier >= 59 for earlier, later in itertools.pairwise(times))


def test_interventions_keep_symmetry() -> None:
    of = scene("soup = 0.35\nmirror = 'quarters'", QUICK, size="24x16")
    with act(of) as running:
        assert any(event.kind for event in play(running, 800))
        cells = running.engine.read_all()
        assert_boards_equal(cells[:, ::-1], cells)
        assert_boards_equal(cells[::-1], cells)


def test_board_is_held_after_sowing() -> None:
    of = scene('text = ["ONE", "TWO"]', QUICK + "kinds = []\nthreshold = 1", size="64x48", hold=2.5)
    with act(of) as running:
        first = running.engine.read_all()
        play(running, 30)
        assert (running.generation, running.engine.generation) == (30, 0)
        assert_boards_equal(running.engine.read_all(), first)
        play(running, 1)
        assert running.engine.generation == 1
        assert running.generation == 31
        while running.state.sowings == 1:
            play(running, 1)
        second = running.engine.read_all()
        assert second.tobytes() != first.tobytes()
        play(running, 30)
        assert_boards_equal(running.engine.read_all(), second)


@pytest.mark.parametrize(
    ("kind", "before"),
    [*(("numpy", before) for before in (0, 1, 21, 22, 23, 24, 700)), *((kind, 23) for kind in OTHER_KINDS)],
)
def test_checkpoint_continues_identically(open_kind: OpenEngine, tmp_path: Path, kind: str, before: int) -> None:
    def open_(rule, shape):
        return open_kind(kind, rule, shape)

    path = tmp_path / "moment"
    with SceneRunner(SETTLES, 4, open_, NOW) as running, SceneRunner(SETTLES, 4, open_, datetime(1999, 1, 1)) as other:  # noqa: DTZ001
        play(running, before)
        write_saved_display(path, 7, SavedDisplay("p", ScheduleState(3), running.checkpoint(), {"place": 3}))
        number, resumed = read_saved_display(path)
        assert (number, resumed.programme, resumed.schedule, resumed.extra) == (7, "p", ScheduleState(3), {"place": 3})
        checkpoint = resumed.checkpoint
        assert checkpoint.now == NOW
        assert (checkpoint.kept is None) == (before % 24 not in (22, 23))
        play(other, 100)
        other.restore(checkpoint)
        assert other.generation == running.generation == before
        assert_boards_equal(other.engine.read_all(), running.engine.read_all())
        assert play(running, 300) == play(other, 300)
        assert_boards_equal(other.engine.read_all(), running.engine.read_all())
        assert other.samples == running.samples


def test_checkpoint_of_another_scene(tmp_path: Path) -> None:
    with act() as running, act(seed=2) as other, act(scene(name="Other")) as third:
        checkpoint = running.checkpoint()
        for wrong in (other, third):
            with pytest.raises(CheckpointError, match="a checkpoint of scene 'S' and seed 1 cannot be restored"):
                wrong.restore(checkpoint)


def test_checkpoint_of_a_faster_scene() -> None:
    with act() as running, act(scene("soup = 0.35", QUICK, size="40x24", speed=30)) as other:
        play(running, 23)
        other.restore(running.checkpoint())
        assert not other.samples
        assert_boards_equal(other.engine.read_all(), running.engine.read_all())
        play(other, 200)
        assert len(other.samples) > 2


def test_damaged_checkpoint_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "moment"
    with act() as running:
        play(running, 40)
        write_saved_display(path, 1, SavedDisplay("p", ScheduleState(3), running.checkpoint()))
        data = path.read_bytes()
        for at in (3, len(data) // 2, len(data) - 5):
            path.write_bytes(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
            with pytest.raises(SavedFileError):
                read_saved_display(path)
        path.write_bytes(data[:-9])
        with pytest.raises(SavedFileError, match="damaged"):
            read_saved_display(path)


@pytest.mark.parametrize(
    "change",
    [
        {"state": {"generation": -1}},
        {"state": {"held": "3"}},
        {"state": {"x": 1}},
        {"state": {"change_one": 2.0}},
        {"state": {"sowings": 1 << 62}},
        {"samples": [{}]},
        {"samples": 3},
        {"now": "noon"},
        {"now": "2026-05-01T22:30:00+02:00"},
        {"seed": -1},
        {"every": 0},
        {"scene": 1},
        {"show": []},
        {"show": {"a": "b" * 70_000}},
    ],
)
def test_checkpoint_with_invalid_values(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "moment"
    with act() as running:
        write_saved_display(path, 1, SavedDisplay("p", ScheduleState(3), running.checkpoint()))
    parts = read_parts(path, checkpoint_files._KIND)
    values = unpack_json(path, "act", parts["act"], dict[str, Any])
    if isinstance(changed := change.get("state"), dict):
        change = {"state": values["state"] | changed}
    parts["act"] = pack_json(values | change)
    write_parts(path, checkpoint_files._KIND, parts)
    with pytest.raises(SavedFileError, match="damaged in its part 'act'"):
        read_saved_display(path)


def test_engine_is_closed_if_probe_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    class Engine(NumpyEngine):
        def close(self) -> None:
            closed.append(True)

    def fail(_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("gpulife.art.scene_runner.open_probe", fail)
    with pytest.raises(MemoryError):
        SceneRunner(SETTLES, 1, Engine, NOW)
    assert closed == [True]
