"""A match between two computers as a scene: what attract mode plays, without figures around it."""

from __future__ import annotations

import moderngl

from gpulife.app.art.bout import ENDING_SECONDS, START, is_over, levels_of, match_of
from gpulife.app.art.piece import Surroundings, in_the_room, on_a_wall
from gpulife.app.play_view import PlayView
from gpulife.app.seating import seat_computers
from gpulife.art.act import ActEvent
from gpulife.art.scene import Scene
from gpulife.engines.gl_device import GLDevice
from gpulife.games.overlay import overlay
from gpulife.lineup import Lineup, Seat
from gpulife.view.camera import Window, fit, pan
from gpulife.view.gl_cursors import CursorMark

_FLICKER = 2.5  # of cursors, times a second


class MatchPiece:
    """A match on show.

    Args:
        device: the context to draw in.
        scene: with a game.
        seed: of the match.
        frugal: whether to go without what is dear on a software renderer; None where it is one.

    Attributes:
        seconds: that it has been shown for.
    """

    def __init__(self, device: GLDevice, scene: Scene, seed: int, *, frugal: bool | None = None) -> None:
        self.seconds = 0.0
        self._scene = scene
        self._seed = seed
        self._frugal = device.software if frugal is None else frugal
        self._over = 0.0
        self.playing = PlayView(device, match_of(scene, seed), (START,), budget=0)
        try:
            left, right = levels_of(seed)
            seat_computers(self.playing, Lineup((Seat(left), Seat(right))), device)
        except BaseException:
            self.playing.close()
            raise

    @property
    def title(self) -> str:
        """The scene's name."""
        return self._scene.name

    @property
    def about(self) -> str:
        """What the log says of it."""
        return f": {self.playing.session.game.title} between two computers, seed {self._seed}"

    @property
    def cells(self) -> int:
        """Of its board."""
        return self._scene.shape[0] * self._scene.shape[1]

    @property
    def duration(self) -> float:
        """Seconds that it is to be shown for; until its end is over, if that is sooner."""
        return self.seconds if self._over > ENDING_SECONDS else self._scene.duration

    def moment(self) -> None:
        """A match does not go on after a power cut: there will be others."""

    def advance(self, seconds: float, *, patient: bool = False) -> tuple[ActEvent, ...]:
        """Let so much time pass in it."""
        del patient
        self.seconds += seconds
        self.playing.pass_time(seconds)
        if is_over(self.playing.session.state):
            self._over += seconds
        return ()

    def draw(self, target: moderngl.Framebuffer, window: Window, around: Surroundings, seconds: float) -> None:
        """Draw it over all of ``target``, ``seconds`` after the last time."""
        look = in_the_room(on_a_wall(self._scene, self.seconds, self._seed, frugal=self._frugal), around)
        camera = pan(fit(self._scene.shape, window), *around.shift)
        self.playing.view.draw(
            target, window, camera, look, cursors=self._cursors(look.colours), flash=0.0, seconds=seconds
        )

    def close(self) -> None:
        """Release everything of it on the GPU."""
        self.playing.close()

    def _cursors(self, colours: tuple[tuple[int, int, int], ...]) -> list[CursorMark]:
        """Where the players are about to plant."""
        session = self.playing.session
        beside = overlay(session.state, self._scene.shape, (0, 0), session.board.generation)
        if beside is None:
            return []
        phase = self.seconds * _FLICKER % 1
        return [
            CursorMark(row, column, colours[player + 1], phase)
            for player, cells in enumerate(beside.cursors)
            for row, column in cells
        ]
