"""What the sound comes out of: the only module that knows miniaudio, which it can do without.

Where there is no sound device, miniaudio's null device takes its place: it plays in real time and nobody hears it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from gpulife.audio.stray_output import discarded_stray_output
from gpulife.audio.tones import RATE, Stereo
from gpulife.closing import Closing

PERIOD_MS, PERIODS = 16, 3
"""A device asks for so much at a time, and holds so many of them: what is ordered is heard within 48 ms."""

NOT_INSTALLED = "miniaudio is not installed"
"""It has no wheel for some systems, and is left out there."""

Render = Callable[[int], Stereo]


class NoSoundError(Exception):
    """No device can be had, not even the null one. Only this package sees it: silence is no error."""


class Device(Closing):
    """A device that plays what ``render`` gives it until it is closed.

    Raises:
        NoSoundError: there is no miniaudio, or no device, not even a null one.

    Attributes:
        name: what it is, for people, such as "PulseAudio" or "ALSA".
        audible: whether it is more than the null device.
        problem: what ended it, empty while it plays.
    """

    def __init__(self, render: Render, backend: str | None = None) -> None:
        self.problem = ""
        self._device = None
        # Libraries print what they do not find; here silence is no error.
        with discarded_stray_output():
            try:
                import miniaudio  # type: ignore[import-untyped]
            except (ImportError, OSError) as error:
                if isinstance(error, ModuleNotFoundError) and error.name == "miniaudio":
                    raise NoSoundError(NOT_INSTALLED) from error
                raise NoSoundError(f"miniaudio cannot be imported ({' '.join(str(error).split())})") from error
            kinds = {kind.name: kind for kind in miniaudio.Backend if kind is not miniaudio.Backend.CUSTOM}
            for name in in_order(kinds) if backend is None else kinds.keys() & {backend}:
                try:  # one by one: some systems have a library of a sound system that does not run
                    self._device = _opened(miniaudio, kinds[name], self._generate(render), self._stopped)
                except Exception:  # noqa: BLE001, S112 - a driver may fail as it likes; the next one may not
                    continue
                self.name, self.audible = str(self._device.backend), name != "NULL"
                return
        raise NoSoundError("miniaudio finds no device")

    def close(self) -> None:
        """Stop playing, at once."""
        if self._device is not None:
            self._device.stop_callback = None
            # A device that was pulled out cannot be stopped, and need not be.
            with discarded_stray_output(), suppress(Exception):
                self._device.close()
            self._device = None

    def _stopped(self) -> None:
        self.problem = self.problem or "the device stopped"

    def _generate(self, render: Render) -> Generator[Any, int, None]:
        """Yield sound as bytes: miniaudio sends the number of frames that it wants."""
        count = yield b""
        while True:
            try:
                sound = render(count)
            except Exception as error:  # noqa: BLE001 - in the device's thread nobody could catch it
                self.problem = f"the sound could not be made ({error})"
                return
            count = yield sound.data.cast("B")


def find_output() -> str:
    """Return what sound would come out of here, in words; a device is opened for a moment and plays nothing."""
    try:
        with Device(lambda count: np.zeros((count, 2), np.float32)) as device:
            return device.name if device.audible else "none: no sound device was found"
    except NoSoundError as error:
        return f"none: {error}"


def _opened(miniaudio: Any, kind: Any, generator: Generator[Any, int, None], stopped: Callable[[], None]) -> Any:
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


def in_order(backends: Iterable[str], root: Path = Path("/")) -> list[str]:
    """Sort back ends of miniaudio, such as "PULSEAUDIO", in the order in which to try them.

    What can be seen to run comes first, best first; "NULL", which plays to nobody, comes last. Only Linux has several
    systems that may or may not run: elsewhere miniaudio's own order stays.

    Args:
        backends: their names, in miniaudio's order.
        root: where the file system begins; tests have others.
    """
    running = list(_running(root)) if sys.platform.startswith("linux") else []
    return sorted(backends, key=lambda name: (name == "NULL", [*running, name].index(name)))


def _running(root: Path) -> Iterator[str]:
    """Yield the systems that run, best first: desktops share PulseAudio, and ALSA is below all others."""
    user = os.getuid()
    runtime = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{user}"
    sockets = [os.environ.get("PULSE_RUNTIME_PATH", f"{runtime}/pulse"), "/run/pulse"]
    if "PULSE_SERVER" in os.environ or any((_below(root, folder) / "native").exists() for folder in sockets):
        yield "PULSEAUDIO"  # or PipeWire in its place
    if any(True for _ in _below(root, "/dev/shm").glob(f"jack_*_{user}_*")):  # noqa: S108 - where JACK's sockets are
        yield "JACK"
    if any(True for _ in _below(root, "/dev/snd").glob("pcm*p")):
        yield "ALSA"


def _below(root: Path, path: str) -> Path:
    return root / path.lstrip("/")
