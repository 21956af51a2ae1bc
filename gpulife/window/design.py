"""The window's design: the colours, text styles, spacings and durations that all screens use.

Screens use no other colours and sizes; only the pictures of games and boards have colours of their own. The page
``docs/dev/design.md`` says what each is for. Sizes are in units of 1/96 inch, durations in seconds.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from imgui_bundle import imgui, imgui_ctx

from gpulife.rules import RGB

RGBA = tuple[float, float, float, float]
"""(red, green, blue, opacity), each 0 to 1, in sRGB."""


# Colours. Everything lies on GROUND; what lies nearer to the user is lighter.

GROUND: Final[RGBA] = (0.020, 0.024, 0.035, 1.0)
"""Colour of the background of pages, behind everything else."""
SURFACE: Final[RGBA] = (0.055, 0.063, 0.085, 1.0)
"""Colour of panels and cards over the board."""
RAISED: Final[RGBA] = (0.150, 0.180, 0.230, 1.0)
"""Colour of buttons and fields."""
HOVERED: Final[RGBA] = (0.220, 0.300, 0.390, 1.0)
"""Colour of buttons under the pointer."""
PRESSED: Final[RGBA] = (0.240, 0.430, 0.570, 1.0)
"""Colour of buttons while they are pressed."""
LINE: Final[RGBA] = (0.200, 0.230, 0.280, 1.0)
"""Colour of lines between groups, and of edges of cards."""
TEXT: Final[RGBA] = (0.900, 0.920, 0.950, 1.0)
"""Colour of ordinary text, and of icons and lines drawn with it."""
CAPTION: Final[RGBA] = (0.620, 0.660, 0.720, 1.0)
"""Colour of captions and explanations."""
ACCENT: Final[RGBA] = (0.340, 0.710, 0.910, 1.0)
"""Colour of the frame around the focused widget, of items under the pointer, and of group titles."""
CHOSEN: Final[RGBA] = (0.130, 0.350, 0.600, 1.0)
"""Colour of the chosen one of several buttons, and of the most important button of a page."""
NOTICE: Final[RGBA] = (0.960, 0.720, 0.260, 1.0)
"""Colour of text that needs attention."""
NOTICE_GROUND: Final[RGBA] = (0.400, 0.270, 0.060, 1.0)
"""Colour of buttons that need attention."""
PROMPT: Final[RGBA] = (1.000, 0.930, 0.550, 1.0)
"""Colour of text over a board: what to do now, and what has just happened. No player has this colour."""
GOOD: Final[RGBA] = (0.450, 0.850, 0.500, 1.0)
"""Colour of text that says that something is ready, free or won."""
BAD: Final[RGBA] = (1.000, 0.560, 0.480, 1.0)
"""Colour of text that says that something is refused or lost."""
DEATH: Final[RGBA] = (0.850, 0.060, 0.090, 1.0)
"""Colour of crosses on cells that will die. They have edges in TEXT, so that they show on cells of any colour."""
DANGER_GROUND: Final[RGBA] = (0.500, 0.160, 0.140, 1.0)
"""Colour of buttons that discard something."""

TEXT_ON: Final = (
    *((TEXT, ground) for ground in (GROUND, SURFACE, RAISED, HOVERED, PRESSED, CHOSEN, NOTICE_GROUND, DANGER_GROUND)),
    *((CAPTION, ground) for ground in (GROUND, SURFACE, RAISED)),
    *((colour, ground) for colour in (ACCENT, NOTICE, PROMPT, GOOD, BAD) for ground in (GROUND, SURFACE)),
    (GROUND, PROMPT),
)
"""All pairs (colour of text, colour behind it) that screens may use. Each has a contrast of at least 4.5 to 1."""


# Text: one family in two weights and six sizes.


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The font size, in units of 1/96 inch, and weight of a text."""

    size: float
    bold: bool = False


SMALL: Final = TextStyle(14.0)
"""Style of captions, hints and the small print on tiles."""
BODY: Final = TextStyle(16.0)
"""Style of ordinary text."""
STRONG: Final = TextStyle(16.0, bold=True)
"""Style of the names of tiles and groups."""
LEAD: Final = TextStyle(20.0)
"""Style of a page's most important sentence, and of large buttons."""
HEADING: Final = TextStyle(24.0, bold=True)
"""Style of the titles of cards and of a page's parts."""
TITLE: Final = TextStyle(40.0, bold=True)
"""Style of the titles of pages."""
VICTORY: Final = TextStyle(56.0, bold=True)
"""Style of the text over the board that says who has won."""


@contextmanager
def styled(style: TextStyle, size: float | None = None) -> Iterator[None]:
    """Draw text in a style within this context. If ``size`` is given, it replaces the style's size."""
    fonts = imgui.get_io().fonts.fonts
    with imgui_ctx.push_font(fonts[len(fonts) - 1 if style.bold else 0], style.size if size is None else size):
        yield


def vec4(colour: RGBA) -> imgui.ImVec4:
    """Convert a colour to the type that Dear ImGui's styles and plots need."""
    return imgui.ImVec4(*colour)


def faded(colour: RGBA, opacity: float) -> RGBA:
    """Return a colour with its opacity multiplied by ``opacity``."""
    red, green, blue, alpha = colour
    return red, green, blue, alpha * opacity


def packed(colour: RGBA, opacity: float = 1.0) -> int:
    """Convert a colour to the number that Dear ImGui's draw lists need; multiply its opacity by ``opacity``."""
    return int(imgui.get_color_u32(imgui.ImVec4(*faded(colour, opacity))))


def rgba_of(rgb: RGB, opacity: float = 1.0) -> RGBA:
    """Convert a colour with components from 0 to 255 to one with components from 0 to 1, as used in the window."""
    red, green, blue = (part / 255 for part in rgb)
    return red, green, blue, min(max(opacity, 0.0), 1.0)


# Space: the steps of all distances.

TIGHT: Final = 4.0
NEAR: Final = 8.0
GAP: Final = 12.0
WIDE_GAP: Final = 24.0
"""Space between groups, and at the edges of pages."""
ROUNDING: Final = 6.0
"""Radius of corners."""


# Time.

MOVE: Final = 0.18
"""Seconds that a page takes to fade in."""
REVEAL: Final = 0.6
"""Seconds in which a result appears and its numbers count up."""
BURST: Final = 0.7
"""Seconds for which rings mark cells that have just changed."""
GAIN: Final = 2.5
"""Seconds for which the window shows by how much a score has just grown."""
FLIGHT: Final = 1.6
"""Seconds that the view takes to fly to a position on the board."""


def eased(share: float) -> float:
    """Ease out: return the progress, 0 to 1, of a movement that is fast at first and slows down.

    Args:
        share: the elapsed share of the movement's duration, 0 to 1.
    """
    return 1.0 - (1.0 - min(max(share, 0.0), 1.0)) ** 3


def eased_twice(share: float) -> float:
    """Ease in and out: return the progress, 0 to 1, of a movement that begins and ends slowly.

    Args:
        share: the elapsed share of the movement's duration, 0 to 1.
    """
    share = min(max(share, 0.0), 1.0)
    return share * share * (3.0 - 2.0 * share)
