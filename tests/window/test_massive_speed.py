"""The speed of a massive universe in the window: whole shader passes, and a message while shaders compile."""

from __future__ import annotations

from collections import Counter

import pytest
from boards import assert_boards_equal
from capabilities import needs_compute
from window.stage import FRAME, Stage

from gpulife.engines import factory, reference
from gpulife.engines.bitplanes import gl_pass
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.window.play.session_runner import generations_at_once

pytestmark = needs_compute
SIZE = (640, 400)
BOARD = (64, 128)


@pytest.fixture(autouse=True)
def massive(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small board is a massive one here."""
    monkeypatch.setattr(factory, "MAX_DETAILED", 1)
    monkeypatch.setattr(factory, "MIN_CELLS", 1)
    monkeypatch.setattr(gl_pass, "MAX_REPEATED_CELLS", 0)


def test_unlimited_pace_computes_whole_passes(stage: Stage, passes: Counter[int]) -> None:
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


def test_compiling_message_appears_first(stage: Stage) -> None:
    stage.begin("Immigration", BOARD)
    stage.begin("QuadLife", BOARD)
    assert stage.messages.count("compiling shaders for this board") == 1, "the first has no picture to say it on"
    assert "compiling" not in stage.shell.message, "it is done"
    stage.shell.show_message("somebody is here")
    stage.act(ActionKind.PACE, 0, 1).frames(3)
    assert stage.messages.count("compiling shaders for this board") == 2
    assert stage.shell.message == "somebody is here"
    stage.act(ActionKind.PACE, 0, 16).frames(3)
    assert stage.messages.count("compiling shaders for this board") == 2


@pytest.mark.parametrize(
    ("ticks", "rate", "expected"),
    [
        (1.0, 30_000, 1),
        (7.9, 30_000, 1),
        (8.0, 30_000, 4),
        (31.0, 30_000, 4),
        (32.0, 30_000, 16),
        (60.0, 30_000, 16),
        (60.0, 1_000, 1),
        (6.0, 1_000_000, 96),
        (60.0, 1_000_000, 96),
        (60.0, 120_000, 16),
    ],
)
def test_slow_frames_compute_whole_passes(ticks: float, rate: int, expected: int) -> None:
    assert generations_at_once(ticks, rate, 16) == expected


SLOW = 0.1
"""Seconds of a slow frame."""


def slow_frames(stage: Stage, count: int) -> None:
    for _ in range(count):
        stage.now += SLOW - FRAME
        stage.frames(1)


def test_slow_frames_keep_pace(stage: Stage, passes: Counter[int]) -> None:
    stage.begin("Life", BOARD, Action(NOBODY, ActionKind.SOUP, data="0.35"))
    stage.act(ActionKind.PACE, 30_000).act(ActionKind.HALT).frames(2)
    slow_frames(stage, 130)  # until frames are known to be slow
    engine, start = stage.play.engine, stage.cells
    before, tick = engine.generation, stage.play.session.ticks
    passes.clear()
    slow_frames(stage, 40)
    computed = engine.generation - before
    assert 40 * SLOW * 30 - 16 <= computed <= 40 * SLOW * 30 + 16
    assert passes[4] >= 20
    assert passes.total() <= computed // 2, "about a pass a frame; a hash of the replay may cut one"
    assert stage.play.session.ticks - tick == pytest.approx(2 * computed, abs=2)
    for generation in range(before, engine.generation):
        start = reference.next_generation(start, engine.rule, generation)
    assert_boards_equal(stage.cells, start)


def test_slow_frames_at_high_pace_compute_several_passes(stage: Stage, passes: Counter[int]) -> None:
    stage.shell.change("at_rest", "ignore")  # else another soup may be sown while generations are counted
    stage.begin("Life", BOARD, Action(NOBODY, ActionKind.SOUP, data="0.35"))
    stage.act(ActionKind.PACE, 1_000_000).act(ActionKind.HALT).frames(2)
    slow_frames(stage, 130)
    before = stage.play.engine.generation
    passes.clear()
    slow_frames(stage, 10)
    computed, longest = stage.play.engine.generation - before, stage.play.engine.pass_generations
    assert computed / 10 == pytest.approx(100, abs=20)
    assert passes[longest] * longest >= 0.7 * computed


def test_quick_frames_show_every_generation(stage: Stage, passes: Counter[int]) -> None:
    stage.begin("Life", BOARD, Action(NOBODY, ActionKind.SOUP, data="0.35"))
    stage.act(ActionKind.PACE, 30_000).act(ActionKind.HALT).frames(2)
    passes.clear()
    stage.frames(40)
    assert set(passes) == {1}
    assert passes[1] == pytest.approx(20, abs=1)


def test_edits_in_slow_universe_get_their_own_tick(stage: Stage) -> None:
    stage.begin("Life", BOARD, Action(NOBODY, ActionKind.SOUP, data="0.35"))
    stage.act(ActionKind.PACE, 120_000).act(ActionKind.HALT).frames(2)
    slow_frames(stage, 130)
    for _ in range(5):
        stage.act(ActionKind.HALT)
        slow_frames(stage, 4)
        assert not stage.state.running
        cells, generation = stage.cells, stage.play.engine.generation
        slow_frames(stage, 3)
        assert stage.play.engine.generation == generation
        stage.act(ActionKind.HALT)
        slow_frames(stage, 7)
        assert stage.play.engine.generation > generation
        for number in range(generation, stage.play.engine.generation):
            cells = reference.next_generation(cells, stage.play.engine.rule, number)
        assert_boards_equal(stage.cells, cells)
