"""Finds the fastest shape of passes (division of the work, see ``pass_shape``) for a device, by measuring."""

import json
import logging
import time
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import moderngl
import numpy as np

from gpulife.engines.bitplanes.gl_engine import GLPlanesEngine
from gpulife.engines.bitplanes.pass_shape import PassShape, shape_for
from gpulife.engines.bitplanes.rule_circuits import is_ranged
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.errors import EngineError, GpulifeError
from gpulife.patterns.soup import soup
from gpulife.rules import Rule
from gpulife.storage.atomic_io import atomic_write, make_folder, set_aside
from gpulife.storage.bounded_reading import ReadError, convert, parse_json, read_if_there
from gpulife.storage.folders import cache_folder
from gpulife.storage.locks import locked

_LOG = logging.getLogger(__name__)

_MAX_BYTES = 1 << 20
_FORMAT = 2
"""Version of the file format. A file of another version is ignored, since its shapes do not fit the current passes."""


def cache_file() -> Path:
    """Return the path of the file that stores the fastest shapes found so far."""
    return cache_folder() / "tuning.json"


def cache_key(renderer: str, version: str, rule: Rule) -> str:
    """Return the key under which a shape is stored: the renderer, the driver's version, the rule and its edges."""
    return f"{renderer} | {version} | {rule.law} {rule.edges}"


def load_shape(key: str) -> PassShape | None:
    """Return the shape that is stored for a key; None if there is none, or if the file cannot be read."""
    try:
        kept = _shapes(cache_file())
        return _shape(kept[key]) if key in kept else None
    except ReadError:
        return None


def save_shape(key: str, shape: PassShape) -> None:
    """Store the best shape for a key, and keep the shapes for other keys.

    If the file cannot be written, nothing is stored. A damaged file is renamed.
    """
    path = cache_file()
    with suppress(GpulifeError):
        make_folder(path.parent)
        with locked(path):
            try:
                kept = _shapes(path)
            except ReadError as error:
                kept = {}
                _LOG.warning("%s; %s", error, set_aside(path))
            with atomic_write(path, "w") as file:
                json.dump({"format": _FORMAT, "shapes": {**kept, key: asdict(shape)}}, file, indent=1)


def _shapes(path: Path) -> dict[str, Any]:
    """Return the shapes stored in a file, keyed as in :func:`cache_key`; none if the file is of another version."""
    data = read_if_there(path, _MAX_BYTES, "tuned passes")
    content = {} if data is None else parse_json(data, dict[str, Any], str(path))
    if content.get("format", _FORMAT) != _FORMAT:
        return {}
    return convert(content.get("shapes", {}), dict[str, Any], f"{path}: shapes")


def tuning_rounds(
    first: PassShape, *, software: bool, one_generation: bool = False
) -> tuple[tuple[dict[str, int], ...], ...]:
    """Return the shapes to try in each round, as changes to the best shape found so far.

    Args:
        first: the default shape.
        software: True if the processor computes, not a graphics card. Then few shapes are tried, since compiling each
            takes seconds.
        one_generation: True if a pass has only one generation, as for Larger than Life.

    Returns:
        For each round, the changes to try: new values of attributes of PassShape, keyed by attribute name.
    """
    if software:
        # Which is best depends on whether the processor has three-input operations (AVX-512).
        others: tuple[dict[str, int], ...] = ({"words": 6 if first.bits == 64 else 3},)
        if first.pair_words:
            others = {"pair_words": 4, "unroll": 8}, {"pair_words": 0, "unroll": 4}
        if one_generation:
            return ((*others, {"rows": 512}),)
        return ((*others, {"rows": 1024}, {"generations": max(first.generations * 3 // 4, 1)}),)
    if first.pair_words:
        pairs = ((1, 4), (2, 4), (3, 4), (4, 4), (1, 8), (2, 8))
        was = first.pair_words, first.generations
        return (
            tuple({"pair_words": words, "generations": length} for words, length in pairs if (words, length) != was),
            tuple({"rows": rows} for rows in (32, 64, 128, 256) if rows != first.rows),
            ({"unroll": 4}, {"pair_words": 0, "lanes": 0, "unroll": 2}),
        )
    # From programs that fit into the registers of every card to programs that fit only a few cards.
    sizes: tuple[tuple[int, int], ...] = ((3, 4), (4, 4), (2, 8), (3, 8), (4, 8), (2, 16), (3, 16))
    if one_generation:
        sizes = ((2, 1), (4, 1), (5, 1))
    return (
        tuple({"words": words, "generations": generations} for words, generations in sizes),
        tuple({"rows": rows} for rows in (32, 64, 128, 256) if rows != first.rows),
        tuple({"across": across} for across in (32, 64) if across != first.across),
    )


def compiling_work(shape: PassShape) -> int:
    """Estimate how long a shape's program takes to compile: return how many machine words it computes."""
    words = shape.pair_words if shape.in_pairs else shape.words
    return words * 32 // shape.bits * shape.generations * shape.unroll


def _shape(data: Any) -> PassShape:
    shape = convert(data, PassShape, "tuned passes", complete=True)
    if shape.words * 32 % shape.bits:
        raise ReadError(f"tuned passes: words is {shape.words}, but must be even if bits is {shape.bits}")
    return shape


MIN_TUNED_CELLS = 1 << 24
"""Number of cells of the smallest board for which shapes are measured.

Smaller boards are fast enough with the default shape.
"""
_BOARD = (2048, 4096)
_PASSES = 4
_MAX_SECONDS = 8.0
"""Limit in seconds on the whole search. Shapes that have not been tried by then are left out."""


def plan_for(rule: Rule, shape: tuple[int, int], device: GLDevice, *, tune: bool = False) -> PassShape | None:
    """Return the fastest known shape of passes for a rule on a device; None if the default shape should be used.

    Args:
        rule: the rule with the board's edges.
        shape: (rows, columns) of the board.
        device: the device that computes.
        tune: True to search for the best shape if none is known.
    """
    if shape[0] * shape[1] < MIN_TUNED_CELLS or min(shape) < min(_BOARD):
        return None
    key = shape_key(device, rule)
    found = load_shape(key)
    if found is None and tune:
        _LOG.info(
            "tuning passes of %s on %s once, for about %.0f seconds; --no-tune skips this",
            *(rule.law, device.renderer, _MAX_SECONDS),
        )
        found = find_best(rule, device)
        save_shape(key, found)
    return found


def shape_key(device: GLDevice, rule: Rule) -> str:
    """Return the key under which the best shape for a device and a rule is stored."""
    pairs = ", pairs of rows" if device.is_software else ""
    if device.subgroup_lanes:
        pairs = f", subgroups of {device.subgroup_lanes}"
    return cache_key(device.renderer, f"{device.version}{pairs}", rule)


def find_best(rule: Rule, device: GLDevice) -> PassShape:
    """Try shapes of passes for a rule on a random board, the default shape first; return the fastest."""
    first = shape_for(rule, _BOARD, wide=device.has_int64, software=device.is_software, lanes=device.subgroup_lanes)
    cells = soup(_BOARD, 0.35, rule.live_states, np.random.default_rng(1))
    until = time.perf_counter() + _MAX_SECONDS
    best = first
    fastest, seconds = _measure(rule, first, device, cells)
    compile_rate = seconds / compiling_work(first)
    for changes in tuning_rounds(first, software=device.is_software, one_generation=is_ranged(rule)):
        base = best
        for change in changes:
            shape = replace(base, **change)
            # Compile time grows faster than size, and compiling cannot be interrupted: hence the factor 2.
            if time.perf_counter() + 2 * compile_rate * compiling_work(shape) > until:
                continue
            try:
                speed, seconds = _measure(rule, shape, device, cells)
            except (EngineError, moderngl.Error):
                continue  # a driver may refuse shapes that others accept
            compile_rate = max(compile_rate, seconds / compiling_work(shape))
            if speed > fastest:
                best, fastest = shape, speed
    return best


def _measure(rule: Rule, shape: PassShape, device: GLDevice, cells: np.ndarray) -> tuple[float, float]:
    """Try a shape of passes on the board ``cells``: return (generations per second, seconds to compile the program)."""
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
