"""Shows a session's board: its picture, its look (colours, effects and grid lines) and the camera."""

from dataclasses import replace

from gpulife.engines.base import Engine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.rules import Rule
from gpulife.seats import Seats, parse_colour
from gpulife.settings import Settings
from gpulife.view.camera import Camera
from gpulife.view.gl_board import BoardView
from gpulife.view.gl_minimap import Minimap
from gpulife.view.look import Look, default_look, with_colours
from gpulife.view.pictures import CELLS, picture_names
from gpulife.view.schemes import SCHEMES, scheme
from gpulife.window.play.flight import Flight

_SETTINGS_OF_LOOK = ("age", "trails", "wave", "shapes", "wrap", "brightness", "contrast")
"""Names of settings whose values are copied into the look's fields of the same names."""


class BoardDisplay:
    """Shows the board of one session.

    Args:
        device: the window's OpenGL device.
        engine: the engine that holds the cells.

    Attributes:
        view: draws the board.
        look: how the board is drawn: colours, effects and grid lines.
        camera: the camera with which this frame is drawn.
        target: the camera that ``camera`` smoothly approaches.
        before_fit: the camera before the user last asked to see the whole board; None if the user has not asked.
        flight: the current flight to ``target``; None if the camera glides there instead.
        was_near: True once the user has seen only a part of the board.
        fitted: True if the whole board stays in view when the window or panels change size.
        minimap: picture of the whole board; None until it is first shown.
        covered_below: height in points of the replay bar at the lower edge of the window; 0 without it.
    """

    def __init__(self, device: GLDevice, engine: Engine) -> None:
        self._engine = engine
        self.view = BoardView(device, engine)
        self.look = default_look(engine.rule, software=device.is_software)
        self.camera = self.target = Camera(0.0, 0.0, 1.0)
        self.before_fit: Camera | None = None
        self.fitted = True
        self.flight: Flight | None = None
        self.was_near = False
        self.minimap: Minimap | None = None
        self.covered_below = 0.0
        self._state_at: tuple[object, int] = (None, 0)

    def close(self) -> None:
        """Release the display's GPU resources."""
        if self.minimap is not None:
            self.minimap.close()
        self.view.close()

    def state_at(self, row: int, column: int) -> int:
        """Return the state of the cell at (row, column)."""
        asked = row, column, self._engine.generation, self._engine.changes
        if self._state_at[0] != asked:
            self._state_at = asked, int(self._engine.read(row, column, 1, 1)[0, 0])
        return self._state_at[1]


def picture_of(settings: Settings, entry: str) -> str:
    """Return the name of the way in which to draw a universe, such as ``CELLS``.

    Universes begun with an entry of the start screen (``entry``) have the way that the user chose for this entry; by
    default, they show their cells. All other universes (``entry`` is "") share one setting.
    """
    if not entry:
        return settings.picture
    chosen = dict(text.split("=", 1) for text in settings.entry_pictures if "=" in text)
    return chosen.get(entry, CELLS)


def first_look(
    rule: Rule,
    settings: Settings,
    seed: int,
    seats: Seats,
    *,
    software: bool,
    has_trails: bool,
    is_universe: bool,
    has_pictures: bool,
    entry: str = "",
) -> Look:
    """Return how the board is drawn when a session begins, from the user's settings and the players' colours.

    Args:
        rule: rule of the board; it decides which states need colours.
        settings: the user's settings.
        seed: seed of the random colour schemes.
        seats: who plays.
        software: True if the CPU renders the picture.
        has_trails: True if changed cells glow and leave trails at the session's start.
        is_universe: True if people edit the board; then grid lines are on by default.
        has_pictures: True if the board may be drawn as a picture; False if people need to see the cells.
        entry: name of the start screen's entry with which the session began; "" for none.
    """
    look = initial_look(rule, settings, seed, software=software)
    # Universes have a grid by default, as pattern editors do. Contests have one only if the user turns it on, so that
    # their boards look as in the original games.
    if settings.grid is None:
        look = replace(look, grid=is_universe)
    if has_pictures and (picture := picture_of(settings, entry)) in picture_names():
        look = replace(look, picture=picture)
    look = look if has_trails else replace(look, age=0.0, trails=0.0)
    return look if rule.family.text else in_players_colours(look, seats)


def initial_look(rule: Rule, settings: Settings, seed: int, *, software: bool) -> Look:
    """Return the default look for ``rule``, changed by the user's settings.

    Args:
        rule: rule of the board; it decides which states need colours.
        settings: the user's settings.
        seed: seed of the random colour schemes.
        software: True if the CPU renders the picture.
    """
    look = default_look(rule, software=software)
    values = {name: getattr(settings, name) for name in _SETTINGS_OF_LOOK}
    values["grid"] = bool(settings.grid)
    bloom = look.bloom if settings.bloom is None else settings.bloom
    look = replace(look, **values, bloom=bloom, reduced_flashing=bool(settings.reduced_flashing))
    known = settings.scheme in SCHEMES
    return with_colours(look, scheme(settings.scheme, rule, seed), settings.scheme) if known else look


def in_players_colours(look: Look, seats: Seats) -> Look:
    """Return ``look``, but with each species in its player's colour instead of the scheme's colour."""
    colours = list(look.colours)
    for species, seat in enumerate(seats.seats[: len(colours) - 1], start=1):
        colours[species] = parse_colour(seat.colour) or colours[species]
    return replace(look, colours=tuple(colours))
