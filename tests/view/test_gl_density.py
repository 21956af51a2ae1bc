"""The board from afar is summed exactly: each cell counts once for all squares, bands and species."""

from __future__ import annotations

from dataclasses import replace
from typing import Self

import numpy as np
import pytest
from capabilities import needs_compute, planes_types
from view.gl_pictures import Studio

from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_openers import GLEngine
from gpulife.rules import Cells, parse_rule
from gpulife.view.camera import Camera
from gpulife.view.gl_age_trails import AgeTrails
from gpulife.view.gl_palette import Palette
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.gl_visible_cells import VisibleCells
from gpulife.view.gl_visible_region import MapPlace, block_for
from gpulife.view.look import default_look, plain
from gpulife.view.palettes import to_linear

SHAPE = (150, 300)


@pytest.mark.parametrize("engine_type", planes_types())
@pytest.mark.parametrize("rule", ["Life", "Immigration", "QuadLife"])
@pytest.mark.parametrize("block", [2, 4, 8, 16, 32, 64, 256])
@pytest.mark.parametrize("max_rows", [None, 37])
def test_each_bit_plane_cell_counts_once(
    device: GLDevice, rule: str, block: int, max_rows: int | None, engine_type: type[GLPlanesEngine]
) -> None:
    with device.current(), engine_type(parse_rule(rule), SHAPE, device, max_rows) as engine:
        engine.paint(0, 0, soup_of(engine))
        engine.step(1)
        check_light(device, engine, block, engine.read_all(), SHAPE[0])


@pytest.mark.parametrize("rule", ["Life", "Immigration", "QuadLife", "B3/S23:26"])
@pytest.mark.parametrize("block", [2, 4, 8, 16, 32, 64, 256])
@pytest.mark.parametrize("max_rows", [None, 37])
def test_each_cell_counts_once(device: GLDevice, rule: str, block: int, max_rows: int | None) -> None:
    with device.current(), GLCellsEngine(parse_rule(rule), SHAPE, device, max_rows) as engine:
        cells = soup_of(engine)
        engine.paint(0, 0, cells)
        engine.step(1)
        wave_row = 77  # of which one side of it is a generation ahead of the other
        cells = np.concatenate([engine.read(0, 0, wave_row, SHAPE[1]), cells[wave_row:]])
        check_light(device, engine, block, cells, wave_row)


def soup_of(engine: GLEngine) -> Cells:
    random = np.random.default_rng(2)
    states = random.integers(1, engine.rule.live_states + 1, engine.shape)
    return np.where(random.random(engine.shape) < 0.4, states, 0).astype(np.uint8)


@pytest.mark.parametrize("engine_type", planes_types())
@pytest.mark.parametrize("max_rows", [None, 37])
def test_counts_are_kept_until_something_changes(
    device: GLDevice, engine_type: type[GLPlanesEngine], max_rows: int | None
) -> None:
    with (
        device.current(),
        engine_type(parse_rule("Immigration"), SHAPE, device, max_rows) as engine,
        LightMap(device, engine) as light,
    ):
        engine.paint(0, 0, soup_of(engine))
        for block in (16, 8, 64):
            light.check(block, engine.read_all(), SHAPE[0])
            engine.paint(41, 13, np.array([[1, 2, 2, 1]], np.uint8))
            light.check(block, engine.read_all(), SHAPE[0])
            light.check(block, engine.read_all(), SHAPE[0])
            engine.step(1)
            light.check(block, engine.read_all(), SHAPE[0])


@pytest.mark.parametrize("engine_type", planes_types())
@pytest.mark.parametrize("rule", ["Life", "Immigration", "QuadLife"])
@pytest.mark.parametrize("start", range(0, 192, 32))
def test_counting_any_range_of_words(
    device: GLDevice, rule: str, start: int, engine_type: type[GLPlanesEngine]
) -> None:
    with (
        device.current(),
        engine_type(parse_rule(rule), SHAPE, device) as engine,
        LightMap(device, engine) as light,
    ):
        cells = soup_of(engine)
        engine.paint(0, 0, cells)
        for block, width in ((8, 32), (8, 72), (16, 96), (32, 64)):
            light.check(block, cells, SHAPE[0], slice(start, start + width))
        light.check(16, cells, SHAPE[0], slice(start, SHAPE[1]))


@needs_compute
@pytest.mark.parametrize("rule", ["Life", "QuadLife"])
@pytest.mark.parametrize("block", [1024, 2048])
def test_counting_full_squares(device: GLDevice, rule: str, block: int) -> None:
    law = parse_rule(rule)
    cells = np.full((2100, 70), law.live_states, np.uint8)
    with device.current(), GLPlanesEngine(law, cells.shape, device) as engine, LightMap(device, engine) as light:
        engine.paint(0, 0, cells)
        light.check(block, cells, len(cells), slice(0, 70))


@needs_compute
@pytest.mark.parametrize("rule", ["Life", "Immigration", "QuadLife"])
@pytest.mark.parametrize("contrast", [0.0, 1.0])
def test_counts_and_map_give_same_picture(device: GLDevice, rule: str, contrast: float) -> None:
    places = [(350.0, 550.0), (-3.7, 2.4), (699.6, 1099.2), (201.3, 777.7)]
    cameras = [Camera(*place, zoom) for zoom in (0.3, 0.21, 0.16, 0.09, 0.05, 0.031, 0.022, 0.013) for place in places]
    pictures = []
    for engine_type in (GLCellsEngine, GLPlanesEngine):  # cells have a map always
        studio = Studio(device, rule, (700, 1100), None, engine_type).soup()
        studio.engine.paint(0, 0, np.zeros((90, 400), np.uint8))
        look = replace(plain(default_look(studio.rule)), contrast=contrast)
        pictures.append([studio.shoot(camera, look).astype(int) for camera in cameras])
        studio.close()
    for camera, by_map, by_counts in zip(cameras, *pictures, strict=True):
        assert np.abs(by_map - by_counts).max() <= 2, f"{camera}; maps have half floats"


def check_light(device: GLDevice, engine: GLEngine, block: int, cells: Cells, wave_row: int) -> None:
    """Assert that the map of ``engine``'s board has the light of ``cells``."""
    with LightMap(device, engine) as light:
        light.check(block, cells, wave_row)


class LightMap:
    """The map of an engine's board from afar; the device is current in the ``with`` block."""

    def __init__(self, device: GLDevice, engine: GLEngine) -> None:
        self.look = plain(default_look(engine.rule))
        self.device, self.resources, self.palette = device, ViewResources(device), Palette(device)
        self.palette.show(self.look, 0.0, ())
        self.board = VisibleCells(self.resources, engine, self.palette, few_effects=False, is_patient=False)
        self.history = AgeTrails(self.resources, engine, self.board.source)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.device.bind_permanent_framebuffer()
        for part in (self.board, self.resources, self.history, self.palette.texture):
            part.release()

    def check(self, block: int, cells: Cells, wave_row: int, columns: slice = slice(0, SHAPE[1])) -> None:
        """Assert that it has the light of ``cells`` in squares of ``block`` x ``block``, in these columns."""
        cells = cells[:, columns]
        place = MapPlace(0, columns.start, *cells.shape, block)
        self.board.draw(place, 1 / block, self.look, self.history, wrap=False, wave_row=wave_row)
        width, height = place.size
        size = self.board.texture.size
        got = np.frombuffer(self.board.texture.read(), np.float16).reshape(size[1], size[0], 4)[:height, :width]
        colours = np.concatenate([to_linear(self.look.palette), np.ones((len(self.look.palette), 1))], axis=1)
        colours[0] = 0.0
        padded = np.zeros((height * block, width * block, 4))
        padded[: cells.shape[0], : cells.shape[1]] = colours[cells]
        expected = padded.reshape(height, block, width, block, 4).sum(axis=(1, 3)) / block
        assert np.allclose(got, expected, rtol=4e-3, atol=1e-3)


def test_width_of_squares() -> None:
    assert [block_for(zoom) for zoom in (200, 1, 0.7, 0.5, 1 / 16, 1 / 100)] == [1, 1, 1, 2, 16, 128]
    for zoom in np.geomspace(0.001, 0.69, 200):
        assert 0.7 <= block_for(zoom) * zoom < 1.4
