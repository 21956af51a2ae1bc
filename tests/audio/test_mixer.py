"""Mixing without a device: sums, sides, limits, loudness."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.audio._mixer import MAX_VOICES, Mixer, Stream
from gpulife.audio._tones import RATE


def level(value: float, count: int = 1000):
    return np.full(count, value, np.float32)


class Unthreaded(Stream):
    """Music whose parts are made on request of the test."""

    def _run(self) -> None:
        pass


def music(*parts: float, count: int = 100) -> Stream:
    stream = Unthreaded(iter([np.full((count, 2), part, np.float32) for part in parts]))
    while stream.make():
        pass
    return stream


def test_silence():
    mixer = Mixer()
    sound = mixer.render(300)
    assert (sound.shape, sound.dtype, mixer.rendered) == ((300, 2), np.float32, 300)
    assert not sound.any()


def voices(mixer: Mixer) -> int:
    """The number of sounds being heard, without music."""
    return sum(not voice.fades_out for voice in mixer._voices)


def test_voices_and_sides():
    mixer = Mixer()
    mixer.play(level(0.25, 100), 1.0, 0.5)
    mixer.render(40)
    mixer.play(level(0.5, 100), 0.0, 0.5)
    sound = mixer.render(200)
    assert sound[:60] == pytest.approx(np.tile([0.25, 0.375], (60, 1)))
    assert sound[60:100] == pytest.approx(np.tile([0.0, 0.25], (40, 1)))
    assert not sound[100:].any()
    assert voices(mixer) == 0


@given(st.lists(st.integers(1, 5000), min_size=1, max_size=6))
def test_render_size_does_not_matter(pieces):
    wave = np.sin(np.arange(9000) / 20).astype(np.float32)
    whole, cut = Mixer(), Mixer()
    for mixer in (whole, cut):
        mixer.play(wave, 0.3, 0.6)
    total = sum(pieces)
    assert np.array_equal(np.concatenate([cut.render(count) for count in pieces]), whole.render(total))


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=MAX_VOICES))
def test_no_clipping(levels):
    mixer = Mixer()
    for value in levels:
        mixer.play(level(value))
    sound = mixer.render(1000)
    assert np.abs(sound).max() <= 1
    if abs(sum(levels)) <= 0.69:
        assert sound[500] == pytest.approx([sum(levels)] * 2, abs=1e-5)
    assert sound[500, 0] * sum(levels) >= 0


def test_voice_limit():
    mixer = Mixer()
    mixer.play(level(0.01), 0.5, 0.5)
    mixer.play(level(0.02), 0.2, 0.2)  # the quietest
    for _ in range(MAX_VOICES - 2):
        mixer.play(level(0.01), 1.0, 1.0)
    full = mixer.render(10)[-1, 0]
    mixer.play(level(0.0), 1.0, 1.0)
    assert voices(mixer) == MAX_VOICES
    sound = mixer.render(100)
    assert sound[0, 0] == pytest.approx(full)  # it fades out and is not cut off
    assert np.abs(np.diff(sound[:, 0])).max() < 1e-3
    assert mixer.render(10)[0, 0] == pytest.approx(full - 0.02 * 0.2, abs=1e-6)


def test_voices_without_rendering_are_limited():
    mixer = Mixer()
    for _ in range(1000):
        mixer.play(level(0.1))
    assert len(mixer._voices) == MAX_VOICES


def test_min_interval_of_a_sound():
    mixer = Mixer()
    heard = 0
    for _ in range(600):  # ten seconds of 60 a second
        heard += mixer.may_play("generation", 1 / 12)
        mixer.render(RATE // 60)
    assert 110 <= heard <= 121
    assert mixer.may_play("plant", 0.05)


def test_gain_ramp():
    mixer = Mixer()
    mixer.play(level(0.5, 5000))
    mixer.set_gain(0.25)
    ramp = mixer.render(1000)[:, 0]
    assert (ramp[0], ramp[-1]) == (pytest.approx(0.5), pytest.approx(0.125))
    assert np.abs(np.diff(ramp)).max() < 1e-3
    mixer.set_gain(0.0)
    mixer.render(1000)
    assert not mixer.render(1000).any()
    mixer.set_gain(7.0)
    mixer.render(1000)
    assert mixer.render(100)[50, 0] == pytest.approx(0.5)


def test_music_parts_follow_each_other():
    mixer = Mixer()
    mixer.start_music(music(0.1, 0.2))
    sound = mixer.render(300)[:, 0]
    assert sound == pytest.approx([0.1] * 100 + [0.2] * 100 + [0.0] * 100)


def test_late_music_is_not_skipped():
    stream = Unthreaded(iter([np.full((10, 2), 0.5, np.float32)]))
    mixer = Mixer()
    mixer.start_music(stream)
    assert not mixer.render(50).any()
    stream.make()
    assert mixer.render(20)[:, 0] == pytest.approx([0.5] * 10 + [0.0] * 10)


def test_stopped_music_fades_out():
    mixer = Mixer()
    mixer.start_music(music(0.5, count=RATE))
    mixer.render(100)
    mixer.stop_music()
    sound = np.concatenate([mixer.render(333) for _ in range(20)])[:, 0]
    assert sound[0] == pytest.approx(0.5)
    assert np.abs(np.diff(sound)).max() < 1e-3
    assert not sound[round(0.081 * RATE) :].any()


def test_new_music_replaces_old():
    mixer = Mixer()
    mixer.start_music(music(0.1))
    mixer.stop_music()
    mixer.start_music(music(0.3))
    assert mixer.render(50)[:, 0] == pytest.approx([0.3] * 50)
