"""Screens that are not of 96 dpi: windows keep their size, and the layout is the same on all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from goldens import Picture
from numpy.typing import NDArray
from window.desktop import FRAME_LIMIT, Gpulife, Screen, set_dpi
from window.retina import PIXELS, retina_window
from window.stage import Stage, choose_seats

from gpulife.games.core.game import Action, ActionKind
from gpulife.games.matches import default_rule, new_match
from gpulife.input.events import MouseButton, MouseMove, MouseWheel
from gpulife.rules import parse_rule
from gpulife.seats import Seat, Seats
from gpulife.settings import Settings, load_settings
from gpulife.view.camera import pixel_of
from gpulife.window import glfw_window as window_module
from gpulife.window.glfw_window import Window
from gpulife.window.imgui_backend import ImguiBackend

SIZE = (800, 600)
"""In points."""
LOOK = "[look]\nreduced_flashing = false\n"


@pytest.fixture
def scaled_screen(request: pytest.FixtureRequest) -> Iterator[Screen]:
    """A screen of its own, since all programs on it are told so."""
    size, dpi = request.param
    screen = Screen(size)
    try:
        set_dpi(screen, dpi)
        yield screen
    finally:
        screen.close()


def geometry(program: Gpulife) -> tuple[int, int]:
    lines = program.screen.do("getwindowgeometry", "--shell", program.window()).splitlines()
    told = dict(line.split("=") for line in lines)
    return int(told["WIDTH"]), int(told["HEIGHT"])


def start_and_quit(screen: Screen, folder: Path, name: str, settings: str = "") -> tuple[tuple[int, int], Picture]:
    """The size of a window in pixels, and what it showed, once it has been open and was closed again."""
    with Gpulife(screen, folder, "--size", "160x96", "--seed", "5", settings=settings, name=name) as program:
        picture = program.wait_for(lambda _: screen.picture().any(), "a window")
        size = geometry(program)
        assert program.quit() == 0
    return size, picture


@pytest.mark.parametrize(
    ("scaled_screen", "asked", "pixels"),
    [(((2000, 1300), 120), (1283, 807), (1603, 1008))],  # what is rounded could shrink from one time to the next
    indirect=["scaled_screen"],
)
def test_window_size_is_restored(
    scaled_screen: Screen, tmp_path: Path, asked: tuple[int, int], pixels: tuple[int, int]
) -> None:
    settings = f"{LOOK}{FRAME_LIMIT}width = {asked[0]}\nheight = {asked[1]}\n"
    for name, text in (("first", settings), ("second", "")):
        size, _ = start_and_quit(scaled_screen, tmp_path, name, text)
        assert size == pixels
        kept = load_settings(tmp_path / "settings.toml")
        assert (kept.width, kept.height) == asked


@pytest.mark.parametrize("scaled_screen", [((1600, 1000), 144)], indirect=True)
def test_full_screen_keeps_the_windows_size(scaled_screen: Screen, tmp_path: Path) -> None:
    settings = f"{LOOK}{FRAME_LIMIT}width = 900\nheight = 600\nfullscreen = true\n"
    size, _ = start_and_quit(scaled_screen, tmp_path, "first", settings)
    assert size == (1600, 1000)
    kept = load_settings(tmp_path / "settings.toml")
    assert (kept.width, kept.height) == (900, 600)


@pytest.mark.parametrize("scaled_screen", [((1100, 700), 144)], indirect=True)
def test_a_window_is_no_larger_than_the_screen(scaled_screen: Screen, tmp_path: Path) -> None:
    size, _ = start_and_quit(scaled_screen, tmp_path, "first", LOOK + FRAME_LIMIT)
    assert size == (1100, 700)


@contextmanager
def staged(screen: Screen, folder: Path, pixels: int) -> Iterator[Stage]:
    """The program in a window of SIZE points of so many pixels each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", screen.name)
        patch.delenv("WAYLAND_DISPLAY", raising=False)
        patch.setenv("GPULIFE_DATA", str(folder / "data"))
        patch.setenv("GPULIFE_SETTINGS", str(folder / "settings.toml"))
        screen.do("mousemove", *screen.size)
        opened = Window("gpulife", SIZE, vsync=False) if pixels == 1 else retina_window(patch, SIZE)
        with opened as window, ImguiBackend(window, 1.0) as imgui_backend:
            stage = Stage(
                window,
                imgui_backend,
                folder,
                Settings(reduced_flashing=False, wait_for_players=False, bloom=0.0, age=0.0, trails=0.0),
            )
            yield stage
            stage.screens.close()


def contest(stage: Stage) -> None:
    """A match that is being set up: names, a headline, cursors and a line below."""
    choose_seats(stage, Seats((Seat(name="Ada"), Seat(name="Grace"))))
    stage.shell.begin(new_match("one-seed", parse_rule("Immigration"), (24, 40), 1, "NORM"))
    stage.frames(2).act(ActionKind.START)


def study(stage: Stage) -> None:
    """A universe with its panels. Its cells are a whole number of points wide, so that the same hints have room."""
    stage.begin("Immigration", (20, 33))


def game(name: str, shape: tuple[int, int]) -> Callable[[Stage], None]:
    def begin(stage: Stage) -> None:
        stage.shell.begin(new_match(name, default_rule(name).on_board(shape), shape, 1))

    return begin


SCENES: dict[str, Callable[[Stage], None]] = {
    "study": study,
    "contest": contest,
    "biowar": game("biowar", (20, 20)),
    "survivor": game("survivor", (12, 16)),
    "realtime": game("realtime", (20, 24)),  # as in study: cells a whole number of points wide
    "life-2": game("life-2", (5, 5)),
}
BLOCK = 40
"""Points: letters stand a little closer where they need not begin at whole points, by some 20 at the end of a line."""


@pytest.fixture(scope="module")
def shown(screen: Screen, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, int], Picture]:
    """Pictures of all scenes, by pixels a point."""
    pictures = {}
    for pixels in (1, PIXELS):
        with staged(screen, tmp_path_factory.mktemp("scaled"), pixels) as stage:
            for name, begin in SCENES.items():
                begin(stage)
                pictures[name, pixels] = stage.live(10, ticks=6).frames(2).picture
    return pictures


def in_blocks(picture: Picture, side: int) -> NDArray[np.float64]:
    """Mean colours of squares of so many pixels."""
    rows, columns = picture.shape[0] // side, picture.shape[1] // side
    return picture.reshape(rows, side, columns, side, 3).mean(axis=(1, 3))


@pytest.mark.parametrize("scene", SCENES)
def test_layout_is_the_same_at_every_scale(shown: dict[tuple[str, int], Picture], scene: str) -> None:
    one, two = shown[scene, 1], shown[scene, PIXELS]
    assert two.shape == (PIXELS * one.shape[0], PIXELS * one.shape[1], 3)
    apart = np.abs(in_blocks(two, PIXELS * BLOCK) - in_blocks(one, BLOCK))
    assert apart.max() < 20, np.argwhere(apart.max(axis=2) >= 20)


def box_of(picture: Picture, colour: tuple[int, int, int]) -> tuple[int, int, int, int]:
    """Left, top, right and lower edge, in pixels, of what has about that colour."""
    return edges((np.abs(picture.astype(int) - colour) <= 12).all(axis=2))


def edges(mask: NDArray[np.bool_]) -> tuple[int, int, int, int]:
    rows, columns = np.nonzero(mask)
    assert rows.size
    return int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1


@pytest.fixture
def retina(screen: Screen, tmp_path: Path) -> Iterator[Stage]:
    with staged(screen, tmp_path, PIXELS) as stage:
        stage.shell.settings = replace(stage.shell.settings, panels_hidden=True)
        yield stage


def click(stage: Stage, x: float, y: float) -> None:
    """With the left button, at that point."""
    stage.frames(1, MouseMove(x, y), MouseButton(0, pressed=True, x=x, y=y))
    stage.frames(2, MouseButton(0, pressed=False, x=x, y=y))


@pytest.mark.parametrize("place", [(333.0, 210.0), (61.0, 430.0), (702.0, 115.0)])
def test_mouse_draws_at_pointer(retina: Stage, place: tuple[float, float]) -> None:
    retina.begin("Immigration", (20, 32)).live(10, ticks=6).frames(2)
    x, y = place
    click(retina, x, y)
    assert np.count_nonzero(retina.cells) == 1
    cell = round(PIXELS * retina.play.display.camera.zoom)
    # Without the figures and cursors of Study Mode, which have the same colours.
    row, column = (max(round(PIXELS * at) - cell, 0) for at in (y, x))
    around = retina.picture[row : row + 2 * cell, column : column + 2 * cell]
    left, top, right, bottom = box_of(around, retina.play.display.look.colours[1])
    assert left <= PIXELS * x - column < right
    assert top <= PIXELS * y - row < bottom
    assert right - left <= cell


def test_wheel_zooms_at_pointer(retina: Stage) -> None:
    retina.begin("Immigration", (20, 32)).live(10, ticks=6).frames(2)
    row, column = 6, 9
    x, y = pixel_of(retina.play.display.camera, SIZE, row + 0.5, column + 0.5)
    click(retina, x, y)
    assert np.argwhere(retina.cells).tolist() == [[row, column]]
    retina.frames(1, MouseWheel(0, 3, x, y)).live(20, ticks=6).frames(2)
    assert retina.controller.layout.place_under(MouseMove(x, y)) == (row, column)
    left, top, right, bottom = box_of(retina.picture, retina.play.display.look.colours[1])
    assert left <= PIXELS * x < right
    assert top <= PIXELS * y < bottom


def test_click_hits_cell_under_it(retina: Stage) -> None:
    choose_seats(retina, Seats((Seat(), Seat(level=1))))
    game("life-2", (5, 5))(retina)
    retina.frames(2).act(ActionKind.START).live(10, ticks=6).frames(2)
    x, y = pixel_of(retina.play.display.camera, SIZE, 1.5, 3.5)
    click(retina, x, y)
    assert (1, 3) in retina.play.session.state.hands[0].chosen


def test_cursor_is_drawn_on_its_cell(retina: Stage) -> None:
    contest(retina)
    retina.live(10, ticks=6).frames(2)
    retina.play.runner.act(Action(0, ActionKind.POINT, 5, 7))
    retina.shell.show_message("")
    retina.controller._opening_view.draw = lambda *_: None  # type: ignore[method-assign]
    middle = retina.frames(3).picture[150:-150, : PIXELS * SIZE[0] // 2 - 20]
    left, top, right, bottom = edges(middle.max(axis=2) > 100)
    x, y = pixel_of(retina.play.display.camera, SIZE, 5.5, 7.5)
    assert (left + right) / 2 == pytest.approx(PIXELS * x, abs=3)
    assert (top + bottom) / 2 + 150 == pytest.approx(PIXELS * y, abs=3)


def test_film_mark_is_in_corner(retina: Stage) -> None:
    retina.begin("Immigration", (20, 32)).live(10, ticks=6).drawn_frames(2)
    retina.shell.recorder._film = object()  # type: ignore[assignment] # only whether there is one
    retina.shell.draw_film_mark(above_bar=False)
    retina.shell.recorder._film = None
    left, top, right, bottom = box_of(retina.shell.window.read(), (219, 26, 31))
    assert (left + right) / 2 == pytest.approx(PIXELS * (SIZE[0] - 26), abs=3)
    assert PIXELS * SIZE[1] - (top + bottom) / 2 == pytest.approx(PIXELS * 26, abs=3)
    assert right - left == pytest.approx(PIXELS * 10, abs=1)


def test_monitor_change_updates_scale(screen: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with staged(screen, tmp_path, 1) as stage:
        window, imgui_backend = stage.window, stage.shell.imgui_backend
        study(stage)
        assert (window.scale, imgui_backend.scale) == (1.0, 1.0)
        monkeypatch.setattr(window_module.glfw, "get_window_content_scale", lambda _window: (1.25, 1.25))
        window._update_sizes()  # what glfw calls then
        stage.frames(2)
        assert (window.scale, imgui_backend.scale, imgui_backend.pixel_scale) == (1.25, 1.25, 1.25)
        assert window.size == (640, 480)
        stage.shell.settings = replace(stage.shell.settings, ui_scale=0.8)
        stage.shell.imgui_backend.set_ui_scale(stage.shell.settings.ui_scale)
        assert imgui_backend.scale == 1.0
