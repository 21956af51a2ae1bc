"""The shader input ``atlas`` of looks: a texture of the window's size with the lettering of a map of the board.

When names change, looks fade from the previous lettering to the current one; :attr:`AtlasTexture.turned` is the
progress of this fade. Red and green are the previous lettering: its ink, and its backdrop, the paper behind the ink.
Blue and alpha are ink and backdrop of the current lettering. All are 0 to 1, the top row first. See ``atlas`` and
``atlas_sheet``.
"""

import moderngl
import numpy as np

from gpulife.engines.base import Engine
from gpulife.view.atlas import STRIDE, Atlas, Name
from gpulife.view.atlas_sheet import MapSheet, draw_atlas
from gpulife.view.camera import Camera, WindowSize
from gpulife.view.plan import Drawing

_MOST_TIMES = 2.0
"""The sheet's margin is shown if the board is at most this many times as large as the window, as in lib/look.glsl."""
_EVERY = 2.5
"""Interval, in seconds, at which countries are looked for on the board."""
_TURNS = 2.0
"""Seconds that new names take to appear, and old ones to disappear."""


class AtlasTexture:
    """The texture with the lettering of a map of an engine's board.

    Args:
        context: the OpenGL context, which must be current.
        engine: the engine.

    Attributes:
        turned: progress of the fade from the previous lettering to the current one, 0 to 1.
    """

    def __init__(self, context: moderngl.Context, engine: Engine) -> None:
        self._context, self._engine = context, engine
        self._atlas = Atlas(engine.shape[0] * 4099 + engine.shape[1])
        self._texture: moderngl.Texture | None = None
        self._shown: tuple[MapSheet, tuple[Name, ...]] | None = None
        self._pixels = np.zeros((0, 0, 2), np.uint8)
        self._since = _EVERY
        self.turned = 1.0

    @property
    def texture(self) -> moderngl.Texture:
        """The texture. :meth:`show` must have been called before."""
        assert self._texture is not None  # noqa: S101 - show comes first
        return self._texture

    def show(
        self,
        window: WindowSize,
        camera: Camera,
        drawing: Drawing | None,
        wide: moderngl.Texture,
        block: int,
        seconds: float,
    ) -> None:
        """Update the names on the board, and draw them into the texture.

        Args:
            window: (width, height) in pixels.
            camera: the part of the board that the window shows.
            drawing: has the title of the map; None to use the title of the rule.
            wide: the texture ``wide`` of :class:`gpulife.view.gl_board_past.BoardPast`.
            block: side, in cells, of the square that one texel of ``wide`` shows.
            seconds: time since the last frame.
        """
        rule, pixel = self._engine.rule, 1 / (camera.zoom * block)
        corner = camera.column / block - window[0] / 2 * pixel, camera.row / block - window[1] / 2 * pixel
        times = min(size * camera.zoom / side for size, side in zip(self._engine.shape[::-1], window, strict=True))
        title = rule.title if drawing is None else drawing.title
        sheet = MapSheet(window, corner, pixel, wide.size, title, is_framed=times <= _MOST_TIMES)
        self._since += seconds
        self.turned = min(1.0, self.turned + seconds / _TURNS)
        before = self._shown and (self._shown[0].window, self._shown[0].pixel)
        if sheet.is_framed and before != (sheet.window, sheet.pixel):  # the frame may hide what has been named
            self._since, self.turned = _EVERY, 1.0
        if self._since >= _EVERY and self.turned == 1.0:
            self._since = 0.0
            shares = np.frombuffer(wide.read(), np.float16).reshape(wide.height, wide.width, 4)
            rows, columns = (
                np.minimum(np.arange(0, side, STRIDE) + STRIDE // 2, side - 1) for side in shares.shape[:2]
            )  # the middles of squares
            self._atlas.follow(shares[np.ix_(rows, columns)].astype(np.float32), sheet.free(), sheet.letter)
        if self._shown is None or self._shown[0] != sheet or self._shown[1] is not self._atlas.names:
            self._draw(sheet)

    def _draw(self, sheet: MapSheet) -> None:
        has_moved = self._shown is None or self._shown[0] != sheet
        pixels = draw_atlas(sheet, self._atlas.names, self._atlas.lands)
        before = pixels if has_moved else self._pixels
        self._shown, self._pixels = (sheet, self._atlas.names), pixels
        if self._texture is None or self._texture.size != tuple(sheet.window):
            self.release()
            self._texture = self._context.texture(sheet.window, 4)
            self._texture.filter = moderngl.NEAREST, moderngl.NEAREST
        self._texture.write(np.dstack([before, pixels]).tobytes())
        self.turned = 1.0 if has_moved else 0.0

    def release(self) -> None:
        """Release the texture."""
        if self._texture is not None:
            self._texture.release()
            self._texture = None
