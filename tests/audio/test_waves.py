"""Tones: in tune, without aliasing, without clicks."""

import numpy as np
import pytest
from audio.spectra import pitch, share_above

from gpulife.audio._tones import RATE, faded, frames, glide, joined, mixed, noise, note, plucked, pulse


@pytest.mark.parametrize(("name", "hertz"), [("A4", 440.0), ("A5", 880.0), ("C4", 261.6256), ("C#5", 554.3653)])
def test_notes_are_in_equal_temperament(name, hertz):
    assert note(name) == pytest.approx(hertz, rel=1e-5)


@pytest.mark.parametrize("hertz", [55.0, 440.0, 1000.0, 4000.0])
def test_a_tone_has_its_pitch(hertz):
    assert pitch(pulse(hertz, RATE)) == pytest.approx(hertz, rel=0.002)


def test_a_square_has_only_odd_harmonics_and_a_narrow_pulse_all():
    power = [np.abs(np.fft.rfft(pulse(100.0, RATE, duty=duty, brightness=1.0))) for duty in (0.5, 0.25)]
    assert power[0][200] < 0.01 * power[0][100]
    assert power[0][300] > 0.2 * power[0][100]
    assert power[1][200] > 0.4 * power[1][100]


@pytest.mark.parametrize("hertz", [110.0, 880.0, 3520.0])
def test_harmonics_are_band_limited(hertz):
    # A naive square has 1 to 6 % of its power up there or folded back from there.
    assert share_above(pulse(hertz, RATE, brightness=1.0), 12_500) < 1e-4


def test_no_energy_between_harmonics():
    spectrum = np.abs(np.fft.rfft(pulse(3000.0, RATE, brightness=1.0)))
    harmonics = np.arange(len(spectrum)) % 3000 == 0
    assert spectrum[~harmonics].max() < 0.003 * spectrum.max()


def test_brighter_means_more_harmonics():
    dull, bright = (share_above(pulse(200.0, RATE, brightness=b), 1000) for b in (0.0, 1.0))
    assert bright > 5 * dull


def test_glide_is_even_in_octaves():
    path = glide(100.0, 400.0, count=4801)
    assert path[[0, 2400, 4800]] == pytest.approx([100.0, 200.0, 400.0])
    wave = pulse(glide(200.0, 800.0, count=RATE), RATE, brightness=0.0)
    assert pitch(wave[:4000]) < 260
    assert pitch(wave[-4000:]) > 700


def test_plucked_tone_fades_without_clicks():
    wave = plucked(pulse(440.0, RATE), decay=0.1)
    assert wave[0] == 0 == wave[-1]
    assert np.abs(np.diff(wave)).max() < 0.25
    early, late = np.abs(wave[1000:2000]).max(), np.abs(wave[1000 + RATE // 10 : 2000 + RATE // 10]).max()
    assert late == pytest.approx(early / np.e, rel=0.05)


def test_noise_is_deterministic():
    assert np.array_equal(noise(100, seed=3), noise(100, seed=3))
    assert not np.array_equal(noise(100, seed=3), noise(100, seed=4))
    assert np.abs(noise(1000)).max() <= 1


def test_joined_and_mixed_waves():
    a, b = np.full(10, 0.5, np.float32), np.full(20, 1.0, np.float32)
    assert joined(a, b).tolist() == [0.5] * 10 + [1.0] * 20
    assert len(joined(a, b, gap=0.01)) == 30 + frames(0.01)
    assert mixed(a, b).tolist() == [0.75] * 10 + [0.5] * 10
    assert (faded(b, 1, 1)[0], b[0]) == (0, 1)  # the original stays
