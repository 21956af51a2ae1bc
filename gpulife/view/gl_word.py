"""The shader input ``word`` of looks: a texture with the exact shape of the letters that a scene writes on its board.

Cells are too coarse for clean letters. The texture has several texels for each cell, soft edges and mipmaps; red is the
ink, 0 to 1. The uniform ``worded`` is 1 if the scene has written a word. If it is 0, shaders do not read the texture.
The uniforms ``first_line`` and ``last_line`` say where the word's first and last lines are.
"""

import moderngl
import numpy as np
from numpy.typing import NDArray

from gpulife.engines.gl.gl_pass import UniformValue
from gpulife.view.plan import Word

Line = tuple[float, float, float, float]
"""Left, top, right and bottom of a line of letters, in shares of the board."""

_NOWHERE: Line = (0.0, 0.0, 0.0, 0.0)
_LEAST_GAP = 1 / 6  # of a line's height


def lines_of(ink: NDArray[np.uint8]) -> tuple[Line, Line]:
    """Return the first and the last line of a word, which are the same if it has one line.

    A gap between lines is at least a sixth as high as a line, so that it is not the one below the dot of an i.
    """
    rows, columns = ink.shape
    is_inked = ink.max(axis=1) > 127
    if not is_inked.any():
        return _NOWHERE, _NOWHERE
    edges = np.flatnonzero(np.diff(np.concatenate(([False], is_inked, [False]))))
    spans = [(int(top), int(bottom)) for top, bottom in edges.reshape(-1, 2)]
    found = [spans[0]]
    for top, bottom in spans[1:]:
        above = found[-1]
        if top - above[1] < _LEAST_GAP * max(bottom - top, above[1] - above[0]):
            found[-1] = above[0], bottom
        else:
            found.append((top, bottom))
    boxes = []
    for top, bottom in (found[0], found[-1]):
        across = np.flatnonzero(ink[top:bottom].max(axis=0) > 127)
        boxes.append((across[0] / columns, top / rows, (across[-1] + 1) / columns, bottom / rows))
    return boxes[0], boxes[1]


class WordTexture:
    """The texture of a word, which changes when the scene writes another one.

    Args:
        context: the OpenGL context, which must be current.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._shown: Word | None = None
        self._lines = _NOWHERE, _NOWHERE
        self.texture = context.texture((1, 1), 1, b"\0")

    @property
    def uniforms(self) -> dict[str, UniformValue]:
        """The uniforms of shaders that read the texture."""
        return {"worded": int(self._shown is not None), "first_line": self._lines[0], "last_line": self._lines[1]}

    def show(self, word: Word | None) -> None:
        """Show a word from now on; None for no word."""
        if word is self._shown:
            return
        self.release()
        if word is None:
            self.texture = self._context.texture((1, 1), 1, b"\0")
            self._lines = _NOWHERE, _NOWHERE
        else:
            self._lines = lines_of(word.ink)
            rows, columns = word.ink.shape
            self.texture = self._context.texture((columns, rows), 1, word.ink.tobytes(), alignment=1)
            self.texture.build_mipmaps()
            self.texture.filter = moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR
            self.texture.repeat_x = self.texture.repeat_y = False
        self._shown = word

    def release(self) -> None:
        """Release the texture."""
        self.texture.release()
