"""Draws a board as one of the pictures in ``presets/looks``, from inputs that follow the board."""

import moderngl
import numpy as np

from gpulife.engines.base import Engine
from gpulife.engines.gl.gl_pass import Region, Sampled, UniformValue
from gpulife.view.camera import Camera, WindowSize
from gpulife.view.gl_board_past import BoardPast
from gpulife.view.gl_cell_source import CellSource
from gpulife.view.gl_letters import Letters
from gpulife.view.gl_render_target import ViewResources
from gpulife.view.pictures import LETTERS, MAX_COLOURS, Picture


class GLPicture:
    """One picture of one engine's board.

    Args:
        resources: the resources of the view.
        engine: the engine.
        source: the view's source of the engine's cells.
        picture: the picture.
        is_cheap: True to draw its cheaper form.
    """

    def __init__(
        self, resources: ViewResources, engine: Engine, source: CellSource, picture: Picture, *, is_cheap: bool = False
    ) -> None:
        self._resources = resources
        self.picture = picture
        self._parameters = picture.full | (picture.cheap if is_cheap else {})
        self._from_board = tuple(name for name in picture.inputs if name != LETTERS)
        self._past = BoardPast(resources, engine, source, picture.numbers, self._from_board)
        self._letters = Letters(resources.device.context, picture.text) if picture.text else None
        self._time = 0.0
        colours = np.zeros((MAX_COLOURS, 4), np.uint8)
        colours[: len(picture.palette), :3] = np.array(picture.palette, np.uint8).reshape(-1, 3)
        self._palette = resources.device.context.texture((MAX_COLOURS, 1), 4, colours.tobytes())
        self._palette.filter = moderngl.NEAREST, moderngl.NEAREST

    @property
    def is_settled(self) -> bool:
        """True if the picture does not change until the board or the camera does."""
        return self._past.is_settled and not self.picture.moves

    def draw(
        self, canvas: moderngl.Framebuffer, window: WindowSize, camera: Camera, region: Region, seconds: float
    ) -> None:
        """Draw the part of the board that a camera shows into ``region`` of the canvas.

        Args:
            canvas: the framebuffer, of the window's size.
            window: (width, height) in pixels.
            camera: the part of the board that the window shows.
            region: the pixels to draw.
            seconds: time since the last frame.
        """
        self._past.follow(seconds)
        self._time += seconds
        step = 1 / (camera.zoom * self._past.block)
        corner = (
            camera.column / self._past.block - window[0] / 2 * step,
            camera.row / self._past.block + window[1] / 2 * step,
        )
        uniforms: dict[str, UniformValue] = {
            "origin": corner,
            "scale": (step, -step),
            "block": self._past.block,
            "board": tuple(map(float, self._past.size)),
            "window": tuple(map(float, window)),
            "time": self._time,
            "newest": self._past.newest,
            "woven": self._past.woven,
            "lower_edge": corner[1] - region[1] * step,
            "behind": self._past.behind,
            "repeats": int(self._past.repeats),
        }
        textures: dict[str, Sampled] = {name: self._past.texture(name) for name in self._from_board}
        if self._letters is not None:
            textures |= self._letters.textures
            uniforms["text_length"] = self._letters.length
        textures["palette"] = self._palette
        self._resources.draw(canvas, self.picture.shader, self._parameters, textures, uniforms, region)

    def release(self) -> None:
        """Release its textures."""
        self._past.release()
        if self._letters is not None:
            self._letters.release()
        self._palette.release()
