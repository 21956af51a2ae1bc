"""Survivor's prompts."""

from __future__ import annotations

from games.field import Field, K

from gpulife.games.survivor.level import SHELTER
from gpulife.games.survivor.observation import prompts
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
