"""Real-Time Life's table of scores in the smallest window, with as many players as there are letters."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_uppercase

import numpy as np
import pytest
from window.stage import Stage

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.realtime.match_settings import new_local_match
from gpulife.games.realtime.observation import realtime_overlay
from gpulife.games.realtime.state import RealTimeState
from gpulife.settings import changed
from gpulife.window.design import NEAR
from gpulife.window.games.realtime import scores_table
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import scaled

SIZE = (800, 600)


def test_bars_and_numbers_tell_the_totals(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.shell.begin(new_local_match(7, seats=(0, 0)), (Action(NOBODY, ActionKind.START),))
    for seat, row in enumerate((3, 12)):
        stage.play.runner.act(
            Action(seat, ActionKind.JOIN, data=" ".join([f"P{seat}", *(f"{letter}{row}" for letter in "abcdefghij")]))
        )
    stage.frames(2)
    state = stage.state
    assert isinstance(state, RealTimeState)
    ahead, behind = state.seats[:2]
    ahead, behind = replace(ahead, total=40_000_000, cells=5, turns=4), replace(behind, total=10_000_000, cells=30)
    overlay = replace(realtime_overlay(state), scores=((0, ahead), (1, behind)))
    canvas, bars, words = stage.controller.layout.canvas, [], []
    monkeypatch.setattr(scores_table, "rectangle", lambda corner, end, *_: bars.append(end[0] - corner[0]))
    monkeypatch.setattr(scores_table, "text", lambda text, *_, **__: words.append(text))
    table = scores_table.lay_out(overlay, canvas.names, 1280, 800)
    scores_table.draw_scores(overlay, canvas, (900, 60, 1270, 700), table, scores_table.Beside())
    wide = [bar for bar in bars if bar > 20]  # the others are the coloured squares
    longest = table.name + scaled(NEAR)
    assert wide == [pytest.approx(longest), pytest.approx(longest / 4)]
    assert longest + sum(table.columns) <= 370, "no bar ends below a number"
    assert words[:3] == ["Total", "Last", "Cells"]
    assert words[4:7] == ["40.0", "+1.2", "5"]
    assert words[8:11] == ["10.0", "", "30"], "no generation yet"
    words.clear()
    scores_table.draw_scores(overlay, canvas, (900, 60, 1270, 700), table, scores_table.Beside(nexts=(20, 7)))
    assert words[:3] == ["Total", "Next", "Cells"]
    assert (words[5], words[9]) == ("+4.0", "+7.0"), "in their fifth and first generation"
    words.clear()
    late = replace(overlay, scores=())
    scores_table.draw_scores(late, canvas, (900, 60, 1270, 700), table, scores_table.Beside(joining={1: 10}))
    assert words[:2] == [scores_table.row_name(1, canvas.names), "place 10"]


@pytest.mark.parametrize("count", [2, 3, 26])
def test_names_are_whole_and_neutral_cells_explained(stage: Stage, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    drawn: list[tuple[str, float, float]] = []

    def text(words: str, x: float, y: float, *_: object, align: float = 0.0, size: float, **__: object) -> None:
        drawn.append((words, x - width_of(words, size) * align, y + scaled(size)))

    names = [f"{'W' * 15}{letter}" for letter in ascii_uppercase[:count]]
    stage.shell.settings = changed(stage.shell.settings, "panels_hidden", value=True)
    match = new_local_match(7, seats=(0,) * count, names=names)
    stage.shell.begin(match, (Action(NOBODY, ActionKind.START),))
    for seat, name in enumerate(names):
        places = " ".join(f"{letter}{2 + 8 * seat}" for letter in "abcdefghij")
        stage.play.runner.act(Action(seat, ActionKind.JOIN, data=f"{name} {places}"))
        stage.frames(1)
    if count > 2:
        neutral = stage.play.engine.rule.live_states
        stage.play.engine.paint(0, 71, np.array([[neutral]], np.uint8))
    monkeypatch.setattr(scores_table, "text", text)
    stage.frames(3)
    drawn.clear()
    stage.frames(1)
    words = [each[0] for each in drawn]
    for letter, name in zip(ascii_uppercase, names, strict=False):
        assert f"{letter} {name}" in words or f"> {letter} {name}" in words
    _, _, right, bottom = stage.controller.layout.canvas.area
    assert all(x >= right - stage.controller.hud_margins.right and low <= bottom for _, x, low in drawn)
    assert ("Neutral" in " ".join(words)) == (count == 3), "only if there are some, and 26 leave no room"
    if count == 3:
        said = " ".join(words)
        assert "Neutral cells are nobody's" in said
        assert f"{names[1]} (B) has joined" in said
        assert "The clock starts" in said
