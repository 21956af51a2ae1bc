"""The fastest shapes of passes for each device and rule, which a tuning run found, in the user's cache.

See :mod:`gpulife.engines.bitplanes.gl_autotune` for the run itself. Nothing here needs OpenGL.
"""

import json
import logging
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import platformdirs

from gpulife.engines.bitplanes.pass_shape import PassShape
from gpulife.environment import named_path
from gpulife.errors import GpulifeError
from gpulife.rules import Rule
from gpulife.storage.atomic_io import atomic_write, make_folder
from gpulife.storage.bounded_reading import ReadError, convert, parse_json, read_if_there
from gpulife.storage.locks import locked
from gpulife.storage.set_aside import set_aside

_LOG = logging.getLogger(__name__)

CACHE_VARIABLE = "GPULIFE_CACHE"
"""Environment variable that names another folder than the user's cache."""
_MAX_BYTES = 1 << 20
_FORMAT = 2
"""Version of the file; shapes that were found for other versions' passes are ignored."""


def cache_file() -> Path:
    """Return the file with the tuned shapes."""
    folder = named_path(CACHE_VARIABLE) or platformdirs.user_cache_path("gpulife", appauthor=False)
    return folder / "tuning.json"


def cache_key(renderer: str, version: str, rule: Rule) -> str:
    """Return the key of a shape: a device, its driver, and a law with its edges."""
    return f"{renderer} | {version} | {rule.law} {rule.edges}"


def load_shape(key: str) -> PassShape | None:
    """Return the shape that was found for a key; None if there is none, or the file cannot be read."""
    try:
        kept = _shapes(cache_file())
        return _shape(kept[key]) if key in kept else None
    except ReadError:
        return None


def save_shape(key: str, shape: PassShape) -> None:
    """Store the shape that was found for a key, beside those that other programs have stored meanwhile.

    A cache that cannot be written is no error: the shape will be searched for again. A damaged one is set aside.
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
    """Return the stored shapes by key; none of a file of another version."""
    data = read_if_there(path, _MAX_BYTES, "tuned passes")
    content = {} if data is None else parse_json(data, dict[str, Any], str(path))
    if content.get("format", _FORMAT) != _FORMAT:
        return {}
    return convert(content.get("shapes", {}), dict[str, Any], f"{path}: shapes")


def tuning_rounds(first: PassShape, *, software: bool) -> tuple[tuple[dict[str, int], ...], ...]:
    """Return the changes to try, in rounds: each change is made to the best shape of the previous rounds.

    Args:
        first: the shape without tuning.
        software: whether the processor computes: then there are few changes, since each takes seconds to compile.

    Returns:
        The changes of each round, as values of PassShape's attributes by name.
    """
    if software:
        # Which is best depends on whether the processor has operations of three inputs (AVX-512).
        others: tuple[dict[str, int], ...] = ({"words": 6 if first.bits == 64 else 3},)
        if first.pair_words:
            others = {"pair_words": 4, "unroll": 8}, {"pair_words": 0, "unroll": 4}
        return ((*others, {"rows": 1024}, {"generations": max(first.generations * 3 // 4, 1)}),)
    if first.pair_words:
        pairs = ((1, 4), (2, 4), (3, 4), (4, 4), (1, 8), (2, 8))
        was = first.pair_words, first.generations
        return (
            tuple({"pair_words": words, "generations": length} for words, length in pairs if (words, length) != was),
            tuple({"rows": rows} for rows in (32, 64, 128, 256) if rows != first.rows),
            ({"unroll": 4}, {"pair_words": 0, "lanes": 0, "unroll": 2}),
        )
    # From programs that fit into the registers of every card to those that fit only into a few cards'.
    sizes = ((3, 4), (4, 4), (2, 8), (3, 8), (4, 8), (2, 16), (3, 16))
    return (
        tuple({"words": words, "generations": generations} for words, generations in sizes),
        tuple({"rows": rows} for rows in (32, 64, 128, 256) if rows != first.rows),
        tuple({"across": across} for across in (32, 64) if across != first.across),
    )


def compiling_work(shape: PassShape) -> int:
    """Return the size of a pass's program, as the number of words that it computes."""
    words = shape.pair_words if shape.in_pairs else shape.words
    return words * 32 // shape.bits * shape.generations * shape.unroll


def _shape(data: Any) -> PassShape:
    shape = convert(data, PassShape, "tuned passes", complete=True)
    if shape.words * 32 % shape.bits:
        raise ReadError(f"tuned passes: {shape.words} words of 32 bits are not a whole number of words of {shape.bits}")
    return shape
