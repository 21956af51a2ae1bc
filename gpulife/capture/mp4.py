"""Writes films as MP4 with ffmpeg. They are written in fragments, so an interrupted film lacks only the last second."""

import os
import shutil
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Any

import psutil

from gpulife.capture.encoder import CaptureError, Encoder, Frame, FrameFormat, Quality, open_film, remove, write_all

# Finding and running ffmpeg: the binary of imageio-ffmpeg (the extra ``video``), else the system's own. ffmpeg runs in
# its own session, so that Ctrl-C reaches only gpulife, which then ends the film properly. While a window is filmed,
# ffmpeg has a lower priority, so that the display does not stutter.

ADVICE = "pip install 'gpulife[video]'"
_NICE = 10  # niceness, where there are no priority classes (not Windows)
_PIPE_BYTES = 1 << 20  # Linux's default of 64 KiB would cause sixty context switches per frame
_TIMEOUT = 120.0  # seconds to wait for the end of a film
_MAX_LINES = 30
_UNSPECIFIC = (
    "conversion failed",
    "terminating thread",
    "task finished",
    "error sending frames",
    "nothing was written",
)
"""Words in lines that ffmpeg prints after an error. Error messages leave these lines out: they name no cause."""
_CAUSES = (
    "no space left on device",
    "file too large",
    "permission denied",
    "disk quota exceeded",
    "input/output error",
)


def find_ffmpeg() -> str | None:
    """Return the path of ffmpeg, or None if it is not installed."""
    try:
        from imageio_ffmpeg import get_ffmpeg_exe  # type: ignore[import-untyped]

        return str(get_ffmpeg_exe())
    except (ImportError, RuntimeError):
        return shutil.which("ffmpeg")


def require_ffmpeg(what: str) -> str:
    """Return the path of ffmpeg.

    Raises:
        CaptureError: ffmpeg was not found; the message says that ``what`` needs it.
    """
    program = find_ffmpeg()
    if program is None:
        raise CaptureError(f"{what} needs ffmpeg, which was not found: {ADVICE}")
    return program


@cache
def muxer_has_flag(program: str, muxer: str, flag: str) -> bool:
    """Return True if the ffmpeg at ``program`` has the option ``flag`` for files of the format ``muxer``."""
    try:
        result = subprocess.run(
            [program, "-hide_banner", "-h", f"muxer={muxer}"], capture_output=True, check=False, timeout=_TIMEOUT
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return flag.encode() in result.stdout


class FfmpegProcess:
    """A running ffmpeg, which receives frames through a pipe.

    Args:
        program: the path of ffmpeg.
        arguments: the command-line arguments of ffmpeg.
        inherited: file descriptors that ffmpeg may use, under the same numbers.
        yields: True to run ffmpeg at a lower priority than this process.
    """

    def __init__(
        self, program: str, arguments: Sequence[str], inherited: Sequence[int] = (), *, yields: bool = False
    ) -> None:
        options: dict[str, Any] = (
            {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
            if sys.platform == "win32"
            # SIGXFSZ stays ignored, so that ffmpeg reports a file size limit as an error, like a full disk.
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
        assert self.process.stdin is not None  # noqa: S101 - both are pipes
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

            with suppress(OSError):  # more than this user is allowed
                fcntl.fcntl(self._pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)

    def _listen(self) -> None:
        self._messages.extend(line.decode("utf-8", "replace").strip() for line in self._stderr)

    def feed(self, frame: Frame) -> None:
        """Send a frame, waiting until ffmpeg has read it.

        Raises:
            CaptureError: ffmpeg has ended; the message says why.
        """
        try:
            write_all(self._pipe, frame)
        except (OSError, ValueError) as error:
            raise CaptureError(self._cause()) from error

    def finish(self) -> None:
        """Close the pipe after the last frame, and wait until the file is complete.

        Raises:
            CaptureError: the file is not complete; the message says why.
        """
        self._close_pipe()
        try:
            status = self.process.wait(_TIMEOUT)
        except subprocess.TimeoutExpired:
            self.kill()
            raise CaptureError(f"ffmpeg did not finish the file within {_TIMEOUT:g} seconds") from None
        if status != 0:
            raise CaptureError(self._cause())
        self._close_stderr()

    def kill(self) -> None:
        """End ffmpeg immediately."""
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
        """Return one line that says why ffmpeg ended."""
        self._close_pipe()
        try:
            status = self.process.wait(_TIMEOUT)
        except subprocess.TimeoutExpired:
            return "ffmpeg accepts no more frames"
        self._close_stderr()
        text = " ".join(self._messages).lower()
        if known := next((cause for cause in _CAUSES if cause in text), None):
            return known
        if status < 0:
            return f"ffmpeg was ended by signal {-status}"
        lines = [line for line in self._messages if not any(words in line.lower() for words in _UNSPECIFIC)]
        return f"ffmpeg ended with status {status}: {lines[0] if lines else 'without a message'}"[:300]


# MP4 files: H.264 by ffmpeg, in fragments, so that an interrupted file lacks only the last second. If ffmpeg can, it
# converts the finished file to one without fragments, in which every player can seek. Format: ISO/IEC 14496-12;
# ffmpeg's options: https://ffmpeg.org/ffmpeg-formats.html#mov_002c-mp4_002c-ismv. ffmpeg reads frames with their times
# from a pipe, as minimal Matroska (RFC 9559). So a frame that is shown for longer is sent and converted only once; raw
# video would have to repeat it, which is slow.

_SETTINGS = {Quality.DRAFT: ("ultrafast", 24), Quality.GOOD: ("medium", 18), Quality.BEST: ("slow", 12)}
"""x264's preset and constant rate factor for each quality; a smaller factor gives a better and larger film."""
_FRAGMENTED = "frag_keyframe+empty_moov+default_base_moof+negative_cts_offsets"
_HYBRID = "hybrid_fragmented"
_CAN_INHERIT = sys.platform != "win32" and os.path.isdir("/dev/fd")  # noqa: PTH112
MAX_PIXELS = 16384
"""The longest side of a frame that x264 accepts, in pixels."""
_UNKNOWN_SIZE = b"\x01" + b"\xff" * 7  # unknown size: the stream ends with the pipe


class Mp4Encoder(Encoder):
    """Writes an MP4 file.

    Args:
        path: a new file, or a device or pipe.
        frame_format: the format of the frames. An odd width or height is cut by one pixel, since H.264 needs even
            numbers.
        quality: the quality of the film.
        live: True if a window is filmed while it is in use. Then ffmpeg has a lower priority, and a frame that is shown
            several times is stored only once. Otherwise the file has a constant frame rate.

    Raises:
        CaptureError: ffmpeg is missing or does not run, or the file cannot be made.
    """

    def __init__(self, path: Path, frame_format: FrameFormat, quality: Quality, *, live: bool = False) -> None:
        super().__init__(path, frame_format)
        program = require_ffmpeg("an MP4")
        preset, factor = _SETTINGS[quality]
        flags = f"{_HYBRID}+{_FRAGMENTED}" if muxer_has_flag(program, "mp4", _HYBRID) else _FRAGMENTED
        # State BT.709 in television range explicitly: otherwise players guess the matrix from the size.
        even = "crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0"
        range_ = "scale=out_color_matrix=bt709:out_range=tv,setparams=color_primaries=bt709:color_trc=bt709"
        order = frame_format.order[:3].lower()
        look = f"settb=1/{frame_format.rate},format={order}0,vflip,{even},{range_},format=yuv420p"
        if not live:  # last, so that repeated frames are processed once
            look += f",fps={frame_format.rate}"
        colours = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"]
        self._live = live
        self._last: Frame | None = None  # the last frame, if it is shown for longer
        # ffmpeg inherits the open file if the system can, so that it cannot open another file of that name.
        self._file = open_film(path)
        target, inherited = (
            (f"/dev/fd/{self._file.fileno()}", [self._file.fileno()]) if _CAN_INHERIT else (str(path), [])
        )
        arguments = [
            *("-f", "matroska", "-i", "pipe:0", "-map", "0:v"),
            *("-fps_mode", "vfr", "-enc_time_base", f"1:{frame_format.rate}", "-vf", look, *colours),
            *("-c:v", "libx264", "-preset", preset, "-crf", str(factor)),
            # Place key frames by time, since a second of a slow display has few frames.
            *("-g", str(frame_format.rate), "-force_key_frames", "expr:gte(t,n_forced)"),
            # Leave out dates and versions, so that the same frames give the same file.
            *("-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact"),
            *("-movflags", flags, "-flush_packets", "1", "-f", "mp4", f"file:{target}"),
        ]
        try:
            self._running = FfmpegProcess(program, arguments, inherited, yields=live)
        except CaptureError:
            self._file.close()
            remove(self.path)
            raise

    def _append(self, frame: Frame, times: int) -> None:
        if not self.frames:
            self._running.feed(stream_header(self.frame_format))
        self._feed(frame, self.frames, times)
        self._last = frame if times > 1 and self._live else None

    def _finish(self) -> None:
        if self._last is not None:  # repeat the last frame at its end; else it would be shown for one frame only
            self._feed(self._last, self.frames - 1, 1)
        self._running.finish()
        self._file.close()

    def _feed(self, frame: Frame, number: int, times: int) -> None:
        self._running.feed(frame_header(self.frame_format, number, times))
        self._running.feed(frame)

    def abort(self) -> None:
        """End ffmpeg, and cut off the last fragment if it is incomplete."""
        self._running.kill()
        with suppress(OSError):
            if self.path.is_file() and not trim(self._file):
                remove(self.path)
        with suppress(OSError):
            self._file.close()


def trim(file: IO[bytes]) -> bool:
    """Cut an incomplete last fragment off a film, which a full disk or a killed encoder has left.

    Returns:
        True if the file can be played; False if it has no complete fragment.

    Raises:
        OSError: the file cannot be read or cut.
    """
    size = file.seek(0, os.SEEK_END)
    whole, place = 0, 0  # end of the last complete fragment, and present position
    kinds: set[bytes] = set()
    while place + 8 <= size:
        file.seek(place)
        head = file.read(16)
        length, kind = int.from_bytes(head[:4], "big"), head[4:8]
        if length == 1:
            length = int.from_bytes(head[8:16], "big")
        if length < 8 or place + length > size:
            break
        place += length
        kinds.add(kind)
        # A fragment's head (moof) without its frames would be an error for players.
        if kind != b"moof":
            whole = place
    if whole < size:
        file.truncate(whole)
    return {b"moov", b"mdat"} <= kinds


def stream_header(frame_format: FrameFormat) -> bytes:
    """Return the header of a Matroska stream, in which the unit of time is one frame."""
    tick = _number(round(1e9 / frame_format.rate))
    document = _element("4282", b"matroska") + _element("4287", _number(4)) + _element("4285", _number(2))
    size = _element("B0", _number(frame_format.width)) + _element("BA", _number(frame_format.height))
    track = [
        _element("D7", _number(1)),
        _element("73C5", _number(1)),
        _element("83", _number(1)),  # video
        _element("23E383", tick),
        _element("86", b"V_UNCOMPRESSED"),
        _element("E0", size + _element("2EB524", frame_format.order.encode())),
    ]
    body = _element("1549A966", _element("2AD7B1", tick)) + _element("1654AE6B", _element("AE", b"".join(track)))
    return _element("1A45DFA3", document) + bytes.fromhex("18538067") + _UNKNOWN_SIZE + body


def frame_header(frame_format: FrameFormat, number: int, times: int) -> bytes:
    """Return the header that precedes a frame's pixels.

    ``number`` is the number of the frame in the film, and ``times`` its duration in frames. Without a duration, ffmpeg
    would have to guess how long the last frame is shown.
    """
    time = _element("E7", _number(number))
    block = b"\x81\x00\x00\x00"  # track 1, at the cluster's time
    length = len(block) + frame_format.frame_bytes
    duration = _element("9B", _number(times))
    block_head = bytes.fromhex("A1") + _size(length)
    group_length = len(duration) + len(block_head) + length
    group = bytes.fromhex("A0") + _size(group_length) + duration + block_head + block
    return bytes.fromhex("1F43B675") + _size(len(time) + len(group) + frame_format.frame_bytes) + time + group


def _element(kind: str, data: bytes) -> bytes:
    return bytes.fromhex(kind) + _size(len(data)) + data


def _size(length: int) -> bytes:
    return (length | 1 << 56).to_bytes(8, "big")


def _number(value: int) -> bytes:
    return value.to_bytes(max(1, (value.bit_length() + 7) // 8), "big")
