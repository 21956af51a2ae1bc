"""How the board of a session lies in the window: its look, the room beside panels and figures, and its camera."""

from dataclasses import replace
from math import floor
from typing import ClassVar, Generic, NamedTuple, TypeVar, cast

from gpulife.games.core.game import GameState
from gpulife.input.events import Event, MouseButton, MouseMove
from gpulife.view.camera import Camera, cell_at, fit, magnified, pan, pixel_of
from gpulife.view.gl_cursors import CursorMark
from gpulife.view.look import Look
from gpulife.window.panels.dock_layout import covered_by_panels
from gpulife.window.panels.round_summary import covered_by_result
from gpulife.window.play.first_look import in_players_colours, initial_look
from gpulife.window.play.play_view import PlayView
from gpulife.window.shell import Shell

State = TypeVar("State", bound=GameState)


class Room(NamedTuple):
    """Space at the edges of the window, in points, that a game's own figures take from the board."""

    above: float = 0.0
    below: float = 0.0
    right: float = 0.0


class BoardController(Generic[State]):
    """The part of a game's controller that is about its board; games override what differs.

    Args:
        shell: the window and all that its screens share.
        play: the session that this controller is for; every session gets a new controller.

    Attributes:
        margin: points that stay free on each side of the whole board.
        hides_panels: whether a session begins with the panels hidden.
    """

    margin: ClassVar[int] = 0
    hides_panels = False

    def __init__(self, shell: Shell, play: PlayView) -> None:
        self.shell = shell
        self.play = play

    @property
    def state(self) -> State:
        """The state of the game."""
        return cast("State", self.play.session.state)

    def first_look(self, look: Look) -> Look:
        """Return the look that a session begins with, given the one that the settings ask for."""
        return look

    def apply_first_look(self) -> None:
        """Give the board the look that a session begins with."""
        self.play.look = self._whole_look()

    def recolour(self) -> None:
        """Give the board the colours that the players have now."""
        self.play.look = replace(self.play.look, colours=self._whole_look().colours)

    def _whole_look(self) -> Look:
        shell, rule = self.shell, self.play.engine.rule
        look = initial_look(rule, shell.settings, shell.scheme_seed, software=shell.window.device.software)
        return in_players_colours(self.first_look(look), self.play.seats)

    @property
    def look(self) -> Look:
        """The look of the present frame."""
        return self.play.look

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns) in play, from the upper left; the board is shown as if it ended there."""
        return self.play.engine.shape

    @property
    def panels_shown(self) -> bool:
        """Whether the panels are on the screen."""
        if self.play.demo:
            return False
        return self.shell.panels_in_contests if self.hides_panels else not self.shell.settings.panels_hidden

    def show_panels(self, *, shown: bool) -> None:
        """Show or hide the panels: until the program ends in games that begin without them, else for good."""
        if self.hides_panels:
            self.shell.panels_in_contests = shown
        else:
            self.shell.change("panels_hidden", not shown)

    @property
    def covered(self) -> tuple[float, float]:
        """Points of the window's left and lower side that panels and statistics cover."""
        left, below = covered_by_panels() if self.panels_shown else (0.0, 0.0)
        return left if self.play.demo else max(left, covered_by_result(self.shell.fields.result)), below

    @property
    def room(self) -> Room:
        """Space that the game's own figures take around the board."""
        return Room()

    def whole_board_camera(self) -> Camera:
        """Return the camera that shows the whole board in the part of the window that nothing covers."""
        (width, height), pixels = self.shell.window.view_size, self.shell.window.pixels_per_point
        left, bar = self.covered
        above, below, right = self.room
        below += bar
        room = max(1, round((width - left - right) * pixels)), max(1, round((height - above - below) * pixels))
        whole = fit(self.shape, room, round(self.margin * pixels))  # in pixels, so that cells are sharp
        return pan(magnified(whole, 1 / pixels), (left - right) / 2, (above - below) / 2)

    def pixel_of(self, row: float, column: float) -> tuple[float, float]:
        """Return where in the window a place of the board is, (x, y) in points."""
        return pixel_of(self.play.camera, self.shell.window.view_size, row, column)

    def place_under(self, event: Event) -> tuple[int, int] | None:
        """Return the (row, column) under the pointer at an event; None for other events, and beside the board."""
        if not isinstance(event, MouseButton | MouseMove):
            return None
        row, column = cell_at(self.play.camera, self.shell.window.view_size, event.x, event.y)
        place = floor(row), floor(column)
        rows, columns = self.play.engine.shape
        return place if 0 <= place[0] < rows and 0 <= place[1] < columns else None

    def flash(self, now: float) -> tuple[float, tuple[int, ...]]:
        """Return how strong a flash is at ``now`` by the shell's clock, 0 to 1, and the species that flash."""
        del now
        return self.play.flash, self.play.flash_species

    def cursors(self, phase: float) -> list[CursorMark]:
        """Return the cursors to draw; ``phase``, 0 to 1, says how far their flicker is."""
        del phase
        return []
