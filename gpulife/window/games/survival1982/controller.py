"""The controllers of Survival of the Fittest and Study Mode."""

from math import cos, pi

from gpulife.games.survival1982.survival_state import ContestState, RoundPhase
from gpulife.window.play.game_controller import ContestController
from gpulife.window.play.game_window import GameWindow
from gpulife.window.play.overlay_controller import OverlayController, StudyController
from gpulife.window.start.two_player_setup import TwoPlayerSetup

_SWELLS_PER_SECOND = 1.2
"""Frequency at which the winners' cells swell and fade."""


class SurvivalController(OverlayController[ContestState], ContestController[ContestState]):
    """The controller of Survival of the Fittest."""

    shows_scores = True

    @property
    def is_setting_up(self) -> bool:
        """Whether players set up their boards: the shot clock still rises."""
        return self.state.phase is RoundPhase.SET_UP

    @property
    def ready_for(self) -> tuple[int, int] | None:
        """The set-up of a round: its clock begins when people are ready."""
        return (self.state.starts, self.state.round) if self.is_setting_up else None

    def ready_place(self, player: int) -> tuple[float, float]:
        """Return the point of the window in the middle of a player's half."""
        rows, columns = self.play.engine.shape
        return self.point_of(rows / 2, columns * (0.25 if player == 0 else 0.75))

    @property
    def is_idle(self) -> bool:
        """Whether no round is being played."""
        return self.state.phase in (RoundPhase.SELECT, RoundPhase.OVER)

    def flash(self, now: float) -> tuple[float, tuple[int, ...]]:
        """Return the flash, at the end of a round that of the winners' cells, which swell and fade."""
        winners = self.overlay.flashing
        return (0.5 - 0.5 * cos(2 * pi * _SWELLS_PER_SECOND * now), winners) if winners else super().flash(now)


STUDY = GameWindow(controller=StudyController)
CONTEST = GameWindow(controller=SurvivalController, setup=TwoPlayerSetup)
