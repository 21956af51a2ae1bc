"""Colours and names of a table's states: those of its file, and others where it has none."""

from colorsys import hls_to_rgb

from gpulife.rules.rule import RGB
from gpulife.rules.tables.rule_file import RuleFile

_GROUND: RGB = (11, 13, 18)
_FIRST: tuple[RGB, ...] = (
    (230, 159, 0),
    (86, 180, 233),
    (204, 121, 167),
    (0, 158, 115),
    (240, 228, 66),
    (213, 94, 0),
    (0, 114, 178),
)  # Okabe and Ito's, as all species have them
_GOLDEN = 0.618034  # of a turn: hues that follow each other are far apart


def states_of(file: RuleFile, count: int) -> tuple[tuple[str, RGB], ...]:
    """Return names and colours of the states 0 to ``count`` - 1; no two have the same name."""
    states: list[tuple[str, RGB]] = []
    taken: set[str] = set()
    for state in range(count):
        name = file.names.get(state, ("dead", "live")[state] if count == 2 else f"state {state}")
        name = name if name not in taken else f"{name} ({state})"
        taken.add(name)
        states.append((name, file.colours.get(state, _default_colour(file, state, count))))
    return tuple(states)


def _default_colour(file: RuleFile, state: int, count: int) -> RGB:
    if state == 0:
        return _GROUND
    if file.gradient is not None:
        first, last = file.gradient
        share = (state - 1) / max(1, count - 2)
        red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, last, strict=True))
        return red, green, blue
    if state <= len(_FIRST):
        return _FIRST[state - 1]
    place = state - len(_FIRST)
    red, green, blue = (
        round(255 * part) for part in hls_to_rgb(place * _GOLDEN % 1, (0.62, 0.75, 0.5)[place % 3], 0.65)
    )
    return red, green, blue
