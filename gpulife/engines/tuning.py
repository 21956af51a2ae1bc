"""Which shapes of passes a device likes best, for each rule: what a tuning run found, kept in the user's cache.

See :mod:`gpulife.engines.gl_tuning` for the run itself. Nothing here needs OpenGL.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import platformdirs

from gpulife.engines.planes_source import Shape
from gpulife.environment import named_path
from gpulife.errors import OutputError
from gpulife.files import atomic_write
from gpulife.rules import Rule

CACHE_VARIABLE = "GPULIFE_CACHE"
"""Environment variable with the folder of the cache, instead of the user's."""
_FORMAT = 2
"""Of the file; shapes that were found for other programs are of no use."""


def cache_file() -> Path:
    """Where tuned shapes are kept."""
    folder = named_path(CACHE_VARIABLE) or platformdirs.user_cache_path("gpulife", appauthor=False)
    return folder / "tuning.json"


def key_of(renderer: str, version: str, rule: Rule) -> str:
    """Whose shape it is: a device, its driver, and a law with its edges."""
    return f"{renderer} | {version} | {rule.law} {rule.edges}"


def remembered(key: str) -> Shape | None:
    """The shape that was found for a key; None if there is none, or the file cannot be read."""
    with suppress(OSError, ValueError, TypeError, AttributeError):
        kept = json.loads(cache_file().read_text(encoding="utf-8"))
        if kept["format"] == _FORMAT and key in kept["shapes"]:
            return _checked(Shape(**kept["shapes"][key]))
    return None


def remember(key: str, shape: Shape) -> None:
    """Keep the shape that was found for a key. A cache that cannot be written is no error: it is looked for again."""
    path = cache_file()
    kept: dict[str, object] = {}
    with suppress(OSError, ValueError, TypeError, KeyError):
        old = json.loads(path.read_text(encoding="utf-8"))
        kept = dict(old["shapes"]) if old["format"] == _FORMAT else {}
    kept[key] = asdict(shape)
    with suppress(OSError, OutputError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(path, "w") as file:
            json.dump({"format": _FORMAT, "shapes": kept}, file, indent=1)


def rounds(first: Shape, *, software: bool) -> tuple[tuple[dict[str, int], ...], ...]:
    """What to try: rounds of changes, each made to the best shape of the rounds before.

    Args:
        first: what the device gets without tuning.
        software: whether the processor computes: few changes then, since each takes seconds to compile.

    Returns:
        For each round its changes, as values of Shape's attributes by name.
    """
    if software:
        return (
            (
                {"rows": 1024},
                {"words": 6 if first.bits == 64 else 3},
                {"generations": max(first.generations * 3 // 4, 1)},
            ),
        )
    # From programs that fit into the registers of any card to such as fit into those of few.
    sizes = ((3, 4), (4, 4), (2, 8), (3, 8), (4, 8), (2, 16), (3, 16))
    return (
        tuple({"words": words, "generations": generations} for words, generations in sizes),
        tuple({"rows": rows} for rows in (32, 64, 128, 256) if rows != first.rows),
        tuple({"across": across} for across in (32, 64) if across != first.across),
    )


def compiling_work(shape: Shape) -> int:
    """How much a compiler is given, in words that the text of a pass computes."""
    return shape.words * 32 // shape.bits * shape.generations * shape.unroll


def _checked(shape: Shape) -> Shape | None:
    """The shape if it is one: somebody may have edited the file."""
    numbers = asdict(shape).values()
    good = all(isinstance(number, int) and 0 < number <= 4096 for number in numbers) and (
        shape.bits in (32, 64)
        and shape.words >= 2
        and shape.words * 32 % shape.bits == 0
        and shape.generations <= 16
        and shape.unroll % 2 == 0
    )
    return shape if good else None
