"""What people see before a match of Real-Time Life: the help page, and the page on which they set up a match.

The first button of the latter begins the match. So a gamepad's A, pressed twice, chooses the game and begins it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from imgui_bundle import icons_fontawesome_6 as icons

from gpulife.games.core.bounds import MAX_PLAYERS
from gpulife.games.core.game import Match
from gpulife.games.realtime.match_settings import (
    HOUR_SECONDS,
    LOCAL_SEATS,
    LOCAL_TICK_SECONDS,
    is_practice,
    near_shape,
    new_local_match,
)
from gpulife.games.realtime.state import TICKS_PER_GENERATION
from gpulife.seats import LEVELS, MAX_LOCAL_SEATS
from gpulife.window.panels.widgets import caption
from gpulife.window.play.game_window import ControlLine, GamePage
from gpulife.window.start.setup_page import SetupPage, about_level, heading, pick

PAGE = GamePage(
    icon=icons.ICON_FA_STOPWATCH,
    controls=(
        ControlLine("Move the cursor", "{move}"),
        ControlLine("Place one of your first ten cells; hold to draw them", "{trigger}"),
        ControlLine("Choose a cell of yours, then choose where it goes", "{trigger}"),
        ControlLine("Draw your cells, or drag a cell to where it goes", "{click}", own=False),
        ControlLine(
            "Hold to see what the next generation brings for all", "{preview}", own=False, brief="Hold: preview"
        ),
        ControlLine("Show or hide the arrow to a good move", "{hint}", own=False, brief="Good move"),
        ControlLine("Start the clock, halt, resume", "{halt}", own=False),
        ControlLine("Play one tick", "{step}", own=False),
        ControlLine(
            "Alone against computers: the next generation now", "{unlimited}", own=False, brief="Next generation"
        ),
        ControlLine("Alone against computers: take your first cells back", "{undo}", own=False, brief="Take back"),
        ControlLine("Shorter ticks, longer ticks", "{faster} {slower}", own=False),
        ControlLine("Choose whether the mouse plays for A or B", "{digit-1} {digit-2}", own=False),
    ),
    steps=(
        "The last player with cells wins. If the game reaches its limit of generations first, the highest total wins.",
        "Place ten cells that touch each other. The clock starts when everybody has joined; alone, you start it.",
        "Each tick brings movement points: one for every ten of your cells, at least one. Unused points are lost.",
        "A point moves a cell of yours one step in any direction, around other cells but not through them.",
        "Twelve ticks make a generation: cells with 2 or 3 neighbours live, an empty place with 3 becomes a cell.",
        "A new cell belongs to whoever has most of its three neighbours.",
        "If they have three different owners, it is neutral (grey): nobody moves it, but it counts as a neighbour.",
        "Each generation adds to your total: your cells, divided by the generations that you have played.",
    ),
    pictures=(
        "AA..B/AA... > AA.../AA...",
        "AAAAA/AAAAA",
        "AAAAA/AAAAA > o",
        "A.. > .A.",
        "AA/A. > AA/AA",
        "AA/B. > AA/BA",
        "AB/C. > AB/C*",
        "AAA/BB./C..",
    ),
)

TICK_LENGTHS = (0.25, 0.5, 1, 2, 5, 15, 60, 600, 3600)
"""Lengths of a turn tick that the page offers, in seconds: from 0.25 for quick games to the hour of the 2000 game."""
_LIMITS = (0, 10, 20, 50, 100)
"""Limits that the page offers, in generations; 0 for no limit."""
_PEOPLE = range(MAX_LOCAL_SEATS + 1)
"""Numbers of people that the page offers: as many as can play at one machine."""
_COMPUTERS = (*range(7), 10, 15, MAX_PLAYERS - MAX_LOCAL_SEATS)
"""Numbers of computers that the page offers. With the largest, there are still enough letters for people."""


class RealTimeSetup(SetupPage):
    """The page on which people set up a match, with what they have chosen so far.

    Attributes:
        people: number of people, who take the first seats.
        computers: number of computers, which take the seats after the people.
        level: level of all computer players.
        tick_seconds: length of a turn tick in seconds.
        limit: number of generations after which the game ends; 0 for no limit.
        is_near: True for a small board, on which the colonies soon meet, if one person plays against computers.
    """

    remembered: ClassVar[Mapping[str, Sequence[Any]]] = {
        "people": _PEOPLE,
        "computers": _COMPUTERS,
        "level": LEVELS,
        "tick_seconds": TICK_LENGTHS,
        "limit": _LIMITS,
        "is_near": (True, False),
    }
    people = 1
    computers = len(LOCAL_SEATS) - 1
    level = LOCAL_SEATS[-1]
    tick_seconds = LOCAL_TICK_SECONDS
    limit = 10
    is_near = True

    def draw_players(self) -> None:
        """Draw the choices of how many people and computers play, and how well the computers play."""
        heading("People: the mouse and WASD play for A, the arrow keys for B, each gamepad or phone for one more")
        self.people = pick("people", _PEOPLE, self.people)
        heading("Number of computers; they get the next letters")
        self.computers = pick("computers", _COMPUTERS, self.computers)
        heading("How well the computers play")
        levels = self.game.levels
        self.level = pick("level", range(1, len(levels) + 1), self.level, [level.title for level in levels])
        caption(about_level(levels, self.level))

    def suggest_people(self, count: int) -> None:
        """Let at least ``count`` people play, or as many as can play at one machine."""
        self.people = max(self.people, min(count, MAX_LOCAL_SEATS))

    def draw_options(self) -> None:
        """Draw all choices except who plays."""
        heading("Length of a tick; each tick brings points for moves")
        self.tick_seconds = pick_tick(self.tick_seconds)
        caption(generation_text(self.tick_seconds))
        heading("The game ends after this many generations")
        self.limit = pick("limit", _LIMITS, self.limit, ["No limit", *map(str, _LIMITS[1:])])
        if self.people == 1 and self.computers:
            heading("Board for one person against computers")
            self.is_near = pick("board", (True, False), self.is_near, ["Small: colonies meet", "As wide as in 2000"])

    @property
    def summary(self) -> str:
        """A short summary of all choices except who plays."""
        return f"{length_text(self.tick_seconds)} a tick, {f'{self.limit} generations' if self.limit else 'no limit'}"

    @property
    def may_begin(self) -> bool:  # type: ignore[override]
        """True if the game can begin; False if nobody would play."""
        return self.people + self.computers > 0

    @property
    def chosen_seats(self) -> None:
        """None, because the match itself says who plays."""

    def match(self, seed: int) -> Match:
        """Return the match that people have set up."""
        seats = (0,) * self.people + (self.level,) * self.computers
        is_alone = is_practice(seats)
        shape = near_shape(len(seats)) if is_alone and self.is_near else None
        return new_local_match(
            seed, seats=seats, tick_seconds=self.tick_seconds, limit=self.limit, shape=shape, practice=is_alone
        )


def pick_tick(seconds: float) -> float:
    """Draw the choice of a turn tick's length; return the chosen length in seconds.

    ``seconds`` is the current length, which is offered even if it is not among TICK_LENGTHS.
    """
    lengths = (*TICK_LENGTHS, *([] if seconds in TICK_LENGTHS else [seconds]))
    labels = [f"{length_text(length)}{' (as in 2000)' * (length == HOUR_SECONDS)}" for length in lengths]
    return pick("tick", lengths, seconds, labels)


def generation_text(seconds: float) -> str:
    """Return a sentence that says how often a generation comes if a turn tick lasts ``seconds``."""
    return f"Twelve ticks make a generation: one comes every {length_text(seconds * TICKS_PER_GENERATION)}."


def length_text(seconds: float) -> str:
    """Return a duration in words, as in "0.25 s", "10 min" or "1 h"."""
    for length, unit in ((3600, "h"), (60, "min")):
        if seconds % length == 0:
            return f"{seconds / length:g} {unit}"
    return f"{seconds:g} s"
