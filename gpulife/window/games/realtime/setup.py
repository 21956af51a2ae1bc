"""The page of the start screen for Real-Time Life: number of people and computers, length of a turn tick, and a limit.

The first button begins, so that a pad's A on the game and A on the page start a match.
"""

from imgui_bundle import imgui

from gpulife.games.core.game import Match
from gpulife.games.realtime.match_settings import LOCAL_TICK_SECONDS, new_local_match
from gpulife.window.panels.widgets import caption
from gpulife.window.start.setup_page import (
    NewGame,
    SetupPage,
    begin_button,
    heading,
    pick,
)

TICK_LENGTHS = (1, 2, 5, 15, 60, 600, 3600)
"""Offered lengths of a turn tick in seconds."""
_LIMITS = (0, 10, 20, 50, 100)
"""Offered limits in generations; 0 for no limit."""
_COUNTS = range(7)
"""Offered numbers of people and of computers."""


class RealTimeSetup(SetupPage):
    """The page and its present choices.

    Attributes:
        people: number of people, who take the first seats.
        computers: number of computers, which take the seats after them.
        level: level of the computers.
        tick_seconds: length of a turn tick.
        limit: number of generations; 0 for no limit.
    """

    people = 1
    computers = 3
    level = 2
    tick_seconds = LOCAL_TICK_SECONDS
    limit = 0

    def draw(self, seed: int) -> NewGame | str | None:
        """Draw the page; return the new game, BACK, or None."""
        leaves_for = self.draw_title()
        imgui.begin_disabled(not self.people + self.computers)
        begins = begin_button("Play")
        imgui.end_disabled()
        heading("People: the mouse and WASD play for A, the arrow keys for B, each gamepad or phone for one more")
        self.people = pick("people", _COUNTS, self.people)
        heading("Computers, with the letters after them")
        self.computers = pick("computers", _COUNTS, self.computers)
        heading("How well they play")
        self.level = pick("level", range(1, len(self.game.levels) + 1), self.level, self.level_titles)
        caption(self.game.levels[self.level - 1].about)
        imgui.separator()
        heading("A tick lasts (twelve ticks are a generation)")
        self.tick_seconds = pick(
            "tick", TICK_LENGTHS, self.tick_seconds, [length_text(seconds) for seconds in TICK_LENGTHS]
        )
        heading("The game ends after this many generations")
        self.limit = pick("limit", _LIMITS, self.limit, ["No limit", *map(str, _LIMITS[1:])])
        if not begins:
            return leaves_for
        return NewGame(self.match(seed))

    def match(self, seed: int) -> Match:
        """Return the match as it is set up now."""
        seats = (0,) * self.people + (self.level,) * self.computers
        return new_local_match(seed, seats=seats, tick_seconds=self.tick_seconds, limit=self.limit)


def length_text(seconds: int) -> str:
    """Return a duration for people, as in "5 s", "10 min" or "1 h"."""
    if seconds % 3600 == 0:
        return f"{seconds // 3600} h"
    return f"{seconds // 60} min" if seconds % 60 == 0 else f"{seconds} s"
