"""F10: a film of what the window shows, made beside the display, which never waits for it.

The film has so many frames a second of the program's time. A slow display's frames are shown for longer; what a slow
encoder or disk leaves no room for is left out, counted and told at the end. A film has one size: when the window gets
another one, the next file begins.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from contextlib import suppress
from itertools import chain, count
from pathlib import Path

from gpulife.capture.encoder import Encoder, Quality, Shape
from gpulife.capture.encoder_thread import Feeder
from gpulife.capture.ffmpeg import ADVICE, find_ffmpeg
from gpulife.capture.gif import GifEncoder
from gpulife.capture.mp4 import Mp4Encoder
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.errors import GpulifeError
from gpulife.settings.user_settings import Settings
from gpulife.storage.atomic_io import require_writable
from gpulife.view.gl_readback import Readback
from gpulife.window.glfw_window import Window
from gpulife.window.new_file import new_file

_GIF_RATE, _GIF_SIDE = 15, 800
"""Frames a second and pixels of a GIF at most, since each costs Python some tens of milliseconds."""
_ORDER = "BGRA"  # see Window.read_into
_MAX_GAP = 2.0  # seconds that one frame may stand for: more is no film but a stop, such as a minimised window
_SETTLED_SECONDS = 0.5  # that a window must have kept its size for another film to begin
_MARK = (0.86, 0.1, 0.12)
_DISC = ((-5, 4), (-4, 7), (-3, 8), (-2, 9), (-1, 10), (0, 10), (1, 9), (2, 8), (3, 7), (4, 4))
"""Of ten rows: the row and how wide it is."""


class _Film:
    """One file."""

    def __init__(self, encoder: Encoder, device: GLDevice, note: str) -> None:
        self.feeder = Feeder(encoder)
        self.size = (encoder.shape.width, encoder.shape.height)
        self._rate = encoder.shape.rate
        self._ring = Readback(device, self.size)
        self._times: deque[int] = deque()  # how long each frame under way is shown
        self._time = 0.0  # of the film, in frames
        self._sent = 0
        self._now: float | None = None
        self._note = note

    def frame(self, window: Window, now: float) -> None:
        """Take what the window shows at the time ``now``, if the film needs another frame by then."""
        passed = 0.0 if self._now is None else min(now - self._now, _MAX_GAP)
        self._now = now
        self._time += passed * self._rate
        times = int(self._time + 1e-6) + 1 - self._sent
        if times <= 0:
            return
        if (frame := self._ring.due()) is not None:
            self.feeder.offer(frame, self._times.popleft())
        self._ring.put_by(window.read_into)
        self._times.append(times)
        self._sent += times

    def end(self) -> None:
        """Bring in what is under way and let the encoder finish."""
        try:
            for frame in self._ring.drain():
                self.feeder.offer(frame, self._times.popleft())
        finally:  # with a lost context nothing comes in, but the film ends
            self.feeder.end()
            self._ring.close()

    def outcome(self) -> str:
        """What became of it, in a line; the film is finished."""
        path, feeder = self.feeder.encoder.path, self.feeder
        if feeder.error is not None:
            if not path.exists():
                return f"no film was made: {feeder.error}"
            return f"the film ended early: {feeder.error}; {path} has what came before"
        left_out = f"; {feeder.left_out} frames came too fast and were left out" if feeder.left_out else ""
        return f"saved {feeder.taken / self._rate:.1f} s as {path}{left_out}{self._note}"


class Filming:
    """The film that is being made, and those that are being finished."""

    def __init__(self) -> None:
        self._film: _Film | None = None
        self._ending: list[_Film] = []
        self._resized: tuple[tuple[int, int], float] | None = None  # the window's size, and since when, until it stays

    @property
    def on(self) -> bool:
        """Whether a film is being made."""
        return self._film is not None or self._resized is not None

    def toggle(self, window: Window, settings: Settings) -> None:
        """Start, or stop.

        Raises:
            GpulifeError: there can be no film; one line that says why.
        """
        if not self.on:
            self._start(window, settings)
        elif self._film is not None:
            self._stop()
        self._resized = None

    def _start(self, window: Window, settings: Settings) -> None:
        taken = {film.feeder.encoder.path for film in self._ending}
        encoder, note = _encoder(settings, window.framebuffer_size, taken)
        self._film = _Film(encoder, window.device, note)

    def _stop(self) -> None:
        assert self._film is not None  # noqa: S101 - whoever calls has looked
        film, self._film = self._film, None
        self._ending.append(film)
        film.end()

    def frame(self, window: Window, settings: Settings, now: float) -> list[str]:
        """Film what has been drawn until now, at the time ``now``; what there is to tell of films."""
        if self._film is not None and self._film.feeder.error is not None:
            self._stop()
        lines = self._follow_size(window, settings, now)
        if self._film is not None:
            self._film.frame(window, now)
        for film in [film for film in self._ending if film.feeder.finished]:
            self._ending.remove(film)
            lines.append(film.outcome())
        return lines

    def _follow_size(self, window: Window, settings: Settings, now: float) -> list[str]:
        """Begin another file for a window of another size, once it is no longer being dragged; why it cannot be."""
        size = window.framebuffer_size
        if self._film is not None and self._film.size != size:
            self._stop()
            self._resized = size, now
        elif self._resized is not None and self._resized[0] != size:
            self._resized = size, now
        elif self._resized is not None and now - self._resized[1] >= _SETTLED_SECONDS:
            self._resized = None
            try:
                self._start(window, settings)
            except GpulifeError as error:
                return [str(error)]
        return []

    def mark(self, window: Window, unit: float, *, beside_bar: bool) -> None:
        """Show that a film is being made: a red disc that is not in it, drawn when all else has been.

        Args:
            window: to draw in.
            unit: pixels of a point on a 96 dpi screen.
            beside_bar: whether there is a bar at the upper edge of the window.
        """
        if not self.on:
            return
        screen = window.device.context.screen
        screen.use()
        width, _ = window.framebuffer_size
        across = width - 26 * unit
        # In the upper corner of the bar, or where it would be.
        up = (70 if beside_bar else 26) * unit
        for row, wide in _DISC:
            left, low, high = across - wide * unit / 2, up + row * unit, up + (row + 1) * unit
            box = (round(left), round(low), max(1, round(wide * unit)), max(1, round(high) - round(low)))
            screen.clear(*_MARK, 1.0, viewport=box)

    def close(self) -> tuple[str, ...]:
        """Finish all films; return what went wrong with them, a line each."""
        if self._film is not None:
            with suppress(Exception):  # a context that is lost is not this one's to tell of
                self._stop()
        failed = []
        for film in self._ending:
            try:
                film.feeder.close()
            except GpulifeError:
                failed.append(film.outcome())
        self._ending.clear()
        return tuple(failed)


def _encoder(settings: Settings, size: tuple[int, int], taken: Collection[Path]) -> tuple[Encoder, str]:
    """Return what encodes a film of a window of ``size`` into a file that is not taken, and a note for its end."""
    wanted = settings.film_format
    makes_mp4 = wanted == "mp4" and find_ffmpeg() is not None
    named = new_file("film", ".mp4" if makes_mp4 else ".gif")
    # Another film's of the same second need not be on the disk yet.
    others = (named.with_stem(f"{named.stem} ({number})") for number in count(2))
    path = next(each for each in chain([named], others) if each not in taken)
    require_writable(path)
    if makes_mp4:
        return Mp4Encoder(path, Shape(*size, settings.film_rate, _ORDER), Quality.DRAFT), ""
    shape = Shape(*size, min(settings.film_rate, _GIF_RATE), _ORDER)
    note = f"; for an MP4: {ADVICE}" if wanted == "mp4" else ""
    return GifEncoder(path, shape, Quality.GOOD, _GIF_SIDE), note
