"""The page that sets up games for two: players, option, handicap, number of rounds, and board.

Choosing the opponent begins the game. So with a pad, A on the game and A on the opponent are enough.
"""

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.game import Match
from gpulife.games.core.series import SERIES, Series, SeriesKind
from gpulife.games.matches import with_series
from gpulife.games.survival1982.state import HANDICAP_OPTION, PRESETS, describe_handicap, with_handicap
from gpulife.seats import Seats
from gpulife.window.design import CAPTION
from gpulife.window.panels.widgets import button_row, sentence
from gpulife.window.start.setup_page import NewGame, SetupPage, heading, pick, pick_index

_SETS: dict[str, Series | None] = {
    "Single": None,
    **{f"Best of {rounds}": Series(SeriesKind.BEST_OF, rounds) for rounds in (3, 5, 7)},
    **{f"{rounds} rounds": Series(SeriesKind.ROUNDS, rounds) for rounds in (3, 5)},
    "Doubling": Series(SeriesKind.DOUBLE, 8),
}
"""For each label on the page, a series of rounds. The command line accepts series of other lengths."""
_ABOUT = {
    None: "Rounds: as many as you like, one after the other",
    SeriesKind.BEST_OF: "Set: won by more than half of the rounds; ties are played again",
    SeriesKind.ROUNDS: "Set: all rounds are played; whoever wins more of them wins",
    SeriesKind.DOUBLE: "Double or nothing: each round counts double; whoever is behind may give up; a lead of 8 wins",
}
_NONE, _TYPED = "None", "Type it"


class TwoPlayerSetup(SetupPage):
    """The page that sets up games for two. It stores the user's choices.

    Attributes:
        option: option of the game.
        scale: size of the board as a multiple of the game's usual size.
        series: the chosen series of rounds; None for single rounds.
        handicap: number of seeds of the left and the right player; None without a handicap, or if the players type it.
    """

    series: Series | None = None
    handicap: tuple[int, int] | None = None

    def draw(self, seed: int) -> NewGame | str | None:
        """Draw the page's contents; see :meth:`SetupPage.draw`."""
        leaves_for = self.draw_title()
        seats = self._choose_players()
        imgui.separator()
        if options := list(self.game.options):
            self.choose_option()
        if HANDICAP_OPTION in options:
            self._choose_handicap(options[0])
        if SERIES in self.game.settings:
            heading(_ABOUT[None if self.series is None else self.series.kind])
            self.series = pick("series", list(_SETS.values()), self.series, list(_SETS))
        heading("Board size in cells; the section New universe takes any size")
        self.choose_scale()
        if seats is None:
            return leaves_for
        return NewGame(self.match(seed), seats)

    def match(self, seed: int) -> Match:
        """Return the match that the user's choices describe."""
        match = self.mode.match(seed, self.option, self.scale)
        if self.handicap is not None:
            match = with_handicap(match, self.handicap)
        return match if self.series is None else with_series(match, self.series.text)

    def _choose_players(self) -> Seats | None:
        """Draw rows of opponents; return who plays once an opponent is chosen, else None."""
        seats, titles, chosen = self.seats, self.level_titles, None
        last = max(seats.levels) - 1
        computers = len(seats.computers) if imgui.is_window_appearing() else None  # later the focus stays where it is
        heading("Two people: each with a gamepad, a phone, or on one half of the keyboard")
        if button_row(["Two people"], focus=0 if computers == 0 else None) is not None:
            chosen = seats.with_levels(0, 0)
        heading("You against the computer")
        with imgui_ctx.push_id("against"):
            if (place := button_row(titles, focus=last if computers == 1 else None)) is not None:
                chosen = seats.against(place + 1)
        for number, level in enumerate(self.game.levels, start=1):
            imgui.text_colored(CAPTION, f"{number}: {sentence(level.about)}")
        imgui.spacing()
        heading("Watch the computer play itself")
        with imgui_ctx.push_id("watch"):
            if (place := button_row(titles, focus=last if computers == len(seats.seats) else None)) is not None:
                chosen = seats.with_levels(place + 1, place + 1)
        return chosen

    def _choose_handicap(self, first: str) -> None:
        """Draw a row of handicaps: none, ready-made ones, or typed by the players. Set the option for the chosen one.

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
            else "Each player types a number of seeds"
            if picked
            else "Handicap: fewer seeds for the stronger player, left : right"
        )
        chosen = pick_index("handicap", labels, picked)
        if chosen != picked:
            self.handicap = presets[chosen - 1] if 0 < chosen <= len(presets) else None
            self.option = HANDICAP_OPTION if chosen else first
