"""The shader input ``word`` of looks: a texture with the exact shape of the letters that a scene writes on its board.

Cells are too coarse for clean letters. The texture has several texels for each cell, soft edges and mipmaps; red is the
ink, 0 to 1. The uniform ``worded`` is 1 if the scene has written a word. If it is 0, shaders do not read the texture.
"""

import moderngl

from gpulife.view.plan import Word


class WordTexture:
    """The texture of a word, which changes when the scene writes another one.

    Args:
        context: the OpenGL context, which must be current.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._shown: Word | None = None
        self.texture = context.texture((1, 1), 1, b"\0")

    @property
    def worded(self) -> int:
        """1 if there is a word, otherwise 0."""
        return int(self._shown is not None)

    def show(self, word: Word | None) -> None:
        """Show a word from now on; None for no word."""
        if word is self._shown:
            return
        self.release()
        if word is None:
            self.texture = self._context.texture((1, 1), 1, b"\0")
        else:
            rows, columns = word.ink.shape
            self.texture = self._context.texture((columns, rows), 1, word.ink.tobytes(), alignment=1)
            self.texture.build_mipmaps()
            self.texture.filter = moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR
            self.texture.repeat_x = self.texture.repeat_y = False
        self._shown = word

    def release(self) -> None:
        """Release the texture."""
        self.texture.release()
