"""Sound devices, by miniaudio: the only module that uses it. There may be no miniaudio.

Without a sound device miniaudio's null device takes its place: it plays in real time, and nobody hears it.
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

# Keeps what C libraries print away from the terminal, but lets gpulife's own output through.
#
# JACK, ALSA and others write what they did not find to the descriptors of stdout and stderr, behind Python's back.

_STREAMS = {1: "stdout", 2: "stderr"}

_lock = Lock()
_depth = 0
_real: dict[int, int] = {}
"""Duplicates of the real descriptors 1 and 2. They are reused and never closed: a thread may still write to them."""
_swapped: dict[int, tuple[io.TextIOBase, io.TextIOBase]] = {}
"""Python's original stream, and its replacement, by descriptor."""


@contextmanager
def discarded_stray_output() -> Iterator[None]:
    """Discard what reaches the descriptors 1 and 2 inside, other than through ``sys.stdout`` and ``sys.stderr``.

    Several threads may be inside at once; the last one to leave restores the terminal. The output of a process that is
    started inside is discarded as long as it runs.
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
                replacement = open(  # noqa: SIM115 - it outlives this
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
    """Return whether one of Python's streams writes to a descriptor; it may be None, or write elsewhere."""
    try:
        return stream is not None and stream.fileno() == descriptor
    except (OSError, ValueError, AttributeError):
        return False


def _flush_c() -> None:
    """Empty C's own buffer of stdout, which would be written later, when stdout is a file or a pipe."""
    for symbol in "stdout", "__stdoutp":  # Linux, macOS; not Windows, where libraries have buffers of their own
        with suppress(OSError, ValueError, AttributeError, TypeError):
            library = ctypes.CDLL(None)
            library.fflush(ctypes.c_void_p.in_dll(library, symbol))


# The devices themselves.

PERIOD_MS, PERIODS = 16, 3
"""Length of a device's period in milliseconds, and the number that it buffers: a sound is heard within 48 ms."""

NOT_INSTALLED = "miniaudio is not installed"
"""The reason for silence on systems for which miniaudio has no wheel."""

Render = Callable[[int], Stereo]


class NoSoundError(Exception):
    """No device can be opened, not even the null one. It does not leave this package: silence is no error."""


class Device(Closing):
    """A device that plays what ``render`` returns, until it is closed.

    Raises:
        NoSoundError: there is no miniaudio, or no device, not even a null one.

    Attributes:
        name: its name to display, such as "PulseAudio" or "ALSA".
        audible: whether it is not the null device.
        problem: what made it stop; empty while it plays.
    """

    def __init__(self, render: Render, backend: str | None = None) -> None:
        self.problem = ""
        self._device = None
        # Libraries print what they do not find, but silence is no error.
        # While a device plays, the terminal is open again: what drivers and a crash print must be seen.
        with discarded_stray_output():
            try:
                import miniaudio  # type: ignore[import-untyped]
            except (ImportError, OSError) as error:
                if isinstance(error, ModuleNotFoundError) and error.name == "miniaudio":
                    raise NoSoundError(NOT_INSTALLED) from error
                raise NoSoundError(f"miniaudio cannot be imported ({' '.join(str(error).split())})") from error
            kinds = {kind.name: kind for kind in miniaudio.Backend if kind is not miniaudio.Backend.CUSTOM}
            for name in sorted_backends(kinds) if backend is None else kinds.keys() & {backend}:
                try:  # one after the other, since some systems have the library of a sound system that does not run
                    self._device = _start_device(miniaudio, kinds[name], self._generate(render), self._stopped)
                except Exception:  # noqa: BLE001, S112 - a driver may fail as it likes; the next one may not
                    continue
                self.name, self.audible = str(self._device.backend), name != "NULL"
                return
        raise NoSoundError("miniaudio finds no device")

    def close(self) -> None:
        """Stop playing, at once."""
        if self._device is not None:
            self._device.stop_callback = None
            # A device that was unplugged cannot be stopped, and need not be.
            with discarded_stray_output(), suppress(Exception):
                self._device.close()
            self._device = None

    def _stopped(self) -> None:
        self.problem = self.problem or "the device stopped"

    def _generate(self, render: Render) -> Generator[Any, int, None]:
        """Yield sound as bytes; miniaudio sends the number of frames that it needs."""
        count = yield b""
        while True:
            try:
                sound = render(count)
            except Exception as error:  # noqa: BLE001 - in the device's thread nobody could catch it
                self.problem = f"the sound could not be made ({error})"
                return
            count = yield sound.data.cast("B")


def find_output() -> str:
    """Return the name of the device that would play sound, or why there is none, by opening it for a moment."""
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

    Systems that are found running come first, best first, so that others are not asked: some machines have libraries of
    systems that do not run. "NULL" comes last. Elsewhere than on Linux miniaudio's own order stays.

    Args:
        backends: names of the back ends, in miniaudio's order.
        root: the root of the file system, for tests.
    """
    running = list(_running(root)) if sys.platform.startswith("linux") else []
    return sorted(backends, key=lambda name: (name == "NULL", [*running, name].index(name)))


def _running(root: Path) -> Iterator[str]:
    """Yield the running systems, best first: desktops share PulseAudio, and all others are based on ALSA."""
    user = os.getuid()
    runtime = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{user}"
    sockets = [os.environ.get("PULSE_RUNTIME_PATH", f"{runtime}/pulse"), "/run/pulse"]
    if "PULSE_SERVER" in os.environ or any((_path_below(root, folder) / "native").exists() for folder in sockets):
        yield "PULSEAUDIO"  # or PipeWire in its place
    if any(True for _ in _path_below(root, "/dev/shm").glob(f"jack_*_{user}_*")):  # noqa: S108 - where JACK's sockets are
        yield "JACK"
    if any(True for _ in _path_below(root, "/dev/snd").glob("pcm*p")):
        yield "ALSA"


def _path_below(root: Path, path: str) -> Path:
    return root / path.lstrip("/")
