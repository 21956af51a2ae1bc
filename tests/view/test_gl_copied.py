"""A board of an engine without OpenGL looks like any other, and only its visible cells are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from view.gl_pictures import Studio

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.rules import Cells, Edges, parse_rule
from gpulife.view import gl_copied_source
from gpulife.view.camera import Camera
from gpulife.view.gl_board import BoardFrame, BoardView
from gpulife.view.look import Look, default_look

SHAPE = (222, 333)
WINDOW = (480, 300)


class ReadEngine(NumpyEngine):
    """Notes which cells are read."""

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]
        self.reads: list[tuple[int, int, int, int]] = []

    def _read(self, row: int, column: int, height: int, width: int) -> Cells:
        self.reads.append((row, column, height, width))
        return super()._read(row, column, height, width)


class Pair(Studio):
    """A board on the device, and the same one in an engine without OpenGL, each with its view."""

    def __init__(self, device: GLDevice, rule: str, shape: tuple[int, int] = SHAPE, *, is_patient: bool = True) -> None:
        super().__init__(device, rule, shape)
        self.soup()
        self.other = ReadEngine(self.rule, shape)
        self.other.paint(0, 0, self.engine.read_all())
        self.of_other = BoardView(device, self.other, few_effects=False, is_patient=is_patient)

    def shoot_other(self, camera: Camera, look: Look, **how: object) -> np.ndarray:
        whole, self.view = self.view, self.of_other
        picture = self.shoot(camera, look, WINDOW, **how)
        self.view = whole
        return picture

    def difference(self, camera: Camera, look: Look, **how: object) -> int:
        one, other = self.shoot(camera, look, WINDOW, **how), self.shoot_other(camera, look, **how)
        assert one.std() > 3
        return int(np.abs(one.astype(int) - other.astype(int)).max())

    def step(self, generations: int) -> None:
        self.engine.step(generations)
        self.other.step(generations)

    def close(self) -> None:
        self.of_other.close()
        self.other.close()
        super().close()


@pytest.fixture
def pairs(device: GLDevice) -> Iterator[list[Pair]]:
    made: list[Pair] = []
    yield made
    for pair in made:
        pair.close()


def look_of(rule: str, **how: Any) -> Look:
    law = parse_rule(rule)
    return replace(default_look(law), wrap=law.edges is Edges.TORUS, **how)


@pytest.mark.parametrize("rule", ["Life", "Immigration:P333,222", "QuadLife", "B3/S23:9", "WireWorld"])
@pytest.mark.parametrize("is_whole", [True, False])
def test_small_copied_board_looks_the_same(
    device: GLDevice, pairs: list[Pair], rule: str, is_whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gl_copied_source, "_WHOLE_CELLS", SHAPE[0] * SHAPE[1] if is_whole else 1)
    pairs.append(pair := Pair(device, rule))
    look = look_of(rule) if is_whole else look_of(rule, age=0.0, trails=0.0)
    few = pair.rule.live_states <= gl_copied_source.COUNTED_STATES
    for _ in range(3):
        pair.difference(Camera(100.0, 150.0, 6.0), look)
        pair.step(1)
    for zoom in (12.3, 3.1, 1.0, 0.61, 0.31, 0.13, 0.07):
        # On the device, squares of 2x2 are read cell by cell and have effects; and light is summed in another order.
        allowed = 1 if few and (zoom > 0.7 or zoom < 0.4) else 2
        if is_whole and 0.4 < zoom < 0.7:
            continue
        assert pair.difference(Camera(140.3, 201.7, zoom), look) <= allowed, zoom


def test_only_visible_cells_are_read(device: GLDevice, pairs: list[Pair], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gl_copied_source, "_WHOLE_CELLS", 1)
    monkeypatch.setattr(gl_copied_source, "_MAX_CELLS", 5000)
    shape = (2000, 3000)
    pairs.append(pair := Pair(device, "Immigration:P3000,2000", shape))
    look = look_of("Immigration:P3000,2000", age=0.0, trails=0.0)
    pair.other.reads.clear()
    for camera in (Camera(1000.0, 1500.0, 4.0), Camera(1900.0, 100.0, 0.5)):
        pair.difference(camera, look)
        seen_rows, seen_columns = (side / camera.zoom + 2 * 256 for side in (WINDOW[1], WINDOW[0]))
        assert pair.other.reads
        for row, column, height, width in pair.other.reads:
            assert abs(row + height / 2 - camera.row) <= seen_rows / 2
            assert abs(column + width / 2 - camera.column) <= seen_columns / 2
            assert height * width <= max(5000, 512 * 512)
        read = sum(height * width for _, _, height, width in pair.other.reads)
        assert read <= seen_rows * seen_columns
        pair.other.reads.clear()
        pair.difference(camera, look)
        assert pair.other.reads == [], "it stands still"
    pair.difference(Camera(1000.0, 1500.0, 0.1), look)
    assert max(height * width for _, _, height, width in pair.other.reads) <= 5000
    assert sum(height * width for _, _, height, width in pair.other.reads) == shape[0] * shape[1]


def test_large_board_is_counted_over_several_frames(
    device: GLDevice, pairs: list[Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gl_copied_source, "_WHOLE_CELLS", 1)
    monkeypatch.setattr(gl_copied_source, "_COUNTED_AT_ONCE", SHAPE[1] * 64)
    monkeypatch.setattr(gl_copied_source, "_COUNTING_SECONDS", -1.0)
    pairs.append(pair := Pair(device, "QuadLife:P333,222", is_patient=False))
    look, camera = look_of("QuadLife:P333,222", contrast=0.0), Camera(111.0, 166.0, 0.3)
    frame = BoardFrame(WINDOW, camera, look)
    for _ in range(2):
        whole = pair.shoot(camera, look, WINDOW).astype(int)
        shown = []
        for _ in range(4):
            pair.other.reads.clear()
            shown.append(np.abs(pair.shoot_other(camera, look).astype(int) - whole).max(axis=2) > 2)
            assert sum(height for _, _, height, _ in pair.other.reads) <= 64
            assert pair.of_other.shows(frame) == (len(shown) == 4)
        wrong = [picture.sum() for picture in shown]
        assert wrong == sorted(wrong, reverse=True)
        assert wrong[0] > wrong[2] > wrong[3] == 0
        pair.step(5)
    assert not pair.of_other.shows(frame)


@pytest.mark.parametrize("zoom", [5.0, 0.3])
def test_painting_shows_immediately(device: GLDevice, pairs: list[Pair], zoom: float) -> None:
    pairs.append(pair := Pair(device, "Immigration"))
    look, camera = look_of("Immigration", age=0.0, trails=0.0), Camera(80.0, 100.0, zoom)
    for change in (70, 71, 150):
        for engine in (pair.engine, pair.other):
            engine.paint(change, 90, np.full((20, 30), 2, np.uint8))
        assert pair.difference(camera, look) <= 1
    for generation in range(3):
        pair.step(1)
        assert pair.difference(Camera(80.0 + generation, 100.0, zoom), look) <= 1
