"""Finds the shape of passes with which a device computes fastest, by a short run."""

import logging
import time
from dataclasses import replace

import moderngl
import numpy as np

from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.bitplanes.pass_shape import PassShape, shape_for
from gpulife.engines.bitplanes.tuning_cache import cache_key, compiling_work, load_shape, save_shape, tuning_rounds
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.errors import EngineError
from gpulife.patterns.soup import soup
from gpulife.rules import Rule

_LOG = logging.getLogger(__name__)

MIN_TUNED_CELLS = 1 << 24
"""Cells of the smallest board that is tuned: smaller ones prefer other shapes, and are fast enough with any."""
_BOARD = (2048, 4096)
_PASSES = 4
_MAX_SECONDS = 8.0
"""Limit on the whole run; shapes that have not been tried by then are left out."""


def plan_for(rule: Rule, shape: tuple[int, int], device: GLDevice, *, tune: bool = False) -> PassShape | None:
    """Return the best known shape of passes for a rule on a device; None for the default shape.

    Args:
        rule: the rule with the board's edges.
        shape: (rows, columns) of the board.
        device: the device that computes.
        tune: whether to search for the best shape if none is known.
    """
    if shape[0] * shape[1] < MIN_TUNED_CELLS or min(shape) < min(_BOARD):
        return None
    key = shape_key(device, rule)
    found = load_shape(key)
    if found is None and tune:
        _LOG.info(
            "looking for the fastest passes of %s on %s: once, for some %.0f seconds; --no-tune leaves it out",
            *(rule.law, device.renderer, _MAX_SECONDS),
        )
        found = find_best(rule, device)
        save_shape(key, found)
    return found


def shape_key(device: GLDevice, rule: Rule) -> str:
    """Return the key of a device's shapes; those found before there were pairs of rows are no longer asked for."""
    pairs = ", pairs of rows" if device.is_software else ""
    if device.subgroup_lanes:
        pairs = f", subgroups of {device.subgroup_lanes}"
    return cache_key(device.renderer, f"{device.version}{pairs}", rule)


def find_best(rule: Rule, device: GLDevice) -> PassShape:
    """Measure shapes on a soup, climbing from the default one, and return the fastest."""
    first = shape_for(rule, _BOARD, wide=device.has_int64, software=device.is_software, lanes=device.subgroup_lanes)
    cells = soup(_BOARD, 0.35, rule.live_states, np.random.default_rng(1))
    until = time.perf_counter() + _MAX_SECONDS
    best = first
    fastest, seconds = _measure(rule, first, device, cells)
    compile_rate = seconds / compiling_work(first)
    for changes in tuning_rounds(first, software=device.is_software):
        base = best
        for change in changes:
            shape = replace(base, **change)
            # Compile time grows faster than size, and compiling cannot be interrupted: hence the factor 2.
            if time.perf_counter() + 2 * compile_rate * compiling_work(shape) > until:
                continue
            try:
                speed, seconds = _measure(rule, shape, device, cells)
            except (EngineError, moderngl.Error):
                continue  # a driver may refuse what another takes
            compile_rate = max(compile_rate, seconds / compiling_work(shape))
            if speed > fastest:
                best, fastest = shape, speed
    return best


def _measure(rule: Rule, shape: PassShape, device: GLDevice, cells: np.ndarray) -> tuple[float, float]:
    """Return the generations a second, without compiling, and the seconds that compiling took."""
    with GLPlanesEngine(replace(rule, size=_BOARD), _BOARD, device, plan=shape) as engine:
        engine.paint(0, 0, cells)
        engine.finish()
        start = time.perf_counter()
        engine.prepare(shape.generations)
        compiling = time.perf_counter() - start
        engine.step(shape.generations)
        engine.finish()
        seconds = []
        for _ in range(2):
            start = time.perf_counter()
            engine.step(shape.generations * _PASSES)
            engine.finish()
            seconds.append(time.perf_counter() - start)
    return shape.generations * _PASSES / min(seconds), compiling
