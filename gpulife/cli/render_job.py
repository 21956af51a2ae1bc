"""What ``gpulife render`` does: write a picture, or a film frame by frame.

If rendering is interrupted, the film can be played up to that point.
"""

import logging
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from gpulife.capture.encoder import FrameFormat, Quality
from gpulife.capture.film_writer import EncoderThread, is_sequence, open_encoder, require_filmable
from gpulife.cli.render_subjects import RenderContext, RenderError, RenderRequest, Subject
from gpulife.engines.memory import format_bytes
from gpulife.errors import GpulifeError
from gpulife.patterns.board_sizes import free_memory
from gpulife.rich_console import ProgressBar
from gpulife.session.replay import REPLAY_ENDING
from gpulife.signals import Stop, stop_on_signals
from gpulife.storage.atomic_io import film_part, remove_leftovers, replace_file

if TYPE_CHECKING:
    from gpulife.view.gl_offscreen import Animation


_LOG = logging.getLogger(__name__)

DEFAULT_SECONDS = Fraction(20)
_QUEUED_FRAMES = 3
"""Maximum number of frames waiting for the encoder. Because frames can wait, drawing and encoding overlap."""
_FRAMES_IN_MEMORY = _QUEUED_FRAMES + 6
_UNSEEN_SIZE = (64, 36)
"""Size, in pixels, of the frames that are drawn and discarded before a single picture.

Without these frames, the picture would show no ages of cells and no trails.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderJob:
    """The options of ``gpulife render``.

    Attributes:
        request: what to draw and how.
        output: path of the file; its extension gives the format.
        size: (width, height) in pixels.
        rate: frames a second.
        seconds: length of the film; for a picture, the moment that it shows. Both count from ``skip``. None for the
            whole subject, or DEFAULT_SECONDS if the subject is endless.
        skip: seconds of the subject to leave out at the start.
        quality: name of the film's quality.
    """

    request: RenderRequest
    output: Path
    size: tuple[int, int] = (1920, 1080)
    rate: int = 60
    seconds: Fraction | None = None
    skip: Fraction = Fraction(0)
    quality: Quality = Quality.GOOD

    @property
    def frame_format(self) -> FrameFormat:
        """The size and rate of the frames."""
        return FrameFormat(*self.size, self.rate)

    @property
    def is_picture(self) -> bool:
        """True if the output is a single picture."""
        return self.output.suffix.lower() == ".png" and not is_sequence(self.output)


def resolve(request: RenderRequest) -> Subject:
    """Return the subject of a request: a replay, a scene, or otherwise a pattern.

    Raises:
        GpulifeError: the subject does not exist or cannot be read.
    """
    from gpulife.cli.render_subjects import is_scene, pattern_subject, replay_subject, scene_subject

    if request.name is not None and Path(request.name).suffix.lower() == REPLAY_ENDING:
        return replay_subject(request)
    return scene_subject(request) if is_scene(request) else pattern_subject(request)


def render(job: RenderJob, progress: Console) -> tuple[str, int]:
    """Make the picture or film of a job; return one line about the result, and the exit status.

    The exit status is 0, or 128 plus the number of the signal that ended the job early.

    Args:
        job: the job.
        progress: the console for progress bars, which are shown only on a terminal.

    Raises:
        GpulifeError: the job failed; the message says how much of the film was written.
    """
    from gpulife.engines.gl.gl_device import open_device
    from gpulife.view.gl_offscreen import Canvas

    require_filmable(job.output, job.frame_format)
    subject = resolve(job.request)
    frames = _frame_count(job, subject)
    needed, free = job.frame_format.frame_bytes * _FRAMES_IN_MEMORY, free_memory()
    if needed > free:
        raise RenderError(
            f"frames of {job.size[0]}x{job.size[1]} need {format_bytes(needed)} of memory,"
            f" but only {format_bytes(free)} is free"
        )
    stop = Stop()
    bar = ProgressBar(progress, "skipping", max(1, int(job.skip)))

    def interrupted() -> bool:
        bar.show()
        return stop.signal is not None

    with (
        open_device() as device,
        closing(subject.open(RenderContext(device, job.size, progress, interrupted))) as animation,
        Canvas(device, job.size) as canvas,
        Canvas(device, job.size if job.request.look.reduced_flashing else _UNSEEN_SIZE) as unseen,
        stop_on_signals(stop),
    ):
        with bar:
            _skip(animation, job.skip, stop, bar)
        with _FilmFile(job) as film_file:
            bar = ProgressBar(progress, "frame", frames, counted=True)
            with bar:
                for number in range(frames):
                    if stop.signal is None:
                        animation.go_to(job.skip + Fraction(number, job.rate))
                    if stop.signal is not None:
                        break
                    if job.is_picture and number < frames - 1:
                        unseen.draw(animation, 1 / job.rate)
                    elif (picture := canvas.show(animation, 1 / job.rate)) is not None:
                        film_file.write(*picture)
                    bar.update(number + 1)
                for picture in canvas.remaining_pictures():
                    film_file.write(*picture)
        return _result_line(job, film_file, frames, stop), stop.exit_status if stop.signal is not None else 0


def _skip(animation: "Animation", skip: Fraction, stop: Stop, bar: ProgressBar) -> None:
    """Advance an animation by ``skip`` seconds without drawing, and show the progress."""
    for second in range(1, int(skip) + 1):
        if stop.signal is not None:
            return
        animation.go_to(Fraction(second))
        bar.update(second)


class _FilmFile(AbstractContextManager["_FilmFile"]):
    """The file of a film. Until the film can be played, the file has a temporary name."""

    def __init__(self, job: RenderJob) -> None:
        self._job = job
        self._path = path = job.output.resolve()  # if the path is a link, its target is written
        is_special = path.exists() and not path.is_file()  # a device or a pipe
        self._part = path if is_special or path.suffix.lower() == ".png" else film_part(path)
        remove_leftovers(path.parent)
        self._feeder = EncoderThread(open_encoder(self._part, job.frame_format, job.quality), _QUEUED_FRAMES)
        self.frames = 0

    def write(self, picture: bytes, times: int) -> None:
        """Add ``times`` frames to the film, all with the same picture."""
        self._feeder.put(picture, times)
        self.frames += times

    def __exit__(self, *_: object) -> None:
        try:
            self._feeder.close()
        except GpulifeError as error:
            if not self.frames:
                return  # no frame was requested, so nothing is lost
            raise RenderError(f"{self._job.output}: {error}; {self._remaining_text()}") from error
        self._publish()

    def _publish(self) -> bool:
        """Rename the temporary file to the film's final name; return False if there is no temporary file."""
        if self._part != self._path and self._part.is_file():
            try:
                replace_file(self._path, self._part)
            except OSError as error:
                raise RenderError(
                    f"cannot write {self._job.output}: {error.strerror}; the film is in {self._part}"
                ) from error
            return True
        return False

    def _remaining_text(self) -> str:
        with suppress(RenderError):
            if self._publish():
                return "all earlier frames were written"
        if is_sequence(self._job.output) and self._feeder.encoder.frames:
            return f"the first {self._feeder.encoder.frames} pictures were written"
        return "nothing was written"


def _frame_count(job: RenderJob, subject: Subject) -> int:
    available = None if subject.seconds is None else subject.seconds - job.skip
    if available is not None and available <= 0:
        raise RenderError(
            f"{job.request.name} lasts {float(subject.seconds or 0):.1f} s: --skip {float(job.skip):g} leaves nothing"
        )
    seconds = job.seconds if job.seconds is not None else available or DEFAULT_SECONDS
    if available is not None and seconds > available:
        _LOG.warning("%s ends after %.1f s", job.request.name, available)
        seconds = available
    return max(1, round(seconds * job.rate))


def _result_line(job: RenderJob, film_file: _FilmFile, frames: int, stop: Stop) -> str:
    size = f"{job.size[0]}x{job.size[1]}"
    if not film_file.frames:
        return f"interrupted: {job.output} was not written"
    if job.is_picture:
        return f"{job.output}: {size}"
    length = f"{film_file.frames / job.rate:.1f} s"
    if stop.signal is not None:
        return f"interrupted: {job.output} has the first {length} of {frames / job.rate:.1f} s"
    how = f"{film_file.frames} frames, {length} at {job.rate} a second, {size}"
    if is_sequence(job.output) or not job.output.is_file():
        return f"{job.output}: {how}"
    return f"{job.output}: {how}, {format_bytes(job.output.stat().st_size)}"
