"""The minimap: a small picture of the whole board."""

from __future__ import annotations

import numpy as np
import pytest
from goldens import Picture

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.registry import Opening, find_engine
from gpulife.rules import parse_rule
from gpulife.view import gl_minimap
from gpulife.view.gl_minimap import Minimap
from gpulife.view.look import default_look, plain


def picture_of(minimap: Minimap, device: GLDevice, size: tuple[int, int], seconds: float) -> Picture:
    look = plain(default_look(parse_rule("Life")))
    texture = minimap.show(size, look, seconds)
    with device.current():
        return np.frombuffer(texture.read(), np.uint8).reshape(size[1], size[0], 4)[..., :3]


@pytest.mark.parametrize("engine", ["gl", "planes", "numpy"])
def test_minimap_fills_gradually_on_massive_boards(
    device: GLDevice, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("_FEW_CELLS", "_MANY_CELLS"):
        monkeypatch.setattr(gl_minimap, limit, 1 << 18)
    shape = (1024, 1536)
    with find_engine(engine).open(parse_rule("Life"), shape, Opening(device=device)) as universe:
        cells = np.zeros(shape, np.uint8)
        cells[:512, 768:] = cells[512:, :768] = 1
        universe.paint(0, 0, cells)
        minimap = Minimap(device, universe)
        seen = [picture_of(minimap, device, (150, 100), 0.25).astype(int).sum(axis=2) for _ in range(8)]
        assert seen[0][60:, :].max() < 60, "only the first rows are drawn at once"
        last = seen[-1] > 300
        assert last[5:45, 80:145].all()
        assert last[55:95, 5:70].all()
        assert not last[5:45, 5:70].any()
        assert not last[55:95, 80:145].any()
        same = picture_of(minimap, device, (150, 100), 0.1)
        universe.paint(0, 0, np.zeros(shape, np.uint8))
        assert np.array_equal(picture_of(minimap, device, (150, 100), 0.1), same), "a few times a second is enough"
        for _ in range(8):
            same = picture_of(minimap, device, (150, 100), 0.25)
        assert same.astype(int).sum(axis=2).max() < 60
        minimap.close()
