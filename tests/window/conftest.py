"""Fixtures for tests with real windows on an X server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from imgui_bundle import imgui
from window.desktop import FAR_AWAY, FRAME_LIMIT, Gpulife, Screen
from window.stage import Stage

from gpulife.input.glyphs import Legend
from gpulife.log import attached
from gpulife.settings import Settings
from gpulife.window import screen_stack
from gpulife.window.glfw_window import Window
from gpulife.window.imgui_backend import ImguiBackend
from gpulife.window.phones import phone_host

START = Callable[..., Gpulife]
ASKED = f"{FRAME_LIMIT}[look]\nreduced_flashing = false\n"


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark all tests of this folder as needing a screen; pytest calls this only for them."""
    item.add_marker(pytest.mark.needs("Xvfb", "xdotool"))


@pytest.fixture(scope="session")
def screen() -> Iterator[Screen]:
    """One X server for all tests."""
    screen = Screen()
    yield screen
    screen.close()


@pytest.fixture
def start(screen: Screen, tmp_path: Path) -> Iterator[START]:
    """Start the program; end it after the test if it still runs.

    A module must not also have tests of ``stage``: they share the screen, and a picture would show the wrong window.
    """
    assert not screen.has_window_of_tests, "move the tests with `start` to a module of their own"
    with ExitStack() as stack:

        def start_(*arguments: object, settings: str = "", name: str = "said", changed: str = "") -> Gpulife:
            return stack.enter_context(
                Gpulife(screen, tmp_path, *arguments, settings=settings, name=name, changed=changed)
            )

        yield start_


@pytest.fixture(scope="module")
def window(screen: Screen, request: pytest.FixtureRequest) -> Iterator[Window]:
    """A window of this process, as large as the module's SIZE."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", screen.name)
        patch.delenv("WAYLAND_DISPLAY", raising=False)
        screen.do("mousemove", FAR_AWAY, FAR_AWAY)  # to the corner, so that nothing is hovered
        with Window("gpulife in a test", request.module.SIZE, vsync=False) as window:
            screen.has_window_of_tests = True
            yield window
        screen.has_window_of_tests = False


@pytest.fixture
def stage(window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    """The program in that window."""
    monkeypatch.setenv("GPULIFE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("GPULIFE_SETTINGS", str(tmp_path / "settings.toml"))
    monkeypatch.setattr(phone_host, "local_addresses", lambda: ("127.0.0.1", "127.0.0.2"))  # local only
    monkeypatch.setattr(screen_stack, "MOVE", 0.0)  # pages appear at once, as pictures shall show
    with ImguiBackend(window, 1.0) as imgui_backend:
        stage = Stage(
            window,
            imgui_backend,
            tmp_path,
            Settings(
                reduced_flashing=False,
                wait_for_players=False,
                guided_round_offered=True,
                tried=("gun", "war", "run", "city"),
                phones_port=0,
            ),
        )
        with attached(stage.shell.warnings), attached(stage.log):
            yield stage
        stage.screens.close()


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All drawn texts that may contain pictures of keys."""
    texts: list[str] = []
    pieces = Legend.pieces
    monkeypatch.setattr(Legend, "pieces", lambda legend, words: texts.append(words) or pieces(legend, words))
    return texts


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch, written: list[str]) -> list[str]:
    """All drawn texts and labels of buttons."""
    for name, place in (("text", 0), ("text_wrapped", 0), ("text_colored", 1), ("button", 0), ("small_button", 0)):
        draw = getattr(imgui, name)

        def noted(*given: Any, _draw: Any = draw, _place: int = place, **options: Any) -> Any:
            written.append(given[_place])
            return _draw(*given, **options)

        monkeypatch.setattr(imgui, name, noted)
    return written
