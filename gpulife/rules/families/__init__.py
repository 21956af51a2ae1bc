"""The families of rules: a module each, with the record ``FAMILY``."""

from importlib import import_module

from gpulife.rules.rule import RuleFamily

_MODULES = (
    "life_like",
    "history",
    "quadlife",
    "realtime",
    "biowar",
    "survivor",
    "p2life",
    "generations",
    "larger_than_life",
    "table",
)
FAMILIES: tuple[RuleFamily, ...] = tuple(import_module(f"{__name__}.{module}").FAMILY for module in _MODULES)
"""All families, in the order in which they try to parse a name."""
