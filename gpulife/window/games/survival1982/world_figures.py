"""The figures above the world of Massive: speed, cells computed, and a bar of the species' shares of the live cells.

While a new world is being made, a sheet covers the board, and nothing is said about a world that is not there yet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from gpulife.view.pictures import CELLS, picture_titles
from gpulife.window.design import (
    CAPTION,
    GAP,
    GROUND,
    HEADING,
    LEAD,
    NEAR,
    PROMPT,
    RGBA,
    SMALL,
    TEXT,
    TIGHT,
)
from gpulife.window.games.survival1982.species_race import CardLine
from gpulife.window.panels.draw_primitives import rectangle, text
from gpulife.window.panels.widgets import width_of
from gpulife.window.play.canvas import Area, fitting_size, scaled
from gpulife.window.play.open_session import OpenSession

MAKING = "Making a new world"
FACTS, BAR = 50.0, 18.0
"""Heights of the two lines of figures and of the bar of shares, in units of 1/96 inch."""
_CELLS_OF_1982, _MILLISECONDS, _MILLISECONDS_IF_FULL = 160 * 96, 80, 1800
"""Cells of the board of 1982, milliseconds for an empty generation, and how many more a full one takes (ruling R1)."""
_DARK = 0.25
"""Relative luminance below which a colour needs light letters."""


@dataclass(frozen=True, slots=True)
class WorldFacts:
    """What the two lines of figures say.

    Attributes:
        play: the session.
        picture: name of the picture in which the board is drawn now.
        stands: how to resume if time stands still; "" while time runs.
        seconds_1982: seconds that the computer of 1982 would have needed so far.
    """

    play: OpenSession
    picture: str
    stands: str
    seconds_1982: float


class Clock1982:
    """Counts how long the home computer of 1982 would have needed for all generations so far."""

    def __init__(self) -> None:
        self._worked = 0, 0.0  # generations computed, and the seconds for them

    def count(self, play: OpenSession, live_cells: int) -> float:
        """Return the number of seconds. After a return to an earlier generation, they shrink in proportion."""
        computed, cells = play.session.computed, prod(play.engine.shape)
        before, seconds = self._worked
        share = live_cells / cells
        each = cells / _CELLS_OF_1982 * min(_MILLISECONDS + _MILLISECONDS_IF_FULL * share, 1000) / 1000
        if computed < before:
            seconds *= computed / before
        else:
            seconds += (computed - before) * each
        self._worked = computed, seconds
        return seconds


def draw_facts(facts: WorldFacts, area: Area) -> None:
    """Draw speed and generation at the left; at the right, how long a computer of 1982 would have taken."""
    play, stands = facts.play, facts.stands
    left, right, y = area[0] + scaled(GAP), area[2] - scaled(GAP), area[1] + scaled(TIGHT)
    rates, low = play.runner.rates, y + scaled(HEADING.size + TIGHT)
    speed = round(rates.generations)
    if stands:
        words, does = "Time stands still", stands
    elif not rates.cells:
        words, does = "Measuring the speed", ""
    else:
        words = f"{in_words(rates.cells)} cells a second"
        does = f"{speed:,} generation{'s' if speed != 1 else ''} a second{cost_of(play, facts.picture)}"
    text(words, left, y, CAPTION if stands else TEXT, size=HEADING.size, bold=True)
    short = f"Generation {play.session.board.generation:,}   {does}"
    text(short, left, low, PROMPT if stands else CAPTION, size=SMALL.size)
    total = play.session.computed * prod(play.engine.shape)
    others = (
        f"{in_words(total)} cells computed",
        f"The home computer of 1982 would need {span(facts.seconds_1982)}",
    )
    room = right - left - max(width_of(words, HEADING.size, bold=True), width_of(short, SMALL.size)) - scaled(GAP)
    for line, top, style, rgba in ((others[0], y, LEAD, TEXT), (others[1], low, SMALL, CAPTION)):
        text(line, right, top, rgba, align=1.0, size=fitting_size(line, room, style.size))


def cost_of(play: OpenSession, picture: str) -> str:
    """Return which way of drawing costs time at full speed, as text; "" if the board is drawn as plain cells."""
    if play.runner.pace or picture == CELLS:
        return ""
    return f". Drawing {picture_titles().get(picture, picture)} takes time: Cells is faster"


def draw_shares(lines: Sequence[CardLine], counts: Sequence[int], area: Area) -> None:
    """Draw a bar across the window with each species' share of all live cells."""
    whole = sum(counts)
    if not whole:
        return
    left, right, top = area[0], area[2], area[1] + scaled(FACTS)
    x, low = left, top + scaled(BAR)
    for line, count in zip(lines, counts, strict=True):
        end = x + (right - left) * count / whole
        rectangle((x, top), (end, low), line.colour)
        words = f"{line.name} {count / whole:.0%}"
        if width_of(words, SMALL.size) + scaled(NEAR) <= end - x:
            ink = _ink_on(line.colour)
            text(words, (x + end) / 2, top, ink, align=0.5, size=SMALL.size, bold=True, shadow=False)
        x = end


def draw_making(area: Area) -> None:
    """Cover the board while its first cells are still being sown, and say so."""
    left, top, right, low = area
    rectangle((left, top), (right, low), GROUND)
    middle = (top + low) / 2
    text(MAKING, (left + right) / 2, middle - scaled(HEADING.size), TEXT, align=0.5, size=HEADING.size, bold=True)
    about = "Sowing lands for each species"
    text(about, (left + right) / 2, middle + scaled(TIGHT), CAPTION, align=0.5, size=SMALL.size)


def _ink_on(colour: RGBA) -> RGBA:
    red, green, blue, _ = colour
    return TEXT if 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2 < _DARK else GROUND


def in_words(number: float) -> str:
    """Return a number with three digits, as in "1.48 billion"."""
    names = (("trillion", 1e12), ("billion", 1e9), ("million", 1e6), ("thousand", 1e3))
    return next((f"{number / unit:.3g} {name}" for name, unit in names if number >= 0.9995 * unit), f"{number:.0f}")


def span(seconds: float) -> str:
    """Return a time as text in whole units, such as "3 days"; in the largest unit of which there are at least two."""
    units = (("year", 31_557_600), ("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
    unit, length = next((unit for unit in units if seconds >= 2 * unit[1]), units[-1])
    return f"{seconds / length:,.0f} {unit}s"
