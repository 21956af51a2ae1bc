"""A window with two pixels per point, as on macOS: a separate framebuffer replaces the screen's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import moderngl
import pytest
from imgui_bundle import imgui

from gpulife.window import glfw_window as window_module
from gpulife.window.glfw_window import Window

PIXELS = 2


@contextmanager
def retina_window(patch: pytest.MonkeyPatch, size: tuple[int, int]) -> Iterator[Window]:
    """Open a window of ``size`` points, in which glfw and Dear ImGui see two pixels per point.

    The window system gives sizes, places and the pointer in points, as on a Retina screen. Drawing goes to a
    framebuffer of twice the size, which ``window.read()`` reads.
    """
    glfw: Any = window_module.glfw
    patch.setattr(
        glfw, "get_framebuffer_size", lambda handle: tuple(PIXELS * side for side in glfw.get_window_size(handle))
    )
    patch.setattr(glfw, "get_window_content_scale", lambda _handle: (float(PIXELS), float(PIXELS)))
    new_frame = imgui.backends.glfw_new_frame

    def new_frame_() -> None:
        new_frame()
        imgui.get_io().display_framebuffer_scale = imgui.ImVec2(PIXELS, PIXELS)

    patch.setattr(imgui.backends, "glfw_new_frame", new_frame_)
    with Window("gpulife on a Retina screen", size, vsync=False) as window:
        context: Any = window.device.context
        pixels = (PIXELS * size[0], PIXELS * size[1])
        canvas: moderngl.Framebuffer = context.framebuffer([context.texture(pixels, 4)])
        context._screen = canvas
        yield window
