"""The minimap: when it is shown, its place, and clicks on it."""

from __future__ import annotations

import numpy as np
import pytest
from window.stage import Stage

from gpulife.input.commands import Fit, Panels, Select, Zoom
from gpulife.view.camera import Camera, cell_at
from gpulife.window.play import workbench_overlay
from gpulife.window.play.workbench_overlay import Free, minimap_box, minimap_size, shown_part

SIZE = 1280, 800
SHAPE = (400, 600)


@pytest.fixture
def zoomed(stage: Stage) -> Stage:
    """A board whose upper left quarter lives, seen four times as large as it fits."""
    stage.begin("Life", SHAPE)
    stage.play.engine.paint(0, 0, np.ones((200, 300), np.uint8))
    return stage.do(Zoom(4.0))


def is_shown(stage: Stage) -> bool:
    """Whether a frame has a minimap."""
    if stage.play.display.minimap is not None:
        stage.play.display.minimap.close()
    stage.play.display.minimap = None
    stage.frames(1)
    return stage.play.display.minimap is not None


def test_minimap_appears_when_part_of_board_is_hidden(zoomed: Stage) -> None:
    assert is_shown(zoomed)
    zoomed.do(Fit()).pass_seconds(2)
    assert not is_shown(zoomed)


def test_minimap_can_be_hidden(zoomed: Stage) -> None:
    zoomed.shell.change("minimap", value=False)
    assert not is_shown(zoomed)
    zoomed.shell.change("minimap", value=True)
    assert is_shown(zoomed)
    zoomed.do(Panels())
    assert not is_shown(zoomed)


def test_minimap_frame_excludes_panels() -> None:
    free = Free(200, 0, 1000, 500)
    part = shown_part(Camera(200.0, 300.0, 2.0), (1000, 600), free, SHAPE)
    assert part == pytest.approx((150 / 600, 50 / 400, 550 / 600, 300 / 400))


@pytest.mark.parametrize(
    ("shape", "free", "scale"),
    [
        ((400, 600), Free(270, 0, 800, 500), 1.0),
        ((65536, 65536), Free(270, 0, 3840, 2000), 2.0),
        ((10, 9000), Free(0, 0, 320, 200), 1.0),
    ],
)
def test_minimap_size_is_limited(shape: tuple[int, int], free: Free, scale: float) -> None:
    width, height = minimap_size(shape, free, scale)
    assert 0 < width <= (free.right - free.left) * 0.34
    assert 0 < height <= (free.bottom - free.top) * 0.34
    assert min(width, height) >= 0.19 * max(width, height)
    assert max(width, height) <= 200 * scale


def test_distance_label_avoids_minimap(zoomed: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    zoomed.do(Fit()).pass_seconds(1).do(Zoom(1.6)).pass_seconds(2)
    boxes, drawn = [], []
    monkeypatch.setattr(workbench_overlay, "minimap_box", lambda it: boxes.append(minimap_box(it)) or boxes[-1])
    monkeypatch.setattr(workbench_overlay, "rectangle", lambda low, high, *_: drawn.append((*low, *high)))
    workbench = zoomed.controller.workbench
    assert workbench is not None
    workbench.measured = ((0, 0), (0, 0))
    zoomed.frames(1)
    box = boxes[-1]
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    row, column = cell_at(zoomed.play.display.camera, zoomed.shell.window.view_size, *middle)
    workbench.measured = ((0, 0), (int(row), int(column)))
    drawn.clear()
    zoomed.frames(1)
    left, _, right, bottom = next(area for area in drawn if area[3] - area[1] > 32)  # of two lines
    assert right <= box[0] or bottom <= box[1]
    assert zoomed.controller.layout.canvas.area[0] <= left


def test_selection_label_avoids_minimap(zoomed: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    zoomed.do(Fit()).pass_seconds(1).do(Zoom(1.6)).pass_seconds(2).frames(1)
    box = []
    monkeypatch.setattr(workbench_overlay, "minimap_box", lambda it: box.append(minimap_box(it)) or box[-1])
    zoomed.frames(1)
    left, top, right, bottom = box[-1]
    row, column = cell_at(
        zoomed.play.display.camera, zoomed.shell.window.view_size, (left + right) / 2, (top + bottom) / 2
    )
    drawn = []
    monkeypatch.setattr(workbench_overlay, "rectangle", lambda low, high, *rest: drawn.append((*low, *high, *rest)))
    zoomed.do(Select(int(row), int(column), 3, 3)).frames(1)
    label = next(area for area in drawn if len(area) == 6)  # with round corners
    assert label[2] <= left
