"""Glicko-2, by Mark Glickman's "Example of the Glicko-2 system" (22 March 2022), whose steps the comments name.

Own code, since no library does: ``glicko2`` 2.1.0 has the rating where step 5 has the deviation, ``elote`` rates pairs
one after the other only, ``glicko2-py`` and ``pyglicko2`` are first attempts, ``skelo`` brings scikit-learn.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

TAU = 0.5
"""How fast a volatility changes: the paper says 0.3 to 1.2."""
MAX_DEVIATION = 350.0
"""That of a player of whom nothing is known; no idleness makes it larger."""
MIN_DEVIATION = 45.0
"""A rating always goes on moving."""
MAX_VOLATILITY = 0.1
"""Nobody farms volatility by losing on purpose in between."""
_SCALE = 173.7178
_PRECISION = 1e-6
_MAX_STEPS = 100


@dataclass(frozen=True, slots=True)
class Rating:
    """How well somebody plays, on the scale of Elo.

    Attributes:
        rating: the best guess.
        deviation: its standard deviation.
        volatility: how much the playing changes.
    """

    rating: float = 1500.0
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06


def rate(player: Rating, games: Sequence[tuple[Rating, float]], periods: float = 1.0) -> Rating:
    """Return the rating of a player after some games, which count as played at once.

    Args:
        player: the rating before.
        games: the rating that each opponent had before, and what the player scored: 1, 0.5 or 0.
        periods: rating periods since the player's last games, of which a part may be over.
    """
    mu, phi = (player.rating - 1500.0) / _SCALE, player.deviation / _SCALE  # step 2
    variance_inverse = surprise = 0.0
    for opponent, score in games:
        weight = _weight(opponent.deviation / _SCALE)
        expected = 1.0 / (1.0 + math.exp(-weight * (mu - (opponent.rating - 1500.0) / _SCALE)))
        variance_inverse += weight**2 * expected * (1.0 - expected)
        surprise += weight * (score - expected)
    sigma = player.volatility
    if games:
        variance = 1.0 / variance_inverse  # step 3
        sigma = min(_volatility(sigma, phi, variance, variance * surprise), MAX_VOLATILITY)  # steps 4 and 5
    phi = min(math.sqrt(phi**2 + periods * sigma**2), MAX_DEVIATION / _SCALE)  # step 6
    phi = 1.0 / math.sqrt(1.0 / phi**2 + variance_inverse)  # step 7
    mu += phi**2 * surprise
    return Rating(1500.0 + _SCALE * mu, max(_SCALE * phi, MIN_DEVIATION), sigma)  # step 8


def _weight(phi: float) -> float:
    """The paper's g: how much a result against somebody of that deviation says."""
    return 1.0 / math.sqrt(1.0 + 3.0 * phi**2 / math.pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: find the zero of f by the Illinois algorithm."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta**2 - phi**2 - variance - e) / (2.0 * (phi**2 + variance + e) ** 2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = next(k for k in range(1, _MAX_STEPS) if f(a - k * TAU) >= 0.0)
        high = a - steps * TAU
    f_low, f_high = f(low), f(high)
    for _ in range(_MAX_STEPS):
        if abs(high - low) <= _PRECISION:
            break
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0.0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return math.exp(low / 2.0)
