"""The prompts of BioWar: they follow the phase, and every control in them exists."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fuzzing import examples
from games.biowar_turns import NOBODY, K, War
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.games.biowar.observation import prompts
from gpulife.games.core.game import Action
from gpulife.input.bindings import build_bindings
from gpulife.input.glyphs import Hands, Legend

NAMES = ("You", "Bill", "Computer 2", "P4", "P5", "P6")
LEGEND = Legend(build_bindings(), Hands(0))


def told(war: War, player: int = 0) -> str:
    return LEGEND.spoken(prompts(war.state, player, NAMES)[0])


def test_a_turn_from_joining_to_growth() -> None:
    war = War()
    assert told(war).startswith("Left Shift or Click joins the game. You then have 25 seconds")
    war.start(0).start(1)
    assert told(war).startswith("Place up to 10 cells in groups (a lone cell dies): WASD Left Shift or Click")
    assert told(war).endswith("Q ends your turn")
    war.put((1, 1))
    assert told(war) == "Place 9 more cells, or take one back   Q ends your turn"
    war.put(*((1, column) for column in range(2, 10)))
    assert told(war).startswith("Place 1 more cell, ")
    war.put((1, 10))
    assert told(war) == "All 10 cells are placed   Q ends your turn"
    ending = LEGEND.spoken(prompts(war.state, 0, NAMES, 2)[0])
    assert ending == "All 10 cells are placed: your turn ends in 2 s.  Q ends it now, another key stops the countdown"
    done = replace(war.state, sides=(war.side(0), replace(war.side(1), done=True), *war.state.sides[2:]))
    said = LEGEND.spoken(prompts(done, 0, NAMES)[0])
    assert said == "All 10 cells are placed, and all others are done.  Q lets the cells grow"
    war.start(0)
    assert told(war) == "Your turn is done. The cells grow when Bill is done, or when time is up"
    war.start(1)
    assert told(war).startswith("Growth: small cells die alone")


def test_questions_and_ends() -> None:
    war = War(players=2)
    war.option(0)
    assert told(war) == "Leave the game?  F3 yes   F2 no"
    assert "Leave" not in told(war, 1)
    war.option(0).do(NOBODY, K.HALT)
    assert told(war) == "Halted.  Space resumes"
    war = War(players=2).put((0, 0)).put((5, 5), (5, 6), (6, 5), (6, 6), player=1).done()
    assert told(war) == "Your last cell died, so you are out.  Press F2, F3, then F4 to join again"
    assert told(war, 4) == "Left Shift or Click joins the game, which is in turn 2"
    assert told(war, NOBODY) == "All seats at this screen are taken: you watch"


@settings(max_examples=examples(40), deadline=None)
@given(
    st.lists(st.tuples(st.integers(-1, 5), st.sampled_from((K.START, K.OPTION, K.SELECT, K.HALT, K.TRIGGER, K.RESIGN))))
)
def test_always_a_prompt_and_wordings_get_shorter(acts: list[tuple[int, K]]) -> None:
    war = War()
    for player, kind in acts:
        war.session.tick((Action(player, kind, int(kind is K.TRIGGER)),))
    for player in (NOBODY, *range(6)):
        wordings = [LEGEND.spoken(wording) for wording in prompts(war.state, player, NAMES)]
        assert wordings
        assert [len(wording) for wording in wordings] == sorted(map(len, wordings), reverse=True)


@pytest.mark.parametrize("pad", ["", "Xbox"])
def test_prompts_name_the_readers_controls(pad: str) -> None:
    legend = Legend(build_bindings(), Hands(2, keyboard=not pad, pad=pad))
    war = War(players=3)
    line = legend.spoken(prompts(war.state, 2, NAMES)[-1])
    assert line.endswith("B ends your turn" if pad else "F4 ends your turn")
