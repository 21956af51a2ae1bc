"""The fanfare: two minutes, in tune, joined without clicks, and the same each time."""

import numpy as np
import pytest
from audio.spectra import loudness, semitones

from gpulife.audio._mixer import Mixer, Stream
from gpulife.audio._sounds import EIGHTH, fanfare_parts
from gpulife.audio._tones import RATE, note


@pytest.fixture(scope="module")
def parts():
    return list(fanfare_parts())


@pytest.fixture(scope="module")
def whole(parts):
    return np.concatenate(parts)


def test_duration(whole):
    assert 115 < len(whole) / RATE <= 120
    assert (whole.dtype, whole.shape[1]) == (np.float32, 2)


def test_loudness(whole):
    assert 0.3 < np.abs(whole).max() < 0.7  # leaves room for simultaneous sounds
    for part in np.array_split(whole[: 112 * RATE], 28):
        assert 0.02 < loudness(part) < 0.25


def test_no_clicks_between_parts(parts, whole):
    assert np.abs(whole[0]).max() == 0
    assert np.abs(whole[-480:]).max() < 0.02
    assert np.abs(whole[-1]).max() < 1e-3
    steepest = np.abs(np.diff(whole, axis=0)).max()
    for place in np.cumsum([len(part) for part in parts])[:-1]:
        assert np.abs(whole[place] - whole[place - 1]).max() < 0.5 * steepest


def test_notes_of_the_opening(whole):
    melody = [("A4", 0, 2), ("E5", 2, 2), ("E5", 6, 2), ("F5", 8, 3), ("G5", 16, 3)]
    for name, at, eighths in melody:
        first = round(at * EIGHTH * RATE)
        heard = whole[first : first + round(eighths * EIGHTH * RATE)].sum(axis=1)
        spectrum = np.abs(np.fft.rfft(heard * np.hanning(len(heard)), 1 << 18))
        spectrum[: round(300 * (1 << 18) / RATE)] = 0  # without the bass
        found = float(np.argmax(spectrum)) * RATE / (1 << 18)
        assert abs(semitones(note(name), found)) < 0.3


def test_arrangements_differ(parts):
    lengths = {len(part) for part in parts[:-1]}
    assert len(lengths) == 1
    rounds = [np.concatenate(parts[first : first + 4]) for first in (0, 4, 8, 12)]
    for number, one in enumerate(rounds):
        for other in rounds[:number]:
            assert np.abs(one - other).max() > 0.1


def test_tails_continue_in_next_part(parts):
    # The echo of the last G4 of the first part lies wholly in the second, on the right.
    heard = parts[1][: round(1.3 * EIGHTH * RATE), 1]
    spectrum = np.abs(np.fft.rfft(heard * np.hanning(len(heard)), 1 << 18))
    echo, beside = (spectrum[round(note(name) * (1 << 18) / RATE)] for name in ("G4", "F#4"))
    assert echo > 3 * beside


def test_fanfare_is_deterministic(parts):
    again = fanfare_parts()
    assert [np.array_equal(next(again), part) for part in parts[:3]] == [True] * 3


def test_last_chord_is_major(parts):
    spectrum = np.abs(np.fft.rfft(parts[-1].sum(axis=1)[RATE // 2 :], 1 << 18))

    def strength(name):
        place = round(note(name) * (1 << 18) / RATE)
        return spectrum[place - 12 : place + 13].max()

    assert strength("C#5") > 4 * strength("C5")
    assert strength("A4") > 4 * strength("B4")


def test_parts_are_made_while_playing(parts):
    stream = Stream(iter(parts[:3]))
    mixer = Mixer()
    mixer.start_music(stream)
    heard = []
    stream._thread.join(0)  # the thread is there, and need not have made anything yet
    while sum(map(len, heard)) < sum(map(len, parts[:3])):
        taken = stream.take(4096)
        heard.append(taken)
    stream._thread.join(10)
    assert not stream._thread.is_alive()
    assert np.array_equal(np.concatenate(heard), np.concatenate(parts[:3]))
    assert stream.finished


def test_close_ends_the_thread():
    stream = Stream(fanfare_parts())
    stream.close()
    stream._thread.join(10)
    assert not stream._thread.is_alive()
    assert not stream.make()
