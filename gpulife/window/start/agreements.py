"""What two agree on before they play, on the page that sets a game up: a handicap, and a set of rounds."""

from __future__ import annotations

from dataclasses import dataclass

from gpulife.games.core.series import Series, SeriesKind
from gpulife.games.survival1982.handicap_presets import HANDICAP_OPTION, PRESETS, about_handicap
from gpulife.window.panels.widgets import caption
from gpulife.window.start.setup_page import choice, pick

SETS = (
    None,
    Series(SeriesKind.BEST_OF, 3),
    Series(SeriesKind.BEST_OF, 5),
    Series(SeriesKind.BEST_OF, 7),
    Series(SeriesKind.ROUNDS, 3),
    Series(SeriesKind.ROUNDS, 5),
    Series(SeriesKind.DOUBLE, 8),
)
"""Offered; any other by the command line."""
_TITLES = ("single", "best of 3", "best of 5", "best of 7", "3 rounds", "5 rounds", "doubling")
_ABOUT = {
    None: "rounds: as many as you like, one after the other",
    SeriesKind.BEST_OF: "a set: won by whoever wins more than half of the rounds; a tie is played again",
    SeriesKind.ROUNDS: "a set: all of the rounds are played, and whoever wins more of them wins it",
    SeriesKind.DOUBLE: "double or nothing: who is behind plays for as much again, or gives up; won by 8 points",
}
_NONE, _ASKED = "none", "type it"


@dataclass(slots=True)
class Agreement:
    """What was agreed.

    Attributes:
        series: the set, None for single rounds.
        handicap: seeds of the left and the right player, None if none was chosen here.
    """

    series: Series | None = None
    handicap: tuple[int, int] | None = None


def choose_series(agreed: Agreement) -> None:
    """A row of sets, and what the one that is picked means."""
    caption(_ABOUT[None if agreed.series is None else agreed.series.kind])
    agreed.series = pick("series", SETS, agreed.series, _TITLES)


def choose_handicap(agreed: Agreement, option: str, first: str) -> str:
    """A row of handicaps: none, those of the presets, or typed by the players themselves.

    Args:
        agreed: is changed by what is pressed.
        option: of the game, as it is.
        first: option of those who want no handicap.

    Returns:
        The option that goes with it.
    """
    if option != HANDICAP_OPTION:
        agreed.handicap = None
    presets = [preset.seeds for preset in PRESETS.values()]
    labels = [_NONE, *(preset.text for preset in PRESETS.values()), _ASKED]
    if option != HANDICAP_OPTION:
        place = 0
    else:
        place = 1 + presets.index(agreed.handicap) if agreed.handicap in presets else len(labels) - 1
    caption(
        about_handicap(agreed.handicap)
        if agreed.handicap is not None
        else "each player types how many seeds to have"
        if place
        else "handicap: fewer seeds for the stronger player, left : right"
    )
    chosen = choice("handicap", labels, place)
    if chosen == place:
        return option
    agreed.handicap = presets[chosen - 1] if 0 < chosen <= len(presets) else None
    return HANDICAP_OPTION if chosen else first
