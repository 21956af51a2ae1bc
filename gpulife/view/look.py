"""The look: how a board is drawn, as plain data. Settings store it, panels change it, and ``gl_board`` draws by it."""

from dataclasses import dataclass, replace

import numpy as np

from gpulife.rules import RGB, Rule
from gpulife.view.palettes import Colours, state_colours, to_linear, to_srgb
from gpulife.view.pictures import CELLS, find_picture
from gpulife.view.plan import Drawing


@dataclass(frozen=True, slots=True)
class Look:
    """How a board is drawn: its colours and effects.

    Attributes:
        colours: colours of the states 0 (dead cells), 1, 2, ...
        scheme: name of the colour scheme, for display only.
        outside: colour around the board.
        border: colour of the line around the board, which is a thick wall if the board's edges are dead.
        grid_colour: colour of the lines between cells.
        age: strength of the glow of newborn cells, 0 (off) to 1.
        trails: strength of the fading traces of dead cells, 0 (off) to 1.
        bloom: strength of the light that cells cast around them, 0 (off) to 1.
        wave: True if each generation appears row by row from top to bottom, as a wave (ruling R2 in docs/rulings.md).
            ``BoardFrame.progress`` says where it is.
        shapes: True if each species has its own shape.
        grid: True to draw lines between cells that are at least 8 pixels wide.
        wrap: True to draw a torus repeatedly, beyond its edges.
        sizes: True to draw cells in three sizes, which depend on their neighbours, as in BioWar.
        reduced_flashing: True to prevent fast changes and glare, for people with photosensitive epilepsy.
        brightness: factor for the light of the whole picture.
        picture: what to draw of the board: "cells", or the name of a picture (see ``pictures``).
        contrast: how much differences of density are exaggerated when zoomed out, 0 (off) to 1.
        drawing: what pictures may show of a scene besides its cells, such as a title; None if not known.
    """

    colours: tuple[RGB, ...]
    scheme: str = "Okabe-Ito"
    outside: RGB = (5, 6, 9)
    border: RGB = (58, 66, 84)
    grid_colour: RGB = (120, 140, 180)
    age: float = 0.8
    trails: float = 0.6
    bloom: float = 0.5
    wave: bool = True
    shapes: bool = False
    grid: bool = False
    wrap: bool = False
    sizes: bool = False
    reduced_flashing: bool = False
    brightness: float = 1.0
    contrast: float = 0.0
    picture: str = CELLS
    drawing: Drawing | None = None

    @property
    def ground(self) -> RGB:
        """Colour of dead cells."""
        return self.colours[0]

    @property
    def moves(self) -> bool:
        """True if the picture moves by itself, even while the board rests."""
        return self.picture != CELLS and find_picture(self.picture).moves

    @property
    def shown_colours(self) -> tuple[RGB, ...]:
        """The colours of settled cells on the screen, for each state: the look's colours at the look's brightness."""
        if self.brightness == 1.0:
            return self.colours
        return rgb_tuples(to_srgb(np.clip(to_linear(self.palette) * self.brightness, 0.0, 1.0)))

    @property
    def palette(self) -> Colours:
        """The colours of the states: shape (states, 3), uint8."""
        return np.array(self.colours, np.uint8)


def default_look(rule: Rule, *, software: bool = False) -> Look:
    """Return the default look for boards of ``rule``. On a software renderer, it has no bloom."""
    return Look(rgb_tuples(state_colours(rule)), bloom=0.0 if software else 0.5, sizes=rule.family.has_sizes)


def plain(look: Look) -> Look:
    """Return ``look`` without any effects."""
    return replace(look, age=0.0, trails=0.0, bloom=0.0, wave=False)


def with_colours(look: Look, colours: Colours, scheme: str) -> Look:
    """Return ``look`` with the colours of a scheme, shape (states, 3), uint8.

    The colours outside the board, of its border and of its grid are derived from these.
    """
    ground = np.array(colours[0], float)
    light = float(ground.mean()) > 110
    outside = ground * (0.88 if light else 0.5)
    border = ground * 0.6 if light else ground * 0.6 + np.array((50, 57, 72))
    grid = ground * 0.4 if light else ground * 0.5 + np.array((110, 128, 165))
    surroundings = np.clip(np.rint([outside, border, grid]), 0, 255).astype(np.uint8)
    outside_rgb, border_rgb, grid_rgb = rgb_tuples(surroundings)
    return replace(
        look,
        colours=rgb_tuples(colours),
        scheme=scheme,
        outside=outside_rgb,
        border=border_rgb,
        grid_colour=grid_rgb,
    )


def rgb_tuples(colours: Colours) -> tuple[RGB, ...]:
    """Convert an array of colours, shape (states, 3), to the tuples that a look has."""
    return tuple((int(red), int(green), int(blue)) for red, green, blue in colours)


@dataclass(frozen=True, slots=True)
class FlashCap:
    """Limits flashes under reduced flashing: few are shown, and these are weak. Each frame has a new FlashCap.

    Attributes:
        since_last_flash: seconds since the last flash began.
        lasts: True if the last flash has not ended.
    """

    since_last_flash: float = 60.0
    lasts: bool = False

    def allow(self, flash: float, seconds: float) -> "tuple[FlashCap, float]":
        """Return the FlashCap for the next frame, and the strength (0 to 1) at which to show ``flash`` in this frame.

        ``seconds`` have passed since the last frame.
        """
        since_last = self.since_last_flash + seconds
        if flash <= 0 or (not self.lasts and since_last < MIN_REST):
            return FlashCap(since_last), 0.0
        return FlashCap(since_last if self.lasts else 0.0, lasts=True), min(flash, 1.0) * SOFT_FLASH


MIN_REST = 2.0
"""Under reduced flashing: minimum number of seconds from the start of a flash to the start of the next."""
SOFT_FLASH = 0.2
"""Under reduced flashing: factor for the strength of a flash."""
