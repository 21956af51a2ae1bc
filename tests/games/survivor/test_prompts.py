"""Survivor's prompts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from games.field import Field, K

from gpulife.games.survivor.level import SHELTER
from gpulife.games.survivor.observation import prompts
from gpulife.games.survivor.rules import LevelPhase
from gpulife.input.bindings import build_bindings
from gpulife.input.glyphs import Hands, Legend

LEGEND = Legend(build_bindings(), Hands(0))


def told(field: Field) -> str:
    return LEGEND.spoken(prompts(field.state)[0])


def test_prompts_during_a_turn() -> None:
    field = Field("PP....\nPP....\n......\n......\n....T.\n......")
    assert told(field).startswith("Place one pawn or none: WASD Left Shift or Click on a free cell")
    assert told(field.do(K.PIECE, SHELTER)).startswith("Place one shelter or none: ")
    field.put(SHELTER, 3, 3)
    assert told(field).startswith("The shelter is placed.  Return ends the turn   Esc takes it back   hold V")
    assert told(field.ok()).startswith("Place one shelter or none: ")
    assert told(field.do(K.RESIGN)) == "The level is lost.  Return shows the result"


def test_pad_prompts_name_the_pad_button() -> None:
    field = Field("PP....\nPP....\n......\n......\n....T.\n......")
    legend = Legend(build_bindings(), Hands(0, keyboard=False, pad="Xbox"))
    assert legend.spoken(prompts(field.state, "{halt}")[-1]) == "Place one pawn or none   RT ends the turn"


@pytest.mark.parametrize(
    ("turn", "goal"),
    [
        (0, "Traps gone: this turn removes the enemies, if a pawn lives through it you win"),
        (2, "Traps gone: keep a pawn alive until sunrise removes the enemies"),
        (3, "Traps gone: keep a pawn alive until sunrise removes the enemies"),
    ],
)
def test_prompts_say_what_is_left_to_do_without_traps(turn: int, goal: str) -> None:
    state = replace(Field("PP.\nPP.\n..T").state, phase=LevelPhase.TURN, turn=turn, traps=0, enemies=5)
    assert all(text.startswith(goal) for text in prompts(state))
