"""Draws an engine's board in a window.

If the engine's memory is on the same device, cells are read from there; otherwise they are copied.

First, ``gl_visible_cells`` draws a map of the visible cells, in which a texel is a cell or a square of cells. Then the
colour of each pixel of the window is looked up in this map. Effects are computed from the map too.
"""

import math
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

import moderngl

from gpulife.engines.base import Engine
from gpulife.engines.gl.gl_device import GLDevice
from gpulife.engines.gl.gl_pass import Blend, Region, Sampled, UniformValue
from gpulife.rules import Edges
from gpulife.view.camera import Camera, WindowSize, cell_at, pixel_of
from gpulife.view.gl_age_trails import AgeTrails
from gpulife.view.gl_cell_source import SquareCounts
from gpulife.view.gl_contrast import CONTRAST_SECONDS, Contrast, lift_for
from gpulife.view.gl_marks import CursorMark, GhostMark, Ghosts, draw_cursors
from gpulife.view.gl_palette import Light, Palette
from gpulife.view.gl_picture import GLPicture
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.gl_visible_cells import VisibleCells
from gpulife.view.gl_visible_region import MapPlace, place_map
from gpulife.view.look import FlashCap, Look
from gpulife.view.pictures import CELLS, find_picture

__all__ = ["BoardFrame", "BoardView", "CursorMark", "GhostMark"]

# Bloom: the light that cells cast around them. It is a small blurred copy of the map, added to the picture. The copy
# has at most one texel per 4 pixels, so that the window's size bounds its cost.

_TAPS = 6  # as in view_bloom_blur.frag
_REACH = 9.0  # standard deviation, pixels
_MIN_REACH = 1.35  # standard deviation, texels: zoomed in, the light reaches about as far as the next cell
_COARSEST = 4.0  # at least this many pixels per texel
_GAIN = 0.45


class Bloom:
    """Computes the bloom of a map: the light that cells cast around them.

    Attributes:
        margin: number of texels by which the map must extend beyond the window, since the light of cells outside falls
            into the window.
    """

    margin = 16

    def __init__(self, resources: ViewResources) -> None:
        self._resources = resources
        self._light = resources.target("f2")
        self._across = resources.target("f2")
        self._done = resources.target("f1", filtered=True)

    def make(
        self, board: VisibleCells, place: MapPlace, zoom: float, strength: float, ground: Light, lift: float
    ) -> tuple[moderngl.Texture, tuple[float, float]]:
        """Blur the map of visible cells, which covers ``place``.

        Returns a texture (sRGB) to add to the picture, and a factor (x, y) that converts positions on the map (in
        texels) to positions in this texture (0 to 1).
        """
        factor = 1 << max(0, math.ceil(math.log2(_COARSEST / (zoom * place.block))))
        width, height = (-(-texels // factor) + 1 for texels in place.size)  # + 1: a dark texel at the end
        region = (0, 0, width, height)
        self._resources.draw(
            self._light.sized((width, height)),
            "view_bloom_source.frag",
            {"SHARP": int(board.sharp)},
            {"map": board.texture},
            {"factor": factor, "ground": ground, "unit": 1 / place.block, "lift": lift},
            region,
        )
        weights = _gaussian(max(_REACH / (zoom * place.block * factor), _MIN_REACH))
        passes = ((self._light, self._across, (1, 0)), (self._across, self._done, (0, 1)))
        for last, (before, after, along) in enumerate(passes):
            self._resources.draw(
                after.sized((width, height)),
                "view_bloom_blur.frag",
                {"LAST": last},
                {"light": before.texture},
                {"along": along, "weights": weights, "last": (width - 1, height - 1), "strength": strength * _GAIN},
                region,
            )
        texture = self._done.texture
        return texture, (1 / (factor * texture.width), 1 / (factor * texture.height))


def _gaussian(deviation: float) -> tuple[float, ...]:
    """Return the weights of the middle texel and of five texels on one side. The weights of all eleven add up to 1."""
    values = [math.exp(-0.5 * (tap / deviation) ** 2) for tap in range(_TAPS)]
    whole = values[0] + 2 * sum(values[1:])
    return tuple(value / whole for value in values)


# Reduced flashing: a picture that changes slowly and never glares, for people with photosensitive epilepsy. The change
# of every pixel is limited, so that no area can flash between dark and light several times a second. The thresholds are
# those of WCAG 2.2, success criterion 2.3.1 (https://www.w3.org/TR/WCAG22/#three-flashes). Camera movement is
# compensated and does not count as change.

MAX_CHANGE = 0.9
"""Maximum change of an sRGB value (0 to 1) per second under reduced flashing.

With three flashes per second, a value can then rise or fall by at most 0.15.
"""
MAX_LIGHT = 0.72
"""Maximum brightness of a pixel under reduced flashing: luma of its sRGB values, 0 to 1."""
_MAX_FRAME = 0.1  # seconds; longer frames count as this, so that the picture does not jump after a delay
_MIN_CHANGE = 2 / 255  # smaller changes would be lost in 8 bits, so they are accumulated


class FlashLimiter:
    """Under reduced flashing, limits how much a picture may differ from the previous one."""

    def __init__(self, resources: ViewResources) -> None:
        self._resources = resources
        self._canvas = resources.target("f1")
        self._shown = (resources.target("f1", filtered=True), resources.target("f1", filtered=True))
        self._side = 0
        self._last: tuple[WindowSize, Camera] | None = None
        self._cap = FlashCap()
        self._saved = 0.0

    def soften(self, flash: float, seconds: float) -> float:
        """Return the strength (0 to 1) that a flash may have in the next frame; ``flash`` is the desired strength."""
        self._cap, allowed = self._cap.allow(flash, seconds)
        return allowed

    def canvas(self, window: WindowSize) -> moderngl.Framebuffer:
        """Return the framebuffer on which to draw a picture. :meth:`show` then copies it to the window."""
        return self._canvas.canvas(window)

    def show(self, target: moderngl.Framebuffer, window: WindowSize, camera: Camera, seconds: float) -> None:
        """Copy the picture from the canvas to ``target``, but limit how much each pixel changes."""
        old, new = self._shown[self._side], self._shown[1 - self._side]
        known = self._last is not None and self._last[0] == window
        self._saved = min(self._saved + seconds, _MAX_FRAME)
        max_change = self._saved * MAX_CHANGE if self._saved * MAX_CHANGE >= _MIN_CHANGE else 0.0
        if max_change:
            self._saved = 0.0
        old_size = old.sized(window)
        before = self._last[1] if self._last is not None else camera
        ratio = before.zoom / camera.zoom
        uniforms: dict[str, UniformValue] = {
            "scale": ratio,
            "shift": (
                window[0] / 2 * (1 - ratio) + (camera.column - before.column) * before.zoom,
                window[1] / 2 * (1 - ratio) - (camera.row - before.row) * before.zoom,
            ),
            "texel": (1 / old_size.width, 1 / old_size.height),
            "window": tuple(float(length) for length in window),
            "max_change": max_change if known else 2.0,
            "max_light": MAX_LIGHT,
        }
        textures = {"picture": self._canvas.texture, "before": old.texture}
        region = (0, 0, *window)
        self._resources.draw(new.sized(window), "view_flash_limiter.frag", {}, textures, uniforms, region)
        self._resources.draw(target, "view_copy.frag", {}, {"picture": new.texture}, {}, region)
        self._side ^= 1
        self._last = (window, camera)

    def forget(self) -> None:
        """Forget the previous picture. Call this after a picture was shown without limits."""
        self._last = None


# The board.


GRID_FROM = 8.0
"""Lowest zoom at which grid lines are drawn, in pixels per cell."""
_GRID_STRENGTH = 0.34
_CONTRAST_FROM = 4  # cells along the side of a texel's square
_LIMITED_SECONDS = 2.0
"""Under reduced flashing, a picture may still change for this many seconds after the last change of the board."""


Box = tuple[int, int, int, int]
"""(left, top, right, bottom), in pixels from the window's upper left corner."""


@dataclass(frozen=True, slots=True)
class BoardFrame:
    """How to draw a picture of a board: everything except the board's cells.

    Attributes:
        window: (width, height) of the picture in pixels.
        camera: the part of the board to show.
        look: colours and effects.
        progress: position of the wave, 0 (top of the board) to 1 (bottom). Rows above the wave show the current
            generation, rows below it the previous one.
        cursors: cells to mark with players' cursors.
        ghosts: the patterns to show over the board.
        flash: strength of a flash, 0 to 1.
        flash_species: the species that flash; if empty, the whole picture flashes.
        rows: number of rows to draw, as if the board ended there; None for all.
        scale: factor for the width of cursors' lines; 1 on a screen of 96 dpi.
        moment: time in seconds, for looks that move by themselves.
        covered: pixels at the window's left, lower, right and upper edge that panels cover. Looks place a frame or a
            title in the rest of the window. The cells stay where the camera has them.
    """

    window: WindowSize
    camera: Camera
    look: Look
    progress: float = 1.0
    cursors: tuple[CursorMark, ...] = ()
    ghosts: tuple[GhostMark, ...] = ()
    flash: float = 0.0
    flash_species: tuple[int, ...] = ()
    rows: int | None = None
    scale: float = 1.0
    moment: float = 0.0
    covered: tuple[int, int, int, int] = (0, 0, 0, 0)


class BoardView:
    """Draws the board of one engine.

    Args:
        device: the device to draw on, which must be the engine's device if the engine has one.
        engine: the engine whose board is drawn.
        few_effects: True to save time: cells smaller than 3 pixels have no glow and no trails, and looks are drawn in
            their cheaper form. None to decide by the renderer and by how long drawing takes.
        is_patient: True if each picture must be complete, however long this takes, as in films. If False, a large board
            of an engine without OpenGL may appear over several frames.
    """

    def __init__(
        self, device: GLDevice, engine: Engine, *, few_effects: bool | None = None, is_patient: bool = False
    ) -> None:
        self._device = device
        self._engine = engine
        self._resources = resources = ViewResources(device)
        self._is_form_free = few_effects is None
        self._few_effects = few_effects = device.is_software if few_effects is None else few_effects
        with device.current():
            self._palette = Palette(device)
            self._map = VisibleCells(
                *(resources, engine, self._palette), few_effects=few_effects, is_patient=is_patient
            )
            self._age_trails = AgeTrails(resources, engine, self._map.source)
            self._bloom = Bloom(resources)
            self._contrast = Contrast(resources)
            self._flash_limiter = FlashLimiter(resources)
            self._ghosts = Ghosts(resources, self._palette)
        self._picture: GLPicture | None = None
        self._unlit = resources.target("f1")
        self._shown: tuple[int, int, BoardFrame] | None = None
        self._moves_for = 0.0  # seconds for which the picture still changes by itself

    def shows(self, picture: BoardFrame) -> bool:
        """Return True if drawing ``picture`` would change nothing: it was drawn last, and no cell has changed since."""
        rests = self._picture is None or self._picture.is_settled
        return rests and self._moves_for <= 0 and self._map.source.is_settled and self._is_of(picture)

    def _is_of(self, picture: BoardFrame) -> bool:
        return self._shown is not None and (
            self._shown[:2] == (self._engine.generation, self._engine.changes)
            and _comparable(self._shown[2]) == _comparable(picture)
        )

    def draw(self, target: moderngl.Framebuffer, picture: BoardFrame, seconds: float = 1 / 60) -> None:
        """Draw one picture, which fills ``target``.

        Args:
            target: the window's framebuffer, or another one of the picture's size.
            picture: what to draw.
            seconds: time since the last frame; needed for reduced flashing, contrast and moving pictures.
        """
        window, camera, look, flash = picture.window, picture.camera, picture.look, picture.flash
        is_new = not self._is_of(picture)
        with self._device.current():
            target.viewport = (0, 0, *window)
            if look.reduced_flashing:
                flash = self._flash_limiter.soften(flash, seconds)
            self._palette.show(look, flash, picture.flash_species)
            self._contrast.pass_time(seconds)
            canvas = self._flash_limiter.canvas(window) if look.reduced_flashing else target
            if self._choose_picture(look.picture) is None:
                inside = self._draw_board(
                    canvas, window, camera, look, picture.progress, picture.rows or self._engine.shape[0]
                )
            else:
                inside = self._draw_picture(canvas, picture, seconds)
            shape, wrap = self._engine.shape, self._wraps(look)
            torus = self._engine.rule.edges is Edges.TORUS
            self._ghosts.draw(canvas, window, camera, shape, picture.ghosts, torus=torus, wrap=wrap, region=inside)
            draw_cursors(
                self._resources, canvas, window, camera, shape, picture.cursors, wrap=wrap, scale=picture.scale
            )
            if look.reduced_flashing:
                self._flash_limiter.show(target, window, camera, seconds)
            else:
                self._flash_limiter.forget()
            self._restore_state(target, window)
        self._shown = self._engine.generation, self._engine.changes, picture
        self._moves_for = self._settling_seconds(look) if is_new else self._moves_for - seconds

    def _settling_seconds(self, look: Look) -> float:
        contrast = CONTRAST_SECONDS if self._contrast.is_in_use else 0.0
        return max(contrast, _LIMITED_SECONDS if look.reduced_flashing else 0.0)

    def close(self) -> None:
        """Release all textures. The engine stays open."""
        with self._device.current():
            self._device.bind_permanent_framebuffer()
            if self._picture is not None:
                self._picture.release()
            for part in (self._palette.texture, self._age_trails, self._ghosts, self._map, self._resources):
                part.release()

    def _wraps(self, look: Look) -> bool:
        return look.wrap and self._engine.rule.edges is Edges.TORUS

    def _draw_board(
        self, canvas: moderngl.Framebuffer, window: WindowSize, camera: Camera, look: Look, progress: float, shown: int
    ) -> Region:
        """Draw the board and the background around it; return the part of the window that the board covers."""
        wrap = self._wraps(look)
        rows, columns = self._engine.shape
        self._age_trails.follow(wanted=bool(look.age or look.trails))
        inside = (0, 0, *window) if wrap else self._draw_surroundings(canvas, window, camera, look, shown)
        place = place_map(camera, window, (rows, columns), wrap=wrap, margin=self._bloom.margin if look.bloom else 0)
        if place is None or inside[2] <= 0 or inside[3] <= 0:
            return inside
        wave_row = rows if progress >= 1.0 else int(max(progress, 0.0) * rows)
        # If the source has counts of squares, pixels read them directly. Bloom always needs a map of light.
        with nullcontext() if look.bloom > 0 else self._map.counts(place, wrap=wrap) as counts:
            if counts is None:
                self._map.draw(place, camera.zoom, look, self._age_trails, wrap=wrap, wave_row=wave_row)
            self._draw_pixels(canvas, window, camera, look, place, inside, counts)
        return inside

    def _choose_picture(self, name: str) -> GLPicture | None:
        """Return the object that draws the look's picture called ``name``; None if the cells themselves are drawn."""
        if (CELLS if self._picture is None else self._picture.picture.name) != name:
            if self._picture is not None:
                self._picture.release()
            self._picture = (
                None
                if name == CELLS
                else GLPicture(
                    self._resources,
                    self._engine,
                    self._map.source,
                    find_picture(name),
                    is_cheap=self._few_effects,
                    is_measured=self._is_form_free,
                )
            )
        return self._picture

    def _draw_picture(self, canvas: moderngl.Framebuffer, frame: BoardFrame, seconds: float) -> Region:
        """Draw the look's picture, the background around the board, and the grid; return the part with the board."""
        assert self._picture is not None  # noqa: S101 - the caller has chosen it
        window, camera, look = frame.window, frame.camera, frame.look
        ground = self._picture.picture.ground
        surroundings = replace(look, outside=ground, border=ground)
        inside = (0, 0, *window)
        if not (self._wraps(look) or self._picture.picture.is_scene):
            inside = self._draw_surroundings(canvas, window, camera, surroundings, frame.rows or self._engine.shape[0])
        seen = _free_part(inside, window, frame.covered)
        if seen[2] <= 0 or seen[3] <= 0:
            return inside
        if look.brightness == 1.0 and self._palette.flash <= 0 and seen == (0, 0, *window):
            self._picture.draw(canvas, window, camera, seen, seconds, look.drawing)
        else:  # on a canvas of its own, so that the frame of a look lies around what people see of the board
            corner, size = seen[:2], seen[2:]
            row, column = cell_at(camera, window, corner[0] + size[0] / 2, window[1] - corner[1] - size[1] / 2)
            unlit = self._unlit.canvas(size)
            here = Camera(row, column, camera.zoom)
            self._picture.draw(unlit, size, here, (0, 0, *size), seconds, look.drawing)
            if inside == (0, 0, *window):  # else the surroundings have been drawn
                canvas.clear(*self._palette.shown_colour(ground), 1.0, viewport=inside)
            light: dict[str, UniformValue] = {
                "corner": corner,
                "brightness": look.brightness,
                "flash": self._palette.flash,
            }
            self._resources.draw(canvas, "view_light.frag", {}, {"picture": self._unlit.texture}, light, seen)
        if look.grid and camera.zoom >= GRID_FROM:
            self._draw_grid(canvas, window, camera, look, inside)
        return inside

    def _draw_grid(
        self, canvas: moderngl.Framebuffer, window: WindowSize, camera: Camera, look: Look, inside: Region
    ) -> None:
        """Draw the lines between cells over a picture."""
        left, bottom = camera.column - window[0] / 2 / camera.zoom, camera.row + window[1] / 2 / camera.zoom
        column, row = math.floor(left), math.floor(bottom - window[1] / camera.zoom)
        uniforms: dict[str, UniformValue] = {
            "origin": (left - column, bottom - row),  # from a cell near by, since shaders have few digits
            "scale": (1 / camera.zoom, -1 / camera.zoom),
            "zoom": camera.zoom,
            "line": self._palette.shown_colour(look.grid_colour),
            "line_strength": _GRID_STRENGTH,
            "first": (column % 10, row % 10),
        }
        self._resources.draw(canvas, "view_grid.frag", {}, {}, uniforms, inside, Blend.OVER)

    def _draw_surroundings(
        self, canvas: moderngl.Framebuffer, window: WindowSize, camera: Camera, look: Look, rows: int
    ) -> Region:
        """Draw the background around the board, and the board's border.

        Return the part of the window that the board covers, measured from the window's lower left corner.
        """
        columns = self._engine.shape[1]
        left, top = pixel_of(camera, window, 0, 0)
        right, bottom = pixel_of(camera, window, rows, columns)
        wall = self._engine.rule.joined is Edges.DEAD
        # Rounded before the border is added, so that the border is equally wide on every side.
        left, top, right, bottom = round(left), round(top), round(right), round(bottom)
        box = (left, top, max(right, left + 1), max(bottom, top + 1))
        inside = _clip(box, window)
        if inside == (0, 0, *window):
            return inside
        # On a software renderer a full clear is nearly free, but a partial clear costs as much as a draw.
        canvas.clear(*self._palette.shown_colour(look.outside), 1.0, viewport=(0, 0, *window))
        width = min(max(2, round(camera.zoom / 3)), 8) if wall else 1
        colour = self._palette.shown_colour(look.border)
        for strip in _frame_of(box, width):
            region = _clip(strip, window)
            if region[2] > 0 and region[3] > 0:
                canvas.clear(*colour, 1.0, viewport=region)
        return inside

    def _draw_pixels(
        self,
        canvas: moderngl.Framebuffer,
        window: WindowSize,
        camera: Camera,
        look: Look,
        place: MapPlace,
        inside: Region,
        counts: SquareCounts | None,
    ) -> None:
        (width, height), block = window, place.block
        # The map position of the window's lower left corner, from which OpenGL counts pixels.
        origin = (
            (camera.column - width / 2 / camera.zoom - place.column) / block,
            (camera.row + height / 2 / camera.zoom - place.row) / block,
        )
        step = 1 / camera.zoom / block
        sharp = counts is None and self._map.sharp
        parameters = {"BLOOM": int(look.bloom > 0)}
        textures: dict[str, Sampled] = {"map": self._map.texture} if counts is None else {"counts": counts.texture}
        uniforms: dict[str, UniformValue] = {"origin": origin, "scale": (step, -step)}
        if look.bloom > 0:
            lift = 1.0 if sharp else lift_for(camera.zoom)
            textures["bloom"], uniforms["bloom_scale"] = self._bloom.make(
                self._map, place, camera.zoom, look.bloom, self._palette.ground, lift
            )
        if sharp:
            name = "view_squares.frag"
            parameters |= {
                "SHAPES": int(look.shapes),
                "SIZES": int(look.sizes),
                "GRID": int(look.grid and camera.zoom >= GRID_FROM),
            }
            uniforms |= _cell_geometry(camera.zoom) | {
                "ground": self._palette.shown_colour(look.ground),
                "line": self._palette.shown_colour(look.grid_colour),
                "line_strength": _GRID_STRENGTH,
                "first": (place.column % 10, place.row % 10),
            }
        else:
            name = "view_area.frag"
            lift = lift_for(camera.zoom)
            has_contrast = look.contrast > 0 and block >= _CONTRAST_FROM
            unit = 1 / block if counts is None else block**-2
            parameters |= {"WIDE": int(step > 1), "LIFTED": int(lift < 1), "CONTRAST": int(has_contrast)}
            parameters["COUNTED"] = 0 if counts is None else counts.states
            uniforms |= {"ground": self._palette.ground, "lift": lift, "unit": unit}
            if counts is None:
                uniforms["texel"] = 1 / self._map.texture.width, 1 / self._map.texture.height
            else:
                uniforms |= counts.uniforms
            if has_contrast:
                shown: dict[str, UniformValue] = {"contrast": look.contrast, "cells": camera.zoom**-2}
                shown |= {"lift": lift, "ground": self._palette.ground}
                light = self._map.texture if counts is None else counts
                more_textures, more_uniforms = self._contrast.make(light, place.size, unit, shown)
                textures |= more_textures
                uniforms |= more_uniforms
            else:
                self._contrast.forget()
        self._resources.draw(canvas, name, parameters, textures, uniforms, inside)

    def _restore_state(self, target: moderngl.Framebuffer, window: WindowSize) -> None:
        """Restore OpenGL's usual state: ``target`` bound, no scissor, usual blending."""
        context = self._device.context
        context.enable_only(moderngl.NOTHING)
        context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        target.scissor = None  # type: ignore[assignment] # moderngl: no scissors; its stubs forget it
        target.use()
        target.viewport = (0, 0, *window)


def _comparable(picture: BoardFrame) -> tuple[Any, ...]:
    """Return a tuple that is equal for two pictures that look the same."""
    # An array of a ghost's cells never changes, so its id stands for the cells.
    ghosts = tuple((ghost.row, ghost.column, id(ghost.cells), ghost.replaces) for ghost in picture.ghosts)
    fields = (getattr(picture, field) for field in BoardFrame.__slots__ if field not in ("ghosts", "moment"))
    return (*fields, ghosts, picture.moment if picture.look.moves else None)


def _cell_geometry(zoom: float) -> dict[str, UniformValue]:
    """Return the uniforms that shape the square of a cell.

    If ``zoom`` is a whole number, the edges of the square lie between pixels.
    """
    gap = round(zoom * 0.11)
    before = gap // 2
    corner = max(0.5, min((zoom - 3) * 0.3, zoom * 0.22))
    return {
        "zoom": zoom,
        "centre": before + (zoom - gap) / 2,
        "extent": (zoom - gap) / 2,
        "corner": corner,
    }


def _frame_of(box: Box, width: int) -> tuple[Box, ...]:
    left, top, right, bottom = box
    return (
        (left - width, top - width, right + width, top),
        (left - width, bottom, right + width, bottom + width),
        (left - width, top, left, bottom),
        (right, top, right + width, bottom),
    )


def _clip(box: Box, window: WindowSize) -> Region:
    """Return the part of ``box`` inside the window; a region of size 0 if no part is inside."""
    left, top = max(0, box[0]), max(0, box[1])
    right, bottom = min(window[0], box[2]), min(window[1], box[3])
    return left, window[1] - bottom, max(0, right - left), max(0, bottom - top)


def _free_part(inside: Region, window: WindowSize, covered: tuple[int, int, int, int]) -> Region:
    """Return the part of ``inside`` that panels leave free; its size is 0 or less if they cover all of it."""
    left, below, right, above = covered
    x, y = max(inside[0], left), max(inside[1], below)
    end = min(inside[0] + inside[2], window[0] - right), min(inside[1] + inside[3], window[1] - above)
    return x, y, end[0] - x, end[1] - y
