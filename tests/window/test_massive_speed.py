"""A massive universe in the window: as fast as it goes means whole passes, and compiling them is told."""

from __future__ import annotations

from collections import Counter

import pytest
from boards import assert_boards_equal
from capabilities import needs_compute
from window.stage import Stage

from gpulife.engines import engine_choice, reference
from gpulife.engines.bitplanes import gl_repeated_pass
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.gl import gl_factory as gl_opening
from gpulife.games.core.game import NOBODY, Action, ActionKind

pytestmark = needs_compute
SIZE = (640, 400)
BOARD = (64, 128)


@pytest.fixture(autouse=True)
def massive(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small board is a massive one here."""
    monkeypatch.setattr(gl_opening, "MAX_DETAILED", 1)
    monkeypatch.setattr(engine_choice, "MIN_CELLS", 1)
    monkeypatch.setattr(gl_repeated_pass, "MAX_REPEATED_CELLS", 0)


def test_as_fast_as_it_goes_is_in_whole_passes(stage: Stage, passes: Counter[int]) -> None:
    stage.begin("Life", BOARD, Action(NOBODY, ActionKind.SOUP, data="0.35"))
    engine = stage.play.engine
    assert isinstance(engine, GLPlanesEngine)
    stage.act(ActionKind.PACE, 0, 1).act(ActionKind.HALT).frames(4)
    assert stage.state.pace.burst % engine.pass_generations == 0, "one generation costs as much as a pass"
    before, start = engine.generation, stage.cells
    assert start.any()
    passes.clear()
    stage.frames(4)
    computed = engine.generation - before
    assert computed >= 4 * engine.pass_generations
    in_short_passes = computed - passes[engine.pass_generations] * engine.pass_generations
    assert in_short_passes < 2 * engine.pass_generations, "a hash of the replay may cut one step in two"
    for generation in range(before, engine.generation):
        start = reference.next_generation(start, engine.rule, generation)
    assert_boards_equal(stage.cells, start)


def test_compiling_is_told_before_the_window_stands_still(stage: Stage) -> None:
    stage.begin("Immigration", BOARD)
    stage.begin("QuadLife", BOARD)
    assert stage.messages.count("compiling shaders for this board") == 1, "the first has no picture to say it on"
    stage.act(ActionKind.PACE, 0, 1).frames(3)
    assert stage.messages.count("compiling shaders for this board") == 2
    stage.act(ActionKind.PACE, 0, 16).frames(3)
    assert stage.messages.count("compiling shaders for this board") == 2
