"""A board in strips looks the same as in one piece, and an unchanged board sends its strips no requests."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from capabilities import needs_compute
from view.gl_pictures import Studio
from view.local_strips import LocalStrips

from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.rules import Edges, parse_rule
from gpulife.view import gl_copied_source
from gpulife.view.camera import Camera
from gpulife.view.gl_board import BoardView
from gpulife.view.gl_minimap import Minimap
from gpulife.view.look import Look, default_look

SHAPE = (222, 333)


def look_of(rule: str) -> Look:
    law = parse_rule(rule)
    return replace(default_look(law), age=0.0, trails=0.0, wrap=law.edges is Edges.TORUS)


class Pair(Studio):
    """The board of a studio, and the same board in strips with its own view."""

    def __init__(
        self, device: GLDevice, rule: str, kind: type[GLCellsEngine] | type[GLPlanesEngine], strips: str | None
    ) -> None:
        super().__init__(device, rule, SHAPE, None, kind)
        self.strips = LocalStrips(self.rule, SHAPE, device, strips or "numpy")
        self.of_strips = BoardView(device, self.strips, few_effects=False)
        self.soup()
        self.strips.paint(0, 0, self.engine.read_all())

    def difference(self, camera: Camera, look: Look, **how: object) -> int:
        one = self.shoot(camera, look, **how)
        whole, self.view = self.view, self.of_strips
        other = self.shoot(camera, look, **how)
        self.view = whole
        assert one.std() > 3
        return int(np.abs(one.astype(int) - other.astype(int)).max())

    def close(self) -> None:
        self.of_strips.close()
        self.strips.close()
        super().close()


ENGINES = [
    ("Life", GLPlanesEngine, "planes"),
    ("Immigration:P333,222", GLPlanesEngine, "planes"),
    ("QuadLife", GLPlanesEngine, "planes"),
    ("Immigration", GLCellsEngine, "gl"),
    ("B3/S23:3", GLCellsEngine, None),
    ("B3/S23:9", GLCellsEngine, "gl"),
    ("B3/S23:9", GLCellsEngine, None),
]


@needs_compute
@pytest.mark.parametrize(("rule", "kind", "strips"), ENGINES)
def test_strips_look_like_one_board(
    device: GLDevice, rule: str, kind: type[GLCellsEngine], strips: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gl_copied_source, "_MAX_TEXELS", 5000)
    pair = Pair(device, rule, kind, strips)
    look = look_of(rule)
    counted = pair.rule.live_states <= gl_copied_source.COUNTED_STATES
    for zoom in (12.3, 3.1, 1.0, 0.61, 0.31, 0.13, 0.07):
        # In one piece, squares on the seam are sums of rounded light; uncounted, light is summed in another order.
        allowed = (zoom < 0.7) * (1 if look.wrap else 0) if counted else 2
        assert pair.difference(Camera(140.3, 201.7, zoom), look) <= allowed, zoom
    pair.close()


@needs_compute
def test_unchanged_board_sends_no_requests(device: GLDevice) -> None:
    pair = Pair(device, "Immigration", GLPlanesEngine, "planes")
    look = look_of("Immigration")
    strips = pair.strips
    for zoom, asks in ((5.0, "read"), (0.3, "count_squares")):
        camera = Camera(80.0, 100.0, zoom)
        for change in (lambda e: e.step(1), lambda e: e.paint(70, 90, np.full((20, 30), 2, np.uint8))):
            for engine in (pair.engine, strips):
                change(engine)
            strips.calls.clear()
            assert pair.difference(camera, look) <= 1
            assert strips.calls == [asks], "once"
            strips.calls.clear()
            assert pair.difference(camera, look) <= 1
            bright = replace(look, brightness=0.5)
            assert pair.difference(camera, bright, flash=0.7) <= 1
            assert pair.difference(Camera(80.1, 100.2, zoom), look) <= 1
            assert strips.calls == [], "nothing has changed but the light"
    pair.close()


@needs_compute
def test_one_request_across_the_seam(device: GLDevice) -> None:
    pair = Pair(device, "QuadLife", GLPlanesEngine, "planes")
    pair.strips.calls.clear()
    assert pair.difference(Camera(3.0, 5.0, 0.29), look_of("QuadLife")) <= 1
    assert pair.strips.calls == ["count_squares"]
    pair.close()


@needs_compute
def test_minimap_of_strips(device: GLDevice) -> None:
    pair = Pair(device, "QuadLife", GLPlanesEngine, "planes")
    look = look_of("QuadLife")
    maps = [Minimap(device, engine) for engine in (pair.engine, pair.strips)]
    pair.strips.calls.clear()
    for _ in range(2):
        with device.current():
            pictures = [np.frombuffer(minimap.show((96, 64), look, 0.25).read(), np.uint8) for minimap in maps]
        assert np.array_equal(*pictures)
        assert pair.strips.calls == ["count_squares"]
    for minimap in maps:
        minimap.close()
    pair.close()


def test_board_out_of_view_sends_no_requests(device: GLDevice) -> None:
    pair = Pair(device, "Life:P333,222", GLCellsEngine, "gl")
    pair.view, whole = pair.of_strips, pair.view
    pair.strips.calls.clear()
    for zoom in (0.2, 9.0):
        assert pair.shoot(Camera(-9999.0, 0.0, zoom), look_of("Life:P333,222")).std() < 5
    assert pair.strips.calls == []
    pair.view = whole
    pair.close()
