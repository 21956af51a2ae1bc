"""The light of the four times of day as plain numbers, with gradual changes from one to the next."""

import math
from dataclasses import dataclass

from gpulife.rules import RGB, TIMES_OF_DAY

GLIDE_SECONDS = 0.35
"""Time in which all but 1/e of a change of light takes place."""


@dataclass(frozen=True, slots=True)
class Light:
    """The colours of a landscape at a time of day.

    Attributes:
        ground: colour of walkable cells.
        sky: colour around the board, and of the bar above it.
        text_colour: colour of texts on the sky.
        night: 0 by day to 1 at midnight.
    """

    ground: RGB
    sky: RGB
    text_colour: RGB
    night: float

    def towards(self, other: "Light", seconds: float) -> "Light":
        """Return the light ``seconds`` later on its way to ``other``."""
        share = 1 - math.exp(-max(seconds, 0.0) / GLIDE_SECONDS)
        night = self.night + (other.night - self.night) * share
        if abs(other.night - night) < 0.004 and _near(self, other):
            return other
        return Light(
            blend(self.ground, other.ground, share),
            blend(self.sky, other.sky, share),
            blend(self.text_colour, other.text_colour, share),
            night,
        )


LIGHTS = {
    "sunrise": Light((126, 138, 92), (92, 70, 62), (255, 226, 188), 0.12),
    "midday": Light((150, 164, 100), (64, 104, 132), (240, 248, 255), 0.0),
    "sunset": Light((84, 66, 78), (70, 34, 46), (255, 196, 150), 0.7),
    "midnight": Light((38, 44, 74), (12, 14, 34), (190, 204, 255), 1.0),
}
"""The light of each of TIMES_OF_DAY."""


def light_of(generation: int) -> Light:
    """Return the light of a generation."""
    return LIGHTS[TIMES_OF_DAY[generation % len(TIMES_OF_DAY)]]


def blend(first: RGB, second: RGB, share: float) -> RGB:
    """Return a colour between two: ``first`` at share 0, ``second`` at 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def _near(one: Light, other: Light) -> bool:
    pairs = ((one.ground, other.ground), (one.sky, other.sky), (one.text_colour, other.text_colour))
    return all(abs(a - b) <= 3 for first, second in pairs for a, b in zip(first, second, strict=True))
