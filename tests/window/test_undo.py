"""Undo and redo by the real keys: single edits, and replaced universes and matches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from boards import assert_boards_equal
from imgui_bundle import implot
from window.stage import Stage

from gpulife.games.core.consent import CONSENT
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.matches import new_match
from gpulife.input.commands import ChangeLook, ChangeRule, GoToGeneration, New, Open, Redo, StepSize, Undo, Zoom
from gpulife.input.events import KeyEvent, MouseButton, MouseMove
from gpulife.rules import Cells, parse_rule
from gpulife.window.play.frame_render import snapshot_of
from gpulife.window.play.undo_history import DEPTH

SIZE = (800, 600)
K = ActionKind
SOUP = Action(NOBODY, K.SOUP, data="0.35")


def undo(stage: Stage) -> str:
    """Press the key; the message that comes of it."""
    return _press(stage, "Ctrl")


def redo(stage: Stage) -> str:
    return _press(stage, "Ctrl", "Shift")


def _press(stage: Stage, *mods: str) -> str:
    before, history = len(stage.messages), stage.screens.play_screen.undo
    stage.key("Z", *mods).live_until(lambda: history._travel is None and not history._waiting, "there")
    return stage.messages[-1] if len(stage.messages) > before else ""


def stroke(stage: Stage, *places: tuple[int, int], frames: int = 2) -> Stage:
    """Draw with the mouse from the first place to the others, some frames each."""
    points = [stage.controller.layout.point_of(row + 0.5, column + 0.5) for row, column in places]
    stage.frames(frames, MouseButton(0, pressed=True, x=points[0][0], y=points[0][1]))
    for x, y in points[1:]:
        stage.frames(frames, MouseMove(x, y))
    x, y = points[-1]
    return stage.frames(frames, MouseButton(0, pressed=False, x=x, y=y))


def universe(stage: Stage, *actions: Action) -> Stage:
    """A universe that somebody chose, without panels over it."""
    stage.shell.change("panels_hidden", value=True)
    stage.begin("Immigration", (24, 40), *actions)
    return stage.live(14, ticks=5)  # until the camera rests


def run_some(stage: Stage, seconds: float = 0.5) -> Stage:
    return stage.key("Space").pass_seconds(seconds).key("Space").pass_seconds(0.2)


def moment(stage: Stage) -> tuple[Cells, int, Any, Any]:
    play = stage.play
    return stage.cells, play.session.board.generation, play.session.log.entries(), play.display.look


def assert_back(stage: Stage, before: tuple[Cells, int, Any, Any]) -> None:
    assert_boards_equal(stage.cells, before[0])
    assert stage.play.session.board.generation == before[1]
    assert stage.play.session.log.entries()[: len(before[2])] == before[2]
    assert stage.play.display.look == before[3]


def test_strokes_are_undone_and_redone_one_by_one(stage: Stage) -> None:
    universe(stage)
    stroke(stage, (3, 3), (3, 9), (9, 9), frames=4)
    one = stage.cells
    stroke(stage, (15, 5), (15, 20))
    two = stage.cells
    assert np.count_nonzero(one) == 13
    assert undo(stage) == "Undone: stroke at generation 0"
    assert_boards_equal(stage.cells, one)
    undo(stage)
    assert not stage.cells.any()
    redo(stage)
    assert_boards_equal(stage.cells, one)
    stage.key("Y", "Ctrl")
    assert_boards_equal(stage.cells, two)
    assert redo(stage) == "Nothing to redo"


def test_two_strokes_in_one_frame_are_two_edits(stage: Stage) -> None:
    universe(stage)
    events = []
    for row in (4, 8):
        x, y = stage.controller.layout.point_of(row + 0.5, 5.5)
        events += [MouseButton(0, pressed=pressed, x=x, y=y) for pressed in (True, False)]
    stage.frames(1, *events).live(5)
    assert np.count_nonzero(stage.cells) == 2
    undo(stage)
    assert np.count_nonzero(stage.cells) == 1


def test_undone_stroke_on_running_universe_stays_away(stage: Stage) -> None:
    universe(stage, SOUP).key("Space").pass_seconds(1)
    before = stage.play.session.board.generation
    stroke(stage, (3, 3), (3, 9)).pass_seconds(2)
    message = undo(stage)
    generation = stage.play.session.board.generation
    assert before <= generation <= before + 10
    assert message == f"Undone: stroke at generation {generation}"
    cells = stage.cells
    stage.pass_seconds(1)
    assert_boards_equal(stage.cells, cells)
    assert not stage.state.running
    stage.key("Space").pass_seconds(1)
    assert stage.play.session.board.generation > generation
    titles = [edit.title for edit in stage.play.session.edits._edits]
    assert "stroke" not in titles


@pytest.mark.parametrize(
    ("request_", "title"),
    [
        (Action(NOBODY, K.WILD), "WILD"),
        (Action(NOBODY, K.CLEAR), "clear"),
        (Action(NOBODY, K.SOUP, data="0.5"), "soup"),
        (Action(NOBODY, K.START), "restart"),
        (Action(NOBODY, K.AREA, 0, 0, "20x20 fill 1"), "fill"),
        (Action(NOBODY, K.PAINT, 2, 2, "x = 2, y = 2\nAB$BA!"), "stamp"),
    ],
)
def test_every_edit_of_universe_is_undone(stage: Stage, request_: Action, title: str) -> None:
    run_some(universe(stage, SOUP))
    before = moment(stage)
    assert before[1] > 5
    stage.do(request_).live(3)
    after = stage.cells
    assert (after != before[0]).any()
    assert undo(stage) == f"Undone: {title} at generation {before[1]}"
    assert_back(stage, before)
    redo(stage)
    assert_boards_equal(stage.cells, after)


def test_planting_with_the_cursor_is_undone(stage: Stage) -> None:
    universe(stage)
    stage.shell.poller.sit_at_keyboard(0)
    stage.key("LeftShift").live(5).key("D").key("D").key("LeftShift").live(5)
    assert np.count_nonzero(stage.cells) == 2
    assert undo(stage) == "Undone: planting at generation 0"
    assert np.count_nonzero(stage.cells) == 1


LEAVING = [
    ("F3", Action(NOBODY, K.SELECT)),
    ("F2", Action(NOBODY, K.OPTION)),
    ("F5", Action(NOBODY, K.RESET)),
    ("new universe", New(new_match("study", parse_rule("QuadLife"), (30, 30), 7))),
    ("rule", ChangeRule("HighLife")),
]


@pytest.mark.parametrize(("name", "request_"), LEAVING, ids=[name for name, _ in LEAVING])
def test_replaced_session_returns_with_past_and_look(stage: Stage, name: str, request_: Any) -> None:
    run_some(universe(stage, SOUP), 3)
    stroke(stage, (3, 3), (3, 9))
    stage.do(ChangeLook("trails", 0.25)).do(Zoom(3.0)).live(14, ticks=5)
    before, camera, ticks = moment(stage), stage.play.display.target, stage.play.session.ticks
    points = len(stage.play.runner.history.curves().generations)
    if name.startswith("F"):
        stage.key(name)
    else:
        stage.do(request_)
    stage.live(20)
    left = stage.play
    undo(stage)
    while stage.play is left:  # a match that began has edits of its own
        undo(stage)
    assert stage.messages[-1].startswith("Back in Universe (Immigration), generation ")
    stage.live(14, ticks=5)
    assert_back(stage, before)
    assert stage.play.display.target == camera
    assert len(stage.play.runner.history.curves().generations) == points
    stage.play.runner.seeking = 20
    stage.live(5)
    assert stage.play.session.ticks <= 26
    assert stage.play.session.recorded_ticks >= ticks
    stage.play.runner.seeking = stage.play.session.recorded_ticks
    stage.live_until(lambda: stage.play.runner.seeking is None, "there")
    assert undo(stage).startswith("Undone: stroke")


def test_redo_returns_to_later_session(stage: Stage) -> None:
    run_some(universe(stage, SOUP))
    first = moment(stage)
    stage.do(New(new_match("study", parse_rule("Life"), (24, 40), 7)))
    stroke(stage.live(5), (5, 5), (5, 20))
    second = stage.cells
    assert undo(stage).startswith("Undone: stroke")
    assert undo(stage).startswith("Back in")
    assert_back(stage, first)
    assert redo(stage).startswith("Back in")
    redo(stage)
    assert_boards_equal(stage.cells, second)
    undo(stage)
    undo(stage)
    stroke(stage, (5, 5), (5, 9))
    assert redo(stage) == "Nothing to redo"


def test_undo_reaches_ten_universes_back(stage: Stage) -> None:
    universe(stage)
    for number in range(DEPTH + 3):
        stage.do(New(new_match("study", parse_rule("Life"), (24, 40), number + 1))).live(2)
        stage.do(Action(NOBODY, K.PAINT, 2, number, "x = 1, y = 1\no!")).live(2)
    for number in reversed(range(3, DEPTH + 2)):
        assert undo(stage).startswith("Undone: stamp")
        assert undo(stage).startswith("Back in Empty board (Life)")
        assert stage.cells[2, number] == 1
    undo(stage)
    undo(stage)
    undo(stage)
    assert undo(stage) == "Nothing to undo"


def test_empty_universes_are_not_kept(stage: Stage) -> None:
    run_some(universe(stage, SOUP))
    before = moment(stage)
    for _ in range(3):
        stage.key("F3").live(2)
    for _ in range(4):
        if undo(stage).startswith("Back in Universe"):
            break
    assert_back(stage, before)


def test_fit_twice_returns_to_earlier_view(stage: Stage) -> None:
    universe(stage, SOUP).do(Zoom(3.0)).live(5)
    target = stage.play.display.target
    stage.key("Home").live(8, ticks=5)
    assert stage.play.display.target == stage.controller.layout.whole_board_camera()
    stage.key("Home").frames(2)
    assert stage.play.display.target == target


def test_nothing_to_undo(stage: Stage) -> None:
    universe(stage, SOUP)
    assert undo(stage) == "Nothing to undo"
    assert redo(stage) == "Nothing to redo"


def test_two_undos_in_one_frame_queue_up(stage: Stage) -> None:
    universe(stage)
    for row in (3, 8, 13):
        stroke(stage, (row, 3), (row, 9))
    stage.screens.carry_out([Undo(), Undo(), Undo(), Redo()])
    stage.frames(6)
    assert np.count_nonzero(stage.cells) == 7
    run_some(stage, 3)
    stage.key("Backspace")
    assert undo(stage).startswith("Undone: run of ")
    assert np.count_nonzero(stage.frames(4).cells) == 7
    undo(stage)
    assert not stage.frames(4).cells.any()


def test_redo_restores_cut_off_future(stage: Stage) -> None:
    run_some(universe(stage, SOUP), 3)
    ticks = stage.play.session.recorded_ticks
    stage.play.runner.seeking = 60
    stage.frames(3)
    stroke(stage, (3, 3), (3, 9))
    assert stage.play.session.recorded_ticks < ticks
    undo(stage)
    assert stage.play.session.recorded_ticks == ticks
    assert stage.play.session.in_the_past


def test_halted_universe_records_no_ticks(stage: Stage) -> None:
    universe(stage, SOUP)
    ticks = stage.play.session.recorded_ticks
    stage.pass_seconds(5)
    assert stage.play.session.recorded_ticks == ticks
    run_some(stage)
    ticks = stage.play.session.recorded_ticks
    stage.pass_seconds(5)
    assert stage.play.session.recorded_ticks == ticks


def test_wild_flash_fades_in_halted_universe(stage: Stage) -> None:
    universe(stage, SOUP).key("F8")
    assert stage.play.runner.flash > 0
    stage.pass_seconds(1)
    assert stage.play.runner.flash == 0


def test_match_has_no_undo_but_returns_after_f3(stage: Stage) -> None:
    stage.shell.begin(new_match("seed-list", parse_rule("Immigration"), (88, 160), 1), (Action(NOBODY, K.START),))
    stage.frames(3).key("LeftShift").live(5)
    assert stage.cells.any()
    assert undo(stage) == "Nothing to undo"
    assert stage.cells.any()
    cells = stage.cells
    stage.key("F4").live(3)
    assert not stage.cells.any()
    assert undo(stage).startswith("Undone: restart")
    assert_boards_equal(stage.cells, cells)
    stage.key("F3").live(3)
    assert stage.play.session.match.game != "seed-list"
    assert undo(stage).startswith("Back in Seed List")
    assert_boards_equal(stage.cells, cells)


def test_no_undo_in_match_with_consent(stage: Stage) -> None:
    match = new_match("seed-list", parse_rule("Immigration"), (88, 160), 1)
    stage.shell.begin(replace(match, settings={CONSENT: True}), (Action(NOBODY, K.START),))
    stage.frames(3).key("LeftShift").key("Slash")
    stage.key("F4").live(2).key("E").live(2).key("L").live(5)
    assert not stage.cells.any()
    assert undo(stage) == "Nothing to undo"
    stage.do(Action(0, K.RESIGN)).do(Action(NOBODY, K.AGAIN)).live(3)
    assert stage.play.session.edits.before(stage.play.session.ticks) is not None
    assert undo(stage).startswith("Nothing can be undone in this match")


def test_an_opened_file_can_be_undone(stage: Stage, tmp_path: Any) -> None:
    file = tmp_path / "glider.rle"
    file.write_text("x = 3, y = 3, rule = B3/S23:T30,30\nbo$2bo$3o!\n")
    run_some(universe(stage, SOUP))
    before = moment(stage)
    stage.do(Open(str(file))).live(5)
    assert stage.play.engine.shape == (30, 30)
    undo(stage)
    assert_back(stage, before)


def test_undone_session_keeps_its_autosave_files(stage: Stage) -> None:
    universe(stage, SOUP)
    stage.play.chosen_by_user = True
    run_some(stage, 11)
    stage.key("F3").live(3)
    folder = stage.screens.play_screen.saver._autosave.folder  # type: ignore[union-attr]
    assert len(list(folder.glob("*.gpusave"))) == 1
    undo(stage)
    stage.screens.save()
    assert len(list(folder.glob("*.gpusave"))) <= 2
    names = {path.name.rsplit("-", 1)[0] for path in folder.glob("*.gpusave")}
    assert len(names) == 1


def test_a_pad_undoes(stage: Stage) -> None:
    universe(stage)
    stroke(stage, (3, 3), (3, 9))
    stage.pads.hold(0)
    stage.frames(1).live()
    stage.pads.hold(0, "back")
    stage.frames(1).live()
    stage.pads.hold(0, "back", "dpad_left")
    stage.frames(1).live()
    stage.pads.hold(0)
    stage.frames(2)
    assert not stage.cells.any()


def test_new_universe_has_new_curve_axes(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[tuple[float, float]] = []
    end_plot = implot.end_plot

    def note_limits() -> None:
        shown = implot.get_plot_limits()
        limits.append((shown.x.max, shown.y.max))
        end_plot()

    monkeypatch.setattr(implot, "end_plot", note_limits)
    ticks: list[list[float]] = []
    monkeypatch.setattr(implot, "setup_axis_ticks", lambda _, values: ticks.append(values))
    stage.begin("Immigration", (24, 40), SOUP).key("Space").pass_seconds(3)
    stage.shell.panel_state.section_to_open = "Census"
    stage.frames(4)
    before = limits[-1]
    assert before[0] > 60
    ticks.clear()
    stage.do(New(new_match("study", parse_rule("Life"), (24, 40), 7))).key("Space").pass_seconds(0.3).frames(3)
    assert limits[-1] == (float(stage.play.session.computed), 1.05)
    assert ticks[-1] == [0.0, 1.0], "no fractions of cells"
    undo(stage)
    undo(stage)
    stage.frames(3)
    assert limits[-1][0] >= before[0]


def test_run_is_undone_before_its_stroke(stage: Stage) -> None:
    universe(stage)
    stroke(stage, (3, 3), (3, 5))
    stroke(stage, (10, 10), (10, 12))
    drawn = stage.cells
    run_some(stage, 2)
    end, generation = stage.cells, stage.play.session.board.generation
    assert generation > 20
    assert snapshot_of(stage.controller, *stage.screens.play_screen.undo.titles(stage.play)).undo == "run"
    assert undo(stage) == f"Undone: run of {generation} generations, now at generation 0"
    assert_boards_equal(stage.cells, drawn)
    assert undo(stage) == "Undone: stroke at generation 0"
    assert np.count_nonzero(stage.cells) == 3
    redo(stage)
    assert redo(stage) == f"Redone: run of {generation} generations, now at generation {generation}"
    assert_boards_equal(stage.cells, end)
    assert not stage.state.running


def test_steps_and_runs_to_a_generation_are_undone_one_by_one(stage: Stage) -> None:
    universe(stage)
    stroke(stage, (3, 3), (3, 5))
    generations = [0]
    for request in (Action(NOBODY, K.STEP), GoToGeneration(100), StepSize(3), Action(NOBODY, K.STEP)):
        stage.do(request).live_until(lambda: stage.play.runner.fast_run is None, "the end of the run").live(20)
        generations.append(stage.play.session.board.generation)
    assert generations == [0, 1, 100, 100, 108]
    for generation in (100, 1, 0):
        assert undo(stage).endswith(f"now at generation {generation}")
    assert undo(stage) == "Undone: stroke at generation 0"
    for generation in (0, 1, 100, 108):
        assert redo(stage).endswith(f"at generation {generation}")
    assert redo(stage) == "Nothing to redo"


@pytest.mark.parametrize("keys", [["Space"], ["Enter"], ["Enter", "Enter"]])
def test_a_new_run_ends_redo_of_edits_and_of_universes(stage: Stage, keys: list[str]) -> None:
    universe(stage)
    stroke(stage, (3, 3), (3, 5))
    stroke(stage, (9, 3), (9, 5))
    undo(stage)
    for key in keys:
        stage.key(key)
    stage.live(10)
    assert redo(stage) == "Nothing to redo"
    stage.do(New(new_match("study", parse_rule("Life"), (24, 40), 7))).live(5)
    assert undo(stage).startswith("Back in")
    for key in keys:
        stage.key(key)
    stage.live(10)
    assert redo(stage) == "Nothing to redo"


def test_undo_returns_to_initial_soup(stage: Stage) -> None:
    universe(stage, SOUP, Action(NOBODY, K.HALT)).pass_seconds(1)
    assert stage.play.session.board.generation > 10
    assert undo(stage).endswith("now at generation 0")
    assert np.count_nonzero(stage.cells) > 200
    assert undo(stage) == "Nothing to undo"


def test_rewound_universe_is_halted_and_replays(stage: Stage) -> None:
    universe(stage)
    stage.shell.poller.sit_at_keyboard(0)
    stroke(stage, (3, 3), (3, 5))
    stroke(stage, (10, 10), (10, 12))
    drawn = stage.cells
    run_some(stage, 3)
    end, generation = stage.cells, stage.play.session.board.generation
    recorded = stage.play.session.recorded_ticks
    stage.frames(1, KeyEvent("D", pressed=True)).do(GoToGeneration(0))
    stage.live_until(lambda: stage.play.runner.fast_run is None, "there").frames(1, KeyEvent("D", pressed=False)).live(
        60
    )
    assert stage.messages[-1] == "Generation 0. Space lets time go on"
    assert_boards_equal(stage.cells, drawn)
    assert stage.play.session.board.generation == 0, "it stays halted, whatever is let go of"
    stage.key("Space").live(30)
    assert 0 < stage.play.session.board.generation < generation
    assert snapshot_of(stage.controller).running
    stage.key("Space").live(10)
    there = stage.play.session.board.generation
    stage.live(20)
    assert 0 < there == stage.play.session.board.generation
    stage.key("Space").pass_seconds(5)
    assert stage.play.session.recorded_ticks >= recorded, "nothing was cut off"
    assert stage.play.session.board.generation == generation
    assert_boards_equal(stage.cells, end)


def test_steps_in_past_replay_recording(stage: Stage) -> None:
    universe(stage)
    stroke(stage, (3, 3), (3, 5))
    run_some(stage, 3)
    end, recorded = stage.play.session.board.generation, stage.play.session.recorded_ticks
    stage.do(GoToGeneration(0)).live_until(lambda: stage.play.runner.fast_run is None, "there")
    for generation in (1, 2):
        stage.key("Enter").live(5)
        assert stage.play.session.board.generation == generation
    stage.do(GoToGeneration(50)).live_until(lambda: stage.play.runner.fast_run is None, "there").live(20)
    assert stage.play.session.board.generation == 50
    stage.do(GoToGeneration(end + 10)).live_until(lambda: stage.play.runner.fast_run is None, "there").live(20)
    assert stage.play.session.board.generation == end + 10
    assert stage.play.session.recorded_ticks >= recorded
    assert undo(stage).endswith(f"now at generation {end}")


def test_rewinding_a_halted_universe_leaves_it_halted(stage: Stage) -> None:
    universe(stage, SOUP)
    run_some(stage, 3)
    end = stage.play.session.board.generation
    stage.key("Backspace").key("Backspace").live(30)
    there = stage.play.session.board.generation
    assert there < end
    stage.live(30)
    assert stage.play.session.board.generation == there
    stage.key("Backspace", "Shift").live(10).key("Backspace", "Shift").live(10)
    assert stage.play.session.board.generation == end


def test_the_pace_is_not_adapted_in_the_past(stage: Stage) -> None:
    universe(stage, SOUP).key("U").key("Space").pass_seconds(1)
    recorded = stage.play.session.recorded_ticks
    stage.play.runner.seeking = 10
    stage.live(30)
    assert stage.play.session.recorded_ticks >= recorded


def test_restart_shows_message(stage: Stage) -> None:
    universe(stage, SOUP).key("F4").live(3)
    assert stage.messages[-1] == "Restarted with an empty board. Ctrl+Z brings the cells back"
    assert not stage.cells.any()
    undo(stage)
    assert stage.cells.any()
