"""Prompts and end reasons of LIFE-2, P2Life and Real-Time Life, with real keys."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gpulife.games.core.round_end import Ending
from gpulife.games.life2 import observation as life2
from gpulife.games.life2.observation import life2_overlay
from gpulife.games.life2.state import Life2Phase, Life2State
from gpulife.games.matches import default_rule, new_match
from gpulife.games.p2life import observation as p2life
from gpulife.games.p2life.state import P2LifeState, Phase
from gpulife.games.realtime import observation as realtime
from gpulife.games.realtime.match_settings import new_local_match
from gpulife.games.realtime.observation import realtime_overlay
from gpulife.games.realtime.state import RealTimeEnding, RealTimePhase, RealTimeState, SeatStanding
from gpulife.games.registry import find_game
from gpulife.input.bindings import build_bindings
from gpulife.input.glyphs import Hands, Legend

NAMES = ("You", "Computer 2")
KEYS = Legend(build_bindings(), Hands(0))
PAD = Legend(build_bindings(), Hands(0, keyboard=False, pad="Xbox"))


def life2_state() -> Life2State:
    match = new_match("life-2", default_rule("life-2"), (5, 5), 1)
    return replace(find_game("life-2").first_state(match, (5, 5)), phase=Life2Phase.OPENING, starts=1, empty=25)


def p2life_state(**changes: object) -> P2LifeState:
    match = new_match("p2life", default_rule("p2life"), (64, 64), 1)
    return replace(find_game("p2life").first_state(match, (64, 64)), **changes)


def realtime_state() -> RealTimeState:
    match = new_local_match(1, seats=(0, 2), tick_seconds=1)
    return find_game("realtime").first_state(match, (32, 72))


def of_life2(state: Life2State, people: tuple[int, ...] = (0,)) -> str:
    overlay = life2_overlay(state, (5, 5), frozenset(people) if len(people) == 1 else frozenset())
    return KEYS.spoken(life2.prompts(overlay, people, NAMES)[0])


def test_life2_counts_the_places_to_choose() -> None:
    state = life2_state()
    assert of_life2(state) == (
        "Choose 3 places: WASD Left Shift or Click, or type column and row. A second press takes a place back"
    )
    hand = replace(state.hands[0], chosen=((1, 1), (2, 2)))
    assert of_life2(replace(state, hands=(hand, state.hands[1]))).startswith("Choose 1 more place: ")
    assert of_life2(state, (0, 1)) == f"Both choose in secret. {NAMES[0]} may type a column and a row, too"
    assert of_life2(replace(state, halted=True)) == "Halted.  Space resumes"
    ready = replace(state.hands[0], chosen=((1, 1), (2, 2), (3, 3)))
    assert of_life2(replace(state, hands=(ready, state.hands[1]))) == "Waiting for Computer 2"
    assert of_life2(replace(state, hands=(ready, ready))) == "Both are ready: the pieces are turned over"
    assert of_life2(replace(state, phase=Life2Phase.REVEAL)).startswith("The next generation starts soon.  Return")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"winner": None, "ending": Ending.SHUT_OUT, "turn": 4}, "Neither player has a piece left after turn 4."),
        ({"winner": 1, "ending": Ending.SHUT_OUT, "turn": 1}, "You have no piece left after the first turn."),
        ({"winner": 0, "ending": Ending.SHUT_OUT, "turn": 2}, "Computer 2 has no piece left after turn 2."),
        ({"winner": 1, "ending": Ending.RESIGNED, "turn": 3}, "You resigned in turn 3."),
    ],
)
def test_life2_end_reasons(changes: dict[str, object], told: str) -> None:
    assert life2.end_reason(life2_state(), NAMES) == ""
    over = replace(life2_state(), phase=Life2Phase.OVER, **changes)  # type: ignore[arg-type]
    assert life2.end_reason(over, NAMES) == told
    assert find_game("life-2").explain_end(over, NAMES) == told
    assert of_life2(over) == "Return or Click begins another game"


def test_p2life_prompts() -> None:
    opening = p2life_state(phase=Phase.OPENING)
    assert KEYS.spoken(p2life.prompts(opening, 0, NAMES)[0]).startswith(
        "Place tokens side by side, as a lone cell dies: "
    )
    assert p2life.prompts(replace(opening, mover=1), None, NAMES) == ("Waiting for Computer 2",)
    tokens = p2life_state(phase=Phase.TOKENS)
    assert KEYS.spoken(p2life.prompts(tokens, 0, NAMES)[-1]) == "Q passes"
    assert PAD.spoken(p2life.prompts(tokens, 0, NAMES)[-1]) == "B passes"


@pytest.mark.parametrize(
    ("winner", "ending", "counts", "told"),
    [
        (0, Ending.LIMIT, (16, 4), "16 to 4 cells at the limit of 200 generations."),
        (None, Ending.LIMIT, (7, 7), "Both have 7 cells after 200 generations."),
        (None, Ending.SHUT_OUT, (0, 0), "Nothing lives after 200 generations."),
        (1, Ending.SHUT_OUT, (0, 9), "You have no cells left after 200 generations."),
        (0, Ending.RESIGNED, (3, 9), "Computer 2 resigned after 200 generations."),
    ],
)
def test_p2life_end_reasons(winner: int | None, ending: Ending, counts: tuple[int, int], told: str) -> None:
    over = p2life_state(phase=Phase.OVER, winner=winner, ending=ending, generation=200)
    assert p2life.end_reason(over, NAMES, counts) == told


def of_realtime(state: RealTimeState) -> str:
    overlay = realtime_overlay(state)
    mine = next((each for each in overlay.inputs if each.seat == 0), None)
    return KEYS.spoken(realtime.prompts(overlay, mine)[0])


def test_realtime_prompts() -> None:
    state = realtime_state()
    assert of_realtime(state).startswith("Place ten cells that touch: WASD Left Shift or Click, hold to draw")
    cursor = replace(state.seats[0].cursor, row=5, column=5, visible=True)
    state = state.with_seat(0, cursor=cursor, sketch=((5, 5), (5, 6)))
    assert of_realtime(state).startswith("Place 8 more cells that touch, by a side or a corner: ")
    state = state.with_seat(0, standing=SeatStanding.IN, sketch=(), cells=10)
    assert of_realtime(state) == "You have joined.  Space starts the clock without the others"
    state = replace(state, phase=RealTimePhase.PLAY, left=60)
    assert of_realtime(state) == "No points left: the next tick brings more", "it comes every second"
    assert of_realtime(replace(state, hour=600, left=90)) == "No points left: wait for the next tick in 2 s"
    halted = replace(state, halted=True, consent=None)
    assert of_realtime(halted).endswith("Return plays one tick")
    halted = replace(state, halted=True)
    assert of_realtime(halted) == "Halted to think: nobody can move a cell until time runs.  Space resumes"
    state = state.with_seat(0, points=2)
    assert of_realtime(state).startswith("You have 2 points to move cells to where more are born")
    state = state.with_seat(0, chosen=(5, 5))
    assert of_realtime(state).startswith("Now go to the cell's new place")
    state = state.with_seat(0, cursor=replace(cursor, column=7), path=((5, 6), (5, 7)))
    assert of_realtime(state) == "Left Shift or Click moves the cell here for 2 points"
    state = state.with_seat(0, points=1)
    assert of_realtime(state).startswith("This costs 2 points and you have 1")


def test_realtime_end_reasons() -> None:
    state = replace(realtime_state(), phase=RealTimePhase.OVER, generation=20, winner=0, ending=RealTimeEnding.LIMIT)
    state = state.with_seat(0, standing=SeatStanding.IN, total=state.seats[0].total)
    assert realtime.result(replace(state, winner=None), NAMES).startswith("Nobody wins: ")
    over = replace(state, ending=RealTimeEnding.ANNIHILATION)
    assert realtime.result(over, NAMES) == "You win: all others have died out after 20 generations"
    assert realtime.end_reason(realtime_state(), NAMES) == ""
