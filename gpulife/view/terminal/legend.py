"""Which species has which colour, and how many cells: the line of text that says both."""

from collections.abc import Iterable

from rich.text import Text

from gpulife.rules import Rule
from gpulife.view.palettes import hex_colour, state_colours


def population_text(rule: Rule, population: Iterable[int], width: int = 0) -> Text:
    """Write each state's name and its number of cells, at least ``width`` characters wide, in the state's colour."""
    text = Text()
    for name, colour, count in zip(rule.state_names, state_colours(rule)[1:], population, strict=True):
        text.append("  " if text else "")
        text.append(f"{name} {count:>{width},}", hex_colour(colour))
    return text
