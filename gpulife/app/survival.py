"""Survival of the Fittest and Study Mode in the window: what stands beside their boards."""

from __future__ import annotations

from math import cos, pi

from gpulife.app.game_window import GameWindow
from gpulife.app.screen import ContestController, GameController, Room, State
from gpulife.commands import Asked
from gpulife.games.contest import ContestState, Phase
from gpulife.games.overlay import Overlay, overlay
from gpulife.games.study import StudyState
from gpulife.ui.contest import draw_contest, room_around
from gpulife.ui.game_setup import TwoPlayerSetup
from gpulife.view.camera import pixel_of
from gpulife.view.gl_cursors import CursorMark

_SWELLING = 1.2
"""Of the winners' cells, times a second."""


class _Overlaid(GameController[State]):
    """A game whose overlay says what stands beside its board."""

    @property
    def overlay(self) -> Overlay:
        """What the game has beside its board."""
        board = self.play.session.board
        beside = overlay(self.state, board.shape, (*self.play.population[:2], 0)[:2], board.generation)
        assert beside is not None  # noqa: S101 - these two games have one
        return beside

    @property
    def room(self) -> Room:
        """What the figures take."""
        return Room(*room_around(self.overlay))

    @property
    def seeds(self) -> tuple[str, ...]:
        """With question marks while somebody types."""
        return self.overlay.status[1], self.overlay.status[3]

    @property
    def typing(self) -> int | None:
        """The player who types a handicap now, None for nobody."""
        typing = self.overlay.typing
        return None if typing is None else typing[0]

    def cursors(self, phase: float) -> list[CursorMark]:
        """Of those who play; shapes are drawn cell by cell: see ``ui.contest``."""
        beside, devices, colours = self.overlay, self.shell.poller.devices(), self.play.look.colours
        return [
            CursorMark(row, column, colours[min(player + 1, len(colours) - 1)], phase)
            for player, cells in enumerate(beside.cursors)
            if player in devices or beside.border is not None
            if len(cells) == 1
            for row, column in cells
        ]

    def draw(self, seconds: float, *, bright: bool) -> list[Asked]:
        """Draw the border, the shot clock, the menu of shapes, and the line of figures."""
        del seconds
        size, shape, whole = self.shell.window.view_size, self.play.engine.shape, self.fitting()
        left, right = (pixel_of(whole, size, 0, column)[0] for column in (0, shape[1]))
        strip = left, right, size[1] - self.covered[1]
        draw_contest(
            self.overlay, self.pixel_of, shape, self.play.look.colours, strip, self.play.seats.names, bright=bright
        )
        return []


class StudyController(_Overlaid[StudyState]):
    """The controller of Study Mode."""


class SurvivalController(_Overlaid[ContestState], ContestController[ContestState]):
    """The controller of Survival of the Fittest."""

    has_figures = True

    @property
    def is_setting_up(self) -> bool:
        """Whether the shot clock still rises."""
        return self.state.phase is Phase.SET_UP

    @property
    def is_idle(self) -> bool:
        """Whether no round is being played."""
        return self.state.phase in (Phase.SELECT, Phase.OVER)

    def flash(self, now: float) -> tuple[float, tuple[int, ...]]:
        """The winners' cells swell and fade while the end is shown."""
        winners = self.overlay.flashing
        return (0.5 - 0.5 * cos(2 * pi * _SWELLING * now), winners) if winners else super().flash(now)


STUDY = GameWindow(controller=StudyController)
CONTEST = GameWindow(controller=SurvivalController, setup=TwoPlayerSetup)
