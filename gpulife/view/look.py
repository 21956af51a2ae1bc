"""The look of a board as plain data: saved in the settings, changed by panels and read by the board view."""

from dataclasses import dataclass, replace

import numpy as np

from gpulife.rules import RGB, Rule
from gpulife.view.palettes import Colours, state_colours


@dataclass(frozen=True, slots=True)
class Look:
    """All options for drawing a board.

    Attributes:
        colours: colours of the states 0 (dead: the ground of the board), 1, 2, ...
        scheme: name of the colour scheme, for display.
        outside: colour around the board.
        border: colour of the line around the board, or of its wall if its edges are dead.
        grid_colour: colour of the lines between cells.
        age: strength of the glow of newborn cells, 0 (off) to 1.
        trails: strength of the fading traces of dead cells, 0 (off) to 1.
        bloom: strength of the light that cells cast around them, 0 (off) to 1.
        wave: True if each generation appears row by row from top to bottom, as a wave (ruling R2); the caller of
            ``BoardView.draw`` moves the wave.
        shapes: True if each species has its own shape.
        grid: True to draw grid lines (from 8 pixels per cell on).
        wrap: True to draw a torus again and again beyond its edges.
        sizes: True to draw cells in BioWar's three sizes.
        reduced_flashing: True to prevent fast changes and glare, for people with photosensitive epilepsy.
        brightness: factor of the whole picture's light.
        contrast: how strongly differences of density are exaggerated in boards seen from afar, 0 (off) to 1.
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

    @property
    def ground(self) -> RGB:
        """Colour of dead cells."""
        return self.colours[0]

    @property
    def palette(self) -> Colours:
        """The states' colours: shape (states, 3), uint8."""
        return np.array(self.colours, np.uint8)


def default_look(rule: Rule, *, software: bool = False) -> Look:
    """Return the default look for ``rule``, without bloom on a software renderer."""
    return Look(rgb_tuples(state_colours(rule)), bloom=0.0 if software else 0.5, sizes=rule.family.has_sizes)


def plain(look: Look) -> Look:
    """Return the look without any effects."""
    return replace(look, age=0.0, trails=0.0, bloom=0.0, wave=False)


def with_colours(look: Look, colours: Colours, scheme: str) -> Look:
    """Return the look with a scheme's colours, shape (states, 3), uint8.

    The colours of outside, border and grid are derived from the scheme's.
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
    """Convert an array of colours, shape (states, 3), to the tuples of a look."""
    return tuple((int(red), int(green), int(blue)) for red, green, blue in colours)


@dataclass(frozen=True, slots=True)
class FlashCap:
    """The state from which flashes are limited under reduced flashing: few are shown, and only weakly.

    Attributes:
        since_last_flash: seconds since the last flash began.
        lasts: True while the last flash continues.
    """

    since_last_flash: float = 60.0
    lasts: bool = False

    def allow(self, flash: float, seconds: float) -> "tuple[FlashCap, float]":
        """Return the cap for the next frame, and the strength (0 to 1) at which to show ``flash`` in this one.

        ``seconds`` have passed since the last frame.
        """
        since_last = self.since_last_flash + seconds
        if flash <= 0 or (not self.lasts and since_last < MIN_REST):
            return FlashCap(since_last), 0.0
        return FlashCap(since_last if self.lasts else 0.0, lasts=True), min(flash, 1.0) * SOFT_FLASH


MIN_REST = 2.0
"""Seconds between the starts of two flashes under reduced flashing."""
SOFT_FLASH = 0.2
"""Under reduced flashing, the strength of a flash is multiplied by this."""
