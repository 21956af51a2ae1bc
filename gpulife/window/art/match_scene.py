"""A scene that shows a match between two computer players, without scores or other text."""

import moderngl

from gpulife.art.scene import Scene
from gpulife.art.scene_runner import SceneEvent
from gpulife.closing import closed_on_error
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.games.matches import find_demo
from gpulife.games.survival1982.observation import overlay
from gpulife.view.camera import WindowSize, fit_camera, pan
from gpulife.view.gl_board import BoardFrame
from gpulife.view.gl_marks import CursorMark
from gpulife.window.art.headless_match import ENDING_SECONDS, START, match_of
from gpulife.window.art.scene_view import DisplayConditions, SceneView
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.seating import announce_seats, seat_computers

_BLINKS_PER_SECOND = 2.5
"""Number of times that cursors blink per second."""


class MatchSceneView(SceneView):
    """Shows a match between two computer players.

    Args:
        device: context to draw in.
        scene: scene with a game.
        seed: seed of the match.
        few_effects: see ``scene_view.SceneView``.

    Attributes:
        play: the match.
    """

    def __init__(self, device: GLDevice, scene: Scene, seed: int, *, few_effects: bool | None = None) -> None:
        super().__init__(device, scene, seed, few_effects=few_effects)
        self._over = 0.0  # seconds since the match ended
        self.play = OpenSession(device, match_of(scene, seed), (START,), budget=0)
        with closed_on_error(self.play):
            levels = find_demo(scene.game).levels_of(seed)
            seat_computers(self.play, levels, device)
            announce_seats(self.play, levels)

    @property
    def about(self) -> str:
        """Description for the log: the game and the seed."""
        return f": {self.play.session.game.title} between two computers, seed {self.seed}"

    @property
    def duration(self) -> float:
        """Seconds for which the scene is shown: the scene's own duration, or less if the match ends early."""
        return self.seconds if self._over > ENDING_SECONDS else self.scene.duration

    def advance(self, seconds: float, *, offline: bool = False) -> tuple[SceneEvent, ...]:
        """Play the match for ``seconds``. Return no events, because nothing revives the board of a match."""
        del offline
        self.seconds += seconds
        self.play.runner.pass_time(seconds)
        if self.play.session.is_over:
            self._over += seconds
        return ()

    def draw(
        self, target: moderngl.Framebuffer, window: WindowSize, conditions: DisplayConditions, seconds: float
    ) -> None:
        """Draw the board over all of ``target``, ``seconds`` after the previous frame."""
        look = self._look(self.seconds, conditions)
        camera = pan(fit_camera(self.scene.shape, window), *conditions.shift)
        self.play.display.view.draw(
            target, BoardFrame(window, camera, look, cursors=self._cursors(look.colours)), seconds
        )

    def close(self) -> None:
        """Release everything on the GPU."""
        self.play.close()

    def _cursors(self, colours: tuple[tuple[int, int, int], ...]) -> tuple[CursorMark, ...]:
        """Return cursors at the cells where the computer players are about to plant their shapes."""
        session = self.play.session
        observation = overlay(session.state, self.scene.shape, (0, 0), session.board.generation)
        phase = self.seconds * _BLINKS_PER_SECOND % 1
        return tuple(
            CursorMark(row, column, colours[player + 1], phase)
            for player, cells in enumerate(observation.cursors if observation is not None else ())
            for row, column in cells
        )
