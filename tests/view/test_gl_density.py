"""The board from afar is summed exactly: every cell counts once, whatever the squares, the bands and the species."""

from __future__ import annotations

import numpy as np
import pytest

from gpulife.engines.gl_cells import GLCellsEngine
from gpulife.engines.gl_device import GLDevice
from gpulife.rules import parse_rule
from gpulife.view.gl_history import History
from gpulife.view.gl_map import BoardMap
from gpulife.view.gl_palette import Palette
from gpulife.view.gl_region import MapPlace, block_for
from gpulife.view.look import default_look, plain
from gpulife.view.palettes import to_linear


@pytest.mark.parametrize("rule", ["Life", "Immigration", "QuadLife", "B3/S23:26"])
@pytest.mark.parametrize("block", [2, 4, 8, 16, 64, 256])
@pytest.mark.parametrize("most_rows", [None, 37])
def test_every_cell_counts_once(device: GLDevice, rule: str, block: int, most_rows: int | None) -> None:
    law = parse_rule(rule)
    shape = (150, 300)
    random = np.random.default_rng(2)
    cells = np.where(random.random(shape) < 0.4, random.integers(1, law.species + 1, shape), 0).astype(np.uint8)
    look = plain(default_look(law))
    with device.current(), GLCellsEngine(law, shape, device, most_rows) as engine:
        engine.paint(0, 0, cells)
        engine.step(1)
        wave_row = 77  # of which one side of it is a generation ahead of the other
        cells = np.concatenate([engine.read(0, 0, wave_row, shape[1]), cells[wave_row:]])
        palette = Palette(device)
        palette.show(look, 0.0, 0)
        history = History(device, engine)
        board = BoardMap(device, engine, palette, frugal=False)
        place = MapPlace(0, 0, *shape, block)
        board.draw(place, 1 / block, look, history, wrap=False, wave_row=wave_row)
        width, height = place.size
        size = board.texture.size
        got = np.frombuffer(board.texture.read(), np.float16).reshape(size[1], size[0], 4)[:height, :width]
        device.bind_home()
        for part in (board, history, palette):
            part.release()
    colours = np.concatenate([to_linear(look.palette), np.ones((len(look.palette), 1))], axis=1)
    colours[0] = 0.0
    padded = np.zeros((height * block, width * block, 4))
    padded[: shape[0], : shape[1]] = colours[cells]
    expected = padded.reshape(height, block, width, block, 4).sum(axis=(1, 3)) / block
    assert np.allclose(got, expected, rtol=4e-3, atol=1e-3)


def test_squares_are_about_a_pixel_wide() -> None:
    assert [block_for(zoom) for zoom in (200, 1, 0.7, 0.5, 1 / 16, 1 / 100)] == [1, 1, 1, 2, 16, 128]
    for zoom in np.geomspace(0.001, 0.69, 200):
        assert 0.7 <= block_for(zoom) * zoom < 1.4
