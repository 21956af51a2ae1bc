"""A universe whose board lies in strips on other ranks looks and behaves as on the window's own device."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from boards import assert_boards_equal
from capabilities import needs_compute
from view.local_strips import LocalStrips
from window.stage import Stage

from gpulife.engines.base import Engine
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.errors import EngineError
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.input.commands import ChangeRule, Fit, New, Quit, Redo, ResizeBoard, Undo, Zoom
from gpulife.input.events import MouseButton, MouseMove
from gpulife.rules import Rule, parse_rule
from gpulife.session.autosave import take_newest
from gpulife.window.dialogs.ask_dialog import AskDialog
from gpulife.window.play import session_saver
from gpulife.window.play.board_makers import DeviceBoards

pytestmark = needs_compute
SIZE = (800, 600)
BOARD = (200, 320)
SOUP = Action(NOBODY, ActionKind.SOUP, data="0.35")
K = ActionKind


class StripBoards(DeviceBoards):
    """Opens boards in strips on the window's device."""

    def __init__(self, stage: Stage) -> None:
        self.device = stage.window.device
        super().__init__(self.device)

    def open(self, rule: Rule, shape: tuple[int, int]) -> Engine:
        return LocalStrips(rule, shape, self.device, "planes" if rule.law == "Immigration" else "gl")


@pytest.fixture
def strips(stage: Stage) -> Stage:
    """A program whose universes are in strips."""
    stage.shell.boards = StripBoards(stage)
    return stage


def engine_of(stage: Stage) -> LocalStrips:
    engine = stage.play.engine
    assert isinstance(engine, LocalStrips)
    return engine


def both(stage: Stage, look: Callable[[], np.ndarray]) -> list[np.ndarray]:
    """What ``look`` finds on the window's device, and then in strips."""
    found = []
    for boards in (DeviceBoards(stage.window.device), StripBoards(stage)):
        stage.shell.boards = boards
        stage.begin("Immigration", BOARD, SOUP)
        found.append(look())
    assert isinstance(stage.play.engine, LocalStrips)
    return found


@pytest.mark.parametrize("zoom", [0.3, 0.9, 1.7, 8.0])
def test_strips_give_same_picture(stage: Stage, zoom: float) -> None:
    for setting in ("age", "trails"):
        stage.shell.change(setting, 0.0)
    stage.shell.change("panels_hidden", value=True)

    def picture() -> np.ndarray:
        stage.act(K.STEP).act(K.STEP).do(Fit()).do(Zoom(zoom)).pass_seconds(6)
        return stage.picture.astype(int)

    one, other = both(stage, picture)
    assert one.std() > 5
    assert np.abs(one - other).max() <= 2


def test_edits_have_same_effect_on_strips(stage: Stage) -> None:
    def cells() -> np.ndarray:
        stage.act(K.STEP).act(K.WILD).act(K.HALT).live(12).act(K.HALT)
        middle = SIZE[0] * 0.7, SIZE[1] * 0.4
        stage.frames(1, MouseMove(*middle), MouseButton(0, pressed=True, x=middle[0], y=middle[1])).live()
        stage.frames(1, MouseMove(middle[0] + 60, middle[1] + 90)).live()
        stage.frames(1, MouseButton(0, pressed=False, x=middle[0] + 60, y=middle[1] + 90)).live()
        assert stage.play.session.edits.made
        stage.do(Undo()).pass_seconds(1)
        undone = stage.cells
        stage.do(Redo()).pass_seconds(1)
        assert not np.array_equal(stage.cells, undone), "the stroke"
        return np.stack([undone, stage.cells])

    one, other = both(stage, cells)
    for before, after in zip(one, other, strict=True):
        assert_boards_equal(after, before)


def test_still_board_sends_no_requests_to_ranks(strips: Stage) -> None:
    strips.begin("Immigration", BOARD, SOUP).do(Zoom(0.5)).do(Zoom(4.0))
    place = SIZE[0] * 0.6, SIZE[1] * 0.4
    strips.drawn_frames(1, MouseMove(*place)).pass_seconds(3).drawn_frames(30)
    calls = engine_of(strips).calls
    calls.clear()
    strips.drawn_frames(30)
    assert strips.play.display.minimap is not None, "it is drawn, too"
    assert strips.controller.workbench is not None
    assert strips.controller.workbench.pointer is not None, "the state below is shown"
    assert calls == []
    strips.act(K.STEP).drawn_frames(2)
    assert "read" in calls


def test_every_new_universe_uses_strips(strips: Stage) -> None:
    strips.begin("Immigration", BOARD, SOUP)
    first = engine_of(strips)
    strips.do(New(new_match("study", parse_rule("Life"), (60, 90), 1))).act(K.SOUP, data="0.4")
    assert first.is_closed
    cells = strips.cells
    assert engine_of(strips).rule.law == "Life"
    strips.do(ChangeRule("Immigration")).frames(2)
    assert engine_of(strips).rule.law == "Immigration"
    assert_boards_equal(strips.cells, cells)
    assert isinstance(strips.do(ResizeBoard(80, 100)).play.engine, LocalStrips)
    assert strips.cells.any()
    strips.do(Undo()).pass_seconds(1)
    assert_boards_equal(engine_of(strips).read_all(), cells)


def test_games_and_backdrops_use_window_device(strips: Stage) -> None:
    match = new_match("life-2", parse_rule("Immigration"), (24, 40), 1)
    strips.shell.begin(match)
    assert isinstance(strips.play.engine, GLCellsEngine)
    strips.screens.begin_backdrop()
    assert isinstance(strips.play.engine, GLCellsEngine)


def test_rewind_on_strips(strips: Stage) -> None:
    strips.begin("Immigration", BOARD, SOUP)
    cells, tick = strips.cells, strips.play.session.ticks
    strips.act(K.HALT).live(40)
    assert strips.play.session.seek(tick)
    assert_boards_equal(strips.cells, cells)
    strips.shell.change("rewind_mib", 0)
    strips.begin("Immigration", BOARD, SOUP)
    assert "rewind is off: a board of 64,000 cells" in (strips.play.session.keyframes.off_reason or "")


def test_lost_rank_saves_last_moment(strips: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    strips.begin("Immigration", BOARD, SOUP).act(K.HALT).pass_seconds(3)
    engine, known = engine_of(strips), strips.play.session.keyframes.all[-1]

    def fail(*_: object) -> None:
        strips.shell.guard.is_over = lambda: True
        raise EngineError("rank 1: it burns")

    for name in ("_step", "_read", "call", "census"):
        monkeypatch.setattr(engine, name, fail)
    with pytest.raises(EngineError, match="rank 1: it burns"):
        strips.frames(2)
    strips.screens.save()
    autosave = strips.screens.play_screen.saver._autosave
    assert autosave is not None
    autosave.release()
    taken, damaged = take_newest(strips.data.parent / "autosave")
    assert taken is not None
    assert not damaged
    assert taken.saved.keyframe.snapshot == known.snapshot
    taken.files.release()
    monkeypatch.undo()
    strips.shell.guard.is_over = lambda: False


def test_largest_boards_are_not_autosaved(strips: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_saver, "MAX_SAVED_CELLS", 1000)
    strips.begin("Immigration", BOARD, SOUP)
    strips.act(K.WILD).pass_seconds(60)
    assert not (strips.data.parent / "autosave").exists()
    strips.do(Quit())
    assert isinstance(strips.screens.top, AskDialog)
    assert not strips.shell.quitting
