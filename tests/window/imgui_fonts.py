"""Dear ImGui with the window's fonts, and without a window."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from imgui_bundle import imgui

from gpulife.window.imgui_backend import add_fonts


@contextmanager
def window_fonts() -> Iterator[imgui.ImFontAtlas]:
    """Make a context of Dear ImGui with the window's fonts. Nobody shows its textures."""
    before = imgui.get_current_context()
    context = imgui.create_context()
    imgui.set_current_context(context)
    io = imgui.get_io()
    io.set_ini_filename("")
    io.backend_flags |= imgui.BackendFlags_.renderer_has_textures
    io.display_size = imgui.ImVec2(800, 600)
    io.delta_time = 1 / 60
    add_fonts(io.fonts)
    yield io.fonts
    imgui.destroy_context(context)
    if before is not None:
        imgui.set_current_context(before)
