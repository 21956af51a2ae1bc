"""More windows of the same picture, or of others: each on a monitor of its own, all drawn by one OpenGL context."""

from __future__ import annotations

from typing import Any

import imgui_bundle  # noqa: F401 - before glfw, see ui.window

import glfw  # isort: skip
import moderngl

from gpulife.engines.gl.gl_context import REQUIRED_VERSION
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import FullScreenPass
from gpulife.errors import NoWindowError
from gpulife.window.glfw_window import Monitor, Window

Part = tuple[float, float, float, float]
"""(left, bottom, width, height) of a texture, in its coordinates: 0 to 1, from the lower left."""


class Fitting:
    """The pass that shows a part of a texture on all of a framebuffer."""

    def __init__(self, device: GLDevice) -> None:
        self._pass = FullScreenPass(device.context, device.program("view_fit.frag"), ["picture"])

    def draw(self, target: moderngl.Framebuffer, size: tuple[int, int], texture: moderngl.Texture, part: Part) -> None:
        """Draw it on a target of ``size`` (width, height) pixels."""
        left, bottom, width, height = part
        self._pass.set(origin=(left, bottom), scale=(width / size[0], height / size[1]))
        target.viewport = (0, 0, *size)
        self._pass.draw(target, [texture], (0, 0, *size))
        target.scissor = None  # type: ignore[assignment] # moderngl: no scissors; its stubs forget it

    def release(self) -> None:
        """Give it back."""
        self._pass.release()


class Output:
    """A window without a frame or a pointer on a monitor, or on a part of the desktop, that shows textures of another.

    Args:
        main: the window whose context draws the textures; its context is current before and after each call.
        monitor: where; without a handle, a part of the desktop.

    Raises:
        NoWindowError: the window system refuses.

    Attributes:
        monitor: likewise.
        size: (width, height) in pixels.
    """

    def __init__(self, main: Window, monitor: Monitor) -> None:
        self.monitor = monitor
        self._main = main
        hints = (glfw.DECORATED, glfw.FOCUS_ON_SHOW, glfw.FOCUSED, glfw.SCALE_TO_MONITOR)
        for hint in hints:
            glfw.window_hint(hint, False)  # noqa: FBT003 - glfw's own
        try:
            self._handle = glfw.create_window(*monitor.size, "gpulife art", monitor.handle, main.handle)
        finally:
            for hint in hints:
                glfw.window_hint(hint, True)  # noqa: FBT003 - glfw's own
        if not self._handle:
            raise NoWindowError(f"no window on monitor {monitor.name}")
        if monitor.handle is None:
            glfw.set_window_pos(self._handle, *monitor.position)
        glfw.set_input_mode(self._handle, glfw.CURSOR, glfw.CURSOR_HIDDEN)
        self.size: tuple[int, int] = glfw.get_framebuffer_size(self._handle)
        glfw.make_context_current(self._handle)
        try:
            glfw.swap_interval(0)  # the main window waits for its screen, and that is enough waiting
            self._device = GLDevice(moderngl.create_context(require=REQUIRED_VERSION))
            self._fitting = Fitting(self._device)
        finally:
            glfw.make_context_current(main.handle)

    @property
    def handle(self) -> Any:
        """The GLFWwindow, for those who install callbacks."""
        return self._handle

    def show(self, texture: moderngl.Texture, part: Part) -> None:
        """Show a part of a texture of the main window's context."""
        glfw.make_context_current(self._handle)
        try:
            self.size = glfw.get_framebuffer_size(self._handle)
            if 0 not in self.size:
                context = self._device.context
                shared = context.external_texture(texture.glo, texture.size, 4, 0, "f1")
                self._fitting.draw(context.screen, self.size, shared, part)
                glfw.swap_buffers(self._handle)
        finally:
            glfw.make_context_current(self._main.handle)

    def close(self) -> None:
        """Close the window."""
        glfw.make_context_current(self._handle)
        try:
            self._fitting.release()
            self._device.close()
        finally:
            glfw.make_context_current(self._main.handle)
            glfw.destroy_window(self._handle)
