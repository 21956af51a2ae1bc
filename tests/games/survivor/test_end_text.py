"""The text about a level's end: one sentence with the numbers of its last state."""

from __future__ import annotations

from dataclasses import replace

import pytest
from games.field import Field, K, level_from

from gpulife.games.survivor.observation import deaths_text, end_reason
from gpulife.games.survivor.rules import LevelPhase
from gpulife.rules import Edges

WON_AT_ONCE = "PP...\nPT...\n....."


@pytest.mark.parametrize(
    ("par", "told"),
    [
        (0, "No trap and no enemy is left after 1 turn."),
        (1, "No trap and no enemy is left after 1 turn, exactly par."),
        (3, "No trap and no enemy is left after 1 turn, 2 turns under par."),
    ],
)
def test_text_after_a_win(par: int, told: str) -> None:
    field = Field(level_from(WON_AT_ONCE, par=par))
    assert end_reason(field.state) == ""
    assert end_reason(field.ok().state) == told
    assert end_reason(replace(field.state, turn=5)).endswith(" par.") is (par > 0)


def test_text_after_a_loss() -> None:
    field = Field("P.....\n......\n......\n......\n....T.\n......", "sunset").ok()
    assert field.state.phase is LevelPhase.LOST
    assert end_reason(field.state) == "Your last pawn died at sunset, in turn 1. 1 trap and 8 enemies were left."


def test_text_after_resigning() -> None:
    field = Field("PP....\nPP....\n......\n......\n....T.\n......").ok().do(K.RESIGN)
    assert end_reason(field.state) == "You resigned in turn 2. 1 trap and 0 enemies were left."


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("P....\n.....\n.....", "1 pawn with no pawn beside it"),
        (".....\n.PP..\n.....\n.....", "2 pawns, each with only one pawn beside it"),
        (".....\n.PE..\n.....\n.....", "1 pawn with an enemy beside it"),
        (
            "......\n.P.P..\n..P...\n.P.P..\n......",
            "4 pawns, each with only one pawn beside it and 1 pawn with four or more pawns beside it",
        ),
    ],
)
def test_why_the_last_pawns_died(board: str, told: str) -> None:
    assert deaths_text(level_from(board).cells, Edges.TORUS) == told
