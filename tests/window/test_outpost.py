"""The outpost: the small goal at the end of the guided round, with up to three stars."""

from __future__ import annotations

import numpy as np
import pytest
from window.stage import Stage

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.survival1982.input import TURNED_SHAPES, corner
from gpulife.games.survival1982.state import RoundPhase
from gpulife.input.commands import GuidedRound, SetUp
from gpulife.window.games.survival1982.guided_steps import PULSAR
from gpulife.window.games.survival1982.outpost import (
    OUTPOST,
    SEEDS,
    SHAPE,
    Goals,
    OutpostController,
    goals_of,
    taps,
    threat,
)
from gpulife.window.games.survival1982.ship_flight import SHIP

SIZE = (1024, 600)


def outpost(stage: Stage) -> OutpostController:
    assert isinstance(stage.controller, OutpostController)
    return stage.controller


def begin(stage: Stage) -> Stage:
    stage.begin().do(GuidedRound("seed-list", outpost=True)).live(5)
    assert stage.play.session.state.scores == (0, len(OUTPOST))
    return stage


def plant(stage: Stage, entry: int, place: tuple[int, int]) -> None:
    stage.key(str(entry + 1)).live(2)
    for action in taps(0, [place]):
        stage.play.runner.act(action)
    stage.live(3)


def play_to_the_end(stage: Stage) -> None:
    stage.key("Q").live(5)
    stage.live_until(lambda: stage.play.session.state.phase is RoundPhase.OVER, "over", 6000)
    stage.pass_seconds(3)


def test_all_three_shapes_win_all_stars(stage: Stage) -> None:
    begin(stage)
    generation = stage.play.engine.generation
    assert stage.live(60).play.engine.generation == generation, "there is no clock"
    for place in ((5, 5), (5, 6), (6, 5), (6, 6)):
        plant(stage, 0, place)
    plant(stage, PULSAR, (36, 14))
    assert outpost(stage).goals == Goals(captured=False, grown=False, kept=True)
    plant(stage, SHIP, (20, 45))
    assert stage.play.session.state.sides[0].seeds == 0, "the seeds are just enough"
    play_to_the_end(stage)
    result = outpost(stage).result
    assert (result.title, result.winner) == ("Outpost captured: 3 stars", 0)
    assert [button.label for button in result.buttons] == [
        "Try again",
        "Play One Seed",
        "Play Seed List",
        "Start screen",
    ]
    assert result.buttons[result.main].request == SetUp("seed-list", against=1), "the natural next click"


def test_an_outpost_that_stands_is_lost_and_can_be_tried_again_at_once(stage: Stage) -> None:
    begin(stage)
    for place in ((5, 5), (5, 6), (6, 5), (6, 6)):
        plant(stage, 0, place)
    stage.key("6").live(2)
    assert stage.messages[-1] == "Only the shapes below the board can be taken here"
    play_to_the_end(stage)
    result = outpost(stage).result
    assert (result.title, result.winner, result.reason) == ("The outpost stands", 1, "32 of its 32 cells are left.")
    assert result.buttons[result.main].label == "Try again"
    before = stage.controller
    stage.do(result.buttons[result.main].request).live(5)
    assert stage.controller is not before
    assert stage.play.session.state.scores == (0, len(OUTPOST))
    assert stage.play.session.state.seeds == (SEEDS, 0)


def test_words_say_if_a_spaceship_hits_in_vain(stage: Stage) -> None:
    engine = begin(stage).play.engine

    def said(row: int, column: int = 45) -> str:
        ship = TURNED_SHAPES[0][SHIP][0]
        top, left = corner(0, (row, column), ship.shape)
        return threat(engine, {(top + down, left + right): 1 for down, right in np.argwhere(ship).tolist()})

    assert said(20) == "The outpost ends with 12 cells, not 32"
    assert said(20, 37) != "Misses the outpost", "far away, too"
    found = {said(row) for row in range(4, 50)}
    assert {"Misses the outpost", "Hits the outpost, but nothing is lost in the end"} < found
    assert said(4) == said(48) == "Misses the outpost"


def test_the_match_that_waits_comes_after_the_outpost(stage: Stage) -> None:
    match = begin(stage).play.session.match
    outpost(stage)._then = match
    stage.do(Action(0, ActionKind.RESIGN)).live(3).pass_seconds(3)
    assert [button.label for button in outpost(stage).end_buttons] == ["Try again", "Play a real round", "Start screen"]
    stage.do(Action(NOBODY, ActionKind.AGAIN)).live(3)
    assert not isinstance(stage.controller, OutpostController)
    assert stage.play.session.match is match


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        (0, 0, Goals(captured=False, grown=False, kept=False)),
        (4, 17, Goals(captured=False, grown=False, kept=True)),
        (4, 16, Goals(captured=True, grown=False, kept=True)),
        (40, 16, Goals(captured=True, grown=True, kept=False)),
        (4, 0, Goals(captured=True, grown=True, kept=True)),
    ],
)
def test_goals(own: int, other: int, expected: Goals) -> None:
    cells = np.zeros(SHAPE, np.uint8)
    cells[2 : 2 + max(own // 2, 1), 2:4] = 1 if own else 0  # a block, or a bar of cells
    cells[40, 50 : 50 + other] = 2
    assert goals_of(cells) == expected
    assert goals_of(cells).stars == (
        sum((expected.captured, expected.grown, expected.kept)) if expected.captured else 0
    )


def test_a_block_that_touches_another_cell_is_not_kept() -> None:
    cells = np.zeros(SHAPE, np.uint8)
    cells[2:4, 2:4] = 1
    assert goals_of(cells).kept
    cells[4, 4] = 2
    assert not goals_of(cells).kept
