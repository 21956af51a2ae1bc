"""Which shapes of passes a device likes best, for each rule: what a tuning run found, kept in the user's cache.

See :mod:`gpulife.engines.gl_tuning` for the run itself. Nothing here needs OpenGL.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path

import platformdirs

from gpulife.engines.planes_source import Shape
from gpulife.errors import OutputError
from gpulife.files import atomic_write
from gpulife.rules import Rule

CACHE_VARIABLE = "GPULIFE_CACHE"
"""Environment variable with the folder of the cache, instead of the user's."""
_FORMAT = 1
"""Of the file; shapes that were found for other programs are of no use."""


def cache_file() -> Path:
    """Where tuned shapes are kept."""
    named = os.environ.get(CACHE_VARIABLE)
    folder = Path(named).expanduser() if named else platformdirs.user_cache_path("gpulife", appauthor=False)
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


def candidates(first: Shape, *, software: bool) -> Iterator[Shape]:
    """Shapes to try, the likeliest first.

    Args:
        first: what the device would get without tuning.
        software: whether the processor computes: few candidates then, since each takes seconds to compile.
    """
    yield first
    wide = first.bits == 64
    if software:
        yield replace(first, rows=1024)
        yield replace(first, words=6 if wide else 3)
        yield replace(first, generations=max(first.generations * 3 // 4, 1))
        return
    for bits, words in ((32, 2), (32, 3), (32, 4), *(((64, 2), (64, 4)) if wide else ())):
        for generations in (4, 8, 16):
            for across, rows in ((32, 64), (64, 128)):
                yield replace(
                    first, bits=bits, words=words, generations=generations, across=across, rows=rows, unroll=2
                )


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
