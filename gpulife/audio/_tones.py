"""Tones in the style of the home computers of 1982, as sums of sines, so that there is no aliasing.

Waves here are mono: shape (frames,), float32, between -1 and 1; they begin and end at 0, so that no click is heard.
"""

from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

Wave = NDArray[np.float32]
"""Mono sound, shape (frames,)."""
Stereo = NDArray[np.float32]
"""Stereo sound, shape (frames, 2): left and right."""

RATE = 48_000
"""Frames per second."""

_PERIOD_STEPS = 2048
_MAX_HERTZ = 12_000.0
"""Harmonics above this frequency, in hertz, are left out. A higher limit would sound harsh."""
_MAX_HARMONICS = 31


def note(name: str) -> float:
    """Return the frequency of a note in hertz: ``note("A4") == 440.0``. Sharps are written as in ``"C#5"``."""
    letter, octave = name[:-1], int(name[-1])
    semitone = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}[letter[0]] + letter.count("#")
    return float(440.0 * 2 ** ((semitone - 9) / 12 + octave - 4))


def frames(seconds: float) -> int:
    """Return the number of frames in ``seconds``, at least one."""
    return max(1, round(seconds * RATE))


def pulse(frequency: ArrayLike, count: int, *, duty: float = 0.5, brightness: float = 0.5) -> Wave:
    """Return a band-limited pulse wave without an envelope.

    Args:
        frequency: frequency in hertz; an array of shape (count,) for a gliding tone.
        count: the number of frames.
        duty: the fraction of a period in which the wave is high: 0.5 is a square wave, which has no even harmonics.
        brightness: from 0 for almost a sine to 1 for all harmonics up to ``_MAX_HERTZ``.
    """
    hertz = np.broadcast_to(np.asarray(frequency, np.float64), (count,))
    harmonics = int(min(_MAX_HARMONICS, max(1.0, _MAX_HERTZ / float(hertz.max()))))
    phase = np.cumsum(hertz) / RATE * _PERIOD_STEPS
    # The error of rounding to a 2048th of a period is 60 dB below the tone, so there is no need to interpolate.
    return np.take(_period(duty, harmonics, round(brightness, 2)), phase.astype(np.int64) & (_PERIOD_STEPS - 1))


def glide(*hertz: float, count: int) -> NDArray[np.float64]:
    """Return frequencies that glide from each of ``hertz`` to the next, in equal steps of pitch: shape (count,)."""
    return np.asarray(2 ** np.interp(np.linspace(0, len(hertz) - 1, count), np.arange(len(hertz)), np.log2(hertz)))


def noise(count: int, *, seed: int = 1, softness: int = 4) -> Wave:
    """Return white noise, averaged over each ``softness`` neighbouring samples; equal seeds give equal noise."""
    white = np.random.default_rng(seed).uniform(-1, 1, count + softness - 1)
    return np.convolve(white, np.full(softness, 1 / softness), "valid").astype(np.float32)


def plucked(wave: Wave, *, attack: float = 0.003, decay: float = 0.1, release: float = 0.01) -> Wave:
    """Fade a wave in and out as :func:`faded` does, and make it quieter by a factor of e every ``decay`` seconds."""
    fading = np.exp(-np.arange(len(wave), dtype=np.float32) / np.float32(decay * RATE))
    return faded(wave * fading, attack, release)


def faded(wave: Wave, attack: float = 0.003, release: float = 0.01) -> Wave:
    """Return a wave that fades in for ``attack`` seconds at its start and out for ``release`` seconds at its end."""
    wave = np.array(wave, np.float32)
    up, down = min(frames(attack), len(wave)), min(frames(release), len(wave))
    wave[:up] *= np.linspace(0, 1, up, dtype=np.float32) ** 2
    wave[len(wave) - down :] *= np.linspace(1, 0, down, dtype=np.float32) ** 2
    return wave


def joined(*waves: Wave, gap: float = 0.0) -> Wave:
    """Join waves one after the other, with ``gap`` seconds of silence between them."""
    silence = np.zeros(round(gap * RATE), np.float32)
    return np.concatenate([part for wave in waves for part in (wave, silence)][: 2 * len(waves) - 1])


def mixed(*waves: Wave) -> Wave:
    """Mix waves that begin together, by averaging them."""
    total = np.zeros(max(map(len, waves)), np.float32)
    for wave in waves:
        total[: len(wave)] += wave / len(waves)
    return total


@cache
def _period(duty: float, harmonics: int, brightness: float) -> Wave:
    """Return one period of a pulse wave in ``_PERIOD_STEPS`` steps; the largest absolute value is 1."""
    turn = 2 * np.pi * np.arange(_PERIOD_STEPS) / _PERIOD_STEPS
    knee = 1 + brightness * harmonics  # the harmonic that is reduced to half of its strength in a pulse wave
    wave = np.zeros(_PERIOD_STEPS)
    for harmonic in range(1, harmonics + 1):
        strength = np.sin(np.pi * harmonic * duty) / harmonic
        wave += strength / (1 + (harmonic / knee) ** 2) * np.sin(harmonic * turn)
    return np.asarray(wave / np.abs(wave).max(), np.float32)
