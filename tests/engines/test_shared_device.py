"""Several boards on one device share programs; none may use another's uniforms."""

from __future__ import annotations

import numpy as np
import pytest
from boards import assert_boards_equal
from capabilities import needs_compute, planes_types
from conftest import SMALL_PASS
from engines.asleep import PlanesType, let_small_boards_sleep, open_planes
from engines.cases import random_cells, rule_on

from gpulife.engines import Engine, reference
from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.cells.gl_engine import GLCellsEngine
from gpulife.engines.factory import open_probe
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.tile_activity import NumpyProbe
from gpulife.rules import Cells, Edges

BOARDS = (
    ("Immigration", (70, 200), Edges.TORUS),
    ("Immigration", (37, 101), Edges.TORUS),
    ("Immigration", (37, 101), Edges.DEAD),
    ("QuadLife", (64, 100), Edges.TORUS),
    ("B3/S23:3", (31, 300), Edges.TORUS),
    ("B3/S23:3", (70, 35), Edges.DEAD),
    ("Life", (3, 500), Edges.TORUS),
    ("Life", (40, 33), Edges.DEAD),
)
OTHER_BOARDS = (
    ("B36/S125:7", (30, 50), Edges.TORUS),
    ("B36/S125:7", (20, 75), Edges.DEAD),
    ("RealTime:26", (24, 72), Edges.DEAD),
    ("BioWar:6", (11, 24), Edges.DEAD),
    ("BioWar:6", (30, 41), Edges.TORUS),
    ("Survivor", (16, 16), Edges.DEAD),
    ("Survivor", (33, 50), Edges.TORUS),
)


def check_alternately(engines: list[Engine], steps: tuple[int, ...]) -> None:
    """Step boards in turn and compare cells and counts with the reference."""
    boards: list[Cells] = []
    probes = []
    for number, engine in enumerate(engines):
        boards.append(random_cells(engine.rule, engine.shape, seed=number))
        engine.paint(0, 0, boards[-1])
        probes.append((open_probe(engine), NumpyProbe(engine)))
    for generations in steps:
        for number, engine in enumerate(engines):
            for probe in probes[number]:
                probe.remember()
            for generation in range(engine.generation, engine.generation + generations):
                boards[number] = reference.next_generation(boards[number], engine.rule, generation)
            engine.step(generations)
        for number, engine in enumerate(engines):
            assert_boards_equal(engine.read_all(), boards[number])
            assert engine.census().tolist() == reference.census(boards[number], engine.rule).tolist()
            found, expected = (probe.count() for probe in probes[number])
            assert found.changed.tolist() == expected.changed.tolist()
    for probe, _ in probes:
        probe.close()


def test_alternating_cell_boards(device: GLDevice) -> None:
    engines: list[Engine] = [
        GLCellsEngine(rule_on(name, edges), shape, device) for name, shape, edges in BOARDS + OTHER_BOARDS
    ]
    check_alternately(engines, (1, 2, 5))
    for engine in engines:
        engine.close()


@needs_compute
def test_alternating_plane_boards(device: GLDevice) -> None:
    engines: list[Engine] = [
        GLPlanesEngine(rule_on(name, edges), shape, device, plan=SMALL_PASS) for name, shape, edges in BOARDS
    ]
    check_alternately(engines, (4, 1, 12, 3))
    for engine in engines:
        engine.close()


@needs_compute
def test_planes_and_cells_of_the_same_rules(device: GLDevice) -> None:
    engines: list[Engine] = []
    for name, shape, edges in BOARDS[:5]:
        engines.append(GLPlanesEngine(rule_on(name, edges), shape, device, plan=SMALL_PASS))
        engines.append(GLCellsEngine(rule_on(name, edges), shape[::-1], device))
    check_alternately(engines, (4, 2))
    for engine in engines:
        engine.close()


@pytest.mark.parametrize("kind", planes_types())
def test_alternating_sleeping_boards(device: GLDevice, monkeypatch: pytest.MonkeyPatch, kind: PlanesType) -> None:
    let_small_boards_sleep(monkeypatch)
    engines = []
    for shape, edges in (((300, 700), Edges.TORUS), ((257, 400), Edges.TORUS), ((300, 680), Edges.DEAD)):
        engine = open_planes(kind, rule_on("Immigration", edges), shape, device)
        cells = np.zeros(shape, np.uint8)
        cells[5:8, 3:6] = np.array([[0, 1, 0], [0, 0, 1], [1, 1, 1]])  # a glider
        cells[shape[0] - 9, shape[1] - 12 : shape[1] - 9] = 2
        engine.paint(0, 0, cells)
        engines.append((engine, [cells]))
    for _ in range(10):
        for engine, kept in engines:
            for generation in range(engine.generation, engine.generation + 32):
                kept[0] = reference.next_generation(kept[0], engine.rule, generation)
            engine.step(32)
        for engine, kept in engines:
            assert_boards_equal(engine.read_all(), kept[0])
    for engine, _ in engines:
        assert engine.awake_share < 0.5, "they did sleep"
        engine.close()
