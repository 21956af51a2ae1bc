"""The rules of typing a handicap (HCAP) by stick and trigger; each has a test below.

* Up and down change the digit, from the question mark to 0 and to 9, in a circle; a held stick repeats.
* The trigger takes it; on a question mark it is refused. Left takes back the digit before, of the same player only.
* Left types first, then right; the other player changes nothing. The set-up begins with the last digit. A held stick
  then moves the cursor, but a held trigger plants only when it is pressed again.
* Number keys do the same, mixed with sticks; the overlay shows what is being typed and where.
"""

from __future__ import annotations

import pytest
from games.duel import DOWN, LEFT, RIGHT, UP, Duel
from games.playing import K

from gpulife.games.core.game import NOBODY
from gpulife.games.survival1982.state import RoundPhase

QUESTION = ("0000", "??", "0000", "??", "0000")


def hcap() -> Duel:
    duel = Duel(option="HCAP")
    assert duel.state.phase is RoundPhase.HANDICAP
    assert duel.seen.status == QUESTION
    return duel


def seeds(duel: Duel) -> tuple[str, str]:
    return duel.seen.status[1], duel.seen.status[3]


def turn(duel: Duel, player: int, digit: int) -> Duel:
    """Choose ``digit`` with the stick, beginning at the question mark, and enter it."""
    for _ in range(digit + 1):
        duel.tap(*UP, player=player)
    return duel.press(player)


def test_each_player_types_with_their_own_stick() -> None:
    duel = hcap()
    assert duel.seen.typing == (0, 0)
    turn(duel, 0, 3)
    assert seeds(duel) == ("3?", "??")
    assert duel.seen.typing == (0, 1)
    turn(duel, 0, 0)
    assert duel.seen.typing == (1, 0)
    turn(duel, 1, 2)
    turn(duel, 1, 5)
    assert duel.state.phase is RoundPhase.SET_UP
    assert [side.seeds for side in duel.state.sides] == [30, 25] == [side.quota for side in duel.state.sides]
    assert duel.seen.typing is None


@pytest.mark.parametrize(("way", "shown"), [(UP, "0129"), (DOWN, "9870")])
def test_stick_changes_the_digit_in_a_circle(way: tuple[int, int], shown: str) -> None:
    duel = hcap()
    digits = [seeds(duel.tap(*way))[0][0] for _ in range(10)]
    assert digits[0] == shown[0]
    assert digits[:3] == list(shown[:3])
    assert digits[-1] == shown[-1]
    assert seeds(duel.tap(*way))[0][0] == shown[0]


def test_held_stick_repeats() -> None:
    duel = hcap().do(0, K.STICK, *UP).ticks(20)
    assert seeds(duel)[0] == "0?"
    duel.ticks(4)
    assert seeds(duel)[0] == "1?"
    duel.ticks(16)
    assert seeds(duel)[0] == "3?"
    duel.do(0, K.STICK).ticks(100)
    assert seeds(duel)[0] == "3?"


def test_other_player_changes_no_digits() -> None:
    duel = hcap()
    turn(duel, 1, 4)
    assert seeds(duel) == ("??", "??")
    turn(turn(duel, 0, 1), 0, 1)
    turn(duel, 0, 7)
    assert seeds(duel) == ("11", "??")


def test_question_mark_is_refused() -> None:
    duel = hcap().press()
    assert duel.sounds[-1] == "refused"
    assert seeds(duel) == ("??", "??")


def test_left_takes_back_only_own_digits() -> None:
    duel = turn(hcap(), 0, 8)
    duel.tap(*LEFT)
    assert seeds(duel) == ("8?", "??")
    assert duel.seen.typing == (0, 0)
    duel.tap(*DOWN).press()
    turn(duel, 0, 1)
    assert seeds(duel) == ("71", "??")
    duel.tap(*LEFT, player=1)
    assert seeds(duel) == ("71", "??")
    assert duel.sounds[-1] == "refused"
    duel.tap(*RIGHT, player=1)
    assert seeds(duel) == ("71", "??")


def test_keys_and_sticks_can_be_mixed() -> None:
    duel = turn(hcap().do(NOBODY, K.DIGIT, 4), 0, 2).do(0, K.DIGIT, 0)
    duel.tap(*UP, player=1).do(NOBODY, K.DIGIT, 9)
    assert duel.state.phase is RoundPhase.SET_UP
    assert [side.seeds for side in duel.state.sides] == [42, 9]


def test_trigger_held_at_the_last_digit_plants_nothing() -> None:
    duel = hcap()
    for digit in (1, 1, 1):
        duel.do(NOBODY, K.DIGIT, digit)
    duel.tap(*UP, player=1).do(1, K.TRIGGER, 1)
    assert duel.state.phase is RoundPhase.SET_UP
    duel.ticks(30).do(1, K.STICK, *LEFT).ticks(30)
    assert not duel.engine.read_all().any()
    duel.do(1, K.TRIGGER).do(1, K.STICK).press(1)
    assert duel.engine.read_all().sum() == 2
    assert duel.state.sides[1].seeds == 9


def test_start_asks_for_the_digits_again() -> None:
    duel = turn(hcap(), 0, 8)
    duel.tap(*UP).do(NOBODY, K.START)
    assert duel.seen.status == QUESTION
