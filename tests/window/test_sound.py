"""The sounds of a session in the window, with a fake loudspeaker, and the keys and panel for sound."""

from __future__ import annotations

from dataclasses import replace

import pytest
from window.stage import Stage

from gpulife.audio.speaker import Audio
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.games.core.order import Sound
from gpulife.games.matches import new_match
from gpulife.input.commands import ChangeSetting, Volume
from gpulife.rules import parse_rule
from gpulife.session.tick import TickResult
from gpulife.settings import Settings, load_settings, save_settings
from gpulife.window.sound_player import SoundPlayer

SIZE = (1024, 700)


class Listener(Audio):
    """Writes down what is played."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[str, float, int]] = []
        self.muted = False
        self.volume = -1.0

    def play(self, name: str, value: float = 0.0, player: int = -1) -> None:
        self.heard.append((name, value, player))
        if name == "fanfare":
            self.start_music(name)

    def set_muted(self, *, muted: bool) -> None:
        self.muted = muted

    def set_volume(self, volume: float) -> None:
        self.volume = volume

    @property
    def names(self) -> list[str]:
        return [name for name, _, _ in self.heard]


@pytest.fixture
def listener(stage: Stage) -> Listener:
    listener = Listener()
    stage.shell.sound = SoundPlayer(listener)
    return listener


def order(stage: Stage, *names: str) -> None:
    """Let the next frame find that the game ordered these."""
    playing = stage.play
    result = TickResult(0, 0, tuple(Sound(name) for name in names), (), branched=False)
    playing.runner._results = [result]
    stage.shell.sound.follow(playing, stage.shell.settings, asleep=False)


def test_ordered_sounds_play_once(stage: Stage, listener: Listener) -> None:
    stage.begin().act(ActionKind.WILD)
    assert listener.names == ["wild"]
    stage.frames(5)
    assert listener.names == ["wild"]


def test_generation_clicks_follow_population(stage: Stage, listener: Listener) -> None:
    stage.begin().act(ActionKind.SOUP, data="0.4")
    stage.act(ActionKind.HALT).frames(30)
    clicks = [value for name, value, _ in listener.heard if name == "generation"]
    assert len(clicks) == pytest.approx(16, abs=2)  # 30 generations a second
    assert 0.2 < clicks[0] < 0.45
    stage.act(ActionKind.CLEAR).frames(4)
    assert listener.heard[-1] == ("generation", 0.0, -1)
    stage.do(ChangeSetting("generation_ticks", value=False))
    listener.heard.clear()
    assert stage.frames(20).state.running
    assert listener.heard == []


def test_contest_orders_its_own_clicks(stage: Stage, listener: Listener) -> None:
    stage.shell.begin(new_match("one-seed", parse_rule("B/S012345678:2"), (24, 40), 1))
    stage.act(ActionKind.START).act(ActionKind.PACE, 30_000)
    for player in (0, 1):
        stage.do(Action(player, ActionKind.TRIGGER, 1))
    stage.act(ActionKind.HALT)
    listener.heard.clear()
    stage.frames(30)
    assert 13 <= listener.names.count("generation") <= 17


def test_rewinding_is_silent(stage: Stage, listener: Listener) -> None:
    stage.begin().act(ActionKind.SOUP, data="0.4").act(ActionKind.WILD)
    stage.act(ActionKind.HALT).frames(60).act(ActionKind.HALT)
    listener.heard.clear()
    stage.play.runner.seeking = 2
    while stage.play.runner.seeking is not None:
        stage.screens.frame((), stage.now)
    stage.play.runner.seeking = 60
    while stage.play.runner.seeking is not None:
        stage.screens.frame((), stage.now)
    assert stage.play.session.ticks == 60
    assert listener.heard == []


def test_music_stops_when_game_begins(stage: Stage, listener: Listener) -> None:
    stage.begin()
    for name in ("start", "play"):
        order(stage, "fanfare")
        assert listener.music == "fanfare"
        stage.frames(5)
        assert listener.music == "fanfare"
        order(stage, name)
        assert listener.music == ""
    order(stage, "fanfare")
    stage.begin("QuadLife")
    assert listener.music == ""


def test_m_key_switches_sound(stage: Stage, listener: Listener) -> None:
    stage.begin().key("M")
    assert listener.muted
    assert stage.shell.settings.muted
    assert stage.messages[-1] == "sound off"
    stage.pad("back", "rb")
    assert not listener.muted
    assert not stage.shell.settings.muted
    assert stage.messages[-1].startswith("sound on")


def test_volume_keys_change_volume(stage: Stage, listener: Listener) -> None:
    stage.begin().key("Period")
    assert listener.volume == stage.shell.settings.volume == 0.75
    assert stage.messages[-1] == "volume 75%"
    stage.key("M").key("Comma").key("Comma")
    assert (listener.volume, listener.muted) == (0.65, True)
    assert stage.messages[-1] == "volume 65%, but the sound is off"
    stage.key("Period")
    assert (listener.volume, listener.muted) == (0.7, False)
    for _ in range(20):
        stage.do(Volume(-0.05))
    assert listener.volume == 0
    for _ in range(30):
        stage.do(Volume(0.05))
    assert listener.volume == 1


def test_mute_option_keeps_setting(stage: Stage) -> None:
    listener = Listener()
    stage.shell.sound = SoundPlayer(listener, muted=True)
    stage.begin()
    assert listener.muted
    assert not stage.shell.settings.muted
    stage.key("M")
    assert not listener.muted


def test_minimised_halted_window_is_silent(stage: Stage, listener: Listener, monkeypatch) -> None:
    stage.begin().play.runner.act(Action(NOBODY, ActionKind.WILD))
    stage.frames()
    monkeypatch.setattr(stage.window, "minimised", True)
    stage.screens.frame((), stage.now)
    assert listener.muted
    assert listener.names == ["wild"]
    stage.shell.settings = replace(stage.shell.settings, run_minimised=True)
    stage.screens.frame((), stage.now)
    assert not listener.muted


def test_sound_setting_is_saved(stage: Stage, listener: Listener, tmp_path, logged) -> None:
    stage.begin().key("M").do(ChangeSetting("volume", 0.3))
    save_settings(stage.shell.settings, tmp_path / "settings.toml", Settings())
    settings = load_settings(tmp_path / "settings.toml")
    assert (settings.volume, settings.muted) == (0.3, True)
    assert logged() == []


def test_missing_sound_device_is_no_error(stage: Stage) -> None:
    stage.begin().act(ActionKind.WILD).key("M").key("M")
    assert stage.messages[-1] == "sound on, but there is none: no sound device was opened"
    assert NOBODY == -1  # what the loudspeaker, which knows no games, takes for nobody
