"""A controller for the games with an ``Overlay``: Study Mode and Survival of the Fittest, on boards of any rule.

An overlay is plain data about all of a game that is not a cell: status line, border, shot clock, menu of shapes and
cursors. The game makes it from its state (``games.survival1982.observation``), and ``overlay_hud`` draws it.
"""

from gpulife.games.core.game_spec import State
from gpulife.games.survival1982.observation import Overlay, overlay
from gpulife.games.survival1982.options import OPTIONS, PLAYERS
from gpulife.games.survival1982.study import StudyState
from gpulife.view.gl_cursors import CursorMark
from gpulife.window.play.board_controller import HudMargins
from gpulife.window.play.cursor_view import CursorView
from gpulife.window.play.game_controller import GameController
from gpulife.window.play.overlay_hud import Hints, draw_overlay, room_around
from gpulife.window.play.play_view import PlayView
from gpulife.window.play.workbench import Workbench
from gpulife.window.shell import Shell


class OverlayController(GameController[State]):
    """A controller that draws the game's overlay."""

    def __init__(self, shell: Shell, play: PlayView) -> None:
        super().__init__(shell, play)
        self._cursor_view = CursorView()

    def update_seats(self) -> None:
        """Tell the game who sits where, and keep people's cursors in view."""
        super().update_seats()
        self._cursor_view.follow(self)

    @property
    def overlay(self) -> Overlay:
        """Everything that the game shows over and beside its board."""
        board = self.play.session.board
        shown = overlay(self.state, board.shape, (*self.play.population[:2], 0)[:2], board.generation)
        assert shown is not None  # noqa: S101 - these two games have one
        return shown

    @property
    def hud_margins(self) -> HudMargins:
        """Space that the HUD takes around the board."""
        return HudMargins(*room_around(self.overlay))

    @property
    def seeds(self) -> tuple[str, ...]:
        """Seeds that each player has left, as text, with question marks while somebody types them."""
        return self.overlay.status[1], self.overlay.status[3]

    @property
    def typing(self) -> int | None:
        """Player who is typing a handicap now; None for nobody."""
        typing = self.overlay.typing
        return None if typing is None else typing[0]

    def cursors(self, phase: float) -> list[CursorMark]:
        """Return the cursors of those who play; shapes of several cells are drawn by ``overlay_hud``."""
        shown, devices, colours = self.overlay, self.shell.poller.devices(), self.play.look.colours
        return [
            CursorMark(row, column, colours[min(player + 1, len(colours) - 1)], phase)
            for player, cells in enumerate(shown.cursors)
            if player in devices or shown.border is not None
            if len(cells) == 1
            for row, column in cells
        ]

    @property
    def hints(self) -> Hints:
        """The keys that are good for something now, and why the round is over."""
        return Hints()

    def draw(self, seconds: float) -> None:
        """Draw the border, the shot clock, the menu of shapes, and the line of numbers."""
        del seconds
        draw_overlay(self.overlay, self.canvas, self.hints)


class StudyController(OverlayController[StudyState]):
    """The controller of Study Mode, where people may draw at any time."""

    def __init__(self, shell: Shell, play: PlayView) -> None:
        super().__init__(shell, play)
        self.workbench = Workbench(play.engine.rule, play.engine.read)

    @property
    def seeds(self) -> tuple[str, ...]:
        """Seeds of both players while they count: with a handicap, or while somebody plants with a cursor."""
        rule, players = self.play.engine.rule, self.shell.poller.devices()
        counts = OPTIONS[self.state.option].handicap or any(player in players for player in range(PLAYERS))
        return super().seeds if counts and rule.species == len(rule.census_names) == PLAYERS else ()
