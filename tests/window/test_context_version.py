"""The OpenGL version of the window's context: the newest that the driver gives."""

from __future__ import annotations

import os
import subprocess
import sys

import glfw
import pytest
from window.desktop import Screen

from gpulife.window import glfw_window as window


@pytest.mark.parametrize(("newest", "given"), [(470, 460), (460, 460), (440, 430), (410, 410), (330, 330), (320, None)])
def test_newest_opengl_version_is_tried_first(monkeypatch: pytest.MonkeyPatch, newest: int, given: int | None) -> None:
    hints: dict[int, int] = {}
    monkeypatch.setattr(glfw, "window_hint", hints.__setitem__)

    def create() -> int | None:
        asked = 100 * hints[glfw.CONTEXT_VERSION_MAJOR] + 10 * hints[glfw.CONTEXT_VERSION_MINOR]
        return asked if asked <= newest else None

    assert window.create_with_newest_context(create) == given


READING = """
from gpulife.window.glfw_window import Window

with Window("gpulife in a test", (640, 400), vsync=False, visible=False) as window:
    context = window.device.context
    assert context.version_code == 330
    for _ in range(2):
        context.screen.use()
        context.clear(0.2, 0.4, 0.6)
        assert window.read()[0, 0].tolist() == [51, 102, 153]
        assert context.error == "GL_NO_ERROR", context.error
        window.swap()
"""


def test_reading_old_context_leaves_no_gl_error(screen: Screen) -> None:
    environment = os.environ | {"DISPLAY": screen.name, "WAYLAND_DISPLAY": "", "MESA_GL_VERSION_OVERRIDE": "3.3"}
    result = subprocess.run(
        [sys.executable, "-c", READING], env=environment, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")
