"""Measures how long a press on a phone takes to reach the session and the screen, for ``gpulife bench --phones``.

The phone is simulated by a socket on this machine, in a thread of the same program. A network would add its own delay.
"""

import random
import time
from dataclasses import dataclass
from threading import Event, Thread

import numpy as np
from websockets.sync.client import connect
from websockets.typing import Origin

from gpulife.errors import GpulifeError
from gpulife.games.core.game import Action, ActionKind
from gpulife.games.start_presets import START_PRESETS
from gpulife.online.addresses import LOOPBACK
from gpulife.online.phone_book import RELEASED, Join, PadInput, encode, encode_input
from gpulife.online.phone_server import SOCKET_PATH
from gpulife.settings import Settings
from gpulife.signals import stop_on_signals
from gpulife.window.event_loop import open_window
from gpulife.window.play.seating import seats_of
from gpulife.window.screens import WindowScreens

_PRESSED = PadInput(frozenset({"a"}))
_MAX_PAUSE = 0.05  # maximum seconds between presses; random, so that presses come at all phases of a frame
_PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class PhoneTimes:
    """Delays in milliseconds, counted from the moment when the phone sends a press.

    Attributes:
        presses: number of counted presses.
        board_p50: median time until the session has the action.
        board_p99: 99th percentile of that time.
        picture_p50: median time until a frame with the action is drawn and shown.
        picture_p99: 99th percentile of that time.
        frame_p50: median frame time.
        renderer: name of the renderer (GL_RENDERER).
    """

    presses: int
    board_p50: float
    board_p99: float
    picture_p50: float
    picture_p99: float
    frame_p50: float
    renderer: str

    @property
    def line(self) -> str:
        """The results in one line."""
        return (
            f"phones: {self.presses} presses; "
            f"delay to the board p50 {self.board_p50:.1f} ms, p99 {self.board_p99:.1f} ms; "
            f"delay to the picture p50 {self.picture_p50:.1f} ms, p99 {self.picture_p99:.1f} ms; "
            f"frame time p50 {self.frame_p50:.1f} ms ({self.renderer})"
        )


class _Thumb:
    """A simulated phone: presses A, waits until the session has received the press, and releases A."""

    def __init__(self, presses: int, port: int, key: str) -> None:
        self.sent, self.seen, self.ended = 0.0, Event(), False
        self._presses, self._port, self._key = presses, port, key
        self.thread = Thread(target=self._run, name="thumb", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            self._press()
        finally:
            self.ended = True

    def _press(self) -> None:
        host, chance = f"{LOOPBACK}:{self._port}", random.Random(1)  # noqa: S311 - pauses, not secrets
        with connect(f"ws://{host}{SOCKET_PATH}", origin=Origin(f"http://{host}"), compression=None) as socket:
            socket.send(encode(Join(self._key)))
            socket.recv(timeout=_PATIENCE)
            for number in range(-2, self._presses):  # the first press takes a seat
                time.sleep(chance.uniform(0, _MAX_PAUSE) if number >= 0 else 1.0)
                self.seen.clear()
                self.sent = time.perf_counter()
                socket.send(encode_input(_PRESSED))
                if number >= -1 and not self.seen.wait(_PATIENCE):
                    break
                time.sleep(_MAX_PAUSE if number >= 0 else 1.0)
                socket.send(encode_input(RELEASED))


def measure_phones(presses: int) -> PhoneTimes:
    """Measure the delay of ``presses`` presses of A on a phone, in a window with a running universe.

    Raises:
        GpulifeError: no window can be opened, or no press arrived.
        SystemExit: a signal ended the measurement early.
    """
    settings = Settings(reduced_flashing=False, phones_port=0)
    to_board, to_picture, frames = list[float](), list[float](), list[float]()
    with (
        stop_on_signals() as stop,
        open_window("gpulife", settings, seats_of(settings), fullscreen_on=None, measures=True) as opened,
    ):
        screens = WindowScreens(opened.shell, None)
        try:
            mode = START_PRESETS["two"]
            play = opened.shell.begin(mode.match(1), mode.first_actions())
            screens.phones.start([LOOPBACK])
            link, port = screens.phones.link, screens.phones.site.rpartition(":")[2]
            thumb, act = _Thumb(presses, int(port), link.partition("#")[2]), play.runner.act
            times = list[float]()

            def noting(action: Action) -> None:
                act(action)
                if action.kind is ActionKind.TRIGGER and action.a:
                    times.append(time.perf_counter())

            play.runner.act = noting  # type: ignore[method-assign]
            for seconds in opened.frames(screens.frame, stop):
                frames.append(seconds)
                if times:  # this frame's tick has the action, and the frame is on the screen
                    to_board.append(times.pop() - thumb.sent)
                    to_picture.append(time.perf_counter() - thumb.sent)
                    times.clear()
                    thumb.seen.set()
                if thumb.ended:
                    break
            renderer = opened.shell.window.device.renderer
        finally:
            screens.close()
    if stop.signal is not None:
        raise SystemExit(stop.exit_status)
    if len(to_board) < 2:
        raise GpulifeError("no press reached the board before the window was closed")
    (board_p50, board_p99), (picture_p50, picture_p99) = (
        map(float, np.percentile(1000 * np.array(each[1:]), [50, 99])) for each in (to_board, to_picture)
    )
    frame_p50 = float(1000 * np.median(frames))
    return PhoneTimes(len(to_board) - 1, board_p50, board_p99, picture_p50, picture_p99, frame_p50, renderer)
