"""The effects: pitch by side and cost, a click by population, a clock that urges; none pops or is too loud."""

import ast
from pathlib import Path

import numpy as np
import pytest
from audio.spectra import brightness, loudness, pitch, semitones

import gpulife
from gpulife.audio._sounds import EFFECTS, effect, pan, rounded
from gpulife.audio._tones import RATE
from gpulife.audio.speaker import MUSIC

CASES = [(name, value, player) for name in [*EFFECTS, "?"] for value in (0.0, 0.5, 1.0) for player in (-1, 0, 1, 25)]


@pytest.mark.parametrize(("name", "value", "player"), CASES)
def test_length_and_loudness_of_effects(name, value, player):
    wave = effect(name).make(value, player)
    assert wave.dtype == np.float32
    assert wave.ndim == 1
    assert np.isfinite(wave).all()
    assert 0.04 < len(wave) / RATE < 1.5
    assert abs(wave[0]) == 0
    assert abs(wave[-1]) < 1e-3
    assert np.abs(wave[:24]).max() < 0.2  # half a millisecond: no click
    assert np.abs(wave[-24:]).max() < 0.05
    assert 0.1 < np.abs(wave).max() <= 1
    assert 0 < effect(name).gain <= 0.5
    # Each wave has no constant offset, which would displace the loudspeaker.
    assert abs(float(wave.mean())) < 0.025


def test_pitch_of_plants():
    made = {
        (value, player): pitch(EFFECTS["plant"].make(value, player)) for value in (0.0, 0.5, 1.0) for player in (0, 1)
    }
    assert semitones(made[0.0, 0], made[0.0, 1]) == pytest.approx(12, abs=0.4)
    for player in (0, 1):
        assert semitones(made[0.0, player], made[0.5, player]) == pytest.approx(6, abs=0.4)
        assert semitones(made[0.0, player], made[1.0, player]) == pytest.approx(12, abs=0.4)


def test_players_sides():
    for player, louder in ((0, 0), (1, 1)):
        sides = pan(player)
        assert sides[louder] > 2 * sides[1 - louder] > 0.5
        assert sum(side**2 for side in sides) == pytest.approx(1)
    assert pan(-1)[0] == pytest.approx(pan(-1)[1])
    assert pan(7) == pan(-1)


def test_generation_click_follows_population():
    clicks = [EFFECTS["generation"].make(value, -1) for value in (0.0, 0.03, 0.1, 0.3, 1.0)]
    pitches, brightnesses = [pitch(click) for click in clicks], [brightness(click) for click in clicks]
    assert pitches == sorted(pitches)
    assert semitones(pitches[0], pitches[3]) > 12
    assert brightnesses == sorted(brightnesses)


def test_clock_gets_more_urgent():
    far, near = (EFFECTS["clock"].make(value, -1) for value in (0.0, 1.0))
    assert semitones(pitch(far), pitch(near)) > 6
    assert loudness(near) > 1.5 * loudness(far)
    assert len(near) > 2 * len(far)


def test_refusal_and_click_levels():
    assert pitch(EFFECTS["refused"].make(0.0, -1)) < 200
    heard = {
        name: effect(name).gain * np.abs(effect(name).make(0.2, 0)).max() for name in ("generation", "plant", "win")
    }
    assert heard["generation"] < heard["plant"] / 2
    assert heard["plant"] < 1.2 * heard["win"]


def test_wild_swoops_up_and_down():
    wave = EFFECTS["wild"].make(0.0, -1)
    parts = [pitch(part) for part in np.array_split(wave, 6)]
    assert max(parts) == max(parts[1:4])
    assert max(parts) > 2.5 * parts[0]
    assert max(parts) > 2.5 * parts[-1]


def test_a_win_rises_and_a_tie_falls():
    win, tie = EFFECTS["win"].make(0.0, 0), EFFECTS["tie"].make(0.0, -1)
    steps = [pitch(win[round(at * 0.1 * RATE) :][: round(0.1 * RATE)]) for at in range(4)]
    assert [round(semitones(steps[0], step)) for step in steps] == [0, 4, 7, 12]
    first, second = tie[: round(0.25 * RATE)], tie[round(0.25 * RATE) :]
    assert round(semitones(pitch(first), pitch(second))) == -5


@pytest.mark.parametrize(("value", "step"), [(-3.0, 0.0), (7.0, 1.0), (0.51, 0.5), (float("nan"), 0.0)])
def test_values_are_rounded(value, step):
    assert rounded(value) == pytest.approx(step, abs=0.03)


def test_every_game_sound_exists():
    ordered = set()
    for path in (Path(gpulife.__file__).parent / "games").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Sound":
                ordered |= {leaf.value for leaf in ast.walk(node.args[0]) if isinstance(leaf, ast.Constant)}
    assert {"plant", "halt", "run", "tie", "generation"} <= ordered
    assert {name for name in ordered if isinstance(name, str)} <= EFFECTS.keys() | MUSIC.keys()
