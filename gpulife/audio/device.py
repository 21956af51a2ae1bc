"""Opens sound devices with miniaudio. Only this module uses miniaudio, which may not be installed.

If there is no sound device, miniaudio's null device is used. It takes sound in real time, but does not play it.
"""

import ctypes
import io
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from gpulife.audio._tones import RATE, Stereo
from gpulife.closing import Closing

# Suppression of output that C libraries print, while gpulife's own output passes. JACK, ALSA and others report missing
# things on the descriptors of stdout and stderr, bypassing Python.

_STREAMS = {1: "stdout", 2: "stderr"}

_lock = Lock()
_depth = 0
_real: dict[int, int] = {}
"""Duplicates of the original file descriptors 1 and 2. They are never closed, as a thread may still write to them."""
_swapped: dict[int, tuple[io.TextIOBase, io.TextIOBase]] = {}
"""For each file descriptor: Python's original stream, and the stream that replaces it."""


@contextmanager
def discarded_stray_output() -> Iterator[None]:
    """Discard output to file descriptors 1 and 2 during the block, except through ``sys.stdout`` and ``sys.stderr``.

    Several threads may use this at once. If the block starts a process, the process's output is discarded as long as
    the process runs.
    """
    global _depth
    with _lock:
        if _depth == 0:
            _redirect()
        _depth += 1
    try:
        yield
    finally:
        with _lock:
            _depth -= 1
            if _depth == 0:
                _restore()


def _redirect() -> None:
    _flush_c()
    null = os.open(os.devnull, os.O_WRONLY)
    for descriptor, name in _STREAMS.items():
        with suppress(OSError):  # it may be closed, as in daemons
            if descriptor in _real:
                os.dup2(descriptor, _real[descriptor], inheritable=False)
            else:
                _real[descriptor] = os.dup(descriptor)
            stream = getattr(sys, name)
            if _leads_to(stream, descriptor):
                with suppress(OSError, ValueError):
                    stream.flush()
                replacement = open(  # noqa: SIM115 - closed later
                    _real[descriptor], "w", buffering=1, encoding=stream.encoding, errors=stream.errors, closefd=False
                )
                _swapped[descriptor] = stream, replacement
                setattr(sys, name, replacement)
            os.dup2(null, descriptor)
    os.close(null)


def _restore() -> None:
    _flush_c()
    for descriptor, name in _STREAMS.items():
        with suppress(OSError):
            if descriptor in _real:
                os.dup2(_real[descriptor], descriptor)
        if descriptor in _swapped:
            stream, replacement = _swapped.pop(descriptor)
            with suppress(OSError, ValueError):
                replacement.flush()
            if getattr(sys, name) is replacement:
                setattr(sys, name, stream)


def _leads_to(stream: io.TextIOBase | None, descriptor: int) -> bool:
    """Return True if a Python stream writes to the file descriptor ``descriptor``; False if ``stream`` is None."""
    try:
        return stream is not None and stream.fileno() == descriptor
    except (OSError, ValueError, AttributeError):
        return False


def _flush_c() -> None:
    """Flush the stdout buffer of the C library.

    If stdout is a file or a pipe, C would otherwise write the buffer later, when output is no longer discarded.
    """
    for symbol in "stdout", "__stdoutp":  # Linux, macOS; on Windows each library has its own buffer
        with suppress(OSError, ValueError, AttributeError, TypeError):
            library = ctypes.CDLL(None)
            library.fflush(ctypes.c_void_p.in_dll(library, symbol))


# The devices themselves.

PERIOD_MS, PERIODS = 16, 3
"""Length of a device's period in milliseconds, and the number of buffered periods: 48 ms of latency in all."""

NOT_INSTALLED = "miniaudio is not installed"
"""The reason for silence on systems for which miniaudio has no wheel."""

Render = Callable[[int], Stereo]


class NoSoundError(Exception):
    """No sound device can be opened, not even the null device. This package catches the error: silence is no error."""


class Device(Closing):
    """A device that plays what ``render`` returns, until it is closed.

    Raises:
        NoSoundError: miniaudio is missing, or no device works, not even the null device.

    Attributes:
        name: the device's name to display, such as "PulseAudio" or "ALSA".
        audible: False for the null device.
        problem: the error that stopped the device; empty while it plays.
    """

    def __init__(self, render: Render, backend: str | None = None) -> None:
        self.problem = ""
        self._device = None
        # Discard output only while a device is opened, since libraries then print what they do not find. Later output
        # of drivers, or about a crash, must stay visible.
        with discarded_stray_output():
            try:
                import miniaudio  # type: ignore[import-untyped]
            except (ImportError, OSError) as error:
                if isinstance(error, ModuleNotFoundError) and error.name == "miniaudio":
                    raise NoSoundError(NOT_INSTALLED) from error
                raise NoSoundError(f"miniaudio cannot be imported ({' '.join(str(error).split())})") from error
            kinds = {kind.name: kind for kind in miniaudio.Backend if kind is not miniaudio.Backend.CUSTOM}
            for name in sorted_backends(kinds) if backend is None else kinds.keys() & {backend}:
                try:  # try all, since a sound system may be installed without running
                    self._device = _start_device(miniaudio, kinds[name], self._generate(render), self._stopped)
                except Exception:  # noqa: BLE001, S112 - a driver may fail as it likes; the next one may not
                    continue
                self.name, self.audible = str(self._device.backend), name != "NULL"
                return
        raise NoSoundError("miniaudio finds no device")

    def close(self) -> None:
        """Stop playing immediately."""
        if self._device is not None:
            self._device.stop_callback = None
            # A device that was unplugged cannot be stopped, and need not be.
            with discarded_stray_output(), suppress(Exception):
                self._device.close()
            self._device = None

    def _stopped(self) -> None:
        self.problem = self.problem or "the device stopped"

    def _generate(self, render: Render) -> Generator[Any, int, None]:
        """Yield sound as bytes. At each step, miniaudio sends the generator the number of frames to yield next."""
        count = yield b""
        while True:
            try:
                sound = render(count)
            except Exception as error:  # noqa: BLE001 - no caller could catch it in the device's thread
                self.problem = f"the sound could not be computed ({error})"
                return
            count = yield sound.data.cast("B")


def find_output() -> str:
    """Return the name of the device that would play sound, or the reason why there is none.

    This opens the device for a moment.
    """
    try:
        with Device(lambda count: np.zeros((count, 2), np.float32)) as device:
            return device.name if device.audible else "none: no sound device was found"
    except NoSoundError as error:
        return f"none: {error}"


def _start_device(miniaudio: Any, kind: Any, generator: Generator[Any, int, None], stopped: Callable[[], None]) -> Any:
    next(generator)
    device = miniaudio.PlaybackDevice(
        output_format=miniaudio.SampleFormat.FLOAT32,
        nchannels=2,
        sample_rate=RATE,
        buffersize_msec=PERIOD_MS,
        callback_periods=PERIODS,
        backends=[kind],
        app_name="gpulife",
    )
    try:
        device.stop_callback = stopped
        device.start(generator)
    except BaseException:
        device.stop_callback = None
        device.close()
        raise
    return device


def sorted_backends(backends: Iterable[str], root: Path = Path("/")) -> list[str]:
    """Sort miniaudio's back ends, such as "PULSEAUDIO", in the order in which to try them.

    On Linux, sound systems that are running come first; elsewhere, miniaudio's order is kept. "NULL" always comes last.

    Args:
        backends: names of the back ends, in miniaudio's order.
        root: root of the file system; tests use another folder.
    """
    running = list(_running(root)) if sys.platform.startswith("linux") else []
    return sorted(backends, key=lambda name: (name == "NULL", [*running, name].index(name)))


def _running(root: Path) -> Iterator[str]:
    """Yield the back ends of the sound systems that are running, the best first."""
    user = os.getuid()
    runtime = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{user}"
    sockets = [os.environ.get("PULSE_RUNTIME_PATH", f"{runtime}/pulse"), "/run/pulse"]
    if "PULSE_SERVER" in os.environ or any((_path_below(root, folder) / "native").exists() for folder in sockets):
        yield "PULSEAUDIO"  # or PipeWire, which emulates it
    if any(True for _ in _path_below(root, "/dev/shm").glob(f"jack_*_{user}_*")):  # noqa: S108 - where JACK's sockets are
        yield "JACK"
    if any(True for _ in _path_below(root, "/dev/snd").glob("pcm*p")):
        yield "ALSA"


def _path_below(root: Path, path: str) -> Path:
    return root / path.lstrip("/")
