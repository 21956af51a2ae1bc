"""The page of the start screen for Real-Time Life: how many people and computers play, how long a tick is, and an end.

The first button begins: with a pad alone that is A on the game, A on the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from gpulife.games.realtime_settings import LOCAL_TICK_SECONDS, REAL_TIME
from gpulife.games.registry import GAMES
from gpulife.ui.setup_page import begin_here, choice, goes_back, page, title
from gpulife.ui.widgets import GREY, caption

TICKS = (1, 2, 5, 15, 60, 600, 3600)
"""Lengths of a tick that are offered, in seconds."""
LIMITS = (0, 10, 20, 50, 100)
"""Generations that are offered; 0 for no limit."""
MOST_PEOPLE, MOST_COMPUTERS = 6, 6
_WIDTH = 860.0  # pixels on a 96 dpi screen


@dataclass(slots=True)
class RealTimeSetup:
    """What is chosen so far.

    Attributes:
        people: in the first seats.
        computers: after them.
        level: of the computers.
        tick_seconds: from one tick to the next.
        limit: generations; 0 for no end.
    """

    people: int = 1
    computers: int = 3
    level: int = 2
    tick_seconds: int = LOCAL_TICK_SECONDS
    limit: int = 0

    @property
    def seats(self) -> tuple[int, ...]:
        """The level in each seat, 0 for a person."""
        return (0,) * self.people + (self.level,) * self.computers


def realtime_setup(setup: RealTimeSetup, levels: Sequence[tuple[str, str]]) -> bool | None:
    """Draw it over the whole window.

    Args:
        setup: is changed by what is pressed.
        levels: of the computer: title and one line about each.

    Returns:
        True to begin, False to go back, or None.
    """
    with page("realtime", _WIDTH):
        chosen = _page(setup, levels)
    return False if goes_back() else chosen


def _page(setup: RealTimeSetup, levels: Sequence[tuple[str, str]]) -> bool | None:
    title(GAMES[REAL_TIME].title)
    chosen: bool | None = None
    enough = setup.people + setup.computers >= 1
    imgui.begin_disabled(not enough)
    if imgui.button("Begin", imgui.ImVec2(imgui.get_content_region_avail().x, 0)):
        chosen = True
    if imgui.is_window_appearing():
        begin_here()
    imgui.end_disabled()
    imgui.spacing()
    caption("people: the mouse and WASD play for A, the arrow keys for B, each gamepad for one more")
    setup.people = choice("people", [str(count) for count in range(MOST_PEOPLE + 1)], setup.people)
    caption("computers, in the letters after them")
    setup.computers = choice("computers", [str(count) for count in range(MOST_COMPUTERS + 1)], setup.computers)
    caption("how well they play")
    setup.level = (
        choice("level", [f"{number}  {name}" for number, (name, _) in enumerate(levels, 1)], setup.level - 1) + 1
    )
    imgui.text_colored(GREY, levels[setup.level - 1][1])
    imgui.separator()
    caption("a tick lasts; twelve ticks are a generation")
    setup.tick_seconds = TICKS[
        choice("tick", [length_text(seconds) for seconds in TICKS], TICKS.index(setup.tick_seconds))
    ]
    caption("the game ends after so many generations")
    limits = ["no limit" if not limit else str(limit) for limit in LIMITS]
    setup.limit = LIMITS[choice("limit", limits, LIMITS.index(setup.limit))]
    imgui.separator()
    if imgui.button("Back"):
        chosen = False
    return chosen


def length_text(seconds: int) -> str:
    """A length of time for people: "5 s", "10 min", "1 h"."""
    if seconds % 3600 == 0:
        return f"{seconds // 3600} h"
    return f"{seconds // 60} min" if seconds % 60 == 0 else f"{seconds} s"
