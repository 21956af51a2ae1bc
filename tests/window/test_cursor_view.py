"""The cursors of Study Mode: their keys, and the view that follows them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from window.stage import Stage

from gpulife.input.commands import Zoom
from gpulife.input.events import KeyEvent
from gpulife.window.play.overlay import Hints

SIZE = (800, 600)


@pytest.fixture(autouse=True)
def zoomed(stage: Stage) -> None:
    stage.shell.change("panels_hidden", value=True)
    stage.begin("Life", (96, 160)).live(14, ticks=5).do(Zoom(4.0)).live(14, ticks=5)


def hold(stage: Stage, key: str, frames: int) -> Stage:
    stage.frames(1, KeyEvent(key, pressed=True)).live(frames)
    return stage.frames(1, KeyEvent(key, pressed=False)).live(40)


def place_of(stage: Stage, player: int) -> tuple[float, float]:
    cursor = stage.state.cursors[player]
    return stage.controller.layout.point_of(cursor.row + 0.5, cursor.column + 0.5)


def is_seen(stage: Stage, player: int) -> bool:
    x, y = place_of(stage, player)
    return 0 < x < SIZE[0] and 0 < y < SIZE[1]


@pytest.mark.parametrize("key", list("WASD"))
def test_first_cursor_key_only_moves(stage: Stage, key: str) -> None:
    before = stage.state.cursors[0]
    stage.key(key)
    after = stage.state.cursors[0]
    assert abs(after.row - before.row) + abs(after.column - before.column) == 1
    assert not np.any(stage.cells)
    assert not stage.play.session.state.strikes


def test_view_follows_cursor(stage: Stage) -> None:
    assert not is_seen(stage, 0), "it begins in the middle of the left half"
    camera = stage.play.display.target
    stage.live(20)
    assert stage.play.display.target == camera, "who does not move it is not taken there"
    for key, frames in (("W", 2), ("D", 90), ("S", 60), ("W", 120), ("A", 300)):
        hold(stage, key, frames)
        assert is_seen(stage, 0), key
    zoom = stage.play.display.target.zoom
    assert zoom == camera.zoom
    x, y = place_of(stage, 0)
    stage.key("LeftShift").live(3)
    assert np.count_nonzero(stage.cells) == 1
    assert 0 < x < SIZE[0]
    assert 0 < y < SIZE[1]


def test_distant_cursors_show_whole_board(stage: Stage) -> None:
    hold(stage, "D", 2)
    assert not stage.play.display.fitted
    stage.shell.poller.sit_at_keyboard(1)
    hold(stage, "Right", 10)
    assert stage.play.display.fitted
    assert is_seen(stage, 0)
    assert is_seen(stage, 1)


def test_a_universe_shows_a_cursor_once_a_key_has_moved_it(stage: Stage) -> None:
    stage.begin("Life", (24, 40)).frames(3)
    stage.shell.poller.sit_at_keyboard(0)
    assert not stage.controller.cursors(0.0)
    stage.key("D").frames(3)
    stage.live(10)
    shown = stage.controller.cursors(0.0)
    assert len(shown) == 1
    stage.play.display.look = replace(stage.play.display.look, picture="city")
    assert not stage.controller.cursors(0.0)
    assert stage.controller.hints == Hints()
