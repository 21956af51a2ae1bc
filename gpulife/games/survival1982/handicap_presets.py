"""Handicaps agreed before a match: how many seeds the left and the right player have, so that uneven players are even.

The stronger player gets fewer. Twenty to forty seeds each make the most exciting games, as those of 1982 found.
"""

import re
from dataclasses import dataclass
from types import MappingProxyType

from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import GameError, Match
from gpulife.games.survival1982.options import MAX_SEEDS, OPTIONS, PLAYERS

HANDICAP = "handicap"
"""Name of the setting with HCAP, seeds of the left and of the right player; without it they type them."""
HANDICAP_OPTION = "HCAP"
HANDICAP_RULINGS = 2
"""The version of the rulings from which it can be agreed before."""
_QUOTAS = re.compile(r"([0-9]{1,2}):([0-9]{1,2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Preset:
    """A handicap to choose.

    Attributes:
        seeds: seeds of the left and of the right player.
        about: one line for people.
    """

    seeds: tuple[int, int]
    about: str

    @property
    def text(self) -> str:
        """The seeds as command line and buttons have them: "20:40"."""
        return ":".join(str(number) for number in self.seeds)


PRESETS: MappingProxyType[str, Preset] = MappingProxyType(
    {
        "left-strong": Preset((20, 40), "20 seeds against 40: the left player is much stronger"),
        "left-better": Preset((30, 40), "30 seeds against 40: the left player is a little stronger"),
        "even": Preset((30, 30), "30 seeds each: both are equally strong, and every seed counts"),
        "right-better": Preset((40, 30), "40 seeds against 30: the right player is a little stronger"),
        "right-strong": Preset((40, 20), "40 seeds against 20: the right player is much stronger"),
    }
)
"""The presets by name, from the one that helps the right player most to the one that helps the left."""
HANDICAP_FORM = f"seeds of the left and the right player, such as 20:40, or one of {', '.join(PRESETS)}"


def describe_handicap(seeds: tuple[int, int]) -> str:
    """Return one line for people about any handicap."""
    known = next((preset.about for preset in PRESETS.values() if preset.seeds == seeds), None)
    return known or f"{seeds[0]} seeds for the left player, {seeds[1]} for the right one"


def parse_handicap(text: str) -> tuple[int, int]:
    """Return the seeds that ``text`` names: a preset's name, or two numbers such as "20:40".

    Raises:
        GameError: it is neither.
    """
    if text in PRESETS:
        return PRESETS[text].seeds
    match = _QUOTAS.fullmatch(text)
    if match is None:
        raise GameError(f"handicap {text[:40]!r} should be {HANDICAP_FORM}")
    return int(match[1]), int(match[2])


def handicap_of(match: Match) -> tuple[int, ...]:
    """Return the seeds agreed for a match, a number for each player; empty if they are typed.

    Raises:
        GameError: its setting is not a handicap.
    """
    seeds = match.settings.get(HANDICAP)
    if seeds is None or match.rulings < HANDICAP_RULINGS:
        return ()
    if (
        not isinstance(seeds, list | tuple)
        or len(seeds) != PLAYERS
        or not all(type(number) is int and 0 <= number <= MAX_SEEDS for number in seeds)
    ):
        raise GameError(f"handicap {seeds!r:.40} should be two numbers from 0 to {MAX_SEEDS}")
    return tuple(seeds)


def with_handicap(match: Match, seeds: tuple[int, int]) -> Match:
    """Return ``match``, which is played with HCAP, with these numbers of seeds agreed.

    Raises:
        GameError: it is not played with HCAP.
    """
    option = OPTIONS.get(match.option)
    if option is None or not option.handicap:
        raise GameError(f"a handicap is for option {HANDICAP_OPTION} of study, one-seed and seed-list")
    return replace(match, settings=match.settings | {HANDICAP: list(seeds)})
