"""Mixes sounds and music at the user's volume, without clipping. Music is computed while it plays.

The thread of the sound device calls :meth:`Mixer.render`; other threads start sounds. This module uses no device and no
clock: it measures time in rendered frames.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Condition, Lock, Thread

import numpy as np
from numpy.typing import NDArray

from gpulife.audio._tones import RATE, Stereo, Wave

# Music made while it plays: a thread makes parts ahead of the listener.

_AHEAD = 2
"""Number of parts of a piece of music that are computed in advance."""


class Stream:
    """A piece of music that a thread computes in parts, shortly before each part is played.

    Args:
        parts: an iterator; each step computes the next part.
    """

    def __init__(self, parts: Iterator[Stereo]) -> None:
        self._parts = parts
        self._ready: deque[Stereo] = deque()
        self._taken_frames = 0  # frames of the first part that have been taken
        self._made_all = self._closed = False
        self._changed = Condition()
        self._thread = Thread(target=self._run, name="music", daemon=True)
        self._thread.start()

    @property
    def finished(self) -> bool:
        """True if all frames of the music have been taken."""
        with self._changed:
            return (self._made_all or self._closed) and not self._ready

    def make(self) -> bool:
        """Compute the next part, unless enough parts are ready; return True if a part was computed."""
        with self._changed:
            if self._made_all or self._closed or len(self._ready) >= _AHEAD:
                return False
        part = next(self._parts, None)  # without the lock, so that the listener need not wait
        with self._changed:
            if part is None:
                self._made_all = True
            else:
                self._ready.append(part)
            self._changed.notify_all()
        return part is not None

    def take(self, count: int) -> Stereo:
        """Return the next ``count`` frames; fewer if the next part is not ready, or at the end of the music."""
        found: list[Stereo] = []
        with self._changed:
            while count and self._ready:
                part = self._ready[0][self._taken_frames : self._taken_frames + count]
                found.append(part)
                count -= len(part)
                self._taken_frames += len(part)
                if self._taken_frames >= len(self._ready[0]):
                    self._ready.popleft()
                    self._taken_frames = 0
                    self._changed.notify_all()
        return found[0] if len(found) == 1 else np.concatenate([np.zeros((0, 2), np.float32), *found])

    def close(self) -> None:
        """Stop making parts, without waiting for the thread to end. Parts that are ready can still be taken."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or len(self._ready) < _AHEAD)
                if self._closed or self._made_all:
                    return
            self.make()


# The mixer: voices and music added up.

MAX_VOICES = 16
_BLOCK = 4096
"""Maximum number of frames mixed in one step."""
_SOFT_CLIP_FROM = 0.7
"""Samples up to this level are unchanged; louder samples are compressed, so that they stay below 1."""
_FADE_FRAMES = round(0.08 * RATE)
"""Number of frames in which music fades out when it is stopped."""


@dataclass(slots=True)
class _Voice:
    wave: Wave
    gains: NDArray[np.float32]  # left and right
    at: int = 0
    fades_out: bool = False


class Mixer:
    """Mixes the sounds and the music that are playing.

    Attributes:
        rendered: the number of frames rendered so far.
    """

    def __init__(self) -> None:
        self.rendered = 0
        self._lock = Lock()
        self._voices: list[_Voice] = []
        self._last_played: dict[str, int] = {}
        self._music: Stream | None = None
        self._fading = 0  # frames until stopped music has faded out
        self._gain = self._target_gain = 1.0

    def may_play(self, name: str, min_interval: float) -> bool:
        """Return True if the sound ``name`` may begin now, and remember that it has begun.

        A sound may not begin again within ``min_interval`` seconds, measured in rendered sound.
        """
        with self._lock:
            may = name not in self._last_played or self.rendered - self._last_played[name] >= min_interval * RATE
            if may:
                self._last_played[name] = self.rendered
            return may

    def play(self, wave: Wave, left: float = 1.0, right: float = 1.0) -> None:
        """Play a sound from the next frame on, with a gain for each side.

        If ``MAX_VOICES`` sounds are already playing, the quietest of them fades out (the oldest, if several are equally
        quiet).
        """
        with self._lock:
            heard = [voice for voice in self._voices if not voice.fades_out]
            if len(heard) >= MAX_VOICES:
                victim = min(heard, key=lambda voice: (float(voice.gains.max()), -voice.at))
                victim.fades_out = True
                if victim.at == 0:  # not heard yet, so it need not fade out
                    self._voices.remove(victim)
            self._voices.append(_Voice(wave, np.array((left, right), np.float32)))

    def set_gain(self, gain: float) -> None:
        """Set the gain of all sound, 0 to 1. It changes gradually over the next frames, so that no click is heard."""
        with self._lock:
            self._target_gain = min(max(gain, 0.0), 1.0)

    def start_music(self, music: Stream) -> None:
        """Play ``music`` from the next frame on, instead of any music that is playing."""
        with self._lock:
            self._music, self._fading = music, 0

    def stop_music(self) -> None:
        """Fade out the music that is playing."""
        with self._lock:
            if self._music is not None and not self._fading:
                self._fading = _FADE_FRAMES

    def render(self, count: int) -> Stereo:
        """Return the next ``count`` frames of the mixed sound, between -1 and 1, in a new array."""
        result = np.empty((count, 2), np.float32)
        with self._lock:
            for first in range(0, count, _BLOCK):
                part = result[first : first + _BLOCK]
                self._render_part(part)
                self.rendered += len(part)
        return result

    def _render_part(self, result: Stereo) -> None:
        count = len(result)
        if not self._voices and self._music is None:
            result[:] = 0
            self._gain = self._target_gain
            return
        total = np.zeros((count, 2), np.float32)
        for voice in self._voices:
            self._add(voice, total)
        self._voices = [voice for voice in self._voices if voice.at < len(voice.wave) and not voice.fades_out]
        if self._music is not None:
            self._add_music(self._music, total)
        np.multiply(total, np.linspace(self._gain, self._target_gain, count, dtype=np.float32)[:, None], out=result)
        self._gain = self._target_gain
        _soft_clip(result)

    def _add(self, voice: _Voice, total: Stereo) -> None:
        wave = voice.wave[voice.at : voice.at + len(total)]
        if voice.fades_out:
            wave = wave * np.linspace(1, 0, len(wave), dtype=np.float32)
        for side, gain in enumerate(voice.gains):
            total[: len(wave), side] += wave * gain
        voice.at += len(wave)

    def _add_music(self, music: Stream, total: Stereo) -> None:
        found = music.take(len(total))
        if self._fading:
            left = np.arange(self._fading, self._fading - len(found), -1).clip(0) / _FADE_FRAMES
            found = found * left.astype(np.float32)[:, None]
            self._fading = max(0, self._fading - len(total))
            if self._fading == 0:
                self._music = None
        elif music.finished:
            self._music = None
        total[: len(found)] += found


def _soft_clip(wave: Stereo) -> None:
    """Compress samples above ``_SOFT_CLIP_FROM`` towards 1, in place; quieter samples do not change."""
    size = np.abs(wave)
    if float(size.max(initial=0.0)) > _SOFT_CLIP_FROM:
        bent = _SOFT_CLIP_FROM + (1 - _SOFT_CLIP_FROM) * np.tanh((size - _SOFT_CLIP_FROM) / (1 - _SOFT_CLIP_FROM))
        np.copyto(wave, np.copysign(bent, wave), where=size > _SOFT_CLIP_FROM)
