"""Colour schemes: the 32 schemes of *Survival of the Fittest*, and colour maps for any number of species.

*Survival of the Fittest* (1982) has 16 fixed schemes, and 16 whose colours are drawn at random for every new game. A
scheme is a background and two players' colours, in the style of that game's home computer. Random colours have a
minimum contrast in OKLab. A third and further species get colours that differ from all others. The colour maps are
those of https://cmap-docs.readthedocs.io.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from gpulife.rules import Rule
from gpulife.view.palettes import Colours, farthest, from_oklab, state_colours, to_oklab, to_srgb, with_ages

FIXED: dict[str, tuple[str, str, str]] = {
    "Okabe-Ito": ("#0b0d12", "#e69f00", "#56b4e9"),
    "Ember and ice": ("#0a0b10", "#ff6a3d", "#9fe8ff"),
    "Deep sea": ("#04121f", "#2ee6c5", "#ff7e8a"),
    "Midnight orchid": ("#120a1c", "#c77dff", "#ffd166"),
    "Phosphor": ("#050d08", "#4dff88", "#ffb648"),
    "Amber and jade": ("#100b05", "#ffb000", "#2fd6a0"),
    "Moss and clay": ("#0d120c", "#a3d65c", "#e8825a"),
    "Neon": ("#0a0714", "#ff3d9a", "#29d9ff"),
    "Copper and steel": ("#0f1013", "#e8833a", "#8fc4f0"),
    "Ruby and mint": ("#12070a", "#f2465f", "#a8f0c6"),
    "Atari blue": ("#10245c", "#ffd75e", "#8ee0ff"),
    "Atari green": ("#0a3320", "#f4f09a", "#ff9a76"),
    "Atari wine": ("#3b0f24", "#ff9a66", "#7cc8ff"),
    "Moonlight": ("#161a2b", "#f5f0d8", "#7f9cff"),
    "Ink on paper": ("#f2ecdf", "#1f3a70", "#b5332a"),
    "Sandstone": ("#e8dcc2", "#93300a", "#0b5c78"),
}
"""The 16 fixed schemes, keyed by name: colours of the background, of the left player and of the right player."""

MAPS: dict[str, tuple[str, float, float]] = {
    "Viridis": ("bids:viridis", 0.25, 1.0),
    "Cividis": ("cividis", 0.3, 1.0),
    "Plasma": ("bids:plasma", 0.25, 1.0),
    "Magma": ("bids:magma", 0.4, 0.97),
    "Batlow": ("crameri:batlow", 0.3, 1.0),
    "Hawaii": ("crameri:hawaii", 0.0, 1.0),
    "Tokyo": ("crameri:tokyo", 0.3, 1.0),
    "Turku": ("crameri:turku", 0.4, 1.0),
}
"""The schemes made from perceptual colour maps, keyed by name: the map's name, and the start and end (0 to 1) of the
part of the map that is used.
"""

RANDOM = tuple(f"Random {number}" for number in range(1, 17))
"""Names of the 16 schemes whose colours are drawn at random for each new game."""
GAME_SCHEMES = (*FIXED, *RANDOM)
"""Names of the 32 schemes of *Survival of the Fittest*, in the order of the game's colour key."""
SCHEMES = (*GAME_SCHEMES, *MAPS)
"""Names of all schemes, in the order in which they are listed."""

MIN_CONTRAST = 0.2
"""Minimum distance, in OKLab, between the two players' colours in a random scheme."""
MIN_LIGHTNESS_STEP = 0.3
"""Minimum difference in lightness, in OKLab, between the background and a species."""
_MAX_LIGHTNESS_DISTANCE = 0.24  # maximum difference in OKLab lightness between the players and further species


def scheme(name: str | int, rule: Rule, seed: int = 0) -> Colours:
    """Return the colours that a scheme gives the states of ``rule``: shape (live_states + 1, 3), uint8, sRGB.

    If the rule family has its own names for states (``RuleFamily.states``), all schemes give the same colours.

    Args:
        name: one of :data:`SCHEMES`, or its index. Indices beyond the last scheme start again at the first.
        rule: the rule with the states.
        seed: the seed of the game, from which the colours of random schemes are drawn.

    Raises:
        KeyError: there is no scheme with this name.
    """
    name = SCHEMES[name % len(SCHEMES)] if isinstance(name, int) else name
    if name not in SCHEMES:
        raise KeyError(f"unknown colour scheme {name!r}: use one of {', '.join(SCHEMES)}")
    default = state_colours(rule)
    if rule.family.states or name == "Okabe-Ito":
        return default
    if name in MAPS:
        colours = _map_colours(*MAPS[name], default)
        return np.concatenate([colours[:1], colours[:0:-1]]) if rule.family.has_ages else colours
    if name in FIXED:
        colours = np.array([list(bytes.fromhex(colour[1:])) for colour in FIXED[name]], np.uint8)
    else:
        colours = _random_three(np.random.default_rng((seed & 0xFFFFFFFFFFFFFFFF, RANDOM.index(name))))
    if rule.family.has_ages:
        return with_ages(colours, rule.live_states)
    colours = _with_more(colours, rule.live_states)
    if rule.family.has_neutral:
        on_dark = to_oklab(colours[0])[0] < 0.6
        colours[-1] = default[-1] if on_dark else default[-1] // 2
    return colours


def next_scheme(name: str, step: int = 1) -> str:
    """Return the scheme ``step`` positions after ``name`` in GAME_SCHEMES; the first if ``name`` is not among them."""
    if name not in GAME_SCHEMES:
        return GAME_SCHEMES[0]
    return GAME_SCHEMES[(GAME_SCHEMES.index(name) + step) % len(GAME_SCHEMES)]


def _map_colours(name: str, low: float, high: float, default: Colours) -> Colours:
    """Return the ground of ``default``, and for each species a colour from ``low`` to ``high`` (0 to 1) of a map."""
    from cmap import Colormap  # imported here, because it is slow to import

    species = len(default) - 1
    places = np.linspace(low, high, species) if species > 1 else np.array([(low + 2 * high) / 3])
    colours = np.rint(np.array(Colormap(name)(places))[:, :3] * 255).astype(np.uint8)
    return np.concatenate([default[:1], colours])


def _random_three(generator: np.random.Generator) -> Colours:
    """Draw at random a ground, which is mostly dark, and two players' colours that are easy to tell apart."""
    while True:
        dark = generator.random() < 0.8
        lightness = generator.uniform(0.1, 0.26) if dark else generator.uniform(0.88, 0.95)
        hue = generator.uniform(0, 2 * np.pi)
        players = generator.uniform(0.62, 0.9, 2) if dark else generator.uniform(0.32, 0.52, 2)
        hues = hue + generator.uniform(0.4, 2 * np.pi - 0.4, 2)
        lab = np.array(
            [
                _polar(lightness, generator.uniform(0.0, 0.05), hue),
                _polar(players[0], generator.uniform(0.12, 0.24), hues[0]),
                _polar(players[1], generator.uniform(0.12, 0.24), hues[1]),
            ]
        )
        linear = from_oklab(lab)
        if linear.min() < 0 or linear.max() > 1:
            continue  # a screen cannot show it
        colours = to_srgb(linear)
        if is_legible(colours):
            return colours


def is_legible(colours: Colours) -> bool:
    """Return True if a ground and two players' colours, shape (3, 3), are easy to tell apart from each other."""
    lab = to_oklab(colours)
    apart = float(np.linalg.norm(lab[1] - lab[2]))
    steps = np.abs(lab[1:, 0] - lab[0, 0])
    return apart >= MIN_CONTRAST and float(steps.min()) >= MIN_LIGHTNESS_STEP


def _with_more(three: Colours, species: int) -> Colours:
    """Return the colours of the ground and the species.

    From species 3 on, each colour differs as much as possible from all before it.
    """
    if species <= 2:
        return three[: species + 1].copy()
    lab = to_oklab(three)
    candidates, found = _candidates()
    # Only candidates that contrast with the ground and are about as light as the players.
    standing_out = np.abs(found[:, 0] - lab[0, 0]) >= MIN_LIGHTNESS_STEP
    standing_out &= np.abs(found[:, 0] - lab[1:, 0].mean()) <= _MAX_LIGHTNESS_DISTANCE
    candidates, found = candidates[standing_out], found[standing_out]
    return np.concatenate([three, farthest(candidates, found, lab, species - 2)])


@cache
def _candidates() -> tuple[Colours, NDArray[np.float64]]:
    """Return the colours to choose from for species 3 and above, in sRGB and in OKLab, each of shape (n, 3)."""
    lightness, chroma, hue = np.meshgrid(
        np.linspace(0.25, 0.93, 9), (0.0, 0.05, 0.1, 0.14, 0.17), np.linspace(0, 2 * np.pi, 36, endpoint=False)
    )
    lab = np.stack([lightness, chroma * np.cos(hue), chroma * np.sin(hue)], -1).reshape(-1, 3)
    light = from_oklab(lab)
    shown = (light >= 0).all(axis=1) & (light <= 1).all(axis=1)
    return to_srgb(light[shown]), lab[shown]


def _polar(lightness: float, chroma: float, hue: float) -> tuple[float, float, float]:
    return lightness, chroma * float(np.cos(hue)), chroma * float(np.sin(hue))
