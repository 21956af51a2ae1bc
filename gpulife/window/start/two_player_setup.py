"""The page of the start screen for games between two: who plays, by which option, on which board.

Choosing who plays begins the game: with a pad alone that is A on the game, A on the opponent.
"""

from __future__ import annotations

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.series import SERIES
from gpulife.games.matches import with_series
from gpulife.games.start_presets import Mode
from gpulife.games.survival1982.handicap_presets import HANDICAP_OPTION, with_handicap
from gpulife.seats import Seats
from gpulife.window.panels.widgets import GREY, caption
from gpulife.window.start.agreements import Agreement, choose_handicap, choose_series
from gpulife.window.start.setup_page import BACK, NewGame, SetupPage, pick, row, title_with_back


class TwoPlayerSetup(SetupPage):
    """What is chosen so far.

    Attributes:
        option: of the game.
        scale: of its own board.
        agreed: handicap and set.
    """

    def __init__(self, mode: Mode, seats: Seats) -> None:
        super().__init__(mode, seats)
        self.agreed = Agreement()

    def draw(self, seed: int) -> NewGame | str | None:
        """Draw what is on the page."""
        leaves = title_with_back(self.game.title)
        seats = self._choose_players()
        imgui.separator()
        if options := list(self.game.options):
            caption(f"option: {self.game.options[self.option]}")
            self.option = pick("option", options, self.option)
        if HANDICAP_OPTION in options:
            self.option = choose_handicap(self.agreed, self.option, options[0])
        if SERIES in self.game.settings:
            choose_series(self.agreed)
        caption("board, in cells; any other size in the panel New universe")
        self.choose_scale()
        if seats is None:
            return BACK if leaves else None
        match = self.mode.match(seed, self.option, self.scale)
        if self.agreed.handicap is not None:
            match = with_handicap(match, self.agreed.handicap)
        if self.agreed.series is not None:
            match = with_series(match, self.agreed.series.text)
        return NewGame(match, seats)

    def _choose_players(self) -> Seats | None:
        """Rows of who may play; the seats of those that were chosen."""
        seats, titles, chosen = self.seats, self.level_titles, None
        last = max(seats.levels) - 1
        computers = len(seats.computers) if imgui.is_window_appearing() else None  # else the focus stays where it is
        caption("two people: each with a pad, on one half of the keyboard, or one of each")
        if row(["Two people"], None, focus=0 if computers == 0 else None) is not None:
            chosen = seats.with_levels(0, 0)
        imgui.spacing()
        caption("one person against the computer")
        with imgui_ctx.push_id("against"):
            if (place := row(titles, None, focus=last if computers == 1 else None)) is not None:
                chosen = seats.against(place + 1)
        for number, level in enumerate(self.game.levels, start=1):
            imgui.text_colored(GREY, f"{number}: {level.about}")
        imgui.spacing()
        caption("the computer against itself")
        with imgui_ctx.push_id("watch"):
            if (place := row(titles, None, focus=last if computers == len(seats.seats) else None)) is not None:
                chosen = seats.with_levels(place + 1, place + 1)
        return chosen
