"""Finds ffmpeg and runs it: the binary of imageio-ffmpeg (the extra ``video``), else the system's own.

It runs in a session of its own: Ctrl-C reaches only gpulife, which then ends the film properly. Where a window is
filmed it has a lower priority, so that filming does not make the display stutter.
"""

import shutil
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import psutil

from gpulife.capture.encoder import CaptureError, Frame, write_all

ADVICE = "pip install 'gpulife[video]'"
_NICE = 10  # for systems without Windows' priority classes
_PIPE_BYTES = 1 << 20  # Linux's default of 64 KiB would take sixty context switches a frame
_TIMEOUT = 120.0  # seconds for the end of a film
_MAX_LINES = 30
_UNSPECIFIC = (
    "conversion failed",
    "terminating thread",
    "task finished",
    "error sending frames",
    "nothing was written",
)
"""Messages of ffmpeg that follow the one that tells what happened."""
_CAUSES = (
    "no space left on device",
    "file too large",
    "permission denied",
    "disk quota exceeded",
    "input/output error",
)


def find_ffmpeg() -> str | None:
    """Return the path of ffmpeg, or None if there is none."""
    try:
        from imageio_ffmpeg import get_ffmpeg_exe  # type: ignore[import-untyped]

        return str(get_ffmpeg_exe())
    except (ImportError, RuntimeError):
        return shutil.which("ffmpeg")


def require_ffmpeg(what: str) -> str:
    """Return the path of ffmpeg.

    Raises:
        CaptureError: there is none; the line says that ``what`` needs it.
    """
    program = find_ffmpeg()
    if program is None:
        raise CaptureError(f"{what} needs ffmpeg, which is not here: {ADVICE}")
    return program


@cache
def muxer_has_flag(program: str, muxer: str, flag: str) -> bool:
    """Return whether this ffmpeg has a flag of one of its file formats; the answer is cached."""
    try:
        result = subprocess.run(
            [program, "-hide_banner", "-h", f"muxer={muxer}"], capture_output=True, check=False, timeout=_TIMEOUT
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return flag.encode() in result.stdout


class FfmpegProcess:
    """A running ffmpeg that gets frames through a pipe.

    Args:
        program: the path of ffmpeg.
        arguments: its arguments.
        inherited: descriptors that it inherits under the same numbers.
        yields: whether it has a lower priority than others.

    Attributes:
        process: its process.
    """

    def __init__(
        self, program: str, arguments: Sequence[str], inherited: Sequence[int] = (), *, yields: bool = False
    ) -> None:
        options: dict[str, Any] = (
            {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
            if sys.platform == "win32"
            # SIGXFSZ stays ignored: ffmpeg then reports a file that may not grow as an error, like a full disk.
            else {"start_new_session": True, "restore_signals": False, "pass_fds": tuple(inherited)}
        )
        try:
            self.process = subprocess.Popen(
                [program, "-y", "-nostdin", "-hide_banner", "-loglevel", "error", *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                bufsize=0,
                **options,
            )
        except OSError as error:
            raise CaptureError(f"cannot run {program}: {error.strerror or error}") from error
        assert self.process.stdin is not None  # noqa: S101 - pipes were asked for
        assert self.process.stderr is not None  # noqa: S101
        self._pipe, self._stderr = self.process.stdin, self.process.stderr
        self._messages: deque[str] = deque(maxlen=_MAX_LINES)
        self._listener = threading.Thread(target=self._listen, name="ffmpeg messages", daemon=True)
        self._listener.start()
        if yields:
            with suppress(psutil.Error, OSError):
                psutil.Process(self.process.pid).nice(getattr(psutil, "BELOW_NORMAL_PRIORITY_CLASS", _NICE))
        if sys.platform == "linux":
            import fcntl

            with suppress(OSError):  # it is more than this user may have
                fcntl.fcntl(self._pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)

    def _listen(self) -> None:
        self._messages.extend(line.decode("utf-8", "replace").strip() for line in self._stderr)

    def feed(self, frame: Frame) -> None:
        """Send a frame; waits until it is taken.

        Raises:
            CaptureError: ffmpeg has ended; the line says why.
        """
        try:
            write_all(self._pipe, frame)
        except (OSError, ValueError) as error:
            raise CaptureError(self._cause()) from error

    def finish(self) -> None:
        """Close the pipe, since there are no more frames, and wait until the file is complete.

        Raises:
            CaptureError: the file is not complete; the line says why.
        """
        self._close_pipe()
        try:
            status = self.process.wait(_TIMEOUT)
        except subprocess.TimeoutExpired:
            self.kill()
            raise CaptureError("ffmpeg did not come to an end") from None
        if status != 0:
            raise CaptureError(self._cause())
        self._close_stderr()

    def kill(self) -> None:
        """End ffmpeg at once."""
        self._close_pipe()
        with suppress(OSError):
            self.process.kill()
        self.process.wait()
        self._close_stderr()

    def _close_pipe(self) -> None:
        with suppress(OSError):
            self._pipe.close()

    def _close_stderr(self) -> None:
        self._listener.join(_TIMEOUT)
        self._stderr.close()

    def _cause(self) -> str:
        """Return what ended ffmpeg, in one line."""
        self._close_pipe()
        try:
            status = self.process.wait(_TIMEOUT)
        except subprocess.TimeoutExpired:
            return "ffmpeg takes no more frames"
        self._close_stderr()
        text = " ".join(self._messages).lower()
        if known := next((cause for cause in _CAUSES if cause in text), None):
            return known
        if status < 0:
            return f"ffmpeg was ended by signal {-status}"
        lines = [line for line in self._messages if not any(words in line.lower() for words in _UNSPECIFIC)]
        return f"ffmpeg ended with {status}: {lines[0] if lines else 'it said nothing'}"[:300]
