"""The order in which sound systems are tried: what runs comes first."""

import os
import sys

import pytest

from gpulife.audio.device import sorted_backends

BACKENDS = ["OSS", "PULSEAUDIO", "ALSA", "JACK", "NULL"]


@pytest.fixture(autouse=True)
def linux(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "getuid", lambda: 1000, raising=False)
    for name in "PULSE_SERVER", "PULSE_RUNTIME_PATH", "XDG_RUNTIME_DIR":
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("files", "first"),
    [
        ([], ["OSS", "PULSEAUDIO", "ALSA", "JACK"]),
        (["run/user/1000/pulse/native"], ["PULSEAUDIO", "OSS", "ALSA", "JACK"]),
        (["run/pulse/native"], ["PULSEAUDIO", "OSS", "ALSA", "JACK"]),
        (["dev/snd/pcmC0D0p", "dev/snd/pcmC0D0c"], ["ALSA", "OSS", "PULSEAUDIO", "JACK"]),
        (["dev/snd/pcmC0D0c", "dev/snd/timer"], ["OSS", "PULSEAUDIO", "ALSA", "JACK"]),
        (["dev/shm/jack_default_1000_0", "dev/snd/pcmC0D0p"], ["JACK", "ALSA", "OSS", "PULSEAUDIO"]),
        (["dev/shm/jack_default_1001_0", "dev/shm/jack-shm-registry"], ["OSS", "PULSEAUDIO", "ALSA", "JACK"]),
        (
            ["dev/shm/jack_default_1000_0", "run/pulse/native", "dev/snd/pcmC1D3p"],
            ["PULSEAUDIO", "JACK", "ALSA", "OSS"],
        ),
    ],
)
def test_running_systems_come_first(tmp_path, files, first):
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    assert sorted_backends(BACKENDS, tmp_path) == [*first, "NULL"]


@pytest.mark.parametrize(
    ("name", "value", "folder"),
    [
        ("PULSE_SERVER", "tcp:wall.example", "elsewhere"),
        ("PULSE_RUNTIME_PATH", "/my/pulse", "my/pulse"),
        ("XDG_RUNTIME_DIR", "/my/runtime", "my/runtime/pulse"),
    ],
)
def test_pulseaudio_environment_variables(tmp_path, monkeypatch, name, value, folder):
    monkeypatch.setenv(name, value)
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / folder / "native").touch()
    assert sorted_backends(BACKENDS, tmp_path)[0] == "PULSEAUDIO"


def test_order_on_other_systems(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(os, "getuid")
    assert sorted_backends(["WASAPI", "DSOUND", "NULL"]) == ["WASAPI", "DSOUND", "NULL"]
