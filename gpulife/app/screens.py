"""Which game has which screen: the one table of what games have of their own in the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpulife.app.life2 import Life2Screen
from gpulife.app.realtime import RealTimeScreen
from gpulife.app.screen import ContestScreen, Screen
from gpulife.app.survivor import SurvivorScreen
from gpulife.app.warring import WarScreen
from gpulife.games.realtime_settings import REAL_TIME
from gpulife.rules.families import survivor

if TYPE_CHECKING:
    from gpulife.app.play_view import PlayView


class Screens:
    """One screen for each game, as long as the program runs.

    Attributes:
        survivor: with its levels and their editor.
        realtime: with the mouse as a hand.
    """

    def __init__(self) -> None:
        self.survivor = SurvivorScreen()
        self.realtime = RealTimeScreen()
        contest = ContestScreen()
        self._plain = Screen()
        self._of: dict[str, Screen] = {
            "one-seed": contest,
            "seed-list": contest,
            "life-2": Life2Screen(),
            REAL_TIME: self.realtime,
            "biowar": WarScreen(),
        }

    def of(self, playing: PlayView | None) -> Screen:
        """The screen of what is played, if anything is."""
        if playing is None:
            return self._plain
        if playing.engine.rule.family is survivor.FAMILY:  # also in its editor, and in Study Mode
            return self.survivor
        return self._of.get(playing.session.match.game, self._plain)
