"""The marks of LIFE-2's two players, as a Teletype printed them: a star and a grating."""

from __future__ import annotations

import math

from gpulife.ui.pen import Ink, Point, line


def draw_symbol(player: int, middle: Point, radius: float, ink: Ink) -> None:
    """The first player's star or the second's grating, about ``middle``."""
    x, y = middle
    thick = max(1.5, radius * 0.24)
    if player == 0:
        for third in range(3):
            across, down = radius * math.sin(third * math.pi / 3), radius * math.cos(third * math.pi / 3)
            line((x - across, y - down), (x + across, y + down), ink, thick)
        return
    for shift in (-0.36 * radius, 0.36 * radius):
        line((x + shift, y - 0.92 * radius), (x + shift, y + 0.92 * radius), ink, thick)
        line((x - 0.92 * radius, y + shift), (x + 0.92 * radius, y + shift), ink, thick)
