"""The staged board of a tick, the registry, hashes, and dataclasses as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import blake2b
from typing import Annotated, Any

import numpy as np
import pytest
from boards import assert_boards_equal
from conftest import ENGINE_KINDS, OpenEngine
from engines.cases import random_cells, rule_on
from games.playing import K, Table
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import GpulifeError
from gpulife.games.core import board_hash
from gpulife.games.core.dataclass_json import RecordError, from_json, read_json, to_json
from gpulife.games.core.game import Action, Match
from gpulife.games.core.order import Erase, Paint, Renumber, Sow, Step, strips
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.matches import new_match
from gpulife.games.registry import GAMES, find_game
from gpulife.games.survival1982.study import StudyState
from gpulife.patterns.soup import soup
from gpulife.rules import Edges, parse_rule


@pytest.mark.parametrize("edges", list(Edges))
@given(data=st.data())
def test_staged_board_reads_as_after_the_orders(edges: Edges, data: st.DataObject) -> None:
    shape = data.draw(st.tuples(st.integers(1, 9), st.integers(1, 9)))
    rule = rule_on("QuadLife", edges)
    engine = NumpyEngine(rule, shape)
    engine.paint(0, 0, random_cells(rule, shape, 1))
    staged = StagedBoard(engine)
    place = st.integers(-3, 12)
    for number in range(data.draw(st.integers(0, 4))):
        size = (data.draw(st.integers(1, shape[0])), data.draw(st.integers(1, shape[1])))
        row, column = data.draw(place), data.draw(place)
        if data.draw(st.booleans()):
            staged.order(Erase(row, column, *size))
        else:
            mask = random_cells(rule, size, number) > 0 if data.draw(st.booleans()) else None
            staged.order(Paint(row, column, random_cells(rule, size, number + 9), mask))
    seen = staged.read(0, 0, *shape)
    for order in staged.orders:
        if isinstance(order, Paint):
            engine.paint(order.row, order.column, order.cells, order.mask)
        elif isinstance(order, Erase):
            engine.paint(order.row, order.column, np.zeros((order.height, order.width), np.uint8))
    assert_boards_equal(seen, engine.read_all())


def test_staged_board_knows_when_it_is_out_of_date() -> None:
    staged = StagedBoard(NumpyEngine(parse_rule("Life"), (3, 3)))
    assert staged.is_known
    staged.order(Renumber(7))
    assert (staged.generation, staged.is_known) == (7, True)
    staged.order(Step())
    assert not staged.is_known


def test_soup_in_strips_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = soup((40, 70), 0.4, 3, np.random.default_rng((5, 6)), (1, 2, 3))
    monkeypatch.setattr("gpulife.games.core.order._STRIP_CELLS", 300)
    pieces = list(Sow(0.4, (1.0, 2.0, 3.0), (5, 6)).strips((40, 70), 3))
    assert [row for row, _, _ in pieces] == list(range(0, 40, 4))
    assert_boards_equal(np.concatenate([cells for _, _, cells in pieces]), whole)
    assert list(strips((5, 10**9))) == [(row, 1) for row in range(5)]


def test_the_registry() -> None:
    for name, game in GAMES.items():
        assert game.name == name
        assert find_game(name) is game
    with pytest.raises(GpulifeError, match="unknown game 'chess': use one of study"):
        find_game("chess")
    assert new_match("study", parse_rule("Life"), (5, 7), 3) == Match("study", "Life:T7,5", 3, "NORM")


def test_states_survive_json() -> None:
    table = Table("....\n....", option="WILD").press(0).do(0, K.STICK, 1, 1).do(-1, K.PACE, 0, 5).space().press(1)
    data = json.loads(json.dumps(to_json(table.state)))
    assert from_json(StudyState, data) == table.state
    for action in (Action(-1, K.PAINT, 3, -4, "A!"), Action(0, K.STICK)):
        assert from_json(Action, json.loads(json.dumps(to_json(action)))) == action


@dataclass(frozen=True, slots=True)
class Inner:
    low: Annotated[int, Meta(ge=0)]
    share: float = 1.0


@dataclass(frozen=True)
class Sample:
    number: int
    flag: bool
    text: str | None
    pairs: tuple[tuple[int, int], ...]
    table: dict[str, Any]
    inner: Inner | None
    share: float = 0.5


GOOD = {"number": 1, "flag": True, "text": None, "pairs": [[1, 2]], "table": {"a": [1]}, "inner": None, "share": 0.5}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"number": "1"}, r"Sample: Expected `int`, got `str` - at `\$\.number`"),
        ({"number": True}, r"Expected `int`, got `bool` - at `\$\.number`"),
        ({"number": 1.0}, r"Expected `int`, got `float` - at `\$\.number`"),
        ({"flag": 1}, r"Expected `bool`, got `int` - at `\$\.flag`"),
        ({"text": 5}, r"Expected `str \| null`, got `int` - at `\$\.text`"),
        ({"pairs": [[1, 2, 3]]}, r"Expected `array` of length 2.* - at `\$\.pairs\[.*\]`"),
        ({"pairs": 7}, r"Expected `array`, got `int` - at `\$\.pairs`"),
        ({"extra": 1}, "unknown (field|key) `?extra"),
        ({"table": []}, r"Expected `object`, got `array` - at `\$\.table`"),
        ({"inner": {"share": 0.5}}, r"missing required field `low` - at `\$\.inner`|: inner.low is missing"),
        ({"inner": {"low": -1, "share": 0.5}}, r"Expected `int` >= 0 - at `\$\.inner\.low`"),
    ],
)
def test_wrong_type_is_named(changes: dict[str, Any], message: str) -> None:
    assert json.loads(json.dumps(to_json(from_json(Sample, GOOD)))) == GOOD
    with pytest.raises(RecordError, match=message):
        from_json(Sample, GOOD | changes)
    with pytest.raises(RecordError, match=message):
        read_json(Sample, json.dumps(GOOD | changes).encode())


def test_missing_field_is_refused_even_with_a_default() -> None:
    with pytest.raises(RecordError, match="Sample: share is missing"):
        from_json(Sample, {name: value for name, value in GOOD.items() if name != "share"})


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "NaN", '{"number": Infinity}', "1e999", "", "\xff"])
def test_invalid_json_is_a_one_line_error(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_json(Sample, text.encode("latin-1"))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", ENGINE_KINDS)
@pytest.mark.parametrize("whole", [1 << 24, 100])
def test_hashes_agree_on_every_engine(
    open_kind: OpenEngine, kind: str, whole: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_hash, "WHOLE_BOARD", whole)
    rule = parse_rule("Immigration")
    engines = [open_kind(each, rule, (20, 33)) for each in ("numpy", kind)]
    for engine in engines:
        engine.paint(0, 0, random_cells(rule, (20, 33), 1))
    first, same = (board_hash.board_hash(engine) for engine in engines)
    assert first == same
    assert len(first) == 32
    seen = {first}
    engine = engines[1]
    engine.generation += 1
    seen.add(board_hash.board_hash(engine))
    engine.paint(19, 32, 1 - engine.read(19, 32, 1, 1) % 2)
    seen.add(board_hash.board_hash(engine))
    seen.add(board_hash.board_hash(open_kind(kind, parse_rule("Immigration:P33,20"), (20, 33))))
    seen.add(board_hash.board_hash(open_kind(kind, rule, (20, 33))))
    assert len(seen) == 5


def test_board_hash_is_stable() -> None:
    """Files contain these hashes, so a change needs a new version of the file format."""
    engine = NumpyEngine(parse_rule("Immigration"), (3, 4))
    engine.paint(1, 1, np.array([[1, 2]], np.uint8))
    cells = bytes([0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0])
    told = b"Immigration:T4,3" + (0).to_bytes(8, "little") + cells
    assert board_hash.board_hash(engine) == blake2b(told, digest_size=16).hexdigest()
    assert board_hash.board_hash(engine) == "e8f3a5a9543bd442b7de55836d59693c"
