"""The part of the window that belongs to Study Mode and to the games of Survival."""

from gpulife.input.commands.play import GuidedRound
from gpulife.window.games.survival1982 import page
from gpulife.window.games.survival1982.controller import SurvivalController
from gpulife.window.games.survival1982.guided_round import begin_guided_round
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.game_window import GameWindow
from gpulife.window.play.overlay_controller import StudyController
from gpulife.window.start.two_player_setup import TwoPlayerSetup


def _guided_round(controller: AnyController, command: GuidedRound) -> None:
    play = controller.play
    begin_guided_round(controller.shell, command.game, play.session.match if play.holds() else None)


STUDY = GameWindow(controller=StudyController, page=page.STUDY)
ONE_SEED = GameWindow(controller=SurvivalController, setup=TwoPlayerSetup, page=page.ONE_SEED)
SEED_LIST = GameWindow(
    controller=SurvivalController, setup=TwoPlayerSetup, page=page.SEED_LIST, handlers={GuidedRound: _guided_round}
)
