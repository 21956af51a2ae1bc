"""Audio with fake devices, with miniaudio's null device, and without a device, which is never an error."""

import sys
from threading import Event

import numpy as np
import pytest
from audio.test_mixer import voices

from gpulife.audio import device as module
from gpulife.audio._tones import RATE
from gpulife.audio.device import Device, NoSoundError, find_output
from gpulife.audio.speaker import Audio


class FakeOutput:
    """A device that plays when the test asks."""

    name, audible = "Fake", True

    def __init__(self, render):
        self.render, self.problem, self.closed = render, "", False

    def close(self):
        self.closed = True


@pytest.fixture
def audio():
    with Audio.opened(FakeOutput) as audio:
        audio._opening.join()
        yield audio


def test_played_effect_is_mixed(audio):
    audio.play("plant", 0.5, player=0)
    sound = audio.mixer.render(RATE // 10)
    left, right = np.abs(sound).max(axis=0)
    assert left > 2 * right > 0.02
    assert audio.output == "Fake"


def test_an_unknown_sound_is_no_error(audio):
    audio.play("nobody made this", float("nan"), player=99)
    assert audio.mixer.render(RATE // 20).any()


def test_repeated_effects_are_limited(audio):
    for _ in range(100):
        audio.play("generation", 0.3)
    assert voices(audio.mixer) == 1


def test_volume_and_mute(audio):
    def heard():
        audio.mixer.render(RATE)  # let earlier sounds fade out
        audio.play("halt")
        return float(np.abs(audio.mixer.render(RATE // 10)).max())

    loud = heard()
    audio.set_volume(0.5)
    assert heard() == pytest.approx(loud / 4, rel=0.01)
    audio.set_muted(muted=True)
    assert heard() == 0
    audio.set_muted(muted=False)
    audio.play("win")
    audio.set_muted(muted=True)
    audio.mixer.render(100)
    assert not audio.mixer.render(1000).any()
    audio.set_muted(muted=False)
    audio.set_volume(1.0)
    assert heard() == pytest.approx(loud, rel=0.01)


def wait_for_music(audio):
    with audio._stream._changed:
        assert audio._stream._changed.wait_for(lambda: audio._stream._ready, 10)


def test_fanfare_is_music(audio):
    audio.play("fanfare")
    wait_for_music(audio)
    assert audio.music == "fanfare"
    assert np.abs(audio.mixer.render(RATE)).max() > 0.1
    audio.stop_music()
    audio.mixer.render(RATE)
    assert audio.music == ""
    assert not audio.mixer.render(RATE).any()


def test_music_restarts(audio):
    audio.play("fanfare")
    wait_for_music(audio)
    first = audio.mixer.render(RATE)
    audio.play("fanfare")
    wait_for_music(audio)
    assert np.array_equal(audio.mixer.render(RATE), first)


def test_music_before_device_is_open():
    may_open = Event()

    def slow(render):
        may_open.wait()
        return FakeOutput(render)

    with Audio.opened(slow) as audio:
        audio.play("fanfare")
        audio.play("plant")
        assert audio.output == "none: the sound device is being opened"
        may_open.set()
        audio._opening.join()
        wait_for_music(audio)
        assert audio.mixer.render(RATE).any()


def test_closing_closes_the_device():
    audio = Audio.opened(FakeOutput)
    audio._opening.join()
    device = audio._device
    audio.play("fanfare")
    audio.close()
    assert device.closed
    audio.play("plant")
    assert voices(audio.mixer) == 0
    audio.close()


def test_device_opened_after_close_is_closed():
    opened = []
    may_open = Event()

    def slow(render):
        may_open.wait()
        opened.append(FakeOutput(render))
        return opened[0]

    audio = Audio.opened(slow)
    audio._closed = True
    may_open.set()
    audio._opening.join()
    assert opened[0].closed
    audio.close()


def test_failed_device_reopens_on_unmute(audio):
    failed = audio._device
    failed.problem = "the device stopped"
    audio.play("plant")
    assert voices(audio.mixer) == 0
    assert audio.output == "none: the device stopped"
    audio.set_muted(muted=True)
    audio.set_muted(muted=False)
    audio._opening.join()
    assert failed.closed
    assert audio.output == "Fake"
    audio.play("plant")
    assert voices(audio.mixer) == 1


def test_no_device_means_silence():
    def none(render):
        raise NoSoundError("miniaudio finds no device")

    with Audio.opened(none) as audio:
        audio._opening.join()
        audio.play("plant")
        audio.play("fanfare")
        audio.set_muted(muted=True)
        audio.set_muted(muted=False)
        assert audio.output == "none: miniaudio finds no device"
        assert voices(audio.mixer) == 0


def test_new_audio_is_silent():
    with Audio() as audio:
        audio.play("plant")
        audio.play("fanfare")
        assert voices(audio.mixer) == 0
        assert audio._stream is None


def test_missing_miniaudio_means_silence(monkeypatch):
    monkeypatch.setitem(sys.modules, "miniaudio", None)
    with Audio.opened() as audio:
        audio._opening.join()
        audio.play("plant")
        assert audio.output == "none: miniaudio is not installed"
    assert find_output() == "none: miniaudio is not installed"


@pytest.mark.parametrize("line", ["import libnothing", "raise OSError('no\\nlibrary')"])
def test_broken_miniaudio_means_silence(monkeypatch, tmp_path, line):
    (tmp_path / "miniaudio.py").write_text(line)
    monkeypatch.delitem(sys.modules, "miniaudio", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    assert find_output().lower().startswith("none: miniaudio cannot be imported (no ")
    assert "\n" not in find_output()


def test_null_device():
    asked, enough = [], Event()

    def render(count):
        asked.append(count)
        if len(asked) == 5:
            enough.set()
        return np.zeros((count, 2), np.float32)

    with Device(render, "NULL") as device:
        assert (device.name, device.audible, device.problem) == ("Null", False, "")
        assert enough.wait(10)
    stopped = len(asked)
    assert max(asked) <= RATE * module.PERIOD_MS * module.PERIODS / 1000
    assert len(asked) == stopped


def test_render_error_stops_only_the_device():
    failed = Event()

    def render(count):
        failed.set()
        raise ZeroDivisionError("no such wave")

    with Device(render, "NULL") as device:
        assert failed.wait(10)
        device._device.stop()
        assert device.problem == "the sound could not be computed (no such wave)"


def test_unknown_device_is_refused():
    with pytest.raises(NoSoundError, match="finds no device"):
        Device(lambda count: np.zeros((count, 2), np.float32), "NO SUCH")


def test_looking_for_a_device_prints_nothing(capfd):
    assert find_output()
    assert capfd.readouterr() == ("", "")
