"""The row of pictures on a set-up page that says how a game is played."""

from __future__ import annotations

import pytest
from window.stage import Stage, show_start_screen

from gpulife.games.start_presets import START_PRESETS
from gpulife.input.commands import ChangeSetting
from gpulife.window.play.game_window import window_of
from gpulife.window.start.setup_page import SetupPage

SIZE = (1280, 800)


@pytest.mark.parametrize("name", [name for name, mode in START_PRESETS.items() if mode.spec.competitive])
def test_steps_with_pictures_are_shown_also_beside_unfolded_options(
    stage: Stage, written: list[str], name: str
) -> None:
    show_start_screen(stage)
    stage.screens.start_menu.choose(name)
    stage.frames(2)
    guide = window_of(START_PRESETS[name].game).page
    shown = [step for step in guide.steps if step in written]
    assert 2 <= len(shown) <= 4
    assert all(guide.pictures[guide.steps.index(step)] for step in shown)
    page = stage.screens.start_menu.page
    assert isinstance(page, SetupPage)
    page.is_unfolded = True
    written.clear()
    stage.frames(2)
    beside = [step for step in shown if step in written]
    assert beside == shown[: len(beside)]
    assert len(beside) >= min(2, len(shown)), "in the left column, below the picture"
    if name in ("one-seed", "life-2", "p2life"):
        assert beside == shown, "there is room for all at the foot"


@pytest.mark.parametrize("name", ["seed-list", "one-seed", "life-2", "p2life"])
def test_picture_is_cut_to_make_room_for_steps_in_low_windows(stage: Stage, written: list[str], name: str) -> None:
    show_start_screen(stage)
    stage.do(ChangeSetting("ui_scale", 1.25))
    stage.screens.start_menu.choose(name)
    stage.frames(3)
    written.clear()
    stage.frames(1)
    steps = window_of(START_PRESETS[name].game).page.steps
    assert 3 <= sum(step in written for step in steps) <= 4
