"""The bar shown while a session plays a replay file. Any action ends the replay, and the match goes on from there.

If a match needs the consent of all players, its replay can only be watched.
"""

from collections.abc import Callable

from gpulife.input.commands import CommandOrAction
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.open_session import OpenSession
from gpulife.window.replay.replay_bar import ReplayBar, ReplayFacts

OVER = "The replay is over: you play from here on"


class FileReplay:
    """Shows that a session is a replay, until the replay ends or somebody takes over the game.

    Args:
        play: the session that plays the replay, just begun.
        say: shows a message.
    """

    def __init__(self, play: OpenSession, say: Callable[[str], None]) -> None:
        self._end, self._say = play.session.recorded_ticks, say
        self._bar = ReplayBar()
        play.plays_file = self._end > 0

    def draw(self, controller: AnyController) -> list[CommandOrAction]:
        """Draw the bar if no panels are shown; return the requests of mouse clicks on the bar."""
        play, session = controller.play, controller.play.session
        play.display.covered_below = 0.0
        if not play.plays_file:
            return []
        if not session.in_the_past and play.runner.seeking is None:
            play.plays_file = False
            if session.ticks >= self._end:
                self._say(OVER)
            return []
        if controller.layout.panels_shown or controller.page:
            return []
        at = session.ticks if play.runner.seeking is None else play.runner.seeking
        about = f"{session.game.title}: any action takes over the game from here"
        requests = self._bar.draw(ReplayFacts("Replay", "", about, at, session.recorded_ticks))
        play.display.covered_below = self._bar.height
        return requests
