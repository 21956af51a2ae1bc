"""gpulife: competing species of the Game of Life on the GPU.

As a library::

    import gpulife

    u = gpulife.Universe("Immigration", (512, 512), density=0.35, seed=7)
    u.step(1000)
    print(u.generation, u.census())

``__all__`` lists what programs may rely on; see docs/library.md.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gpulife.api.batch import Batch
    from gpulife.api.games import list_games, play
    from gpulife.api.pattern import Pattern, identify, list_patterns, load
    from gpulife.api.rule import Rule, list_rules
    from gpulife.api.universe import Universe
    from gpulife.errors import GpulifeError

__version__ = "0.1.0"

_HOMES = {
    "Batch": "batch",
    "Pattern": "pattern",
    "Rule": "rule",
    "Universe": "universe",
    "identify": "pattern",
    "list_games": "games",
    "list_patterns": "pattern",
    "list_rules": "rule",
    "load": "pattern",
    "play": "games",
}
"""The module of ``gpulife.api`` that defines each public name."""

__all__ = [
    "Batch",
    "GpulifeError",
    "Pattern",
    "Rule",
    "Universe",
    "__version__",
    "identify",
    "list_games",
    "list_patterns",
    "list_rules",
    "load",
    "play",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that ``import gpulife`` and the command line start at once."""
    from importlib import import_module

    if name == "GpulifeError":
        value = import_module("gpulife.errors").GpulifeError
    elif name in _HOMES:
        value = getattr(import_module(f"gpulife.api.{_HOMES[name]}"), name)
    else:
        raise AttributeError(f"module 'gpulife' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
