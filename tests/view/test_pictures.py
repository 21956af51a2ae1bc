"""Every look's picture: golden ones, cheaper forms, boards that stop, jump back or are large, and all engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from conftest import OpenEngine, kinds_of
from goldens import Goldens, difference
from view.exhibits import Exhibit, regions

from gpulife.engines.checkpoint import restore_snapshot, take_snapshot
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.rules import Edges, parse_rule
from gpulife.view import gl_board_past
from gpulife.view.pictures import CELLS, find_picture, picture_names

LOOKS = [name for name in picture_names() if name != CELLS]
WINDOW = (320, 180)
SMALL = (160, 90)
SHAPE = (60, 100)
every_look = pytest.mark.parametrize("name", LOOKS)


@pytest.fixture
def goldens(device: GLDevice, request: pytest.FixtureRequest, tmp_path: Path) -> Goldens:
    if not device.is_software:
        pytest.skip("golden pictures are of the software renderer")
    return Goldens(tmp_path, regenerate=request.config.getoption("--regenerate"))


OpenExhibit = Callable[..., Exhibit]


@pytest.fixture
def exhibit(device: GLDevice) -> Iterator[OpenExhibit]:
    """Opens exhibits of looks by name, and closes them after the test."""
    opened: list[Exhibit] = []

    def open_(name: str, window: tuple[int, int] = SMALL, shape: tuple[int, int] = SHAPE, **more: object) -> Exhibit:
        opened.append(Exhibit(device, find_picture(name), window, shape, **more))  # type: ignore[arg-type]
        return opened[-1]

    yield open_
    for each in opened:
        each.close()


@every_look
def test_looks_match_golden_pictures(name: str, goldens: Goldens, exhibit: OpenExhibit) -> None:
    shown = exhibit(name, WINDOW, (90, 160)).live(40)
    goldens.check(shown.shoot(1 / 30), f"look_{name}")


@every_look
def test_cheap_pictures_resemble_full_ones(name: str, exhibit: OpenExhibit) -> None:
    full, cheap = (exhibit(name, is_cheap=is_cheap).live(20).shoot(1 / 30).astype(int) for is_cheap in (False, True))
    assert full.std() > 8
    assert np.abs(full.mean(axis=(0, 1)) - cheap.mean(axis=(0, 1))).max() < 16
    assert np.corrcoef(full.ravel(), cheap.ravel())[0, 1] > 0.8


def test_parts_of_enlarged_pictures_fit_together(exhibit: OpenExhibit) -> None:
    """Also where a part begins at an odd pixel, so that its smaller picture is not simply a part of the other one."""
    shown = exhibit("maquette", is_cheap=True).live(3)
    assert shown.picture.cheap_scale == 2
    whole = shown.shoot(0.0)
    with shown.device.current():
        shown._canvas.clear(viewport=(0, 0, *WINDOW))
    for x, y, width, height in ((0, 0, 81, 180), (81, 0, 239, 77), (81, 77, 239, 103)):
        with shown.device.current():
            shown.drawn.draw(shown._canvas, shown.window, shown.camera, (x, y, width, height), 0.0)
    with shown.device.current():
        pixels = np.frombuffer(shown._canvas.read(components=3, alignment=1), np.uint8)
    assert np.abs(pixels.reshape(whole.shape)[::-1].astype(int) - whole).max() <= 1


@every_look
def test_looks_rest_when_the_board_has_stopped(name: str, exhibit: OpenExhibit) -> None:
    shown = exhibit(name).live(3)
    assert not shown.drawn.is_settled
    for _ in range(20):
        shown.follow(9.0)
    assert shown.drawn.is_settled
    if not shown.picture.moves:
        assert np.array_equal(shown.shoot(0.1), shown.shoot(100.0))
    shown.engine.step(1)
    shown.draw(0.1)
    assert not shown.drawn.is_settled


@every_look
def test_a_jump_back_shows_an_unknown_past(name: str, exhibit: OpenExhibit) -> None:
    shown = exhibit(name)
    start = take_snapshot(shown.engine)
    shown.live(12)
    restore_snapshot(shown.engine, start)
    fresh = exhibit(name)
    fresh.drawn._time = shown.drawn._time  # what moves by itself goes on
    assert difference(shown.shoot(0.1), fresh.shoot(0.1)) == ""


# The contour lines of the topographic map follow a wider average on massive boards, on purpose.
@pytest.mark.parametrize("name", [name for name in LOOKS if name != "topo"])
def test_looks_of_large_boards_in_squares(name: str, exhibit: OpenExhibit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A board of squares of 4 x 4 equal cells, at a fourth of the zoom, looks like the board of these squares."""
    cells = regions((40, 64), 4, 0.34)
    small = exhibit(name, shape=(40, 64))
    small.engine.paint(0, 0, cells)
    expected = small.shoot(0.1)
    monkeypatch.setattr(gl_board_past, "MAX_TEXELS", cells.size)
    large = exhibit(name, shape=(160, 256))
    large.engine.paint(0, 0, cells.repeat(4, axis=0).repeat(4, axis=1))
    large.camera = replace(large.camera, zoom=small.camera.zoom / 4)
    assert difference(large.shoot(0.1), expected) == ""


@pytest.mark.parametrize("edges", Edges)
@pytest.mark.parametrize("kind", kinds_of("QuadLife"))
def test_engines_look_the_same(open_kind: OpenEngine, exhibit: OpenExhibit, kind: str, edges: Edges) -> None:
    rule, cells = replace(parse_rule("QuadLife"), edges=edges), regions(SHAPE, 4, 0.34)
    shots = []
    for each in ("numpy", kind):
        engine = open_kind(each, rule, SHAPE)
        engine.paint(0, 0, cells)
        shots.append(exhibit("ink", engine=engine).live(6).shoot(0.1))
    assert shots[0].std() > 8
    assert np.abs(shots[0].astype(int) - shots[1]).max() <= 1
