"""Windows on monitors other than the main window's. The main window's OpenGL context draws their pictures."""

import glfw
import moderngl

from gpulife.engines.gl.gl_context import REQUIRED_VERSION
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import FullScreenPass
from gpulife.errors import NoWindowError
from gpulife.window.glfw_window import Monitor, Window

TexturePart = tuple[float, float, float, float]
"""Part of a texture: (left, bottom, width, height) as shares of the texture, 0 to 1, from its lower left corner."""


class TextureBlit:
    """Draws a part of a texture so that it fills a framebuffer."""

    def __init__(self, device: GLDevice) -> None:
        self._pass = FullScreenPass(device.context, device.program("view_fit.frag"), ["picture"])

    def draw(
        self, target: moderngl.Framebuffer, size: tuple[int, int], texture: moderngl.Texture, part: TexturePart
    ) -> None:
        """Draw a part of a texture on a target of ``size`` (width, height) pixels."""
        left, bottom, width, height = part
        self._pass.set(origin=(left, bottom), scale=(width / size[0], height / size[1]))
        target.viewport = (0, 0, *size)
        self._pass.draw(target, [texture], (0, 0, *size))
        target.scissor = None  # type: ignore[assignment] # moderngl: no scissors; its stubs forget it

    def release(self) -> None:
        """Release the shader."""
        self._pass.release()


class SecondaryWindow:
    """A window on another monitor, without a frame or a pointer. It shows textures of the main window.

    Args:
        main: the main window. Its OpenGL context is the current one before and after each call.
        monitor: the monitor, or the part of the desktop, to fill.

    Raises:
        NoWindowError: the window system cannot open such a window.

    Attributes:
        handle: the GLFWwindow, for installing callbacks.
        monitor: the monitor that the window fills.
        size: (width, height) of the window in pixels.
    """

    def __init__(self, main: Window, monitor: Monitor) -> None:
        self.monitor = monitor
        self._main = main
        hints = (glfw.DECORATED, glfw.FOCUS_ON_SHOW, glfw.FOCUSED, glfw.SCALE_TO_MONITOR)
        for hint in hints:
            glfw.window_hint(hint, False)  # noqa: FBT003 - glfw's own
        try:
            self.handle = glfw.create_window(*monitor.size, "gpulife art", monitor.handle, main.handle)
        finally:
            for hint in hints:
                glfw.window_hint(hint, True)  # noqa: FBT003 - glfw's own
        if not self.handle:
            raise NoWindowError(f"no window on monitor {monitor.name}")
        if monitor.handle is None:
            glfw.set_window_pos(self.handle, *monitor.position)
        glfw.set_input_mode(self.handle, glfw.CURSOR, glfw.CURSOR_HIDDEN)
        self.size: tuple[int, int] = glfw.get_framebuffer_size(self.handle)
        glfw.make_context_current(self.handle)
        try:
            glfw.swap_interval(0)  # the main window already waits for its screen
            self._device = GLDevice(moderngl.create_context(require=REQUIRED_VERSION))
            self._fitting = TextureBlit(self._device)
        finally:
            glfw.make_context_current(main.handle)

    def show(self, texture: moderngl.Texture, part: TexturePart) -> None:
        """Show a part of a texture of the main window's context."""
        glfw.make_context_current(self.handle)
        try:
            self.size = glfw.get_framebuffer_size(self.handle)
            if 0 not in self.size:
                context = self._device.context
                shared = context.external_texture(texture.glo, texture.size, 4, 0, "f1")
                self._fitting.draw(context.screen, self.size, shared, part)
                glfw.swap_buffers(self.handle)
        finally:
            glfw.make_context_current(self._main.handle)

    def close(self) -> None:
        """Close the window."""
        glfw.make_context_current(self.handle)
        try:
            self._fitting.release()
            self._device.close()
        finally:
            glfw.make_context_current(self._main.handle)
            glfw.destroy_window(self.handle)
