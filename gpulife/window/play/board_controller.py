"""The board of a session in the window: its look, its camera, and the space that panels and HUD leave it."""

from dataclasses import replace
from math import floor
from typing import ClassVar, Generic, NamedTuple, cast

from gpulife.games.core.area import Area
from gpulife.games.core.game_spec import State
from gpulife.input.events import Event, MouseButton, MouseMove
from gpulife.rules import Rule
from gpulife.seats import Seats, parse_colour
from gpulife.settings.user_settings import Settings
from gpulife.view.camera import Camera, cell_at, fit_camera, magnified, pan, pixel_of
from gpulife.view.gl_cursors import CursorMark
from gpulife.view.look import Look, default_look, with_colours
from gpulife.view.schemes import SCHEMES, scheme
from gpulife.window.panels.dock_layout import covered_by_panels
from gpulife.window.panels.round_summary_card import covered_by_card
from gpulife.window.panels.screen_regions import Covered
from gpulife.window.play.canvas import Canvas
from gpulife.window.play.play_view import PlayView
from gpulife.window.shell import Shell

_ROOM, _NEAREST = 2, 24.0
"""Cells around a rectangle that the view is led to, and the most points a cell that it is then shown at."""
_BESIDE_PANELS = 6.0
"""Space around the whole board where panels stand beside it, in points on a 96 dpi screen."""
_BLINKS_PER_SECOND = 2.5
"""Blinks per second of what the HUD emphasises."""
_BRIGHT_SHARE = 0.499
"""Share of a blink in which it is bright: a half, which no rounding may reach."""
_SETTINGS_OF_LOOK = ("age", "trails", "wave", "shapes", "wrap", "brightness", "contrast")
"""Settings that are the look's of the same name."""


class HudMargins(NamedTuple):
    """Space at the edges of the window, in points, that a game's own HUD takes from the board."""

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
        has_trails: whether a session begins with glow and trails, which fade by generations.
    """

    margin: ClassVar[int] = 0
    hides_panels = False
    has_trails = True

    def __init__(self, shell: Shell, play: PlayView) -> None:
        self.shell = shell
        self.play = play

    @property
    def state(self) -> State:
        """The state of the game."""
        return cast("State", self.play.session.state)

    def apply_first_look(self) -> None:
        """Give the board the look that a session begins with."""
        self.play.look = self._first_look()

    def recolour(self) -> None:
        """Give the board the colours that the players have now."""
        self.play.look = replace(self.play.look, colours=self._first_look().colours)

    def _first_look(self) -> Look:
        shell, rule = self.shell, self.play.engine.rule
        look = initial_look(rule, shell.settings, shell.scheme_seed, software=shell.window.device.is_software)
        if shell.settings.grid is None:
            look = replace(look, grid=self.play.session.match.is_universe)
        look = look if self.has_trails else replace(look, age=0.0, trails=0.0)
        return look if rule.family.text else in_players_colours(look, self.play.seats)

    @property
    def player_names(self) -> tuple[str, ...]:
        """The players' names for the HUD."""
        return self.play.seats.names

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
        if self.play.is_show:
            return False
        return self.shell.panels_in_contests if self.hides_panels else not self.shell.settings.panels_hidden

    def show_panels(self, *, shown: bool) -> None:
        """Show or hide the panels: until the program ends in games that begin without them, else for good."""
        if self.hides_panels:
            self.shell.panels_in_contests = shown
        else:
            self.shell.change("panels_hidden", not shown)

    @property
    def covered(self) -> Covered:
        """Points of the window's sides that panels, statistics and the bar of a replay cover."""
        state, settings = self.shell.panel_state, self.shell.settings
        shown = self.panels_shown
        panels = covered_by_panels(state, settings.column_width, settings.docked_width) if shown else Covered()
        left = panels.left if self.play.is_show else max(panels.left, covered_by_card(state.round_summary))
        return panels._replace(left=left, below=max(panels.below, self.play.covered_below))

    @property
    def hud_margins(self) -> HudMargins:
        """Space that the game's own HUD takes around the board."""
        return HudMargins()

    @property
    def covered_above(self) -> float:
        """Points at the upper edge of the window that messages leave free: down to the board, if a HUD is above it."""
        top = pixel_of(self.whole_board_camera(), self.shell.window.view_size, 0, 0)[1]
        return self.hud_margins.above and max(self.hud_margins.above, top)

    def whole_board_camera(self) -> Camera:
        """Return the camera that shows the whole board in the part of the window that nothing covers."""
        return self._camera_for(self.shape, self.margin)

    def camera_on(self, area: Area) -> Camera:
        """Return the camera that shows a rectangle of the board, with a little room around it, in that part."""
        camera = self._camera_for((area.height + 2 * _ROOM, area.width + 2 * _ROOM), 0)
        zoom, row, column = min(camera.zoom, _NEAREST), camera.row - _ROOM, camera.column - _ROOM
        return Camera(row + area.row, column + area.column, zoom)

    def _camera_for(self, shape: tuple[int, int], margin: float) -> Camera:
        """Return the camera that shows (rows, columns) of the board from its upper left on."""
        (width, height), pixels = self.shell.window.view_size, self.shell.window.pixels_per_point
        left, bar, docked = covered = self.covered
        above, below, right = self.hud_margins
        below, right = below + bar, right + docked
        margin = max(margin, _BESIDE_PANELS * self.shell.imgui_backend.scale if any(covered) else 0)
        room = max(1, round((width - left - right) * pixels)), max(1, round((height - above - below) * pixels))
        whole = fit_camera(shape, room, round(margin * pixels))  # in pixels, so that cells are sharp
        return pan(magnified(whole, 1 / pixels), (left - right) / 2, (above - below) / 2)

    @property
    def canvas(self) -> Canvas:
        """The canvas for the game's own HUD in the present frame."""
        play, size, (left, below, right) = self.play, self.shell.window.view_size, self.covered
        whole = self.whole_board_camera()
        return Canvas(
            self.point_of,
            play.camera.zoom,
            play.engine.shape,
            (left, 0.0, size[0] - right, size[1] - below),
            (pixel_of(whole, size, 0, 0)[0], pixel_of(whole, size, 0, play.engine.shape[1])[0]),
            play.look.colours,
            self.player_names,
            self.shell.motion.steps(2 * _BLINKS_PER_SECOND) * _BLINKS_PER_SECOND % 1 < _BRIGHT_SHARE,
        )

    def point_of(self, row: float, column: float) -> tuple[float, float]:
        """Return the position in the window of a place of the board: (x, y) in points."""
        return pixel_of(self.play.camera, self.shell.window.view_size, row, column)

    def place_under(self, event: Event) -> tuple[int, int] | None:
        """Return the (row, column) under the pointer at an event; None for other events, and beside the board."""
        return self.place_at(event.x, event.y) if isinstance(event, MouseButton | MouseMove) else None

    def place_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Return the (row, column) at a point of the window; None beside the board."""
        row, column = cell_at(self.play.camera, self.shell.window.view_size, x, y)
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


def initial_look(rule: Rule, settings: Settings, seed: int, *, software: bool) -> Look:
    """Return the look that a universe of ``rule`` begins with.

    Args:
        rule: rule of the board, whose states get colours.
        settings: the user's settings.
        seed: seed of the random colour schemes.
        software: whether the processor draws.
    """
    look = default_look(rule, software=software)
    values = {name: getattr(settings, name) for name in _SETTINGS_OF_LOOK}
    values["grid"] = bool(settings.grid)
    bloom = look.bloom if settings.bloom is None else settings.bloom
    look = replace(look, **values, bloom=bloom, reduced_flashing=bool(settings.reduced_flashing))
    known = settings.scheme in SCHEMES
    return with_colours(look, scheme(settings.scheme, rule, seed), settings.scheme) if known else look


def in_players_colours(look: Look, seats: Seats) -> Look:
    """Return the look with the players' own colours for their species, whatever the scheme."""
    colours = list(look.colours)
    for species, seat in enumerate(seats.seats[: len(colours) - 1], start=1):
        colours[species] = parse_colour(seat.colour) or colours[species]
    return replace(look, colours=tuple(colours))
