"""Measurements of a wave: its pitch, its loudness, and whether it clicks."""

import numpy as np
from numpy.typing import NDArray

from gpulife.audio._tones import RATE


def pitch(wave: NDArray[np.float32]) -> float:
    """The frequency of the strongest sine, in hertz."""
    spectrum = np.abs(np.fft.rfft(wave * np.hanning(len(wave)), 1 << 18))
    return float(np.argmax(spectrum)) * RATE / (1 << 18)


def brightness(wave: NDArray[np.float32]) -> float:
    """The centroid of a wave's spectrum, in hertz."""
    power = np.abs(np.fft.rfft(wave)) ** 2
    return float((np.fft.rfftfreq(len(wave), 1 / RATE) * power).sum() / power.sum())


def loudness(wave: NDArray[np.float32]) -> float:
    return float(np.sqrt(np.mean(np.square(wave, dtype=np.float64))))


def share_above(wave: NDArray[np.float32], hertz: float) -> float:
    """The share of a wave's power above a frequency."""
    power = np.abs(np.fft.rfft(wave)) ** 2
    return float(power[np.fft.rfftfreq(len(wave), 1 / RATE) > hertz].sum() / power.sum())


def semitones(first: float, second: float) -> float:
    return float(12 * np.log2(second / first))
