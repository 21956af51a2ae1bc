"""An X server and the real program on it: keys and mouse by xdotool, and pictures of the window."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, TypeVar

import numpy as np
import psutil
from goldens import Picture
from numpy.typing import NDArray
from PIL import Image, ImageGrab

import gpulife

SCREEN = (1600, 1000)
WINDOW = (1280, 800)
PATIENCE = 40.0  # seconds until a test gives up waiting
BUTTON = (38, 46, 59)
"""The colour of buttons (``design.RAISED``). Over a universe, it shows that there are panels."""
FAR_AWAY = 10_000
"""A position of the pointer at which nothing is hovered."""
CELL = 8
"""Pixels per cell of a board of 160x96 in the window without panels."""
STILL_SECONDS = 0.15
"""Processor time for which a picture must not change to count as still: several frames' worth."""
_ASLEEP_SECONDS, _ASLEEP_LOOKS = 0.01, 5
"""Processor time between two checks of a sleeping program; number of checks after which it has nothing more to draw."""
FRAME_LIMIT = "[window]\nframe_limit = 12\n"
"""Settings: do not wait for vertical sync, which a display without a screen lacks; two processors could only draw."""

Region = tuple[slice, slice]
"""Rows and columns of a picture."""

_Value = TypeVar("_Value")


def wait_until(condition: Callable[[], _Value], what: str, patience: float = PATIENCE) -> _Value:
    """Return the result of ``condition`` as soon as it is true; fail after a while.

    The checks use little processor time, so that the program gets most of it.
    """
    deadline, pause = time.monotonic() + patience, threading.Event()
    while True:
        began = time.thread_time()
        if value := condition():
            return value
        assert time.monotonic() < deadline, f"never: {what}"
        pause.wait(max(0.03, 2 * (time.thread_time() - began)))


class Screen:
    """An X server without a window manager.

    Attributes:
        pointer_is_used: True if a test of this process has moved the pointer into the screen.
        name: its name for DISPLAY.
        size: (width, height).
        process: the server.
        has_window_of_tests: True if the tests' process shows a window there.
    """

    pointer_is_used: ClassVar[bool] = False

    def __init__(self, size: tuple[int, int] = SCREEN) -> None:
        self.size = size
        self.has_window_of_tests = False
        read, write = os.pipe()
        mode = "x".join(map(str, (*size, 24)))
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", mode, "-nolisten", "tcp", "-noreset"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        self.process = psutil.Process(self._server.pid)
        os.close(write)
        with os.fdopen(read) as pipe:
            self.name = f":{pipe.readline().strip()}"

    def close(self) -> None:
        """End the server."""
        self._server.terminate()
        self._server.wait(PATIENCE)

    def picture(self) -> Picture:
        """Return a picture of the whole screen."""
        with ImageGrab.grab(xdisplay=self.name) as image:
            return np.asarray(image.convert("RGB")).copy()

    def do(self, *words: object) -> str:
        """Let xdotool do something; return its output."""
        if words[0] == "mousemove":
            Screen.pointer_is_used = words[-1] != FAR_AWAY
        command = ["xdotool", *map(str, words)]
        environment = os.environ | {"DISPLAY": self.name}
        return subprocess.run(
            command, env=environment, check=True, capture_output=True, text=True, timeout=PATIENCE
        ).stdout


def program(changed: str = "") -> list[str]:
    """Return the command that starts gpulife, after these Python statements if there are any."""
    if not changed:
        return [sys.executable, "-m", "gpulife"]
    return [sys.executable, "-c", f"{changed}\nfrom gpulife.cli.main import entry_point\nentry_point()"]


class Gpulife:
    """The program on a screen.

    Args:
        screen: the screen.
        folder: folder of its settings, its data and its output.
        arguments: of the command.
        settings: its settings file; "" for the one that is there.
        name: of the file with its output.
        changed: Python statements that shorten a time in it, say, before it begins.

    Attributes:
        folder: folder of its settings, its data and its output.
        process: its process.
    """

    def __init__(
        self,
        screen: Screen,
        folder: Path,
        *arguments: object,
        settings: str = "",
        name: str = "said",
        changed: str = "",
    ) -> None:
        self.screen = screen
        self.folder = folder
        self.settings_file = folder / "settings.toml"
        self.data = folder / "data"
        if settings:
            self.settings_file.write_text(settings)
        screen.do("mousemove", screen.size[0] - 1, screen.size[1] - 1)  # off the window, so that nothing is hovered
        self._said = folder / f"{name}.txt"
        with self._said.open("w") as said:
            self.process = subprocess.Popen(
                [*program(changed), *map(str, arguments)],
                cwd=Path(gpulife.__file__).parents[1],
                env=os.environ
                | {
                    "DISPLAY": screen.name,
                    "WAYLAND_DISPLAY": "",
                    "GPULIFE_SETTINGS": str(self.settings_file),
                    "GPULIFE_DATA": str(self.data),
                },
                stdout=said,
                stderr=subprocess.STDOUT,
            )

    def __enter__(self) -> Gpulife:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)

    @property
    def said(self) -> str:
        """Return everything that it has printed."""
        return self._said.read_text()

    def wait_for(self, condition: Callable[[Picture], object], what: str) -> Picture:
        """Return the window's picture as soon as ``condition`` is true for it."""

        def look() -> list[Picture]:
            assert self.process.poll() is None, f"ended with {self.process.returncode}"
            picture = self.picture()
            return [picture] if condition(picture) else []

        try:
            return wait_until(look, what)[0]
        except AssertionError as error:
            seen = self.folder / "seen.png"
            Image.fromarray(self.screen.picture()).save(seen)
            raise AssertionError(f"{error}; said {self.said!r}; the screen is in {seen}") from None

    def picture(self, size: tuple[int, int] = WINDOW) -> Picture:
        """Return a picture of the window."""
        return self.screen.picture()[: size[1], : size[0]]

    def still(self, region: Region = (slice(None), slice(None))) -> Picture:
        """Return a picture of the window as soon as a region of it has not changed for some frames.

        Frames are counted by processor time, since on a busy machine no frame may come for a while. A window in which
        nothing moves uses hardly any: so the picture also counts as still if the program sleeps at every check.
        """
        program, server = psutil.Process(self.process.pid), self.screen.process
        seen: Picture | None = None
        since = before = 0.0
        asleep = 0

        def same(picture: Picture) -> bool:
            nonlocal seen, since, before, asleep
            spent = sum(program.cpu_times()[:2])
            nothing_yet = not picture.any()
            if nothing_yet or seen is None or not np.array_equal(picture[region], seen[region]):
                seen, since, asleep = picture, spent, 0
            both_sleep = {program.status(), server.status()} == {psutil.STATUS_SLEEPING}
            sleeps = both_sleep and spent - before <= _ASLEEP_SECONDS
            before, asleep = spent, asleep + 1 if sleeps else 0
            return spent - since >= STILL_SECONDS or asleep >= _ASLEEP_LOOKS

        return self.wait_for(same, "a picture that stays")

    def press(self, *keys: str) -> None:
        """Press and release keys, one after the other."""
        self.screen.do("key", *keys)

    def save_board(self) -> Path:
        """Press Ctrl+S, wait for the question for a name, and accept it; return the first file that was saved."""
        field = slice(WINDOW[1] * 5 // 8, WINDOW[1] * 7 // 10), slice(WINDOW[0] // 4, WINDOW[0] // 2)

        def name_is_selected(picture: Picture) -> bool:
            red, _, blue = (picture[field][:, :, channel] for channel in range(3))
            return int(np.count_nonzero((red < 70) & (blue > 90) & (blue < 170))) > 2000

        self.press("ctrl+s")
        self.wait_for(name_is_selected, "the question for a name")
        self.press("Return")
        return wait_until(
            lambda: next(iter(self.data.glob("*.rle")), None), f"a board in {self.data}; said {self.said!r}"
        )

    def click(self, x: float, y: float, button: int = 1) -> None:
        """Click at (x, y), with the pointer there a frame before, as with a person."""
        self.screen.do("mousemove", "--sync", round(x), round(y))
        self.screen.do("mousedown", button)
        self.screen.do("mouseup", button)

    def window(self) -> int:
        """The X server's number of the window."""
        return int(self.screen.do("search", "--onlyvisible", "--class", "gpulife").split()[0])

    def file(self, kind: str, ending: str) -> Path:
        """Return the newest file of a kind in its data folder, as soon as there is one."""
        return wait_until(
            lambda: next(iter(sorted(self.data.glob(f"gpulife {kind} *{ending}"), reverse=True)), None),
            f"a {kind} in {self.data}; said {self.said!r}",
        )

    def end(self, number: int) -> int:
        """End it by a signal; return the exit status."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def ask_to_close(self) -> None:
        """Do what a window manager does when somebody clicks on the window's close button."""
        send_delete(self.screen.name, self.window())

    def quit(self) -> int:
        """Press Shift+Escape; return the exit status."""
        self.press("shift+Escape")
        return self.process.wait(PATIENCE)


class _ClientMessage(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("rest_of_the_union", ctypes.c_long * 24),
    )


def send_delete(display_name: str, window: int) -> None:
    """A message WM_DELETE_WINDOW of the ICCCM, which xdotool cannot send."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XInternAtom.restype = ctypes.c_ulong
    x.XInternAtom.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
    x.XSendEvent.argtypes = (ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p)
    x.XCloseDisplay.argtypes = (ctypes.c_void_p,)
    display = x.XOpenDisplay(display_name.encode())
    assert display
    client_message = 33
    message = _ClientMessage(client_message, 0, 1, display, window, x.XInternAtom(display, b"WM_PROTOCOLS", 0), 32)
    message.data[0] = x.XInternAtom(display, b"WM_DELETE_WINDOW", 0)
    assert x.XSendEvent(display, window, 0, 0, ctypes.byref(message))
    x.XCloseDisplay(display)


def set_dpi(screen: Screen, dpi: int) -> None:
    """Set the property that xrdb sets on desktops, with the screen's dpi."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = x.XInternAtom.restype = x.XDefaultRootWindow.restype = ctypes.c_void_p
    x.XOpenDisplay.argtypes = (ctypes.c_char_p,)
    x.XDefaultRootWindow.argtypes = x.XCloseDisplay.argtypes = (ctypes.c_void_p,)
    number, pointer, whole = ctypes.c_ulong, ctypes.c_void_p, ctypes.c_int
    x.XChangeProperty.argtypes = (pointer, number, number, number, whole, whole, ctypes.c_char_p, whole)
    display = x.XOpenDisplay(screen.name.encode())
    assert display
    text, (resources, string) = f"Xft.dpi:\t{dpi}\n".encode(), (23, 31)  # of X's predefined atoms
    x.XChangeProperty(display, x.XDefaultRootWindow(display), resources, string, 8, 0, text, len(text))
    x.XCloseDisplay(display)


def buttons(picture: Picture) -> list[tuple[int, int]]:
    """Return the middles (x, y) of buttons that are not hovered, 60 pixels wide or more, from top to bottom."""
    alike = _alike(picture, BUTTON, 2)
    found: list[tuple[int, int, int, int]] = []  # left, right, top, bottom
    for y, row in enumerate(alike):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], row.view(np.int8), [0]))))
        for left, right in edges.reshape(-1, 2).tolist():
            if right - left < 30:  # exclude small areas next to the words on a button
                continue
            for number, (start, end, top, bottom) in enumerate(found):
                if y - bottom <= 4 and start - 8 <= left and right <= end + 8:
                    found[number] = (min(start, left), max(end, right), top, y)
                    break
            else:
                found.append((left, right, y, y))
    return [
        ((left + right) // 2, (top + bottom) // 2)
        for left, right, top, bottom in found
        if right - left >= 60 and bottom - top >= 12
    ]


def has_colour(picture: Picture, colour: tuple[int, int, int], apart: int = 12) -> int:
    """Return the number of pixels of about this colour."""
    return int(np.count_nonzero(_alike(picture, colour, apart)))


def _alike(picture: Picture, colour: tuple[int, int, int], apart: int) -> NDArray[np.bool_]:
    """Return which pixels are of about this colour: a channel after the other, which is the quickest way."""
    near = [
        (picture[:, :, channel] >= max(value - apart, 0)) & (picture[:, :, channel] <= min(value + apart, 255))
        for channel, value in enumerate(map(int, colour))
    ]
    return near[0] & near[1] & near[2]


def board_in(picture: Picture, colours: tuple[tuple[int, int, int], ...], shape: tuple[int, int]) -> NDArray[np.uint8]:
    """Return the board of ``shape`` (rows, columns) in a plain picture without panels: states, uint8.

    Args:
        picture: picture of the window.
        colours: colours of the states, the ground first.
        shape: (rows, columns) of the board, which is fitted at ``CELL`` pixels per cell.
    """
    rows, columns = shape
    top, left = (picture.shape[0] - rows * CELL) // 2, (picture.shape[1] - columns * CELL) // 2
    middles = picture[top + CELL // 2 : top + rows * CELL : CELL, left + CELL // 2 : left + columns * CELL : CELL]
    apart = np.abs(middles[:, :, None].astype(int) - np.array(colours)).sum(axis=3)
    return apart.argmin(axis=2).astype(np.uint8)


def middle_of(row: int, column: int, shape: tuple[int, int] = (96, 160)) -> tuple[int, int]:
    """Return the pixel (x, y) in the middle of a cell, for the same layout as :func:`board_in`."""
    rows, columns = shape
    top, left = (WINDOW[1] - rows * CELL) // 2, (WINDOW[0] - columns * CELL) // 2
    return left + column * CELL + CELL // 2, top + row * CELL + CELL // 2
