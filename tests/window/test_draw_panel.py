"""The panel Draw in the window."""

from __future__ import annotations

import pytest
from window.desktop import has_colour
from window.stage import Stage

SIZE = (1280, 800)
COLUMN = 320
"""Points of the left side in which the panel lies."""


@pytest.mark.parametrize("rule", ["Immigration", "WireWorld"])
def test_every_state_to_draw_with_shows_its_colour(stage: Stage, rule: str) -> None:
    stage.begin(rule)
    colours = stage.play.look.colours[1:]
    before = [has_colour(stage.picture[:, :COLUMN], colour, 3) for colour in colours]
    stage.shell.panel_state.section_to_open = "Draw"
    stage.frames(3)
    for picked in (1, 2):
        stage.shell.panel_state.species = picked
        after = [has_colour(stage.picture[:, :COLUMN], colour, 3) for colour in colours]
        more = [now - then for now, then in zip(after, before, strict=True)]
        assert min(more) > 60, f"discs of {more} pixels"
