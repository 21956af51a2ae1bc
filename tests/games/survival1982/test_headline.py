"""The headline of a round says how much of the yellow bar is left."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gpulife.games.matches import new_match
from gpulife.games.registry import find_game
from gpulife.games.survival1982.observation import Overlay, headline, overlay
from gpulife.games.survival1982.state import OPTIONS, RoundPhase, ShotClock
from gpulife.rules import parse_rule

NAMES = ("You", "Computer")
PLAY = Overlay("Seed List Game", "NORM", "play", selecting=False, status=("",) * 5, clock_left=12)


def test_headline_names_the_bar_and_generations() -> None:
    first, *others = headline(PLAY, NAMES)
    assert first == "Have more cells when the bar is empty: 12 generations left. Planting refills it"
    assert others[0] == "Yellow bar: 12 generations left; planting refills it"
    assert headline(replace(PLAY, round=2, wins=(0, 1)), NAMES)[0].startswith(others[0]), (
        "the goal is named in the first round alone"
    )
    assert headline(replace(PLAY, bar_waits=True), NAMES)[0] == "The yellow bar waits: plant to go on"
    assert "Bar: 12 left" in headline(PLAY, NAMES)
    assert headline(replace(PLAY, clock_left=1), NAMES)[2] == "Yellow bar: 1 generation left"
    assert headline(replace(PLAY, phase="halted"), NAMES)[2] == "Halted   Yellow bar: 12 generations left"


@pytest.mark.parametrize(
    ("scores", "says"),
    [
        (("0150", "0009"), "You lead by 141: 12 generations left"),
        (("0009", "0150"), "Computer leads by 141: 12 generations left"),
        (("0009", "0009"), "Equally many cells: 12 generations left"),
    ],
)
def test_headline_says_who_leads_once_the_bar_is_low(scores: tuple[str, str], says: str) -> None:
    low = replace(PLAY, clock=0.3, status=(scores[0], "00", "", "03", scores[1]))
    assert headline(low, NAMES)[0] == f"{says}. Planting refills the bar"
    assert headline(low, NAMES)[1] == says
    without_seeds = replace(low, status=(scores[0], "00", "", "00", scores[1]))
    assert headline(without_seeds, NAMES)[0] == says, "nobody can plant"
    assert headline(replace(low, clock=0.9, round=2, wins=(0, 1)), NAMES)[0].startswith("Yellow bar")
    assert headline(replace(low, means=(90, 40)), NAMES)[0].startswith(says), "the last generation alone decides"
    filled = replace(PLAY, clock=1.0, status=("0090", "03", "0060", "03", "0040"), means=(80, 45))
    assert headline(filled, NAMES)[0].startswith("You lead by 50"), "planting hides no lead"


def test_headline_prefers_the_limit_of_a_long_round() -> None:
    assert headline(replace(PLAY, ends_in=40), NAMES)[0] == "Round ends in 40 generations"


@pytest.mark.parametrize(
    ("done", "says"),
    [((0,), "You are done"), ((1,), "Computer is done"), ((0, 1), "You and Computer are done")],
)
def test_headline_of_a_set_up_names_who_is_done(done: tuple[int, ...], says: str) -> None:
    set_up = replace(PLAY, phase="set-up", clock_left=None, seconds_left=9, done=done)
    assert headline(set_up, NAMES)[0] == f"Set-up: {says}, at most 9 s left"


@pytest.mark.parametrize("option", OPTIONS)
def test_headline_counts_generations_to_the_bottom(option: str) -> None:
    match = new_match("seed-list", parse_rule("Immigration"), (88, 160), 1, option)
    state = find_game("seed-list").first_state(match, (88, 160))
    assert overlay(state, (88, 160)).clock_left is None, "there is none before play"
    clock, drop = ShotClock(88, 87), OPTIONS[option].notches
    left = overlay(replace(state, phase=RoundPhase.PLAY, clock=clock), (88, 160)).clock_left
    for _ in range(left - 1):
        clock = clock.drop(drop)
    assert clock.notches > 0
    assert clock.drop(drop).notches == 0
