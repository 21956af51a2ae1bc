"""Built-in patterns by name: those of the library, whose behaviour the tests check."""

from gpulife.patterns.library import KINDS, library
from gpulife.patterns.pattern import Pattern


def built_in_patterns() -> dict[str, str]:
    """Return the names of all built-in patterns, each with one line about it, in the order in which to list them."""
    return {name: f"{KINDS[entry.kind].lower()}: {entry.title}; {entry.about}" for name, entry in library().items()}


def built_in(name: str) -> Pattern | None:
    """Return the built-in pattern called ``name``, in upper or lower case, or None."""
    entry = library().get(name.lower())
    return None if entry is None else entry.pattern()
