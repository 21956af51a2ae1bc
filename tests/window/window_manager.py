"""A minimal window manager: shows windows, minimises them on request, and restores all of them at SIGUSR1.

    python -m window.window_manager :45

It prints "ready" when it manages the display. ICCCM:
https://x.org/releases/X11R7.6/doc/xorg-docs/specs/ICCCM/icccm.html
"""

from __future__ import annotations

import ctypes
import select
import signal
import sys

SUBSTRUCTURE_REDIRECT, SUBSTRUCTURE_NOTIFY = 1 << 20, 1 << 19
MAP_REQUEST, CONFIGURE_REQUEST, CLIENT_MESSAGE = 20, 23, 33
NORMAL, ICONIC = 1, 3


class _Configure(ctypes.Structure):
    """XConfigureRequestEvent, which begins like XMapRequestEvent."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("parent", ctypes.c_ulong),
        ("window", ctypes.c_ulong),
        *((name, ctypes.c_int) for name in ("x", "y", "width", "height", "border_width")),
        ("above", ctypes.c_ulong),
        ("detail", ctypes.c_int),
        ("value_mask", ctypes.c_ulong),
    )


class _Message(ctypes.Structure):
    """XClientMessageEvent."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
    )


class _Changes(ctypes.Structure):
    """XWindowChanges."""

    _fields_ = (
        *((name, ctypes.c_int) for name in ("x", "y", "width", "height", "border_width")),
        ("sibling", ctypes.c_ulong),
        ("stack_mode", ctypes.c_int),
    )


class _Event(ctypes.Union):
    _fields_ = (
        ("type", ctypes.c_int),
        ("configure", _Configure),
        ("message", _Message),
        ("whole", ctypes.c_long * 24),
    )


class WindowManager:
    """Manages the windows of a display.

    Attributes:
        wanted_back: True if minimised windows are to be shown again.
    """

    def __init__(self, display_name: str) -> None:
        self.wanted_back = False
        x = self._x = ctypes.CDLL("libX11.so.6")
        number, pointer, whole = ctypes.c_ulong, ctypes.c_void_p, ctypes.c_int
        for name, result, *arguments in (
            ("XOpenDisplay", pointer, ctypes.c_char_p),
            ("XDefaultRootWindow", number, pointer),
            ("XInternAtom", number, pointer, ctypes.c_char_p, whole),
            ("XSelectInput", whole, pointer, number, ctypes.c_long),
            ("XConnectionNumber", whole, pointer),
            ("XPending", whole, pointer),
            ("XNextEvent", whole, pointer, pointer),
            ("XMapWindow", whole, pointer, number),
            ("XUnmapWindow", whole, pointer, number),
            ("XConfigureWindow", whole, pointer, number, ctypes.c_uint, pointer),
            ("XChangeProperty", whole, pointer, number, number, number, whole, whole, pointer, whole),
            ("XSetInputFocus", whole, pointer, number, whole, number),
            ("XSync", whole, pointer, whole),
        ):
            function = getattr(x, str(name))
            function.restype, function.argtypes = result, arguments
        self._ignore = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda *_: 0)
        x.XSetErrorHandler(self._ignore)  # a window may be gone before it is managed
        self._display = x.XOpenDisplay(display_name.encode())
        assert self._display, f"no display {display_name}"
        self._state = x.XInternAtom(self._display, b"WM_STATE", 0)
        self._change_state = x.XInternAtom(self._display, b"WM_CHANGE_STATE", 0)
        self._minimised: list[int] = []
        root = x.XDefaultRootWindow(self._display)
        x.XSelectInput(self._display, root, SUBSTRUCTURE_REDIRECT | SUBSTRUCTURE_NOTIFY)
        x.XSync(self._display, 0)

    def run(self) -> None:
        """Manage windows until the process is ended."""
        event = _Event()
        while True:
            while self._x.XPending(self._display):
                self._x.XNextEvent(self._display, ctypes.byref(event))
                self._handle(event)
            if self.wanted_back:
                self.wanted_back = False
                for window in self._minimised:
                    self._show(window)
                self._minimised.clear()
            self._x.XSync(self._display, 0)
            select.select([self._x.XConnectionNumber(self._display)], [], [], 0.1)

    def _handle(self, event: _Event) -> None:
        if event.type == MAP_REQUEST:
            self._show(event.configure.window)
        elif event.type == CONFIGURE_REQUEST:
            asked = event.configure
            changes = _Changes(
                asked.x, asked.y, asked.width, asked.height, asked.border_width, asked.above, asked.detail
            )
            self._x.XConfigureWindow(self._display, asked.window, asked.value_mask, ctypes.byref(changes))
        elif event.type == CLIENT_MESSAGE:
            message = event.message
            if message.message_type == self._change_state and message.data[0] == ICONIC:
                self._x.XUnmapWindow(self._display, message.window)
                self._set_state(message.window, ICONIC)
                self._minimised.append(message.window)

    def _show(self, window: int) -> None:
        self._x.XMapWindow(self._display, window)
        self._set_state(window, NORMAL)

    def _set_state(self, window: int, state: int) -> None:
        data = (ctypes.c_long * 2)(state, 0)
        self._x.XChangeProperty(self._display, window, self._state, self._state, 32, 0, data, 2)


def main() -> None:
    """Manage the display given on the command line."""
    manager = WindowManager(sys.argv[1])

    def bring_back(_number: int, _frame: object) -> None:
        manager.wanted_back = True

    signal.signal(signal.SIGUSR1, bring_back)
    print("ready", flush=True)
    manager.run()


if __name__ == "__main__":
    main()
