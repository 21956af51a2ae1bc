"""What looks may know of a board and its past, against plain numpy: see ``gpulife.view.gl_board_past``."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from conftest import OpenEngine, kinds_of
from numpy.typing import NDArray

from gpulife.engines import Engine
from gpulife.engines.checkpoint import restore_snapshot, take_snapshot
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.rules import Edges, parse_rule
from gpulife.view import gl_board_past, gl_copied_source
from gpulife.view.gl_board_past import PAST_BOARDS, RANKS, BoardPast
from gpulife.view.gl_copied_source import source_of
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.pictures import PastNumbers

Field = NDArray[np.float64]
"""Shape (rows, columns, 4): a number for each texel and species."""
QUADLIFE = parse_rule("QuadLife")
NUMBERS = PastNumbers(average=0.4, near=1.3, wide=4.0, births=3.0, rise=0.3, sink=0.9)
SCRIPT = [(0, 0.1), (1, 0.05), (0, 0.07), (2, 0.1), (1, 0.0), (0, 0.3), (5, 0.04), (1, 0.5)]
"""(generations, seconds) before each frame."""
NAMES = ("now", "cells", "presence", "near", "wide", "ranks", "births", "past")
CLOSE = 2e-3
"""Most textures have half floats."""
CLOSE_RANKS = 1e-2
"""Many places stand closely together, and a little moves them all."""


class Reference:
    """The inputs by their definitions.

    Args:
        is_torus: True if the board repeats.
        block: cells along the side of a texel's square.
    """

    def __init__(self, numbers: PastNumbers, *, is_torus: bool, block: int = 1) -> None:
        self.numbers, self.is_torus, self.block = numbers, is_torus, block
        self.boards: list[Field] = []

    def follow(self, board: NDArray[np.uint8], seconds: float, *, has_changed: bool) -> None:
        """The board was seen for so many seconds; the first one was always there."""
        numbers, is_first = self.numbers, not self.boards
        self.now = self.shares(board)
        species = np.where(self.now.max(axis=2) > 0, self.now.argmax(axis=2) + 1, 0)
        if is_first:
            shape = species.shape
            self.age, self.last, self.species = np.full(shape, 99.0), species.copy(), species
            self.height, self.births = self.goal(), np.zeros_like(self.now)
            self.presence = self.now
            self.boards = [species] * PAST_BOARDS
        else:
            is_born = (species > 0) & (self.species == 0)
            is_same = (species > 0) == (self.species > 0)
            self.age = np.where(is_same, self.age + seconds, 0.0)
            self.last = np.where(species > 0, species, self.last)
            self.species = species
            goal = self.goal()
            time = np.where(goal > self.height, numbers.rise, numbers.sink)
            self.height = goal + (self.height - goal) * np.exp(-seconds / time)
            self.births = self.births * math.exp(-seconds / numbers.births) + self.now * is_born[..., None]
            self.presence = self.now + (self.presence - self.now) * math.exp(-seconds / numbers.average)
            if has_changed:
                self.boards = [*self.boards[1:], species]
        self.near, self.wide = self.blur(numbers.near), self.blur(numbers.wide)
        kept = 0.0 if is_first else math.exp(-seconds / numbers.average)
        self.ranks = self.shares_below() * (1 - kept) + (0.0 if is_first else self.ranks * kept)

    def shares(self, board: NDArray[np.uint8]) -> Field:
        """The share of each square's area that species 1 to 4 fill; the fifth counts as the first, and so on."""
        rows, columns = (-(-side // self.block) * self.block for side in board.shape)
        whole = np.zeros((rows, columns), int)
        whole[: board.shape[0], : board.shape[1]] = board
        squares = whole.reshape(rows // self.block, self.block, columns // self.block, self.block)
        is_there = [((squares > 0) & ((squares - 1) % 4 == each)).mean(axis=(1, 3)) for each in range(4)]
        return np.stack(is_there, axis=2)

    def goal(self) -> Field:
        return np.where(self.species > 0, 0.45 + 0.62 * np.log2(1 + np.minimum(10 * self.age, 60)), 0.0)

    def blur(self, deviation: float) -> Field:
        taps = min(24, math.ceil(2.6 * deviation))
        weights = np.exp(-0.5 * (np.arange(-taps, taps + 1) / deviation) ** 2)
        mode = "wrap" if self.is_torus else "constant"
        field = self.presence
        for axis in (0, 1):
            wider = np.pad(field, [(taps, taps) if each == axis else (0, 0) for each in range(3)], mode=mode)
            side = field.shape[axis]
            parts = [wider.take(range(shift, shift + side), axis) for shift in range(2 * taps + 1)]
            field = np.tensordot(weights / weights.sum(), np.array(parts), 1)
        return field

    def shares_below(self) -> Field:
        """For each value from 0 to 1, the share of places where the camps' balance, and the total, stand below it."""
        rows, columns, _ = self.wide.shape
        down, across = (np.arange(32) + 0.5) / 32 * rows - 0.5, (np.arange(48) + 0.5) / 48 * columns - 0.5
        at = self.between(self.between(self.wide, down, 0), across, 1)
        stands = stands_of(at)
        values = np.linspace(0, 1, RANKS)[:, None]
        below = [np.clip((values - stand.ravel()) * (RANKS - 1) + 0.5, 0, 1).mean(axis=1) for stand in stands]
        return np.stack(below, axis=1)

    def between(self, field: Field, places: Field, axis: int) -> Field:
        """The field at places between its texels, linearly."""
        low, share = np.floor(places).astype(int), places - np.floor(places)
        mode = "wrap" if self.is_torus else "clip"
        one, other = (field.take(low + more, axis, mode=mode) for more in (0, 1))
        share = share[:, None, None] if axis == 0 else share[None, :, None]
        return one * (1 - share) + other * share

    @property
    def cells(self) -> Field:
        return np.stack([self.species, self.age, self.last, self.height], axis=2)


def stands_of(shares: Field) -> list[Field]:
    """Where the balance of the camps and the total of all species stand, 0 to 1."""
    balance, whole = shares @ [1, -0.8, 0.8, -1], shares.sum(axis=2)
    return [0.5 + 0.5 * balance / np.sqrt(np.abs(balance) + 0.01), whole / np.sqrt(whole + 0.01)]


class Past:
    """The inputs of an engine's board, computed on the device."""

    def __init__(
        self, device: GLDevice, engine: Engine, numbers: PastNumbers = NUMBERS, names: tuple[str, ...] = NAMES
    ) -> None:
        self.device, self.engine = device, engine
        with device.current():
            self.resources = ViewResources(device)
            self.source = source_of(self.resources, engine)
            self.past = BoardPast(self.resources, engine, self.source, numbers, names)

    def follow(self, seconds: float) -> None:
        with self.device.current():
            self.past.follow(seconds)

    def read(self, name: str) -> Field:
        with self.device.current():
            texture = self.past.texture(name)
            kind = {"f1": np.uint8, "f2": np.float16, "f4": np.float32}[texture.dtype]
            values = np.frombuffer(texture.read(), kind).reshape(texture.height, texture.width, 4)
        return values.astype(float)

    def boards(self) -> list[Field]:
        """The past boards, the oldest first."""
        sheet, (columns, rows), newest = self.read("past")[..., 0], self.past.size, self.past.newest
        places = [((newest + 1 + turn) % PAST_BOARDS) for turn in range(PAST_BOARDS)]
        return [
            sheet[place // 8 * rows : (place // 8 + 1) * rows, place % 8 * columns : (place % 8 + 1) * columns]
            for place in places
        ]

    def close(self) -> None:
        with self.device.current():
            self.past.release()
            self.source.release()
            self.resources.release()


OpenPast = Callable[..., Past]


@pytest.fixture
def open_past(device: GLDevice) -> Iterator[OpenPast]:
    opened: list[Past] = []

    def open_(*arguments: object) -> Past:
        opened.append(Past(device, *arguments))  # type: ignore[arg-type]
        return opened[-1]

    yield open_
    for past in opened:
        past.close()


def soup(engine: Engine, density: float = 0.35) -> Engine:
    random = np.random.default_rng(5)
    states = random.integers(1, engine.rule.live_states + 1, engine.shape)
    engine.paint(0, 0, np.where(random.random(engine.shape) < density, states, 0).astype(np.uint8))
    return engine


def assert_follows(past: Past, reference: Reference, script: list[tuple[int, float]] = SCRIPT) -> None:
    """Play the script, and compare all inputs after each frame."""
    for generations, seconds in script:
        if generations:
            past.engine.step(generations)
        past.follow(seconds)
        reference.follow(past.engine.read_all(), seconds, has_changed=generations > 0)
        assert_same(past, reference)


def assert_same(past: Past, reference: Reference) -> None:
    """Compare all inputs; but hardly any board of a few cells has different ranks."""
    for name in NAMES[:-1]:
        found, expected = past.read(name), getattr(reference, name)
        found = found[0, :, :2] if name == "ranks" else found
        assert found.shape == expected.shape, name
        few = reference.now.size < 999
        most = (1.0 if few else CLOSE_RANKS) if name == "ranks" else CLOSE * max(1.0, expected.max())
        assert np.abs(found - expected).max() < most, name
    assert np.array_equal(past.boards(), reference.boards)


@pytest.mark.parametrize("edges", Edges)
@pytest.mark.parametrize("kind", kinds_of("QuadLife"))
def test_inputs_are_those_of_numpy(open_kind: OpenEngine, open_past: OpenPast, kind: str, edges: Edges) -> None:
    engine = soup(open_kind(kind, replace(QUADLIFE, edges=edges), (22, 33)))
    assert_follows(open_past(engine), Reference(NUMBERS, is_torus=edges is Edges.TORUS))


def test_blurs_go_round_tiny_boards(open_kind: OpenEngine, open_past: OpenPast) -> None:
    engine = soup(open_kind("gl", QUADLIFE, (5, 7)))
    assert_follows(open_past(engine), Reference(NUMBERS, is_torus=True), SCRIPT[:3])


def test_more_than_four_species_count_in_turn(open_kind: OpenEngine, open_past: OpenPast) -> None:
    engine = soup(open_kind("gl", parse_rule("B3/S23:9"), (22, 33)))
    assert_follows(open_past(engine), Reference(NUMBERS, is_torus=True), SCRIPT[:3])


@pytest.mark.parametrize("kind", kinds_of("QuadLife"))
@pytest.mark.parametrize("block", [2, 4])
def test_large_boards_come_in_squares(
    open_kind: OpenEngine, open_past: OpenPast, kind: str, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, columns = 22 * block - 1, 33 * block - 1
    monkeypatch.setattr(gl_board_past, "MAX_TEXELS", 22 * 33)
    past = open_past(soup(open_kind(kind, QUADLIFE, (rows, columns))))
    assert (past.past.block, past.past.size) == (block, (33, 22))
    assert_follows(past, Reference(NUMBERS, is_torus=True, block=block), SCRIPT[:4])


def test_boards_that_are_counted_little_by_little_are_seen_at_last(
    open_kind: OpenEngine, open_past: OpenPast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gl_board_past, "MAX_TEXELS", 1024)
    monkeypatch.setattr(gl_copied_source, "_COUNTED_AT_ONCE", 1000)
    monkeypatch.setattr(gl_copied_source, "_COUNTING_SECONDS", 0.0)
    past = open_past(soup(open_kind("numpy", QUADLIFE, (100, 100))))
    whole = Reference(NUMBERS, is_torus=True, block=4).shares(past.engine.read_all())
    past.follow(0.1)
    assert np.abs(past.read("now") - whole).max() > CLOSE
    for _ in range(30):
        assert not past.past.is_settled
        past.follow(0.1)
    assert np.abs(past.read("now") - whole).max() < CLOSE


def test_past_rests_when_the_board_has_stopped(open_kind: OpenEngine, open_past: OpenPast) -> None:
    past = open_past(soup(open_kind("gl", QUADLIFE, (22, 33))))
    for generations in (0, 1, 1):
        past.engine.step(generations)
        past.follow(0.1)
    assert not past.past.is_settled
    seconds = 0.0
    while not past.past.is_settled:
        past.follow(0.05)
        seconds += 0.05
    assert seconds < NUMBERS.settling + 0.2
    assert np.abs(past.read("presence") - past.read("now")).max() < 0.03
    ages = past.read("cells")[..., 1]
    past.follow(9.0)
    assert np.array_equal(past.read("cells")[..., 1], ages)
    past.engine.paint(0, 0, np.ones((3, 3), np.uint8))
    past.follow(0.1)
    assert not past.past.is_settled
    assert not np.array_equal(past.read("cells")[..., 1], ages)


def test_past_is_unknown_after_a_jump_back(open_kind: OpenEngine, open_past: OpenPast) -> None:
    engine = soup(open_kind("gl", QUADLIFE, (22, 33)))
    past, start = open_past(engine), take_snapshot(engine)
    for generations, seconds in SCRIPT:
        engine.step(generations)
        past.follow(seconds)
    restore_snapshot(engine, start)
    past.follow(0.1)
    reference = Reference(NUMBERS, is_torus=True)
    reference.follow(engine.read_all(), 0.1, has_changed=True)
    assert_same(past, reference)


def test_only_what_a_look_reads_is_computed(open_kind: OpenEngine, open_past: OpenPast) -> None:
    past = open_past(soup(open_kind("gl", QUADLIFE, (22, 33))), NUMBERS, ("near",))
    past.follow(0.1)
    for name in ("now", "presence", "near"):
        past.read(name)
    for name in set(NAMES) - {"now", "presence", "near"}:
        with pytest.raises(KeyError):
            past.read(name)


def test_ranks_spread_any_board_evenly(open_kind: OpenEngine, open_past: OpenPast) -> None:
    """Ten steps of the rank cover about a tenth of the board each, on a sparse board and on a dense one."""
    for density in (0.02, 0.6):
        past = open_past(soup(open_kind("gl", QUADLIFE, (90, 120)), density))
        past.follow(0.1)
        wide, ranks = past.read("wide"), past.read("ranks")[0]
        for channel, stand in enumerate(stands_of(wide)):
            rank = np.interp(stand, np.linspace(0, 1, RANKS), ranks[:, channel])
            share = np.histogram(rank, np.linspace(0, 1, 11))[0] / rank.size
            assert share.max() < 0.18, (density, channel, share)
            assert share.min() > 0.04, (density, channel, share)
