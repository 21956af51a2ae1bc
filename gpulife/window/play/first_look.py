"""The look that a board begins with: as the settings say, in the players' colours."""

from dataclasses import replace

from gpulife.rules import Rule
from gpulife.seats import Seats, parse_colour
from gpulife.settings.user_settings import Settings
from gpulife.view.look import Look, default_look, with_colours
from gpulife.view.schemes import SCHEMES, scheme

_KEPT_LOOKS = ("age", "trails", "wave", "shapes", "grid", "wrap", "brightness")
"""Settings that are the look's of the same name."""


def initial_look(rule: Rule, settings: Settings, seed: int, *, software: bool) -> Look:
    """The look that a universe of ``rule`` begins with.

    Args:
        rule: rule of the board, whose states get colours.
        settings: the user's settings.
        seed: seed of the random colour schemes.
        software: whether the processor draws.
    """
    look = default_look(rule, software=software)
    kept = {name: getattr(settings, name) for name in _KEPT_LOOKS}
    bloom = look.bloom if settings.bloom is None else settings.bloom
    look = replace(look, **kept, bloom=bloom, reduced_flashing=bool(settings.reduced_flashing))
    if settings.scheme in SCHEMES:
        look = with_colours(look, scheme(settings.scheme, rule, seed), settings.scheme)
    return look


def in_players_colours(look: Look, seats: Seats) -> Look:
    """The look with the players' own colours for their species, whatever the scheme."""
    colours = list(look.colours)
    for species, seat in enumerate(seats.seats, start=1):
        own = parse_colour(seat.colour)
        if own is not None and species < len(colours):
            colours[species] = own
    return replace(look, colours=tuple(colours))
