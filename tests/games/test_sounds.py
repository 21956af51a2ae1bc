"""Sounds that games order: planting by side and cost, refusal, generations by population, the clock, wild, the end."""

from __future__ import annotations

import pytest
from games.duel import BLOCKS, EMPTY, Duel
from games.playing import K, Table

from gpulife.games.core.game import NOBODY, Action
from gpulife.games.core.order import Sound
from gpulife.patterns.seeds import SEED_SHAPES

GLIDER = [shape.name for shape in SEED_SHAPES].index("glider")
LARGE = "\n".join(["." * 60] * 30)


def heard(duel: Duel | Table, *actions: Action) -> tuple[Sound, ...]:
    """Return the sounds of one tick, without those of generations."""
    return tuple(sound for sound in duel.session.tick(actions).sounds if sound.name != "generation")


@pytest.mark.parametrize("player", [0, 1])
def test_planting_sound_has_side_and_cost(player: int) -> None:
    press = Action(player, K.TRIGGER, 1)
    assert heard(Duel(), press) == (Sound("plant", 0.0, player),)
    dear = Duel(LARGE, "seed-list").take(9, player=player)
    assert heard(dear, press) == (Sound("plant", 1.0, player),)
    glider = Duel(LARGE, "seed-list").take(GLIDER, player=player)
    assert heard(glider, press) == (Sound("plant", 4 / 12, player),)
    assert heard(Table(EMPTY), press) == (Sound("plant", 0.0, player),)


@pytest.mark.parametrize("player", [0, 1])
def test_erasing_and_refusal_sounds_have_sides(player: int) -> None:
    press, let_go = Action(player, K.TRIGGER, 1), Action(player, K.TRIGGER)
    for table in (Duel(), Table(EMPTY)):
        heard(table, press)
        assert heard(table, let_go, press) == (Sound("erase", 0.0, player),)
    poor = Duel(option="HCAP")
    for _ in range(4):
        poor.do(NOBODY, K.DIGIT, 0)
    assert heard(poor, press) == (Sound("refused", 0.0, player),)


def test_menu_sounds_have_side_and_shape() -> None:
    duel = Duel(LARGE, "seed-list").into_menu(1)
    assert heard(duel, Action(1, K.STICK, 0, -1)) == (Sound("choose", 1 / 9, 1),)
    assert heard(duel, Action(1, K.STICK), Action(1, K.STICK, 0, -1)) == (Sound("choose", 2 / 9, 1),)
    assert heard(duel, Action(1, K.TRIGGER, 1)) == (Sound("turn", 0.0, 1),)
    assert heard(duel, Action(1, K.STICK), Action(1, K.STICK, -1, 0)) == (Sound("menu", 0.0, 1),)


def test_generation_sound_has_fullness_and_clock_warns() -> None:
    tall = BLOCKS.strip() + "\n" + "\n".join(["." * 24] * 48)
    duel = Duel(tall).quickly().space()
    ticks, warnings = [], []
    for _ in range(80):
        for sound in duel.session.tick().sounds:
            {"generation": ticks, "clock": warnings}.get(sound.name, []).append(sound.value)
    assert set(ticks) == {8 / (54 * 24)}
    assert warnings == sorted(warnings)
    assert warnings[-1] == 1.0
    assert 2 <= len(warnings) < len(ticks) / 5


def test_win_sound_has_the_winners_side() -> None:
    for winner in (0, 1):
        duel = Duel(BLOCKS.replace("BA"[winner], ".")).quickly().space()
        assert heard(duel)[-1] == Sound("win", 0.0, winner)
    duel = Duel().quickly().space()
    assert heard(duel)[-1] == Sound("tie", 0.0, NOBODY)


def test_wild_has_a_sound() -> None:
    assert heard(Duel(BLOCKS), Action(NOBODY, K.WILD)) == (Sound("wild"),)
