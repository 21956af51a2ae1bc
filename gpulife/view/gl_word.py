"""The shader input ``word`` of looks: a texture with the exact shape of the letters that a scene writes on its board.

Cells are too coarse for clean letters. The texture has several texels for each cell, soft edges and mipmaps; red is the
ink, 0 to 1. The uniform ``worded`` is 1 if the scene has written a word. If it is 0, shaders do not read the texture.
The array ``strokes`` has an upright stroke of each letter, ``stroke_count`` of them, in shares of the board: the first
and last row, half the width, and the columns of the middle from top to bottom.
"""

import moderngl

from gpulife.engines.gl.gl_pass import UniformValue
from gpulife.view.plan import Word
from gpulife.view.strokes import KNOTS, MOST, Stroke, strokes_of


class WordTexture:
    """The texture of a word, which changes when the scene writes another one.

    Args:
        context: the OpenGL context, which must be current.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._shown: Word | None = None
        self._strokes: list[Stroke] = []
        self.texture = context.texture((1, 1), 1, b"\0")

    @property
    def uniforms(self) -> dict[str, UniformValue]:
        """The uniforms of shaders that read the texture."""
        flat = [value for one in self._strokes for value in (one.top, one.bottom, one.half, *one.middles)]
        flat += [0.0] * (MOST * (3 + KNOTS) - len(flat))
        return {"worded": int(self._shown is not None), "stroke_count": len(self._strokes), "strokes": tuple(flat)}

    def show(self, word: Word | None) -> None:
        """Show a word from now on; None for no word."""
        if word is self._shown:
            return
        self.release()
        if word is None:
            self.texture = self._context.texture((1, 1), 1, b"\0")
            self._strokes = []
        else:
            self._strokes = strokes_of(word.ink)
            rows, columns = word.ink.shape
            self.texture = self._context.texture((columns, rows), 1, word.ink.tobytes(), alignment=1)
            self.texture.build_mipmaps()
            self.texture.filter = moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR
            self.texture.repeat_x = self.texture.repeat_y = False
        self._shown = word

    def release(self) -> None:
        """Release the texture."""
        self.texture.release()
