"""The shader input ``plan`` of looks: a texture of the window's size with the lettering of a board's technical plan.

Red is the lines and letters. Green, the backdrop, is how much to dim the board behind them. Both are 0 to 1, the top
row first. See ``plan``.
"""

import moderngl

from gpulife.engines.base import Engine
from gpulife.rules import Edges
from gpulife.view.camera import Camera, WindowSize
from gpulife.view.plan import Drawing, Sheet, draw_plan

_MOST_TIMES = 2.0
"""The plan's frame is shown if the board is at most this many times as large as the window, as in lib/look.glsl."""


class PlanTexture:
    """The texture with the plan of an engine's board. It is drawn again only when the plan changes.

    Args:
        context: the OpenGL context, which must be current.
        engine: the engine.
    """

    def __init__(self, context: moderngl.Context, engine: Engine) -> None:
        self._context, self._engine = context, engine
        self._texture: moderngl.Texture | None = None
        self._shown: tuple[Sheet, Drawing, int] | None = None

    @property
    def texture(self) -> moderngl.Texture:
        """The texture. :meth:`show` must have been called before."""
        assert self._texture is not None  # noqa: S101 - show comes first
        return self._texture

    def show(self, window: WindowSize, camera: Camera, drawing: Drawing | None) -> None:
        """Draw the plan of the board as a camera shows it. Without ``drawing``, no parts of the board are labelled."""
        rule, board = self._engine.rule, self._engine.shape
        drawing = drawing or Drawing(rule.title)
        corner = camera.column - window[0] / 2 / camera.zoom, camera.row - window[1] / 2 / camera.zoom
        is_framed = min(board[1] * camera.zoom / window[0], board[0] * camera.zoom / window[1]) <= _MOST_TIMES
        repeats = rule.edges is Edges.TORUS
        sheet = Sheet(window, corner, 1 / camera.zoom, board, repeats, rule.title, is_framed=is_framed)
        wanted = sheet, drawing, self._engine.generation if drawing.moves else 0
        if wanted == self._shown:
            return
        if self._texture is None or self._texture.size != tuple(window):
            self.release()
            self._texture = self._context.texture(window, 2, alignment=1)
            self._texture.filter = moderngl.LINEAR, moderngl.LINEAR
        self._texture.write(draw_plan(*wanted).tobytes(), alignment=1)
        self._shown = wanted

    def release(self) -> None:
        """Release the texture."""
        if self._texture is not None:
            self._texture.release()
            self._texture = None
