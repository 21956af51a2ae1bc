"""A controller for the games with an ``Overlay``: Study Mode and Survival of the Fittest, on boards of any rule.

An overlay is plain data about all of a game that is not a cell: status line, border, shot clock, menu of shapes and
cursors. The game makes it from its state (``games.survival1982.observation``), and ``overlay_hud`` draws it.
"""

from dataclasses import replace

from gpulife.games.core.game import EDITS
from gpulife.games.core.game_spec import State
from gpulife.games.survival1982.observation import Overlay, overlay
from gpulife.games.survival1982.options import OPTIONS, PLAYERS
from gpulife.games.survival1982.study import StudyState
from gpulife.view.gl_cursors import CursorMark
from gpulife.window.play.board_layout import HudMargins
from gpulife.window.play.frame_render import CursorView
from gpulife.window.play.game_controller import GameController
from gpulife.window.play.open_session import OpenSession
from gpulife.window.play.overlay_hud import Hints, draw_overlay, room_around
from gpulife.window.play.workbench import Workbench
from gpulife.window.shell import Shell


class OverlayController(GameController[State]):
    """A controller that draws the game's overlay."""

    def __init__(self, shell: Shell, play: OpenSession) -> None:
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
        shown, devices, colours = self.overlay, self.shell.poller.devices(), self.play.display.look.colours
        return [
            CursorMark(row, column, colours[min(player + 1, len(colours) - 1)], phase)
            for player, cells in enumerate(shown.cursors)
            if len(cells) == 1 and (shown.has_figures or player in devices)
            for row, column in cells
        ]

    @property
    def hints(self) -> Hints:
        """The keys that are good for something now, and why the round is over."""
        return Hints()

    def draw(self, seconds: float) -> None:
        """Draw the border, the shot clock, the menu of shapes, and the line of numbers."""
        del seconds
        draw_overlay(self.overlay, self.layout.canvas, self.hints)


_CURSOR_HINTS = (("{trigger} Join",), ("{move} Move  {trigger} Plant", "{trigger} Plant"))
"""What each player's keys or buttons do, before and after joining, in wordings from the longest to the shortest."""
_TIME_HINTS = (
    (
        "{halt} Run  {step} One generation  {help} Help  {start-screen} Start screen",
        "{halt} Run  {step} One generation  {help} Help",
        "{halt} Run  {help} Help",
        "{halt} Run",
    ),
    (
        "{halt} Halt  {slower} {faster} Speed  {help} Help  {start-screen} Start screen",
        "{halt} Halt  {slower} {faster} Speed  {help} Help",
        "{halt} Halt  {help} Help",
        "{halt} Halt",
    ),
)
"""What is for everybody while the universe stands still, and while it runs, likewise."""


class StudyController(OverlayController[StudyState]):
    """The controller of Study Mode, where people may draw at any time.

    Where it is for two, as in 1982, both cursors and the five figures are seen from the first frame. A universe that
    began with cells, such as a soup or an opened pattern, has only the cursors of those who have joined.
    """

    def __init__(self, shell: Shell, play: OpenSession) -> None:
        super().__init__(shell, play)
        self.workbench = Workbench(play.engine.rule, play.engine.read)

    @property
    def _has_two(self) -> bool:
        """Whether its cells are those of two species, so that each player has one."""
        rule = self.play.engine.rule
        return rule.species == len(rule.census_names) == PLAYERS

    @property
    def is_for_two(self) -> bool:
        """Whether both players' cursors and figures are shown."""
        play = self.play
        if play.is_show or not self._has_two:
            return False
        first = play.session.log.at(0) or play.runner.pending
        return OPTIONS[self.state.option].handicap or not any(action.kind in EDITS for action in first)

    @property
    def seeds(self) -> tuple[str, ...]:
        """Seeds of both players while they count: as somebody plants with a cursor."""
        joined = any(player in self.shell.poller.devices() for player in range(PLAYERS))
        return super().seeds if self._has_two and (joined or self.is_for_two) else ()

    @property
    def overlay(self) -> Overlay:
        """Everything that the game shows over and beside its board."""
        return replace(super().overlay, has_figures=self.is_for_two)

    @property
    def shows_scores(self) -> bool:
        """Whether the figures stand below the board, so that the bar need not show them."""
        return self.is_for_two

    @property
    def hints(self) -> Hints:
        """How each player's cursor plants, and how time begins to run."""
        play = self.play
        if play.runner.watching or play.only_watches or not play.has_prompts or self.state.typing:
            return Hints()
        legends, players = [self.legend(player) for player in range(PLAYERS)], self.shell.poller.devices()
        left, right = (
            [legend.pieces(line) for line in _CURSOR_HINTS[player in players]] for player, legend in enumerate(legends)
        )
        reader = legends[next(iter(players), 0)]
        return Hints((left, right), [reader.pieces(line) for line in _TIME_HINTS[self.state.running]])
