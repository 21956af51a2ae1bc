"""Steps of many generations, going to a generation, and running until something happens, in the window."""

from __future__ import annotations

import numpy as np
import pytest
from boards import assert_boards_equal
from window.stage import Stage

from gpulife.engines.reference import next_generation
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.input.commands import GoToGeneration, RunUntil, StepSize
from gpulife.rules import Cells, parse_rule
from gpulife.window.play.frame_render import snapshot_of

SIZE = (900, 600)
PENTADECATHLON = "x = 10, y = 1\n10o!"
R_PENTOMINO = "x = 3, y = 3\nb2o$2o$bo!"


def begin(stage: Stage, pattern: str, shape: tuple[int, int] = (48, 64)) -> Stage:
    place = shape[0] // 2, shape[1] // 2 - 5
    return stage.begin("Life", shape, Action(NOBODY, ActionKind.PAINT, *place, pattern))


def after(cells: Cells, generations: int) -> Cells:
    rule = parse_rule(f"Life:T{cells.shape[1]},{cells.shape[0]}")
    for generation in range(generations):
        cells = next_generation(cells, rule, generation)
    return cells


def finish(stage: Stage) -> Stage:
    return stage.live_until(lambda: stage.play.runner.fast_run is None, "the end of the run")


def test_return_computes_a_step_of_the_chosen_size(stage: Stage) -> None:
    begin(stage, R_PENTOMINO)
    start = stage.cells
    for _ in range(5):
        stage.key("Equal", "Ctrl")
    assert stage.messages[-1] == "A step is 32 generations"
    finish(stage.key("Enter"))
    assert stage.messages[-1] == "Generation 32. Space lets time go on"
    assert not stage.state.running
    assert_boards_equal(stage.cells, after(start, 32))
    stage.do(StepSize(base=10)).do(StepSize(1)).key("Enter")
    finish(stage)
    assert stage.play.engine.generation == 42
    for _ in range(9):
        stage.do(StepSize(-1))
    finish(stage.key("Enter"))
    assert stage.play.engine.generation == 43, "the smallest step is one generation"


def test_a_run_to_a_generation_can_be_stopped_and_replayed(stage: Stage) -> None:
    begin(stage, R_PENTOMINO).do(GoToGeneration(10**9)).live(3)
    assert "Going to generation 1,000,000,000" in stage.shell.message
    stage.key("Space")
    generation = stage.play.engine.generation
    assert generation > 0
    assert not stage.state.running
    assert stage.messages[-1] == f"Stopped at generation {generation:,}"
    finish(stage.do(GoToGeneration(generation + 7)))
    end, tick = stage.cells, stage.play.session.ticks
    stage.play.session.seek(0)
    assert stage.play.session.seek(tick)
    assert_boards_equal(stage.cells, end)


def test_going_back_finds_generation(stage: Stage) -> None:
    begin(stage, R_PENTOMINO)
    start = stage.cells
    for _ in range(6):
        stage.act(ActionKind.STEP).live(20)
    finish(stage.do(GoToGeneration(200)))
    finish(stage.do(GoToGeneration(4)))
    assert stage.messages[-1] == "Generation 4. Space lets time go on"
    assert_boards_equal(stage.cells, after(start, 4))
    finish(stage.do(GoToGeneration(100)))
    assert stage.play.engine.generation == 100
    assert_boards_equal(stage.cells, after(start, 100))
    finish(stage.do(GoToGeneration(0))).live(5)
    assert stage.play.engine.generation == 0


@pytest.mark.parametrize(
    ("until", "ends"),
    [
        (RunUntil("repeats", 0), "The board repeats every 15 generations"),
        (RunUntil("rises", 22), "24 cells in generation 1"),
    ],
)
def test_run_ends_at_period_or_population(stage: Stage, until: RunUntil, ends: str) -> None:
    finish(begin(stage, PENTADECATHLON).do(until))
    assert stage.messages[-1].startswith(ends)


def test_run_until_population_falls(stage: Stage) -> None:
    finish(begin(stage, "x = 1, y = 2\no$o!").do(RunUntil("falls", 0)))
    assert stage.messages[-1] == "0 cells in generation 1. Space lets time go on"
    finish(stage.do(RunUntil("repeats", 0)))
    assert stage.messages[-1].startswith("The board no longer changes")
    assert not np.any(stage.cells)


def test_impossible_run_is_refused(stage: Stage) -> None:
    begin(stage, "x = 1, y = 1\no!").do(GoToGeneration(-1))
    assert stage.messages[-1].startswith("generation -1: generations go from 0")
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (24, 40), 1))
    stage.frames(2).do(RunUntil("repeats", 0))
    assert "cannot be run" in stage.messages[-1] or "Only universes" in stage.messages[-1]


def test_time_is_stopped_after_going_back(stage: Stage) -> None:
    begin(stage, R_PENTOMINO).act(ActionKind.HALT).live(40)
    assert stage.state.running
    there = stage.play.engine.generation
    assert there > 5
    finish(stage.do(GoToGeneration(3))).live(20)
    assert stage.play.engine.generation == 3
    assert not snapshot_of(stage.controller).running
    stage.key("Space").live(5)
    assert stage.play.engine.generation > 3, "it goes on as it went"
    assert stage.play.session.in_the_past, "and nothing that followed is lost"
