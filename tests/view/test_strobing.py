"""No look strobes: from frame to frame hardly any pixel changes its brightness much."""

from __future__ import annotations

from dataclasses import replace

import pytest
from view.exhibits import Exhibit

from gpulife.engines.gl.gl_device import GLDevice
from gpulife.view.pictures import CELLS, find_picture, picture_names

WINDOW = (240, 160)
SHAPE = (144, 256)
"""As large as the boards of programmes. What grows with the board moves faster on it than on a small one."""
SECONDS = 0.2, 0.4
"""Usually, and for looks that live so slowly that a generation would seldom come in the usual time."""
MOST, MOST_WITH_THIN_LINES = 0.01, 0.03
"""Shares of the pixels."""


LOOKS = [name for name in picture_names() if name != CELLS]
FORMS = [(name, is_cheap) for name in LOOKS for is_cheap in (False, True)[: 1 + find_picture(name).has_cheap_form]]


@pytest.mark.parametrize(("name", "is_cheap"), FORMS)
def test_looks_do_not_strobe(name: str, is_cheap: bool, device: GLDevice) -> None:
    """Part of a large window, at the look's pace and 30 frames a second; not even one frame may jump."""
    shown = Exhibit(device, find_picture(name), WINDOW, SHAPE, is_cheap=is_cheap)
    shown.camera = replace(shown.camera, zoom=shown.picture.zoom)
    shown.engine.step(100)
    shares = shown.live(10).flicker(SECONDS[shown.picture.pace < 4])
    shown.close()
    most = MOST_WITH_THIN_LINES if shown.picture.thin_lines else MOST
    assert shares.max() <= most, shares.round(3)


def test_cells_that_blink_strobe(device: GLDevice) -> None:
    """The measure finds it: inputs without any easing jump with each generation."""
    hasty = replace(find_picture("riso"), average=0.01)
    shown = Exhibit(device, hasty, WINDOW, SHAPE)
    shares = shown.live(10).flicker(seconds=0.2)
    shown.close()
    assert shares.max() > 3 * MOST
