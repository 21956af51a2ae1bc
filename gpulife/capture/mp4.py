"""Films as MP4: H.264 by ffmpeg, in fragments, so that whatever ends the film, the file shows all but the last second.

Where ffmpeg can, the finished file is turned into one without fragments, which every player can seek in. The format:
ISO/IEC 14496-12; ffmpeg's part of it: https://ffmpeg.org/ffmpeg-formats.html#mov_002c-mp4_002c-ismv
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from gpulife.capture.encoder import NO_FRAMES, CaptureError, Encoder, Frame, Quality, Shape, open_film, remove
from gpulife.capture.ffmpeg import Running, knows, require_ffmpeg
from gpulife.capture.matroska import before_frame, head

_PRESETS = {Quality.DRAFT: ("ultrafast", 24), Quality.GOOD: ("medium", 18), Quality.BEST: ("slow", 12)}
"""x264's preset and constant rate factor, of which less is better and larger."""
_MOVING = "frag_keyframe+empty_moov+default_base_moof+negative_cts_offsets"
_HYBRID = "hybrid_fragmented"
_BY_NUMBER = sys.platform != "win32" and os.path.isdir("/dev/fd")  # noqa: PTH112
MAX_PIXELS = 16384
"""Of a side, as x264 has it."""


class Mp4Encoder(Encoder):
    """An MP4 file.

    Args:
        path: of the file, which is new, or a device or pipe.
        shape: of the frames; of an odd number of pixels a side, the last one is left out: H.264 has colours for pairs.
        quality: of the film.

    Raises:
        CaptureError: there is no ffmpeg, it does not run, or the file cannot be made.
    """

    def __init__(self, path: Path, shape: Shape, quality: Quality) -> None:
        super().__init__(path, shape)
        program = require_ffmpeg("an MP4")
        preset, factor = _PRESETS[quality]
        flags = f"{_HYBRID}+{_MOVING}" if knows(program, "mp4", _HYBRID) else _MOVING
        # BT.709 in the range of television, and said so: players otherwise guess the matrix by the size.
        even = "crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0"
        range_ = "scale=out_color_matrix=bt709:out_range=tv,setparams=color_primaries=bt709:color_trc=bt709"
        look = f"settb=1/{shape.rate},format={shape.order[:3].lower()}0,vflip,{even},{range_},format=yuv420p"
        colours = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"]
        self._shown = 0  # frames until now
        self._last: Frame | None = None  # which is to be seen for longer
        # Made by us and handed over open, where the system can: whatever comes to be at that name is left alone.
        self._file = open_film(path)
        target, handed = (f"/dev/fd/{self._file.fileno()}", [self._file.fileno()]) if _BY_NUMBER else (str(path), [])
        arguments = [
            *("-f", "matroska", "-i", "pipe:0", "-map", "0:v"),
            *("-fps_mode", "vfr", "-enc_time_base", f"1:{shape.rate}", "-vf", look, *colours),
            *("-c:v", "libx264", "-preset", preset, "-crf", str(factor)),
            # By time: of a display that is slow, a second is few frames.
            *("-g", str(shape.rate), "-force_key_frames", "expr:gte(t,n_forced)"),
            # The same frames give the same file: no date, no versions.
            *("-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact"),
            *("-movflags", flags, "-flush_packets", "1", "-f", "mp4", f"file:{target}"),
        ]
        try:
            self._running = Running(program, arguments, handed)
        except CaptureError:
            self._file.close()
            remove(self.path)
            raise

    @property
    def pid(self) -> int:
        """The number of ffmpeg's process."""
        return self._running.pid

    def write(self, frame: Frame, times: int = 1) -> None:
        """Hand a frame to ffmpeg."""
        if not self._shown:
            self._running.feed(head(self.shape))
        self._feed(frame, self._shown)
        self._shown += times
        self._last = frame if times > 1 else None

    def close(self) -> None:
        """Wait until ffmpeg has written everything."""
        if not self._shown:
            raise CaptureError(NO_FRAMES)
        if self._last is not None:  # a film ends one frame after its last one begins
            self._feed(self._last, self._shown - 1)
            self._last = None
        self._running.finish()
        self._file.close()

    def _feed(self, frame: Frame, number: int) -> None:
        self._running.feed(before_frame(self.shape, number))
        self._running.feed(frame)

    def abort(self) -> None:
        """End ffmpeg and cut off what it had half written."""
        self._running.kill()
        with suppress(OSError):
            if self.path.is_file() and not trim(self._file):
                remove(self.path)
        with suppress(OSError):
            self._file.close()


def trim(file: IO[bytes]) -> bool:
    """Cut off a last fragment that is not whole, as a full disk or a killed encoder leaves it.

    Returns:
        Whether anything can be shown; an empty file is left as it is.

    Raises:
        OSError: the system refused to read or cut the file.
    """
    size = file.seek(0, os.SEEK_END)
    whole, place = 0, 0  # where the last fragment ends, and where we are
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
        # A fragment's head without its frames would be an error to a player.
        if kind != b"moof":
            whole = place
    if whole < size:
        file.truncate(whole)
    return {b"moov", b"mdat"} <= kinds
