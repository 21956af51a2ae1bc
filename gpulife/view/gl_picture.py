"""Draws a board as one of the pictures in ``presets/looks``. Shaders draw it from textures that describe the board.

A picture has a full and a cheaper form. If the device draws the full form too slowly, the cheaper form is used.
"""

import math
from time import perf_counter

import moderngl
import numpy as np

from gpulife.engines.base import Engine
from gpulife.engines.gl.gl_pass import Region, Sampled, UniformValue
from gpulife.view.camera import Camera, WindowSize
from gpulife.view.gl_atlas import AtlasTexture
from gpulife.view.gl_board_past import RANKS, BoardPast
from gpulife.view.gl_cell_source import CellSource
from gpulife.view.gl_letters import Letters, page_place
from gpulife.view.gl_plan import PlanTexture
from gpulife.view.gl_render_target import Target, ViewResources
from gpulife.view.gl_word import WordTexture
from gpulife.view.pictures import ATLAS, LETTERS, MAX_COLOURS, PLAN, WORD, Picture
from gpulife.view.plan import Drawing

_SHEET_MARGIN = 24  # texels, as in lib/look_sheet.glsl

TOO_LONG = 1 / 40
"""If the full form of a picture takes more seconds than this, the cheaper form is drawn from then on."""
SHORT = 1 / 250
"""If the cheaper form of a picture takes fewer seconds than this, the full form is drawn from then on."""
_IN_A_ROW = 6
"""The form changes after this many measured pictures in a row: slow ones in the full form, fast in the cheaper one."""
_EVERY = 16
"""One of this many pictures is measured, since a measurement has to wait for the device.

After a picture that was too slow or fast enough to change the form, the next ones are measured too.
"""

_MAX_SECONDS = 1.0
"""Maximum time step, in seconds, between two frames of a moving picture, so that it does not jump after a pause."""


class FormChoice:
    """Chooses the full or the cheaper form of a picture, depending on how long pictures take to draw.

    The form changes at most twice. Once the full form has been too slow, the cheaper form stays.

    Args:
        is_cheap: True to begin with the cheaper form.

    Attributes:
        is_cheap: True if the cheaper form is drawn now.
    """

    def __init__(self, *, is_cheap: bool) -> None:
        self.is_cheap = is_cheap
        self._may_rise = True
        self._in_a_row = 0
        self._drawn = 0

    @property
    def is_due(self) -> bool:
        """True if the next picture's time should be measured. The first few are not, since shaders compile then."""
        return self._drawn % _EVERY == _EVERY // 2 or self._in_a_row > 0

    def note(self, seconds: float | None) -> None:
        """Record that the device has drawn a picture in ``seconds``; None if the time was not measured."""
        self._drawn += 1
        if seconds is None:
            return
        counts = seconds < SHORT and self._may_rise if self.is_cheap else seconds > TOO_LONG
        self._in_a_row = self._in_a_row + 1 if counts else 0
        if self._in_a_row == _IN_A_ROW:
            self._may_rise = self.is_cheap
            self.is_cheap = not self.is_cheap
            self._in_a_row = 0


class GLPicture:
    """Draws one engine's board as one of the pictures in ``presets/looks``.

    Args:
        resources: the resources of the view.
        engine: the engine.
        source: the view's source of the engine's cells.
        picture: the picture.
        is_cheap: True to begin with the picture's cheaper form.
        is_measured: True to choose the form by the time that pictures take. If False, the form never changes, so that
            the same calls always draw the same pictures.
    """

    def __init__(
        self,
        resources: ViewResources,
        engine: Engine,
        source: CellSource,
        picture: Picture,
        *,
        is_cheap: bool = False,
        is_measured: bool = False,
    ) -> None:
        self._resources = resources
        self.picture = picture
        self._form = FormChoice(is_cheap=is_cheap)
        self._is_measured = is_measured and picture.has_cheap_form
        self._from_board = tuple(name for name in picture.inputs if name not in (LETTERS, PLAN, ATLAS, WORD))
        self._past = BoardPast(resources, engine, source, picture.numbers, self._from_board)
        self._letters = Letters(resources.device.context, picture.text) if picture.text else None
        self._plan = PlanTexture(resources.device.context, engine) if PLAN in picture.inputs else None
        self._atlas = AtlasTexture(resources.device.context, engine) if ATLAS in picture.inputs else None
        self._word = WordTexture(resources.device.context) if WORD in picture.inputs else None
        self._sheet = Target(resources.device, "f4", filtered=True)
        self._small = Target(resources.device, "f1", filtered=True)
        self._time = 0.0
        colours = np.zeros((MAX_COLOURS, 4), np.uint8)
        colours[: len(picture.palette), :3] = np.array(picture.palette, np.uint8).reshape(-1, 3)
        self._palette = resources.device.context.texture((MAX_COLOURS, 1), 4, colours.tobytes())
        self._palette.filter = moderngl.NEAREST, moderngl.NEAREST

    @property
    def is_settled(self) -> bool:
        """True if the picture is up to date with the board. It may still change if ``Picture.moves`` is True."""
        return self._past.is_settled and (self._atlas is None or self._atlas.turned == 1.0)

    def draw(
        self,
        canvas: moderngl.Framebuffer,
        window: WindowSize,
        camera: Camera,
        region: Region,
        seconds: float,
        drawing: Drawing | None = None,
    ) -> None:
        """Draw the part of the board that a camera shows into ``region`` of the canvas.

        Args:
            canvas: the framebuffer, of the window's size.
            window: (width, height) in pixels.
            camera: the part of the board that the window shows.
            region: the pixels to draw.
            seconds: time since the last frame.
            drawing: what the look may show of a scene besides its cells, such as a title; None if not known.
        """
        if self._plan is not None:
            self._plan.show(window, camera, drawing)
        if self._word is not None:
            self._word.show(None if drawing is None else drawing.word)
        self._time += min(seconds, _MAX_SECONDS)
        is_due = self._is_measured and self._form.is_due
        started = self._finished_at() if is_due else 0.0
        self._past.follow(seconds)
        if self._atlas is not None:
            self._atlas.show(window, camera, drawing, self._past.texture("wide"), self._past.block, seconds)
        self._draw(canvas, window, camera, region)
        if self._is_measured:
            self._form.note(self._finished_at() - started if is_due else None)

    def _finished_at(self) -> float:
        """Wait until the device has drawn everything; then return the clock's time in seconds."""
        self._resources.device.context.finish()
        return perf_counter()

    def _draw(self, canvas: moderngl.Framebuffer, window: WindowSize, camera: Camera, region: Region) -> None:
        every = self.picture.cheap_scale if self._form.is_cheap else 1
        if every == 1:
            self._draw_pixels(canvas, window, camera, region, every)
            return
        # Draw a smaller picture. It has one pixel more on each side, since enlarging it reads neighbouring pixels.
        x, y = (max(first // every - 1, 0) for first in region[:2])
        width, height = (-(-side // every) + 3 for side in region[2:])
        small = self._small.canvas((x + width, y + height))
        self._draw_pixels(small, window, camera, (x, y, width, height), every)
        self._resources.draw(
            canvas, "view_enlarge.frag", {}, {"picture": self._small.texture}, {"every": float(every)}, region
        )

    def _draw_pixels(
        self, canvas: moderngl.Framebuffer, window: WindowSize, camera: Camera, region: Region, every: int
    ) -> None:
        """Draw a region of ``canvas``. Each pixel of the canvas covers ``every`` x ``every`` pixels of the window."""
        width, height = (side / every for side in window)
        step = every / (camera.zoom * self._past.block)
        corner = (
            camera.column / self._past.block - width / 2 * step,
            camera.row / self._past.block + height / 2 * step,
        )
        uniforms: dict[str, UniformValue] = {
            "origin": corner,
            "scale": (step, -step),
            "block": self._past.block,
            "generation": float(self._past.generation),
            "board": tuple(map(float, self._past.size)),
            "window": (width, height),
            "time": self._time,
            "newest": self._past.newest,
            "values": float(RANKS),
            "behind": self._past.behind,
            "repeats": int(self._past.repeats),
        }
        textures: dict[str, Sampled] = {name: self._past.texture(name) for name in self._from_board}
        if self._letters is not None:
            upper = corner[0], corner[1] - height * step
            uniforms |= self._letters.set_page(page_place(upper, step, (width, height), self._past.size))
            textures |= self._letters.textures
        if self._plan is not None:
            textures[PLAN] = self._plan.texture
        if self._atlas is not None:
            textures[ATLAS] = self._atlas.texture
            uniforms["turned"] = self._atlas.turned
        if self._word is not None:
            textures[WORD] = self._word.texture
            uniforms |= self._word.uniforms
        textures["palette"] = self._palette
        if self.picture.sheet:
            textures["sheet"] = self._draw_sheet((width, height), textures, uniforms)
        parameters = self.picture.full | (self.picture.cheap if self._form.is_cheap else {})
        self._resources.draw(canvas, self.picture.shader, parameters, textures, uniforms, region)

    def _draw_sheet(
        self, window: tuple[float, float], textures: dict[str, Sampled], uniforms: dict[str, UniformValue]
    ) -> moderngl.Texture:
        """Draw the sheet, a texture that the picture's own shader then reads. Add its size to ``uniforms``."""
        width, height = (math.ceil(side / self.picture.sheet) + 2 * _SHEET_MARGIN for side in window)
        size = width, self.picture.sheet_rows or height
        canvas = self._sheet.canvas(size)
        uniforms |= {"sheet_size": tuple(map(float, canvas.size)), "sheet_every": float(self.picture.sheet)}
        self._resources.draw(canvas, self.picture.sheet_shader, {}, textures, uniforms, (0, 0, *size))
        return self._sheet.texture

    def release(self) -> None:
        """Release the picture's textures."""
        self._sheet.release()
        self._small.release()
        self._past.release()
        if self._letters is not None:
            self._letters.release()
        if self._plan is not None:
            self._plan.release()
        if self._atlas is not None:
            self._atlas.release()
        if self._word is not None:
            self._word.release()
        self._palette.release()
