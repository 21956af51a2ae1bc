"""The page that sets up games for two: opponent, option, handicap, number of rounds, and board."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gpulife.games.core.game import Match
from gpulife.games.core.series import SERIES, Series, SeriesKind
from gpulife.games.core.shared_texts import option_summary
from gpulife.games.matches import with_series
from gpulife.games.survival1982.state import HANDICAP_OPTION, PRESETS, describe_handicap, with_handicap
from gpulife.seats import Seats
from gpulife.window.panels.widgets import caption, checkbox, sentence
from gpulife.window.start.setup_page import SetupPage, about_level, heading, pick, pick_index

_SETS: dict[str, Series | None] = {
    "Single": None,
    **{f"Best of {rounds}": Series(SeriesKind.BEST_OF, rounds) for rounds in (3, 5, 7)},
    **{f"{rounds} rounds": Series(SeriesKind.ROUNDS, rounds) for rounds in (3, 5)},
    "Doubling": Series(SeriesKind.DOUBLE, 8),
}
"""The series of rounds that the page offers, keyed by label. The command line accepts series of other lengths."""
_ABOUT = {
    None: "Rounds: as many as you like, one after the other",
    SeriesKind.BEST_OF: "Set: won by more than half of the rounds; ties are played again",
    SeriesKind.ROUNDS: "Set: all rounds are played; whoever wins more of them wins",
    SeriesKind.DOUBLE: "Double or nothing: each round counts double; whoever is behind may give up; a lead of 8 wins",
}
_NONE, _TYPED = "None", "Type it"
_PERSON, _TWO_PEOPLE = "A person", "Two people: each with a gamepad, a phone, or on one half of the keyboard"


class TwoPlayerSetup(SetupPage):
    """The page that sets up games for two. It stores the user's choices.

    Attributes:
        option: name of the chosen option of the game.
        scale: size of the board as a multiple of the game's usual size.
        series: the chosen series of rounds; None for single rounds.
        handicap: how many seeds the left and the right player begin with. None if there is no handicap, or if the
            players type these numbers when the game begins.
    """

    remembered: ClassVar[Mapping[str, Sequence[Any]]] = {"opponent": (1, 2, 3, 4)}
    series: Series | None = None
    handicap: tuple[int, int] | None = None

    @property
    def opponent(self) -> int:
        """Level of the computer opponent; 0 for a person. Each game remembers its own one."""
        return max(self.seats.levels)

    @opponent.setter
    def opponent(self, level: int) -> None:
        if self.seats.computers and level <= len(self.game.levels):
            self.seats = self._with_opponent(level, watch=self.is_watched)

    def draw_players(self) -> None:
        """Draw a row of opponents, and a sentence about the chosen one."""
        heading("You against")
        levels = self.game.levels
        now = max(self.seats.levels)
        place = pick_index("against", [_PERSON, *(level.title for level in levels)], now)
        if place != now:
            self.seats = self._with_opponent(place, watch=self.is_watched and place > 0)
        caption(about_level(levels, place) if place else _TWO_PEOPLE)

    def suggest_computer(self) -> None:
        """Put a computer on the other seat if two people would play."""
        if not self.seats.computers and self.game.levels:
            self.seats = self._with_opponent(1, watch=False)

    def suggest_people(self, count: int) -> None:
        """Put people on both seats if there are two or more."""
        if count >= len(self.seats.seats):
            self.seats = self.seats.with_levels(0, 0)

    @property
    def is_watched(self) -> bool:
        """True if the computer plays against itself."""
        return len(self.seats.computers) == len(self.seats.seats)

    def _with_opponent(self, level: int, *, watch: bool) -> Seats:
        if watch:
            return self.seats.with_levels(level, level)
        return self.seats.against(level) if level else self.seats.with_levels(0, 0)

    def draw_options(self) -> None:
        """Draw all choices except who plays."""
        if options := list(self.game.options):
            self.choose_option(without=HANDICAP_OPTION)
        if HANDICAP_OPTION in options:
            self._choose_handicap(options[0])
        if SERIES in self.game.settings:
            heading(_ABOUT[None if self.series is None else self.series.kind])
            self.series = pick("series", list(_SETS.values()), self.series, list(_SETS))
        heading("Board size in cells")
        self.choose_scale()
        if (level := max(self.seats.levels)) and (
            on := checkbox("watch the computer play itself", on=self.is_watched)
        ) is not None:
            self.seats = self._with_opponent(level, watch=on)

    @property
    def summary(self) -> str:
        """A short summary of all choices except who plays."""
        option = [option_summary(self.option)] if self.game.options else []
        series = (
            "single rounds"
            if self.series is None
            else next(name.lower() for name, each in _SETS.items() if each == self.series)
        )
        rounds = [series] if SERIES in self.game.settings else []
        watched = ["watched"] if self.is_watched else []
        return sentence(", ".join((*rounds, f"board of {self.size_text}", *option, *watched)))

    def match(self, seed: int) -> Match:
        """Return the match that the user's choices describe."""
        match = self.mode.match(seed, self.option, self.scale)
        if self.handicap is not None:
            match = with_handicap(match, self.handicap)
        return match if self.series is None else with_series(match, self.series.text)

    def _choose_handicap(self, first: str) -> None:
        """Draw a row of handicaps: none, ready-made ones, or typed by the players. Set the game's option to match.

        Args:
            first: option for a game without a handicap.
        """
        presets = [preset.seeds for preset in PRESETS.values()]
        labels = [_NONE, *(preset.text for preset in PRESETS.values()), _TYPED]
        if self.option != HANDICAP_OPTION:
            self.handicap, picked = None, 0
        else:
            picked = 1 + presets.index(self.handicap) if self.handicap in presets else len(labels) - 1
        heading(
            describe_handicap(self.handicap)
            if self.handicap is not None
            else "Each player types how many seeds to begin with"
            if picked
            else "Handicap: seeds that each begins with, left : right. The stronger player gets fewer"
        )
        chosen = pick_index("handicap", labels, picked)
        if chosen != picked:
            self.handicap = presets[chosen - 1] if 0 < chosen <= len(presets) else None
            self.option = HANDICAP_OPTION if chosen else first
