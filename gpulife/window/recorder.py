"""Records films of the window (F10). The display never waits for them.

A film has a fixed frame rate. If the window draws fewer frames, frames are repeated. If the encoder or the disk is too
slow, frames are left out, and the final message says how many. If the size of the window changes, a new film begins.
"""

from collections import deque
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from gpulife.capture.encoder import Encoder, FrameFormat, Quality
from gpulife.capture.film_writer import EncoderThread
from gpulife.capture.gif import GifEncoder
from gpulife.capture.mp4 import ADVICE, Mp4Encoder, find_ffmpeg
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.errors import GpulifeError
from gpulife.settings import Settings
from gpulife.storage.atomic_io import require_writable
from gpulife.view.gl_offscreen import FrameReadback
from gpulife.window.glfw_window import Window
from gpulife.window.user_folders import new_file

_GIF_RATE, _GIF_SIDE = 15, 800
"""Highest frame rate of a GIF, and its longest side in pixels. Encoding a frame takes some tens of milliseconds."""
_PIXEL_ORDER = "BGRA"  # the order of Window.read_into
_MAX_GAP = 2.0  # most seconds that a frame is shown; longer stops, as while minimised, are cut
_SETTLED_SECONDS = 0.5  # seconds that a new window size must last before the next film begins
_MARK = (0.86, 0.1, 0.12)
"""Red of the recording mark, as on every recorder."""
_DISC = ((-5, 4), (-4, 7), (-3, 8), (-2, 9), (-1, 10), (0, 10), (1, 9), (2, 8), (3, 7), (4, 4))
"""The rows of the disc that marks a recording: (height above its middle, width), in units of 1/96 inch."""


class _Film:
    def __init__(self, encoder: Encoder, device: GLDevice, note: str) -> None:
        self.encoder_thread = EncoderThread(encoder)
        self.size = (encoder.frame_format.width, encoder.frame_format.height)
        self._rate = encoder.frame_format.rate
        self._readback = FrameReadback(device, self.size)
        self._times: deque[int] = deque()  # for each frame still on the GPU: how many times it is shown
        self._time = 0.0  # length of the film so far, in frames
        self._sent = 0
        self._now: float | None = None
        self._note = note

    def frame(self, window: Window, now: float) -> None:
        """Capture the window if the film's next frame is due at the time ``now``, in seconds."""
        passed = 0.0 if self._now is None else min(now - self._now, _MAX_GAP)
        self._now = now
        self._time += passed * self._rate
        times = int(self._time + 1e-6) + 1 - self._sent
        if times <= 0:
            return
        if (frame := self._readback.fetch_if_full()) is not None:
            self.encoder_thread.offer(frame, self._times.popleft())
        self._readback.put_by(window.read_into)
        self._times.append(times)
        self._sent += times

    def end(self) -> None:
        """Fetch the frames still on the GPU, and let the encoder finish."""
        try:
            for frame in self._readback.drain():
                self.encoder_thread.offer(frame, self._times.popleft())
        finally:  # if the context is lost, frames cannot be fetched, but the film still ends
            self.encoder_thread.end()
            self._readback.close()

    def result_message(self) -> str:
        """Return the message about the finished film for the user."""
        path, encoder_thread = self.encoder_thread.encoder.path, self.encoder_thread
        if encoder_thread.error is not None:
            if not path.exists():
                return f"no film was made: {encoder_thread.error}"
            return f"the film ended early: {encoder_thread.error}; {path} has the part up to then"
        left_out = (
            f"; {encoder_thread.dropped} frames were left out: encoding is too slow" if encoder_thread.dropped else ""
        )
        return f"saved {encoder_thread.encoder.frames / self._rate:.1f} s as {path}{left_out}{self._note}"


class Recorder:
    """Records films, one after another. A film may still be being written when the next one begins."""

    def __init__(self) -> None:
        self._film: _Film | None = None
        self._finishing: list[_Film] = []
        self._resized: tuple[tuple[int, int], float] | None = None  # the window's new size and since when

    @property
    def on(self) -> bool:
        """True if a film is being recorded."""
        return self._film is not None or self._resized is not None

    def toggle(self, window: Window, settings: Settings) -> None:
        """Start a film, or stop the film that is being recorded.

        Raises:
            GpulifeError: no film can be recorded; the message is one line that says why.
        """
        if self.on:
            self._stop()
        else:
            self._start(window, settings)
        self._resized = None

    def _start(self, window: Window, settings: Settings) -> None:
        taken = {film.encoder_thread.encoder.path for film in self._finishing}
        encoder, note = _encoder(settings, window.framebuffer_size, taken)
        self._film = _Film(encoder, window.device, note)

    def _stop(self) -> None:
        film, self._film = self._film, None
        if film is not None:
            self._finishing.append(film)
            film.end()

    def frame(self, window: Window, settings: Settings, now: float) -> list[str]:
        """Record the picture drawn at the time ``now``, in seconds; return messages about finished films."""
        if self._film is not None and self._film.encoder_thread.error is not None:
            self._stop()
        lines = self._follow_size(window, settings, now)
        if self._film is not None:
            self._film.frame(window, now)
        for film in [film for film in self._finishing if film.encoder_thread.finished]:
            self._finishing.remove(film)
            lines.append(film.result_message())
        return lines

    def _follow_size(self, window: Window, settings: Settings, now: float) -> list[str]:
        """Begin a new film once the window has kept a new size for a while. Return errors as messages."""
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

    def mark(self, window: Window, unit: float, *, above_bar: bool) -> None:
        """Draw the red recording mark. It is drawn last and does not appear in the film.

        Args:
            window: the window to draw in.
            unit: pixels per 1/96 inch.
            above_bar: True if a bar covers the lower edge of the window.
        """
        if not self.on:
            return
        screen = window.device.context.screen
        screen.use()
        across = window.framebuffer_size[0] - 26 * unit
        up = (70 if above_bar else 26) * unit
        for row, wide in _DISC:
            left, low, high = across - wide * unit / 2, up + row * unit, up + (row + 1) * unit
            box = (round(left), round(low), max(1, round(wide * unit)), max(1, round(high) - round(low)))
            screen.clear(*_MARK, 1.0, viewport=box)

    def close(self) -> tuple[str, ...]:
        """Finish all films; return a message for each film that failed."""
        with suppress(Exception):  # a lost context is reported elsewhere
            self._stop()
        failed = []
        for film in self._finishing:
            try:
                film.encoder_thread.close()
            except GpulifeError:
                failed.append(film.result_message())
        self._finishing.clear()
        return tuple(failed)


def _encoder(settings: Settings, size: tuple[int, int], taken: Collection[Path]) -> tuple[Encoder, str]:
    """Return an encoder and a note for the film's final message, "" for none.

    The encoder takes frames of ``size`` (width, height) pixels, and writes a file that is not in ``taken``.
    """
    wanted = settings.film_format
    makes_mp4 = wanted == "mp4" and find_ffmpeg() is not None
    path = new_file("film", ".mp4" if makes_mp4 else ".gif", settings, taken)
    require_writable(path)
    if makes_mp4:
        return Mp4Encoder(path, FrameFormat(*size, settings.film_rate, _PIXEL_ORDER), Quality.DRAFT, live=True), ""
    frame_format = FrameFormat(*size, min(settings.film_rate, _GIF_RATE), _PIXEL_ORDER)
    note = f"; for an MP4: {ADVICE}" if wanted == "mp4" else ""
    return GifEncoder(path, frame_format, Quality.GOOD, _GIF_SIDE), note
