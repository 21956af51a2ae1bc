"""The look of a rendered board, and the part of it that is shown."""

from dataclasses import dataclass, replace

from gpulife.errors import GpulifeError
from gpulife.rules import Rule
from gpulife.view.camera import Camera, at_rest, fit_camera
from gpulife.view.look import Look, default_look, plain, with_colours
from gpulife.view.schemes import SCHEMES, scheme


@dataclass(frozen=True, slots=True, kw_only=True)
class LookOptions:
    """The options of ``gpulife render`` about the look; None or False where they were not given.

    Attributes:
        scheme: name of the colour scheme.
        plain: whether to go without effects.
        bloom: strength of the light around cells, 0 to 1.
        shapes: whether each species has a shape of its own.
        grid: whether there are grid lines.
        wrap: whether a torus is repeated beyond its edges.
        reduced_flashing: see ``view.look.Look``.
        zoom: pixels per cell.
        at: (column, row) of the cell in the middle of the picture.
    """

    scheme: str | None = None
    plain: bool = False
    bloom: float | None = None
    shapes: bool = False
    grid: bool = False
    wrap: bool = False
    reduced_flashing: bool = False
    zoom: float | None = None
    at: tuple[float, float] | None = None


def look_of(options: LookOptions, rule: Rule, seed: int) -> Look:
    """Return the look of a board of ``rule``.

    Args:
        options: the user's options.
        rule: rule of the board.
        seed: seed of random colour schemes.

    Raises:
        GpulifeError: there is no such colour scheme.
    """
    look = default_look(rule)
    if options.scheme is not None:
        name = next((known for known in SCHEMES if known.lower() == options.scheme.lower()), None)
        if name is None:
            raise GpulifeError(f"unknown colour scheme {options.scheme[:40]!r}: use one of {', '.join(SCHEMES)}")
        look = with_colours(look, scheme(name, rule, seed), name)
    if options.plain:
        look = plain(look)
    if options.bloom is not None:
        look = replace(look, bloom=options.bloom)
    return replace(
        look,
        shapes=options.shapes,
        grid=options.grid,
        wrap=options.wrap,
        reduced_flashing=options.reduced_flashing,
    )


def camera_of(options: LookOptions, shape: tuple[int, int], size: tuple[int, int]) -> Camera:
    """Return the camera for a picture of ``size`` (width, height) and a board of ``shape``: all of it by default."""
    whole = fit_camera(shape, size)
    column, row = options.at or (whole.column, whole.row)
    if options.at is None and options.zoom is None:
        return whole
    return at_rest(Camera(row, column, options.zoom or whole.zoom), size)
