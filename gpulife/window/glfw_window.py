"""A window with an OpenGL context: its size and scale, full screen, and when the pointer is hidden.

The package imports imgui_bundle before glfw, because both must use imgui_bundle's copy of libglfw.
"""

import ctypes
import math
from collections.abc import Callable, Collection
from dataclasses import dataclass
from threading import Lock
from typing import Any

import glfw
import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.closing import Closing
from gpulife.engines.gl.gl_context import CONTEXT_VERSIONS, REQUIRED_VERSION, limit_vector_width
from gpulife.engines.gl.gl_debug import is_logged as debug_wanted
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.errors import GpulifeError, NoWindowError
from gpulife.input.glfw_input import decoded
from gpulife.printing import printable
from gpulife.window.no_window import no_display

POINTER_HIDES_AFTER = 3.0
"""Seconds without movement after which the pointer is hidden."""
_LONGEST_SUBJECT = 80
MIN_WINDOW = (640, 400)
"""Smallest (width, height) of a window, in units of 1/96 inch."""
_RESET_FUNCTIONS = {"GL_KHR_robustness": "glGetGraphicsResetStatus", "GL_ARB_robustness": "glGetGraphicsResetStatusARB"}
"""Names of the functions that report whether the driver has discarded the context, keyed by extension."""
_PIXEL_PACK_BUFFER, _BGRA, _UNSIGNED_BYTE = 0x88EB, 0x80E1, 0x1401  # numbers of OpenGL's registry


@dataclass(frozen=True, slots=True)
class Monitor:
    """A monitor; if ``handle`` is None, a part of the desktop. The setting ``monitor`` refers to it by ``name``."""

    name: str
    position: tuple[int, int]
    size: tuple[int, int]
    handle: Any

    def contains(self, x: int, y: int) -> bool:
        """Return True if the monitor shows the point (x, y) of the desktop."""
        left, top = self.position
        return left <= x < left + self.size[0] and top <= y < top + self.size[1]


class Window(Closing):
    """A window with an OpenGL context.

    The framebuffer is measured in pixels; the window, the pointer's position and Dear ImGui use points. On X11 and
    Windows a point is a pixel. On a Retina screen it is two pixels wide.

    Args:
        title: the window's title.
        size: (width, height) in units of 1/96 inch; smaller if no monitor is as large.
        vsync: True if frames wait for the monitor.
        fullscreen_on: the monitor to fill, by name or number; None for a normal window.
        visible: True if the window is shown.
        robust: True if ``lost`` can report that the driver has discarded the context.

    Attributes:
        handle: the GLFWwindow, for installing callbacks.
        fullscreen_on: name of the monitor that the window fills; None if it fills none.
        device: the OpenGL context, for engines and views.
        framebuffer_size: (width, height) in pixels; while minimised, the size before.
        view_size: (width, height) in points; while minimised, the size before.
        pixels_per_point: width of a point in pixels.
        scale: factor from units of 1/96 inch to points, such as 1.5 with X11 at 144 dpi; changes with the monitor.
        minimised: True if the window is minimised.
        is_damaged: True if the window system has lost the picture, so that it must be drawn again.
        is_woken: True if :meth:`wake` was called since the last :meth:`poll`.
        lost: function that returns True if the driver has discarded the context. Then nothing more can be drawn.
        monitors: all connected monitors.
    """

    def __init__(
        self,
        title: str,
        size: tuple[int, int],
        *,
        vsync: bool,
        fullscreen_on: str | None = None,
        visible: bool = True,
        robust: bool = False,
    ) -> None:
        glfw.set_error_callback(_ignore_error)
        if not glfw.init():
            raise no_display()
        limit_vector_width()
        try:
            self.handle = self._create(title, size, visible=visible, robust=robust)
            glfw.make_context_current(self.handle)
            glfw.swap_interval(int(vsync))
            self.device = GLDevice(moderngl.create_context(require=REQUIRED_VERSION))
            self.lost: Callable[[], bool] = _reset_status(self.device.context.extensions) if robust else lambda: False
        except BaseException:
            glfw.terminate()
            raise
        self._gl_read_pixels = _gl_function("glReadPixels", *[ctypes.c_int] * 4, *[ctypes.c_uint] * 2, ctypes.c_void_p)
        self._gl_bind_buffer = _gl_function("glBindBuffer", ctypes.c_uint, ctypes.c_uint)
        self.fullscreen_on: str | None = None
        self.framebuffer_size: tuple[int, int] = (1, 1)
        self.view_size: tuple[int, int] = (1, 1)
        self.pixels_per_point = self.scale = 1.0
        self.minimised = self.is_damaged = self.is_woken = False
        self._open, self._open_lock = True, Lock()
        self.monitors = list_monitors()
        self._pointer_moving, self._pointer_hidden = True, False
        self._escape_pressed = False
        self._pointer_moved = 0.0
        self._title, self._subject = title, ""
        self._install_callbacks()
        self._shrink_to_monitors()
        self._remember_place()
        if fullscreen_on is not None:
            self.set_fullscreen(fullscreen_on)

    @staticmethod
    def _create(title: str, size: tuple[int, int], *, visible: bool, robust: bool) -> Any:
        for hint, value in (
            (glfw.OPENGL_PROFILE, glfw.OPENGL_CORE_PROFILE),
            (glfw.OPENGL_FORWARD_COMPAT, True),
            (glfw.DEPTH_BITS, 0),  # no depth is used, and a software renderer would clear and store it in every frame
            (glfw.STENCIL_BITS, 0),
            (glfw.AUTO_ICONIFY, False),  # a full-screen window stays when another monitor gets the focus
            (glfw.SCALE_TO_MONITOR, True),  # sizes are those of a 96 dpi screen where points are smaller
            (glfw.VISIBLE, visible),
            (glfw.OPENGL_DEBUG_CONTEXT, debug_wanted()),
            (glfw.CONTEXT_ROBUSTNESS, glfw.LOSE_CONTEXT_ON_RESET if robust else glfw.NO_ROBUSTNESS),
        ):
            glfw.window_hint(hint, value)
        glfw.window_hint_string(glfw.X11_CLASS_NAME, "gpulife")
        handle = create_with_newest_context(lambda: glfw.create_window(*size, title, None, None))
        if not handle:
            code, description = glfw.get_error()
            raise NoWindowError(f"no window: {decoded(description) or code}; use --view terminal")
        return handle

    @property
    def address(self) -> int:
        """The GLFWwindow's address, for Dear ImGui."""
        return ctypes.cast(self.handle, ctypes.c_void_p).value or 0

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the window in units of 1/96 inch; in full screen, the size to which it will return."""
        if self.fullscreen_on is None and not self.minimised:  # on Windows a minimised window has size 0
            self._remember_place()
        return self._size

    @property
    def closing(self) -> bool:
        """True if the user asked to close the window."""
        return bool(glfw.window_should_close(self.handle))

    def set_subject(self, subject: str) -> None:
        """Put a subject, such as a file name, before the program's name in the window's title; "" for no subject."""
        if subject != self._subject:
            self._subject = subject
            glfw.set_window_title(
                self.handle, f"{printable(subject[:_LONGEST_SUBJECT])} - {self._title}" if subject else self._title
            )

    def set_vsync(self, *, on: bool) -> None:
        """Set whether frames wait for the monitor."""
        glfw.swap_interval(int(on))

    def close(self) -> None:
        """Release the context and end glfw."""
        with self._open_lock:
            self._open = False
        self.device.close()
        glfw.destroy_window(self.handle)
        glfw.terminate()

    def poll(self, now: float) -> None:
        """Process events, and hide the pointer if it has not moved for some seconds; ``now`` is the time in seconds."""
        self.is_woken = False  # before the events, of which one wakes
        glfw.poll_events()
        if self._pointer_moving:
            self._pointer_moving, self._pointer_moved = False, now
        hides = now - self._pointer_moved > POINTER_HIDES_AFTER
        if hides != self._pointer_hidden:
            self._pointer_hidden = hides
            glfw.set_input_mode(self.handle, glfw.CURSOR, glfw.CURSOR_HIDDEN if hides else glfw.CURSOR_NORMAL)

    def escape_pressed(self) -> bool:
        """Return True if Escape was pressed since the last call. Long work calls this, since it handles no events."""
        pressed, self._escape_pressed = self._escape_pressed, False
        return pressed

    def _install_callbacks(self) -> None:
        """Install callbacks for changes of the window. This is faster than to query each value in every frame."""
        for change in ("framebuffer_size", "window_content_scale", "window_iconify"):
            getattr(glfw, f"set_{change}_callback")(self.handle, lambda *_: self._update_sizes())
        glfw.set_window_refresh_callback(self.handle, self._note_damage)
        glfw.set_cursor_pos_callback(self.handle, self._pointer_moves)
        glfw.set_key_callback(self.handle, self._key)
        glfw.set_monitor_callback(self._monitors_changed)
        self._update_sizes()

    def _key(self, _window: Any, key: int, _scancode: int, action: int, _mods: int) -> None:
        self._escape_pressed |= key == glfw.KEY_ESCAPE and action == glfw.PRESS

    def _update_sizes(self) -> None:
        width, height = glfw.get_framebuffer_size(self.handle)
        self.minimised = bool(glfw.get_window_attrib(self.handle, glfw.ICONIFIED)) or 0 in (width, height)
        if self.minimised:
            return
        self.framebuffer_size = width, height
        self.view_size = glfw.get_window_size(self.handle)
        self.pixels_per_point = width / max(1, self.view_size[0])
        # macOS reports a scale of 2 on a Retina screen, although points are as large there as elsewhere.
        scale = glfw.get_window_content_scale(self.handle)[0] / self.pixels_per_point
        if scale != self.scale:
            self.scale = scale
            smallest = math.ceil(MIN_WINDOW[0] * scale), math.ceil(MIN_WINDOW[1] * scale)
            glfw.set_window_size_limits(self.handle, *smallest, glfw.DONT_CARE, glfw.DONT_CARE)

    def _shrink_to_monitors(self) -> None:
        """Shrink a window that is larger than the free area of every monitor."""
        areas = [glfw.get_monitor_workarea(monitor.handle)[2:] for monitor in self.monitors]
        width, height = glfw.get_window_size(self.handle)
        largest = max(areas, default=(width, height))
        if width > largest[0] or height > largest[1]:
            glfw.set_window_size(self.handle, min(width, largest[0]), min(height, largest[1]))
            self._update_sizes()

    def _remember_place(self) -> None:
        """Store the window's position and size, to restore them after full screen and at the next start."""
        width, height = glfw.get_window_size(self.handle)
        self._restore = (*glfw.get_window_pos(self.handle), width, height)
        # glfw rounds down when it scales, so this rounds up, except for the division's error.
        self._size = math.ceil(width / self.scale - 1e-3), math.ceil(height / self.scale - 1e-3)

    def _note_damage(self, _window: Any) -> None:
        self.is_damaged = True

    def _pointer_moves(self, _window: Any, _x: float, _y: float) -> None:
        self._pointer_moving = True

    def wait(self, seconds: float) -> None:
        """Wait for an event, at most ``seconds`` seconds."""
        glfw.wait_events_timeout(max(seconds, 0.001))

    def wake(self) -> None:
        """End a :meth:`wait`, because something has come that is no event of the window. Any thread may call this."""
        with self._open_lock:
            if self._open:
                self.is_woken = True
                glfw.post_empty_event()

    def swap(self) -> None:
        """Show the picture that was drawn since the last call."""
        glfw.swap_buffers(self.handle)

    def read(self) -> NDArray[np.uint8]:
        """Return the picture drawn since the last :meth:`swap`: shape (height, width, 3), uint8, upper row first."""
        width, height = self.framebuffer_size
        context = self.device.context
        # moderngl causes a GL error when it reads the window itself: it asks for a colour attachment, which the window
        # lacks.
        copy = context.simple_framebuffer((width, height), 3)
        # copy_framebuffer restores the framebuffer bound before. For the window that is a GL error before OpenGL 4.5.
        copy.use()
        context.copy_framebuffer(copy, context.screen)
        data = copy.read(components=3, alignment=1)
        context.screen.use()
        for attachment in (*copy.color_attachments, copy.depth_attachment, copy):
            if attachment is not None:
                attachment.release()
        return np.ascontiguousarray(np.frombuffer(data, np.uint8).reshape(height, width, 3)[::-1])

    def read_into(self, buffer: moderngl.Buffer) -> None:
        """Let the GPU copy the picture drawn since the last :meth:`swap` into a buffer, without waiting for the copy.

        A pixel has 4 bytes: blue, green, red and an unused byte. The lowest row of the picture comes first.
        """
        self.device.context.screen.use()
        width, height = self.framebuffer_size
        self._gl_bind_buffer(_PIXEL_PACK_BUFFER, buffer.glo)
        self._gl_read_pixels(0, 0, width, height, _BGRA, _UNSIGNED_BYTE, None)
        self._gl_bind_buffer(_PIXEL_PACK_BUFFER, 0)

    def clipboard(self) -> str:
        """Return the text on the clipboard, "" if there is none."""
        no_window: Any = None  # glfw ignores the window here
        return decoded(glfw.get_clipboard_string(no_window))

    def set_clipboard(self, text: str) -> None:
        """Put a text on the clipboard."""
        no_window: Any = None  # glfw ignores the window here
        glfw.set_clipboard_string(no_window, text)

    def set_fullscreen(self, monitor_name: str | None) -> None:
        """Fill a monitor without a border, in its current video mode. None returns to a normal window.

        If no monitor has the name, the window fills the monitor that it is on.
        """
        if monitor_name is None:
            if self.fullscreen_on is not None:
                self.fullscreen_on = None
                no_monitor: Any = None  # glfw's stubs have no NULL
                glfw.set_window_monitor(self.handle, no_monitor, *self._restore, glfw.DONT_CARE)
            return
        if self.fullscreen_on is None:
            self._remember_place()
        monitor = self.find_monitor(monitor_name) or self.current_monitor()
        if monitor is None:
            return
        mode = glfw.get_video_mode(monitor.handle)
        self.fullscreen_on = monitor.name
        glfw.set_window_monitor(self.handle, monitor.handle, 0, 0, mode.size.width, mode.size.height, mode.refresh_rate)

    def cover(self, monitor: Monitor) -> None:
        """Fill a monitor, or a part of the desktop, without a border."""
        if monitor.handle is not None:
            self.set_fullscreen(monitor.name)
            return
        glfw.set_window_attrib(self.handle, glfw.DECORATED, False)  # noqa: FBT003 - glfw's own
        glfw.set_window_size_limits(self.handle, *(glfw.DONT_CARE,) * 4)
        glfw.set_window_pos(self.handle, *monitor.position)
        glfw.set_window_size(self.handle, *monitor.size)
        self._update_sizes()

    def find_monitor(self, name: str) -> Monitor | None:
        """Return the monitor with this name, or with this number (the first is 1); None if there is no such monitor."""
        if name.isdigit() and 1 <= int(name) <= len(self.monitors):
            return self.monitors[int(name) - 1]
        return next((monitor for monitor in self.monitors if monitor.name == name), None)

    def require_monitor(self, name: str) -> None:
        """Raise GpulifeError if no monitor has this name or number."""
        if self.find_monitor(name) is None:
            known = ", ".join(f"{number} ({monitor.name})" for number, monitor in enumerate(self.monitors, 1))
            hint = f"use {known}" if known else "no monitor is connected"
            raise GpulifeError(f"there is no monitor {name[:60]!r}: {hint}")

    def current_monitor(self) -> Monitor | None:
        """Return the monitor under the middle of the window, else the first monitor; None if there are no monitors."""
        left, top = glfw.get_window_pos(self.handle)
        width, height = glfw.get_window_size(self.handle)
        here = (monitor for monitor in self.monitors if monitor.contains(left + width // 2, top + height // 2))
        return next(here, next(iter(self.monitors), None))

    def _monitors_changed(self, _monitor: Any, _event: int) -> None:
        """Update the list of monitors. If a full-screen window's monitor is gone, the window fills another one."""
        self.monitors = list_monitors()
        if self.fullscreen_on is not None:
            self.set_fullscreen(self.fullscreen_on)


def create_with_newest_context(create: Callable[[], Any]) -> Any:
    """Return the window that ``create`` makes with the newest OpenGL version that works; None if none works.

    Windows created later get the same version, so that they can share this context.
    """
    for version in CONTEXT_VERSIONS:  # the newest first: a driver may provide no more than the requested version
        glfw.window_hint(glfw.CONTEXT_VERSION_MAJOR, version // 100)
        glfw.window_hint(glfw.CONTEXT_VERSION_MINOR, version // 10 % 10)
        if handle := create():
            return handle
    return None


def _gl_function(name: str, *arguments: Any) -> Callable[..., None]:
    """Return an OpenGL function for which moderngl has no method. ``arguments`` are its ctypes argument types."""
    factory = getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)  # OpenGL on Windows is stdcall
    function: Callable[..., None] = factory(None, *arguments)(_gl_address(name))
    return function


def _gl_address(name: str) -> int:
    """Return the address of a function of the current OpenGL context; 0 if there is no such function."""
    address: Any = glfw.get_proc_address(name)
    return (ctypes.cast(address, ctypes.c_void_p).value or 0) if address else 0


def _reset_status(extensions: Collection[str]) -> Callable[[], bool]:
    """Return a function that returns True if the current context is lost.

    It always returns False if the driver cannot tell.

    Args:
        extensions: names of the context's extensions. The context must be robust (glfw's CONTEXT_ROBUSTNESS).
    """
    name = next((name for extension, name in _RESET_FUNCTIONS.items() if extension in extensions), "")
    address = _gl_address(name) if name else 0
    status = ctypes.CFUNCTYPE(ctypes.c_uint)(address)
    return lambda: bool(address) and status() != 0


def _ignore_error(_code: int, _description: Any) -> None:
    """Do nothing. Callers use ``glfw.get_error``; without this callback, each error would also be printed on stderr."""


def list_monitors() -> list[Monitor]:
    """Return the monitors in the system's order, the primary monitor first. Monitors with equal names get numbers."""
    monitors: list[Monitor] = []
    for handle in glfw.get_monitors():
        name = decoded(glfw.get_monitor_name(handle))
        same = sum(1 for monitor in monitors if monitor.name.split(" #")[0] == name)
        mode = glfw.get_video_mode(handle)
        size = (mode.size.width, mode.size.height)
        monitors.append(Monitor(f"{name} #{same + 1}" if same else name, glfw.get_monitor_pos(handle), size, handle))
    return monitors
