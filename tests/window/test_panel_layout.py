"""Panels at every window size: inside the window, without overlap, and all within reach of the keyboard."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from imgui_bundle import imgui, implot
from soak.screens import SCREENS
from window.desktop import Screen, has_colour
from window.imgui_audit import audited
from window.stage import Stage, massive_of, press

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.start_presets import START_PRESETS
from gpulife.input.commands import FocusPanels, Mute, Paste, TextSize
from gpulife.input.events import MouseButton, MouseMove
from gpulife.view.camera import pixel_of
from gpulife.window.imgui_backend import scale_for
from gpulife.window.panels.dock_layout import DOCKED
from gpulife.window.panels.keys import TITLE
from gpulife.window.panels.screen_regions import LINE_WIDTH, Area, regions

SIZE = (800, 600)


@given(
    view=st.tuples(st.integers(640, 8000), st.integers(400, 5000)),
    monitor=st.sampled_from([1.0, 1.25, 1.5, 2.0]),
    factor=st.floats(0.5, 4),
    column=st.floats(-10, 5000),
    docked=st.floats(-10, 5000),
    has_docked=st.booleans(),
    has_tool_bar=st.booleans(),
)
def test_panels_stay_inside_window_without_overlap(
    view: tuple[int, int],
    monitor: float,
    factor: float,
    column: float,
    docked: float,
    has_docked: bool,
    has_tool_bar: bool,
) -> None:
    scale = scale_for(view, monitor, factor)
    found = regions(view, scale, column, docked, has_docked=has_docked, has_tool_bar=has_tool_bar)
    panels = [found.column, found.bar, found.docked, *([found.tool_bar] if has_tool_bar else [])]
    for left, top, right, bottom in panels:
        assert 0 <= left < right <= view[0]
        assert 0 <= top < bottom <= view[1]
    for first, second in combinations(panels, 2):
        assert not overlap(first, second)
    edges = found.column[0], found.bar[0], view[0] - found.bar[2], view[1] - found.bar[3], view[0] - found.docked[2]
    assert edges == (0, 0, 0, 0, 0)
    assert found.covered.left - found.column[2] == view[1] - found.covered.below - found.column[3] + LINE_WIDTH == 1
    if has_docked and found.covered.right:
        assert found.docked[0] - (view[0] - found.covered.right) == LINE_WIDTH
    board = found.covered.left, found.covered.above, view[0] - found.covered.right, view[1] - found.covered.below
    assert board[2] - board[0] >= 200 * scale
    assert board[3] - board[1] >= 200 * scale
    assert not overlap(board, found.column)
    assert not overlap(board, found.bar)
    assert not (has_tool_bar and overlap(board, found.tool_bar))
    assert not (has_docked and found.covered.right and overlap(board, found.docked))


def overlap(first: Area, second: Area) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


@pytest.mark.parametrize(
    ("view", "monitor", "ui_scale", "scale"),
    [
        ((1280, 800), 1.0, 1.0, 1.0),
        ((800, 600), 1.0, 1.0, 1.0),
        ((1920, 1080), 1.5, 1.0, 1.5),
        ((3840, 2160), 1.0, 1.0, 2.6875),
        ((3840, 2160), 1.0, 1.5, 4.0),
        ((1280, 800), 1.0, 4.0, 2.0),
        ((640, 400), 1.5, 1.0, 1.0),
    ],
)
def test_letters_grow_with_the_window(view: tuple[int, int], monitor: float, ui_scale: float, scale: float) -> None:
    assert scale_for(view, monitor, ui_scale) == scale


@pytest.mark.parametrize("name", SCREENS)
def test_small_window_cuts_nothing_off(stage: Stage, name: str) -> None:
    if name == "first start":
        stage.shell.settings = replace(stage.shell.settings, reduced_flashing=None)
    entry = START_PRESETS["massive"]
    with massive_of(entry.shape if name == "massive" else (360, 728)):  # the cells take longer than the panels
        SCREENS[name](stage)
        stage.live(8)
        with audited() as found:
            stage.live(4)
    assert found == set()


def test_keyboard_visits_each_panel(stage: Stage) -> None:
    stage.begin()
    state = stage.shell.panel_state
    state.toggle_docked(TITLE)
    reached = []
    for _ in range(5):
        press(stage, imgui.Key.tab, "Tab", "Ctrl")
        reached.append(state.focused)
    assert reached == ["Tool bar", "Universe", "Time", TITLE, ""]
    press(stage, imgui.Key.tab, "Tab", "Ctrl", "Shift")
    assert state.focused == TITLE
    press(stage, imgui.Key.escape, "Escape")
    assert (state.focused, state.docked) == ("", TITLE)
    press(stage, imgui.Key.escape, "Escape")
    assert state.docked == ""


def test_panel_with_focus_takes_keys(stage: Stage) -> None:
    stage.begin().do(FocusPanels())
    assert not stage.state.running
    press(stage, imgui.Key.space, "Space").live(5)
    assert stage.state.running  # by the button Run, where the focus begins, and not by the key for it as well
    generation = stage.play.session.computed
    press(stage, imgui.Key.right_arrow, "Right")
    press(stage, imgui.Key.enter, "Enter").live(5)  # Step halts
    assert not stage.state.running
    assert stage.play.session.computed > generation


@pytest.mark.parametrize(
    "name",
    [*(name for name in SCREENS if name.startswith("docked ")), "wizard", "round card", "new board", "rule field"],
)
def test_close_button_closes_docked_window(stage: Stage, name: str) -> None:
    SCREENS[name](stage)
    stage.live(3)
    context, io = imgui.get_current_context(), imgui.get_io()
    (closes,) = (window for window in context.windows if window.active and window.has_close_button)
    bar, title = closes.title_bar_rect(), closes.name
    io.add_mouse_pos_event(bar.max.x - bar.get_height() / 2, bar.get_center().y)
    stage.frames(2)
    for pressed in (True, False):
        io.add_mouse_button_event(0, pressed)
        stage.frames(2)
    io.add_mouse_pos_event(-1e9, -1e9)
    stage.frames(3)
    assert not imgui.internal.find_window_by_name(title).active
    assert stage.shell.panel_state.docked == ""


def test_click_on_board_returns_keyboard(stage: Stage) -> None:
    stage.begin().do(FocusPanels()).live(10, ticks=6)
    x, y = pixel_of(stage.play.display.camera, SIZE, 12.5, 20.5)
    stage.frames(1, MouseMove(x, y), MouseButton(0, pressed=True, x=x, y=y))
    stage.frames(1, MouseButton(0, pressed=False, x=x, y=y))
    assert stage.shell.panel_state.focused == ""


def test_keyboard_shows_hidden_panels(stage: Stage) -> None:
    stage.begin().key("Tab")
    assert not stage.controller.layout.panels_shown
    stage.do(FocusPanels())
    assert stage.controller.layout.panels_shown
    assert stage.shell.panel_state.focused == "Tool bar"


def test_escape_closes_list_before_panel(stage: Stage) -> None:
    stage.begin().do(FocusPanels()).do(FocusPanels())
    for _ in range(3):
        press(stage, imgui.Key.enter, "Enter").act(ActionKind.STEP)
        if stage.shell.imgui_backend.has_popup:
            break
        press(stage, imgui.Key.down_arrow, "Down")
    assert stage.shell.imgui_backend.has_popup
    press(stage, imgui.Key.escape, "Escape")
    assert not stage.shell.imgui_backend.has_popup
    assert stage.shell.panel_state.focused == "Universe"
    press(stage, imgui.Key.escape, "Escape")
    assert stage.shell.panel_state.focused == ""


@pytest.mark.parametrize("place", [(320, 60), (790, 60), (300, 590), (795, 595)])
def test_paste_error_appears_at_pointer(
    stage: Stage, screen: Screen, request: pytest.FixtureRequest, place: tuple[int, int]
) -> None:
    request.addfinalizer(lambda: screen.do("mousemove", 10_000, 10_000))
    screen.do("mousemove", "--sync", *place)
    stage.window.poll(stage.now)
    stage.begin().do(Paste("x = 3, y = 3, rule = nonsense\n3o!"))
    with audited() as found:
        stage.frames(3)
    message = imgui.internal.find_window_by_name("message").rect()
    apart = max(message.min.x - place[0], place[0] - message.max.x, 0.0)
    above = max(message.min.y - place[1], place[1] - message.max.y, 0.0)
    assert max(apart, above) <= 20
    assert found == set()
    stage.do(Mute())
    stage.frames(3)
    message = imgui.internal.find_window_by_name("message").rect()
    left, _, right, _ = stage.controller.layout.covered
    assert left > 0
    assert (message.min.x + message.max.x) / 2 == pytest.approx((left + SIZE[0] - right) / 2, abs=2)


def test_message_avoids_column(stage: Stage) -> None:
    state = stage.begin().shell.panel_state
    stage.shell.show_message("a long message " * 20)
    stage.frames(3)
    state.toggle_docked(TITLE)
    state.focused, state.wants_focus = TITLE, True
    stage.frames(3)
    message = imgui.internal.find_window_by_name("message").rect()
    left, _, right, _ = stage.controller.layout.covered
    assert left <= message.min.x < message.max.x <= SIZE[0] - right
    seen = stage.picture[int(message.min.y) : int(message.max.y), int(message.min.x) : int(message.max.x)]
    assert has_colour(seen, (245, 184, 66), 40) > 300


@pytest.mark.parametrize("name", ["round card", "survivor editor", "universe", "match panels"])
def test_whole_board_has_margin_beside_panels(stage: Stage, name: str) -> None:
    SCREENS[name](stage)
    controller = stage.controller
    whole, columns = controller.layout.whole_board_camera(), controller.play.engine.shape[1]
    left, _, right, _ = controller.layout.covered
    assert left > 0
    assert left + 6 <= pixel_of(whole, SIZE, 0, 0)[0]
    assert pixel_of(whole, SIZE, 0, columns)[0] <= SIZE[0] - right - 6


@pytest.mark.parametrize("name", ["realtime", "p2life", "life-2", "seed-list"])
def test_game_message_lies_on_board(stage: Stage, name: str) -> None:
    SCREENS[f"game {name}"](stage)
    stage.shell.show_message("A message")
    stage.frames(3)
    message = imgui.internal.find_window_by_name("message").rect()
    whole, (rows, columns) = stage.controller.layout.whole_board_camera(), stage.play.engine.shape
    (left, top), (right, low) = pixel_of(whole, SIZE, 0, 0), pixel_of(whole, SIZE, rows, columns)
    assert left <= message.min.x < message.max.x <= right
    assert top <= message.min.y < message.max.y <= low


def test_widget_sizes_survive_text_size_changes(stage: Stage) -> None:
    stage.begin()
    style = imgui.get_style()
    before = style.indent_spacing, style.grab_min_size, style.cell_padding.x, style.window_border_hover_padding
    for _ in range(12):
        stage.do(TextSize(-0.1)).do(TextSize(0.1))
    stage.do(TextSize())
    assert (
        style.indent_spacing,
        style.grab_min_size,
        style.cell_padding.x,
        style.window_border_hover_padding,
    ) == before


@pytest.mark.parametrize("factor", [0.5, 1.0])
def test_curves_scale_with_letters(stage: Stage, factor: float) -> None:
    backend = stage.begin().shell.imgui_backend
    backend.set_ui_scale(factor)
    stage.frames(3)
    scale = backend.scale
    assert scale == pytest.approx(factor, abs=0.1)
    assert implot.get_style().plot_min_size.x == pytest.approx(200 * scale)
    assert implot.get_style().plot_padding.x == pytest.approx(10 * scale)


@pytest.mark.parametrize("title", DOCKED)
def test_docked_window_leaves_cells_where_they_are(stage: Stage, title: str) -> None:
    stage.begin("Immigration", (96, 160), Action(NOBODY, ActionKind.SOUP, data="0.35")).frames(30)
    before = stage.play.display.target
    stage.shell.panel_state.toggle_docked(title)
    stage.frames(30)
    assert stage.controller.layout.covered.right > 0, "a part of the board stays in view, even in a small window"
    assert stage.play.display.target == before
    assert stage.play.display.fitted
