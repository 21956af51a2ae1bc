"""Places the board in the space that panels and the game's HUD leave free, and makes cameras for it."""

from dataclasses import replace
from math import floor
from typing import ClassVar, NamedTuple, Protocol

from gpulife.games.core.area import Area
from gpulife.input.events import Event, MouseButton, MouseMove
from gpulife.view.camera import Camera, cell_at, fit_camera, magnified, pan, pixel_of
from gpulife.window.panels.dock_layout import covered_by_panels
from gpulife.window.panels.round_summary_card import covered_by_card
from gpulife.window.panels.screen_regions import Covered
from gpulife.window.play.canvas import Canvas
from gpulife.window.play.open_session import OpenSession
from gpulife.window.shell import Shell

_BESIDE_PANELS = 6.0
"""Minimum margin around the whole board while panels are shown, in points on a 96 dpi screen."""
_CLICKABLE = 12.0
"""Minimum width of a cell on which people can click well, in units of 1/96 inch."""
_BLINKS_PER_SECOND = 2.5
"""Number of times per second that emphasised parts of the HUD blink."""
_BRIGHT_SHARE = 0.499
"""Bright share of a blink. It is just under a half, so that rounding never makes both halves bright."""


class HudMargins(NamedTuple):
    """Space in points at the edges of the window for a game's HUD (the texts and drawings around the board)."""

    above: float = 0.0
    below: float = 0.0
    right: float = 0.0
    left: float = 0.0


class Hud(Protocol):
    """What the layout must know about a game's HUD (the texts and drawings around the board).

    Attributes:
        margin: points to leave free on each side when the whole board is in view.
        has_panels: True if panels can be shown at all.
        hides_panels: True if sessions begin with the panels hidden.
        banner_is_lowest: True if the result's banner covers the HUD below the board; False if it lies above that HUD.
    """

    margin: ClassVar[int]
    has_panels: bool
    hides_panels: bool
    banner_is_lowest: bool

    @property
    def hud_margins(self) -> HudMargins:
        """Space in points that the game's own HUD takes around the board."""

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns) of the part of the board in play, at the board's upper left. Only this part is shown."""

    @property
    def own_camera(self) -> Camera | None:
        """The camera for a game that places the whole board itself; None if the layout chooses the camera."""

    @property
    def player_names(self) -> tuple[str, ...]:
        """The players' names for the HUD."""

    @property
    def has_tool_bar(self) -> bool:
        """True if the panels include the tool bar."""

    @property
    def prompt_above(self) -> float:
        """Height in points of the prompt just above the board, 0 for none. Messages appear in the same place."""


class BoardLayout:
    """Computes where a session's board lies in the window, between panels and the game's HUD.

    Args:
        shell: services shared by all screens.
        play: the session.
        hud: the game's HUD, which takes space around the board.

    Attributes:
        end_room: height in points between the board and the HUD below it for the banner that shows the result; 0 for no
            banner. The board shrinks to make room, but to no less than half of its height.
    """

    def __init__(self, shell: Shell, play: OpenSession, hud: Hud) -> None:
        self._shell, self._play, self._hud = shell, play, hud
        self.end_room = 0.0

    @property
    def panels_shown(self) -> bool:
        """True if the panels are on the screen."""
        if self._play.is_show or not self._hud.has_panels:
            return False
        return self._shell.panels_in_contests if self._hud.hides_panels else not self._shell.settings.panels_hidden

    def show_panels(self, *, shown: bool) -> None:
        """Show or hide the panels.

        The choice is saved in the settings, except in games that begin without panels, where it lasts until the program
        ends.
        """
        if self._hud.hides_panels:
            self._shell.panels_in_contests = shown
        else:
            self._shell.change("panels_hidden", not shown)

    @property
    def covered(self) -> Covered:
        """Space in points that panels, statistics and the replay bar cover at the window's edges."""
        state, settings = self._shell.panel_state, self._shell.settings
        shown = self.panels_shown
        widths = settings.column_width, settings.docked_width
        panels = covered_by_panels(state, *widths, has_tool_bar=self._hud.has_tool_bar) if shown else Covered()
        left = panels.left if self._play.is_show else max(panels.left, covered_by_card(state.round_summary))
        return panels._replace(left=left, below=max(panels.below, self._play.display.covered_below))

    @property
    def covered_above(self) -> float:
        """Height in points at the upper edge that the tool bar and the game's HUD cover, so that messages avoid it."""
        above, panels = self._hud.hud_margins.above, self.covered.above
        if prompt := self._hud.prompt_above:
            return panels + above - prompt
        top = pixel_of(self.whole_board_camera(), self._shell.window.view_size, 0, 0)[1]
        return max(panels + above, top) if above else panels

    def whole_board_camera(self) -> Camera:
        """Return the camera that shows the whole board in the part of the window that nothing covers."""
        return self._hud.own_camera or self._camera_for(self._hud.shape, self._hud.margin, is_whole=True)

    def camera_of(self, area: Area) -> Camera:
        """Return the camera with which a rectangle of the board just fills the window's free part."""
        camera = self._camera_for(area.size, 0)
        return replace(camera, row=camera.row + area.row, column=camera.column + area.column)

    def drawing_camera(self) -> Camera | None:
        """Return the camera that shows the board's middle with cells large enough to click on.

        Return None if the camera for the whole board has such cells, too.
        """
        zoom = _CLICKABLE * self._shell.imgui_backend.scale
        if self.whole_board_camera().zoom >= zoom:
            return None
        (width, height), (rows, columns) = self.room, self._hud.shape
        margin = 2 * _BESIDE_PANELS * self._shell.imgui_backend.scale
        high = min(rows, max(1, floor((height - margin) / zoom)))
        wide = min(columns, max(1, floor((width - margin) / zoom)))
        return self.camera_of(Area((rows - high) // 2, (columns - wide) // 2, high, wide))

    @property
    def room(self) -> tuple[float, float]:
        """Width and height in points of the part of the window that is free for the board."""
        (width, height), (left, below, right, above) = self._shell.window.view_size, self.covered
        hud = self._hud.hud_margins
        return width - left - right - hud.left - hud.right, height - above - below - hud.above - hud.below

    def _camera_for(self, shape: tuple[int, int], margin: float, *, is_whole: bool = False) -> Camera:
        """Return the camera that shows the upper left part of the board, ``shape`` (rows, columns) large.

        At least ``margin`` points are left free around this part. If ``is_whole`` and the board has a workbench, a
        docked window may cover the board's right part: opening it neither moves the cells nor changes their size.
        """
        (width, height), pixels = self._shell.window.view_size, self._shell.window.pixels_per_point
        panels, bar, docked, tools = covered = self.covered
        above, below, right, left = self._hud.hud_margins
        beside = 0.0 if is_whole and self._hud.has_tool_bar else docked
        above, below, right, left = above + tools, below + bar, right + beside, left + panels
        below += min(self.end_room, max((height - above - below) / 2, 0.0))
        margin = max(margin, _BESIDE_PANELS * self._shell.imgui_backend.scale if any(covered) else 0)
        room = max(1, round((width - left - right) * pixels)), max(1, round((height - above - below) * pixels))
        whole = fit_camera(shape, room, round(margin * pixels))  # in pixels, to keep cells sharp
        camera = magnified(whole, 1 / pixels)
        return pan(camera, (left - right) / 2, (above - below) / 2)

    @property
    def canvas(self) -> Canvas:
        """The canvas on which the game draws its HUD in this frame."""
        play, size, (left, below, right, above) = self._play, self._shell.window.view_size, self.covered
        whole = self.whole_board_camera()
        return Canvas(
            self.point_of,
            play.display.camera.zoom,
            play.engine.shape,
            (left, above, size[0] - right, size[1] - below),
            (pixel_of(whole, size, 0, 0)[0], pixel_of(whole, size, 0, play.engine.shape[1])[0]),
            play.display.look.colours,
            self._hud.player_names,
            self._shell.motion.steps(2 * _BLINKS_PER_SECOND) * _BLINKS_PER_SECOND % 1 < _BRIGHT_SHARE,
            self._shell.settings.reduced_flashing is not False,
        )

    @property
    def area_of_banner(self) -> tuple[float, float, float, float]:
        """Left, upper, right and lower edge, in points, of the window area for the result's banner.

        The area leaves out panels and the HUD. If ``banner_is_lowest``, it includes the HUD below the board.
        """
        (left, below, right, above), (width, height) = self.covered, self._shell.window.view_size
        margins = self._hud.hud_margins
        beside = max(margins.right - margins.left, 0.0)  # keeps the middle of the banner at that of the board
        low = height - below - (0.0 if self._hud.banner_is_lowest else margins.below)
        return left, above + margins.above, width - right - beside, low

    def point_of(self, row: float, column: float) -> tuple[float, float]:
        """Return the window position (x, y) in points of the position (``row``, ``column``) on the board.

        The position may lie between cells: whole numbers are the upper left corners of cells.
        """
        return pixel_of(self._play.display.camera, self._shell.window.view_size, row, column)

    def place_under(self, event: Event) -> tuple[int, int] | None:
        """Return the (row, column) under the pointer at a mouse event; None off the board and for other events."""
        return self.place_at(event.x, event.y) if isinstance(event, MouseButton | MouseMove) else None

    def place_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Return the (row, column) at a point of the window; None off the board."""
        row, column = cell_at(self._play.display.camera, self._shell.window.view_size, x, y)
        place = floor(row), floor(column)
        rows, columns = self._play.engine.shape
        return place if 0 <= place[0] < rows and 0 <= place[1] < columns else None
