"""The first views of empty universes, of opened patterns and of vast universes.

An empty board begins with cells large enough to click on. A pattern whose cells would be small fills the window. The
first view of a vast universe is a close-up, in which cells can be seen, then a flight out to the whole board.

A message then shows the number of cells and the speed in generations a second. The speed is left out if the game's own
texts around the board show it. If the user moves the view, the flight ends.
"""

from math import prod

from gpulife.games.core.area import Area, area_on_board
from gpulife.rules import Edges
from gpulife.view.camera import Camera
from gpulife.window.design import FLIGHT
from gpulife.window.play.flight import Flight, lively_place, near_camera
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.open_session import OpenSession

_VAST = 1 << 22
"""Universes with at least this many cells begin with a close-up."""
_NEAR_SECONDS = 2 * FLIGHT
"""Seconds for which the close-up stays."""
_MEASURED_SECONDS = FLIGHT
"""How long the universe's speed is measured once the view has flown out, in seconds."""
_SMALL_CELLS = 3.0
"""An opened pattern fills the window if a view of the whole board has smaller cells, in units of 1/96 inch."""
_MARGIN_SHARE, _CLOSER = 16, 1.2
"""Its margin is this part of its longer side. The view stays if cells would grow by a smaller factor than this."""


class Arrival:
    """Runs the close-up, the flight and the message with which a vast universe begins.

    Attributes:
        is_over: True if nothing is left to show.
    """

    def __init__(self) -> None:
        self.is_over = False
        self._near: Camera | None = None
        self._seconds = 0.0
        self._leaves = False

    def pass_time(self, controller: AnyController, seconds: float) -> None:
        """Advance the close-up, flight or message by ``seconds``. Called in each frame that shows the universe."""
        shell, play = controller.shell, controller.play
        display, moves = play.display, shell.settings.reduced_flashing is False
        if self.is_over or play.session.ticks == 0:  # the first tick brings the cells
            return
        shell.motion.due()
        if self._near is None and not self._leaves:
            place = lively_place(play.engine) if moves and display.fitted else None
            self._leaves = place is None
            if place is not None:
                whole = controller.layout.whole_board_camera()
                self._near = near_camera(place, play.engine.shape, shell.window.view_size, whole.zoom)
                display.camera = display.target = self._near
                display.fitted = False
            return
        self._seconds += seconds
        if not self._leaves and (display.target != self._near or self._seconds >= _NEAR_SECONDS):
            if display.target == self._near:
                display.target, display.fitted = controller.layout.whole_board_camera(), True
                display.flight = Flight(display.camera, display.target)
            self._leaves, self._seconds = True, 0.0
        if self._leaves and self._seconds >= FLIGHT + _MEASURED_SECONDS and not shell.message:
            self.is_over = True
            if not controller.shows_speed:
                shell.show_message(_facts(play))


def begins_vast(play: OpenSession) -> bool:
    """Return True if a session is a new universe that is large enough for an :class:`Arrival`."""
    entry = play.entry
    return entry is not None and bool(entry.density) and prod(play.engine.shape) >= _VAST


def begins_empty(play: OpenSession) -> bool:
    """Return True if a session is a new universe without cells, on which people will draw."""
    return play.session.match.is_universe and not play.runner.pending and not any(play.session.board.census())


def show_empty_board(controller: AnyController) -> None:
    """Show the middle of a new empty board with cells large enough to click on, unless the whole board has such cells.

    If the view has been moved already, it stays.
    """
    display, near = controller.play.display, controller.layout.drawing_camera()
    if display.fitted and near is not None:
        display.camera = display.target = near
        display.fitted = False


def show_pattern(controller: AnyController, area: Area) -> None:
    """Show a pattern that has just been opened, if its cells would be small in a view of the whole board.

    If the view has been moved already, it stays.

    Args:
        controller: the controller of the session.
        area: where the pattern lies on the board.
    """
    display, layout = controller.play.display, controller.layout
    whole = layout.whole_board_camera().zoom
    if not display.fitted or whole >= _SMALL_CELLS * controller.shell.imgui_backend.scale:
        return
    margin = max(area.size) // _MARGIN_SHARE
    around = area.moved(-margin, -margin)._replace(height=area.height + 2 * margin, width=area.width + 2 * margin)
    shown = area_on_board(around, controller.play.engine.shape, Edges.DEAD)
    near = None if shown is None else layout.camera_of(shown)
    if near is not None and near.zoom >= _CLOSER * whole:
        display.camera = display.target = near
        display.fitted = False


def _facts(play: OpenSession) -> str:
    cells = prod(play.engine.shape) / 1e6
    speed = round(play.runner.rates.generations)
    return f"{cells:.1f} million cells, {speed} generation{'' if speed == 1 else 's'} a second"
