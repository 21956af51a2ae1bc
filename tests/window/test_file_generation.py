"""A saved board keeps its generation when it is opened again."""

from __future__ import annotations

from pathlib import Path

import pytest
from boards import assert_boards_equal
from window.stage import Stage

from gpulife.engines.reference import next_generation
from gpulife.games.core.game import ActionKind
from gpulife.input.commands import GoToGeneration, Open, Save
from gpulife.rules import parse_rule

SIZE = (800, 600)
R_PENTOMINO = "x = 3, y = 3\nb2o$2o$bo!"


@pytest.mark.parametrize("ending", [".rle", ".npz"])
@pytest.mark.parametrize("before", ["WireWorld", "Life"])
def test_saved_board_opens_at_its_generation(stage: Stage, tmp_path: Path, before: str, ending: str) -> None:
    file = tmp_path / f"later{ending}"
    stage.begin("Life", (48, 64)).act(ActionKind.PAINT, 20, 30, R_PENTOMINO).act(ActionKind.STEP, 90).live(3)
    cells = stage.cells
    stage.do(Save(str(file)))
    stage.begin(before, (48, 64)).do(Open(str(file))).live(5)
    assert stage.play.session.board.generation == 90
    assert_boards_equal(stage.cells, cells)
    stage.act(ActionKind.STEP).live(20)
    assert stage.play.session.board.generation == 91
    assert_boards_equal(stage.cells, next_generation(cells, parse_rule("Life:T64,48"), 90))
    stage.do(GoToGeneration(0)).live_until(lambda: stage.play.runner.fast_run is None, "there")
    assert stage.messages[-1].startswith("Generation 90 is the first one of this session")
    assert_boards_equal(stage.cells, cells)


def test_golly_file_opens_at_its_generation(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "wires.rle"
    file.write_text("#CXRLE Pos=-4,-1 Gen=390\nx = 4, y = 1, rule = WireWorld\nBACC!\n")
    stage.begin("Immigration").do(Open(str(file))).live(5)
    assert stage.play.session.board.generation == 390
    assert (stage.cells > 0).sum() == 4
