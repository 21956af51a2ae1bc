"""The part of the window that belongs to Study Mode and to the games of Survival."""

from gpulife.input.commands import GuidedRound
from gpulife.window.games.survival1982 import page
from gpulife.window.games.survival1982.controller import SurvivalController
from gpulife.window.games.survival1982.guided_round import begin_guided_round
from gpulife.window.play.game_controller import SessionScope
from gpulife.window.play.game_window import GameWindow
from gpulife.window.play.overlay import StudyController
from gpulife.window.scopes import handles
from gpulife.window.start.two_player_setup import TwoPlayerSetup


class GuideScope(SessionScope):
    """Begins the guided round of a game, and after it the round that is being set up."""

    @handles(GuidedRound)
    def _begin(self, command: GuidedRound) -> None:
        then = self.play.session.match if self.play.runner.holds() else None
        begin_guided_round(self.shell, command.game, then)


STUDY = GameWindow(controller=StudyController, page=page.STUDY)
ONE_SEED = GameWindow(controller=SurvivalController, setup=TwoPlayerSetup, page=page.ONE_SEED)
SEED_LIST = GameWindow(controller=SurvivalController, setup=TwoPlayerSetup, page=page.SEED_LIST, scope=GuideScope)
