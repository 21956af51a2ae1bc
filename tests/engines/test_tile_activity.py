"""Counts of live and changed cells in tiles: every engine must match numpy."""

from __future__ import annotations

import numpy as np
import pytest
from boards import assert_boards_equal, board
from conftest import ENGINE_KINDS, OpenEngine, rules_and_kinds
from engines.cases import random_cells, rule_on

from gpulife.engines.base import Engine, Storage
from gpulife.engines.factory import open_probe
from gpulife.engines.tile_activity import (
    MAX_TILES,
    MIN_TILE,
    NumpyProbe,
    tile_cells,
    tile_numbers,
    tile_side,
)
from gpulife.errors import EngineError
from gpulife.rules import Edges, parse_rule

every_kind = pytest.mark.parametrize("kind", ENGINE_KINDS)
RULES = ("Life", "Immigration", "QuadLife", "B36/S125:7", "RealTime:26", "BioWar:3", "Survivor")
SHAPES = ((1, 1), (3, 5), (7, 33), (40, 64), (13, 100), (31, 300), (600, 70))


@pytest.mark.parametrize(("name", "kind"), rules_and_kinds(*RULES))
def test_counts_match_numpy(open_kind: OpenEngine, kind: str, name: str) -> None:
    for number, shape in enumerate(SHAPES):
        engine = open_kind(kind, rule_on(name, Edges.TORUS), shape)
        engine.paint(0, 0, random_cells(engine.rule, shape, seed=number))
        probe, oracle = open_probe(engine), NumpyProbe(engine)
        for generations in (0, 1, 2):
            probe.remember()
            oracle.remember()
            before = engine.read_all()
            engine.step(generations)
            counted, expected = probe.count(), oracle.count()
            assert counted.live.tolist() == expected.live.tolist()
            assert counted.changed.tolist() == expected.changed.tolist()
            assert counted.live.shape == probe.tiles == tile_numbers(shape)
            assert counted.live.sum() == engine.census().sum()
            assert counted.changed.sum() == np.count_nonzero(before != engine.read_all())
            assert_boards_equal(probe.remembered(), before)
        probe.close()


@every_kind
def test_change_is_counted_in_its_tile(open_kind: OpenEngine, kind: str) -> None:
    engine = open_kind(kind, parse_rule("Immigration"), (16, 24))
    engine.paint(5, 9, board("AAA"))
    probe = open_probe(engine)
    probe.remember()
    engine.step()
    counts = probe.count()
    # The blinker lies in rows 4 to 6 and column 10 now: all in the tile of rows 4 to 7 and columns 8 to 11.
    assert np.argwhere(counts.live).tolist() == np.argwhere(counts.changed).tolist() == [[1, 2]]
    assert (counts.live[1, 2], counts.changed[1, 2]) == (3, 4)
    engine.step()
    assert probe.count().changed.sum() == 0
    engine.paint(5, 9, board("BBB"))
    assert probe.count().changed.tolist() == counts.live.tolist()  # another species is a change
    probe.close()


@every_kind
def test_padding_after_last_column_is_ignored(open_kind: OpenEngine, kind: str) -> None:
    engine = open_kind(kind, parse_rule("Immigration"), (9, 35))
    probe = open_probe(engine)
    probe.remember()
    engine.paint(0, 0, np.ones((9, 35), np.uint8))
    counts = probe.count()
    assert counts.changed.tolist() == counts.live.tolist() == tile_cells((9, 35)).tolist()
    probe.close()


def test_tiles_of_any_board() -> None:
    for rows in (1, 4, 96, 256, 257, 1000, 16384, 100_000):
        for columns in (1, 160, 256, 1025):
            side, (down, across) = tile_side((rows, columns)), tile_numbers((rows, columns))
            assert side >= MIN_TILE
            assert side & (side - 1) == 0
            assert max(down, across) <= MAX_TILES
            assert tile_cells((rows, columns)).shape == (down, across)
            assert tile_cells((rows, columns)).sum() == rows * columns


@pytest.mark.parametrize("storage", [Storage.PRIVATE, Storage.STRIPS])
def test_unknown_engine_uses_numpy_probe(storage: Storage) -> None:
    class Strange(Engine):
        name = "strange"
        bytes_per_cell = 1.0

        def _census(self): ...
        def _memory_available(self):
            return 1 << 20

        def _step(self, generations, rule): ...
        def _read(self, row, column, height, width): ...
        def _write(self, row, column, cells): ...

    engine = Strange(parse_rule("Life"), (4, 4))
    engine.storage = storage
    if storage is Storage.PRIVATE:
        assert isinstance(open_probe(engine), NumpyProbe)
        return
    with pytest.raises(EngineError, match="'strange'"):
        open_probe(engine)
