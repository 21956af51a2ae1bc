"""Universes whose cells age, in the window: soups, drawing, colours and wild interventions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from window.stage import Stage

from gpulife.games.core.game import ActionKind
from gpulife.view.look import default_look, plain, with_colours
from gpulife.view.schemes import scheme

SIZE = 1280, 800


@pytest.mark.parametrize("rule", ["Brian's Brain", "Bombers", "B3/S23/C256", "R3,C5,M0,S4..9,B3..6,NC"])
def test_soups_contain_only_live_cells(stage: Stage, rule: str) -> None:
    stage.begin(rule)
    stage.act(ActionKind.SOUP, data="0.4")
    assert set(np.unique(stage.cells)) == {0, 1}
    stage.act(ActionKind.STEP).live(3)
    assert set(np.unique(stage.cells)) == {0, 1, 2}
    alive, dying = stage.play.population
    assert (alive, dying) == (np.count_nonzero(stage.cells == 1), np.count_nonzero(stage.cells == 2))
    stage.act(ActionKind.WILD).live(3)
    stage.act(ActionKind.SOUP, data="0.3:" + ",".join("1" * stage.play.engine.rule.live_states))
    assert stage.cells.max() > 1, "whoever asks for shares gets them"


def test_every_age_has_its_colour(stage: Stage) -> None:
    stage.begin("B3/S23/C256", (16, 16))
    stage.play.engine.paint(0, 0, np.arange(256, dtype=np.uint8).reshape(16, 16))
    rule = stage.play.engine.rule
    stage.shell.settings = replace(stage.shell.settings, reduced_flashing=False, panels_hidden=True)
    stage.play.display.look = with_colours(plain(default_look(rule)), scheme("Viridis", rule), "Viridis")
    colours, pixels = np.unique(stage.picture.reshape(-1, 3), axis=0, return_counts=True)
    for colour in stage.play.display.look.colours:
        assert pixels[(np.abs(colours.astype(int) - colour) <= 2).all(axis=1)].sum() > 100
