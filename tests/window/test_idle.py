"""A window without input rests: it runs few frames, and draws only changed pictures."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from imgui_bundle import imgui
from window.stage import FRAME, SMALL, Stage, show_start_screen

from gpulife.engines.base import Engine
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.commands import GuidedRound, Help
from gpulife.input.events import Event, KeyEvent, MouseButton, MouseMove
from gpulife.input.glfw_input import WindowInput
from gpulife.signals import Stop
from gpulife.view.gl_board import BoardView
from gpulife.window.event_loop import OpenWindow
from gpulife.window.motion import IDLE_SECONDS, MINIMISED_SECONDS
from gpulife.window.start.previews import BoardPreview

SIZE = (640, 400)
CELLS = Action(NOBODY, ActionKind.PAINT, 3, 5, "x = 3, y = 2\n3A$A!")
"""What a universe begins with that is not for two, who would have cursors."""


class Life:
    """What frames a stage has that waits for them as the event loop does, by a clock of its own."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.motion = stage.shell.motion
        self.motion.may_rest = True
        self.frames = self.drawn = 0

    def frame(self, *events: Event, after: float | None = None) -> bool:
        """The next frame, or one that events bring about ``after`` so many seconds; whether it was drawn."""
        self.stage.now += (self.motion.wait or FRAME) if after is None else after
        self.stage.screens.frame(events, self.stage.now)
        if self.motion.is_drawn:
            self.stage.window.swap()
        self.frames += 1
        self.drawn += self.motion.is_drawn
        assert self.stage.shell.guard.unexpected == 0, self.stage.messages
        return self.motion.is_drawn

    def pass_seconds(self, seconds: float) -> tuple[int, int]:
        """Run frames for ``seconds``; return how many there were, and how many of them were drawn."""
        self.frames = self.drawn = 0
        until = self.stage.now + seconds
        while self.stage.now < until:
            self.frame()
        return self.frames, self.drawn

    def settle(self) -> Life:
        """Wait until messages are gone and the camera stands: for a calm second, or 8 seconds if something moves."""
        for _ in range(8):
            _, drawn = self.pass_seconds(1)
            if drawn == 0 and self.motion.is_calm and not self.stage.shell.message:
                break
        return self


@pytest.fixture
def halted(stage: Stage) -> Life:
    """A halted universe with its panels."""
    stage.begin("Immigration", SMALL, CELLS).frames(3)
    return Life(stage).settle()


def test_halted_universe_runs_few_frames(halted: Life) -> None:
    frames, drawn = halted.pass_seconds(10)
    assert drawn == 0
    assert frames <= 10 / IDLE_SECONDS + 2


def test_key_wakes_window_without_time_jump(halted: Life) -> None:
    play = halted.stage.play
    generation = play.engine.generation
    halted.frame()
    assert halted.frame(KeyEvent("Enter", pressed=True), after=0.15)
    assert play.engine.generation == generation + 1
    halted.frame(KeyEvent("Enter", pressed=False))
    halted.settle()
    assert halted.frame(KeyEvent("Space", pressed=True), after=0.19)
    assert play.session.state.running
    assert play.engine.generation <= generation + 2, "it did not run for as long as the window had rested"


def test_running_universe_draws_each_generation(halted: Life) -> None:
    halted.frame(KeyEvent("Space", pressed=True))
    halted.frame(KeyEvent("Space", pressed=False))
    generation = halted.stage.play.engine.generation
    frames, drawn = halted.pass_seconds(4)
    assert frames >= 4 / FRAME * 0.9, "ticks come as ever"
    assert drawn >= halted.stage.play.engine.generation - generation >= 100
    halted.frame(KeyEvent("Space", pressed=True))
    halted.frame(KeyEvent("Space", pressed=False))
    halted.settle()
    assert halted.pass_seconds(2)[1] == 0


def test_waits_do_not_count_as_slow_frames(halted: Life) -> None:
    halted.pass_seconds(30)
    halted.frame(KeyEvent("Space", pressed=True))
    halted.pass_seconds(0.5)
    assert halted.stage.play.runner.rates.frame_seconds <= 2 * FRAME


def test_input_keeps_window_awake_for_a_second(halted: Life) -> None:
    halted.frame(MouseMove(600, 250), after=0.1)
    frames, _ = halted.pass_seconds(0.9)
    assert frames >= 50
    halted.frame(MouseButton(0, pressed=True, x=600, y=250))
    halted.pass_seconds(5)
    assert halted.pass_seconds(1)[0] >= 55, "it is held"
    halted.frame(MouseButton(0, pressed=False, x=600, y=250))
    assert halted.settle().pass_seconds(2)[1] == 0


def test_wake_ends_a_rest(halted: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    window, waits = halted.stage.window, list[float]()

    def wait(seconds: float) -> None:
        waits.append(seconds)
        assert len(waits) <= 3, "it still waits"
        if len(waits) == 3:
            window.wake()

    monkeypatch.setattr(window, "wait", wait)
    OpenWindow(halted.stage.shell, WindowInput(window.handle), None)._rest(time.perf_counter() + 1000, Stop())
    assert len(waits) == 3
    window.poll(halted.stage.now)
    assert not window.is_woken


def test_pad_wakes_window(halted: Life) -> None:
    halted.stage.pads.hold(0)
    halted.frame()
    assert not halted.motion.is_calm, "it was plugged in"
    halted.settle()
    halted.stage.pads.hold(0, "a")
    assert halted.frame()
    assert halted.stage.shell.poller.devices(), "its button is a seat"
    halted.stage.pads.hold(0, left_x=1.0)
    halted.frame()
    assert halted.pass_seconds(1)[1] >= 30, "what it moves is drawn"


def test_cursor_flickers_in_idle_window(halted: Life) -> None:
    halted.stage.pads.hold(0)
    halted.frame()
    halted.stage.pads.hold(0, "a")
    halted.frame()
    halted.stage.pads.hold(0, left_x=1.0)  # a universe's cursor is shown once it has moved
    halted.pass_seconds(0.5)
    halted.stage.pads.hold(0)
    halted.settle()
    frames, drawn = halted.pass_seconds(4)
    assert drawn == pytest.approx(4 * 2, abs=1)
    assert frames <= 4 / IDLE_SECONDS + 2 * drawn


def test_message_disappears_in_idle_window(halted: Life) -> None:
    began = halted.stage.now
    halted.stage.shell.show_message("Look")
    assert halted.frame() or halted.frame()
    halted.pass_seconds(1)
    while not halted.frame():
        assert halted.stage.now < began + 5
    assert not halted.stage.shell.message
    assert halted.stage.now - began == pytest.approx(4, abs=0.1)


def test_lost_picture_is_redrawn(halted: Life) -> None:
    assert not halted.frame()
    halted.stage.window.is_damaged = True
    assert halted.frame()
    assert not halted.frame()


def test_frame_is_redrawn_after_failed_drawing(halted: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(BoardView, "draw", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            halted.frame(KeyEvent("Enter", pressed=True))
    assert not halted.motion.is_drawn, "nothing half drawn is shown"
    assert halted.frame()


def test_reduced_flashing_fade_completes(stage: Stage) -> None:
    stage.shell.settings = replace(stage.shell.settings, reduced_flashing=True)
    stage.begin("Immigration", SMALL, CELLS).frames(3)
    life = Life(stage).settle()
    life.frame(KeyEvent("F4", pressed=True))
    life.frame(KeyEvent("F4", pressed=False))
    assert life.pass_seconds(1)[1] >= 40
    assert life.settle().pass_seconds(2)[1] == 0
    shown = stage.play.display.view
    life.motion.redraw()
    stage.now += FRAME
    stage.screens.frame((), stage.now)
    before = stage.window.read()
    stage.window.swap()
    for _ in range(20):
        life.motion.redraw()
        life.frame()
    life.motion.redraw()
    stage.screens.frame((), stage.now + FRAME)
    assert (stage.window.read() == before).all(), "nothing was missing"
    assert shown is stage.play.display.view


@pytest.fixture
def start(stage: Stage) -> Life:
    """The start screen, with its moving pictures made."""
    show_start_screen(stage).frames(40)
    return Life(stage)


def moving(start: Life, *, in_view: bool = True) -> list[Engine]:
    """Return the engines of the moving pictures in view, or of the others."""
    menu = start.stage.screens.start_menu
    assert menu._previews is not None
    made = {name: each._engine for name, each in menu._previews._made.items() if isinstance(each, BoardPreview)}
    return [engine for name, engine in made.items() if (name in menu._visible) == in_view]


def changed_in(start: Life, seconds: float, engines: list[Engine]) -> tuple[int, int, list[int]]:
    """Let the screen live; return the numbers of frames, of drawn frames, and of changes of each engine."""
    before = [engine.changes for engine in engines]
    frames, drawn = start.pass_seconds(seconds)
    return frames, drawn, [engine.changes - was for engine, was in zip(engines, before, strict=True)]


def test_untouched_start_screen_slows_down_in_steps(start: Life) -> None:
    engines, hidden, backdrop = moving(start), moving(start, in_view=False), start.stage.play.engine.changes
    assert len(engines) > 5 < len(hidden)
    start.pass_seconds(2)
    unseen = [engine.changes for engine in hidden]
    frames, _, changes = changed_in(start, 3, engines)
    assert 27 <= frames <= 45
    assert min(changes) >= 3, "all live"
    start.pass_seconds(6)
    frames, drawn, changes = changed_in(start, 10, engines)
    assert frames <= 10 / IDLE_SECONDS + 14
    assert drawn <= 12
    assert sum(changes) == pytest.approx(10, abs=1), "one at a time"
    start.pass_seconds(12)
    frames, drawn, changes = changed_in(start, 3 * len(engines), engines)
    assert set(changes) == {1}, "each has its turn"
    assert frames <= 5 * len(engines)
    assert drawn == pytest.approx(len(engines), abs=2)
    assert start.stage.play.engine.changes == backdrop, "nobody sees it"
    assert [engine.changes for engine in hidden] == unseen, "they lie below the window's edge"


def test_touch_wakes_start_screen_at_once(start: Life) -> None:
    start.stage.shell.change("attract_seconds", 3600)
    start.pass_seconds(40)
    assert start.stage.screens.attract.idle == pytest.approx(40, abs=2), "time passes at its usual speed"
    engines = moving(start)
    before = sum(engine.changes for engine in engines)
    start.frame(MouseMove(300, 200), after=0.05)
    for _ in range(12):
        start.frame()
    assert sum(engine.changes for engine in engines) >= before + 8
    assert start.pass_seconds(0.7)[0] >= 40


def test_frame_draws_few_moving_pictures(start: Life) -> None:
    engines = moving(start)
    start.frame(MouseMove(300, 200))
    start.stage.now += 0.2  # all are due
    before = [engine.changes for engine in engines]
    start.frame(MouseMove(301, 200))
    assert sum(engine.changes - was for engine, was in zip(engines, before, strict=True)) == 5


def test_sleeping_window_runs_a_frame_a_second(halted: Life) -> None:
    halted.frame(KeyEvent("Enter", pressed=True), after=0.1)
    halted.frame(KeyEvent("Enter", pressed=False))
    halted.pass_seconds(28)
    assert halted.pass_seconds(1)[0] >= 4
    halted.pass_seconds(3)
    assert halted.pass_seconds(10) == (pytest.approx(10, abs=1), 0)


def test_nothing_blinks_in_a_sleeping_window(stage: Stage) -> None:
    stage.begin().do(GuidedRound("seed-list")).frames(3)
    life = Life(stage)
    life.pass_seconds(25)
    assert life.pass_seconds(2)[1] >= 4
    life.pass_seconds(10)
    assert life.pass_seconds(10) == (pytest.approx(10, abs=1), 0)


def test_idle_pages_rest(halted: Life) -> None:
    stage = halted.stage
    stage.do(Help())
    assert halted.settle().pass_seconds(5) == (pytest.approx(5 / IDLE_SECONDS, abs=2), 0)
    halted.frame(KeyEvent("F1", pressed=True))
    halted.frame(KeyEvent("F1", pressed=False))
    assert stage.screens.top is stage.screens.play_screen
    stage.shell.show_lobby()
    halted.settle().pass_seconds(4)
    frames, drawn = halted.pass_seconds(5)
    assert drawn <= frames <= 5 / IDLE_SECONDS + 5, "its board lives at a slow pace, as on the start screen"


def test_minimised_window_draws_nothing(halted: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    halted.frame(KeyEvent("Space", pressed=True))
    halted.frame(KeyEvent("Space", pressed=False))
    generation = halted.stage.play.engine.generation
    monkeypatch.setattr(halted.stage.window, "minimised", True)
    frames, drawn = halted.pass_seconds(10)
    assert (frames, drawn) == (pytest.approx(10 / MINIMISED_SECONDS, abs=4), 0)
    assert halted.stage.play.engine.generation <= generation + 1
    monkeypatch.undo()
    assert halted.frame()
    assert halted.pass_seconds(1)[1] >= 25


def test_without_resting_every_frame_is_drawn(stage: Stage) -> None:
    stage.begin().frames(3)
    assert not stage.shell.motion.may_rest
    stage.drawn_frames(5)
    assert stage.shell.motion.is_drawn
    assert stage.shell.motion.wait == 0


def test_checksum_distinguishes_texts_and_places(stage: Stage) -> None:
    backend, found = stage.shell.imgui_backend, []
    for text, x in (("one", 50), ("one", 50), ("two", 50), ("one", 51)):
        for _ in range(3):  # a new window takes its size in the second frame
            with backend.frame(menu=True):
                imgui.set_next_window_pos(imgui.ImVec2(x, 50))
                imgui.begin("checked")
                imgui.text(text)
                imgui.end()
        found.append(backend.checksum())
    assert found[0] == found[1]
    assert len(set(found)) == 3
