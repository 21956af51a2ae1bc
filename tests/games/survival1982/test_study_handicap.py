"""HCAP in Study Mode: both players type first values of their counters, two digits each, left first.

* START asks again. Number keys, sticks and triggers type as in the competitive games, and plant nothing meanwhile.
* SPACE or RETURN before the last digit begins; a player who has not typed both digits has 99, as without HCAP.
* A handicap in the settings is not asked for. Matches under rulings 1 play HCAP as NORM.
"""

from __future__ import annotations

import pytest
from games.duel import EMPTY
from games.playing import K, Table

from gpulife.games.core.dataclass_json import from_json, to_json
from gpulife.games.core.game import NOBODY
from gpulife.games.survival1982.observation import overlay
from gpulife.games.survival1982.study import StudyState


def hcap(*digits: int) -> Table:
    table = Table(EMPTY, option="HCAP")
    for digit in digits:
        table.do(NOBODY, K.DIGIT, digit)
    return table


def shown(table: Table) -> tuple[str, str]:
    seen = overlay(table.state, table.engine.shape)
    assert seen is not None
    return seen.status[1], seen.status[3]


def test_two_digits_each_left_player_first() -> None:
    table = hcap()
    assert shown(table) == ("??", "??")
    assert shown(table.do(NOBODY, K.DIGIT, 0)) == ("0?", "??")
    assert shown(table.do(NOBODY, K.DIGIT, 8)) == ("08", "??")
    assert table.state.typing
    table.do(NOBODY, K.DIGIT, 4).do(NOBODY, K.DIGIT, 0)
    assert not table.state.typing
    assert table.state.seeds == (8, 40)
    assert table.do(NOBODY, K.DIGIT, 7).state.seeds == (8, 40)


def test_sticks_type_and_plant_nothing_before_the_end() -> None:
    table = hcap()
    at = table.place()
    table.tap(-1, 0).press().tap(-1, 0).tap(-1, 0).press()
    assert shown(table) == ("01", "??")
    assert table.place() == at
    assert not table.engine.read_all().any()
    table.do(NOBODY, K.DIGIT, 9).do(NOBODY, K.DIGIT, 9)
    table.press()
    assert table.state.seeds == (0, 99)
    assert table.engine.read_all().sum() == 1


def test_counters_go_down_from_the_handicap() -> None:
    table = hcap(0, 1, 3, 0)
    for _ in range(3):
        table.press().tap(0, 1)
    assert table.state.seeds == (98, 30)
    table.press(1)
    assert table.state.seeds == (98, 29)


def test_start_asks_for_the_handicap_again() -> None:
    table = hcap(2, 0, 4, 0)
    table.press().do(NOBODY, K.START)
    assert table.state.typing
    assert shown(table) == ("??", "??")


@pytest.mark.parametrize("kind", [K.HALT, K.STEP])
@pytest.mark.parametrize(
    ("digits", "seeds"), [((), (99, 99)), ((2, 0), (20, 99)), ((2, 0, 4), (20, 99)), ((3,), (99, 99))]
)
def test_starting_before_the_last_digit_keeps_99(kind: K, digits: tuple[int, ...], seeds: tuple[int, int]) -> None:
    table = hcap(*digits).do(NOBODY, kind)
    assert not table.state.typing
    assert table.state.seeds == seeds
    assert table.state.running
    assert table.ticks(20).engine.generation > 0


def test_cursors_are_hidden_while_typing() -> None:
    table = hcap(2)
    seen = overlay(table.state, table.engine.shape)
    assert seen is not None
    assert (seen.cursors, seen.typing) == (((), ()), (0, 1))


def test_handicap_setting_is_not_asked_for() -> None:
    table = Table(EMPTY, option="HCAP", handicap=(20, 40))
    assert not table.state.typing
    assert table.state.seeds == (20, 40)
    assert table.press().state.seeds == (19, 40)
    assert table.do(NOBODY, K.START).state.seeds == (20, 40)


def test_hcap_is_norm_under_rulings_1() -> None:
    old, norm = (Table(EMPTY, option=option, rulings=1) for option in ("HCAP", "NORM"))
    for table in (old, norm):
        table.press().do(NOBODY, K.DIGIT, 3).do(NOBODY, K.START).press(1)
    states = [to_json(table.state) for table in (old, norm)]
    assert states[0] | {"option": "NORM"} == states[1]
    assert not {"digits", "dial", "types", "handicap"} & states[0].keys()


def test_state_is_saved_while_typing() -> None:
    table = hcap(2, 0, 4)
    assert from_json(StudyState, to_json(table.state)) == table.state
