"""The input ``letters`` of looks: textures with the letters of a text, from which shaders print the text on a board.

- ``letters``: an array of pictures of :data:`SIDE` x :data:`SIDE` texels with mipmaps, one for each letter that occurs.
  Red is the letter's ink, 0 to 1; green is the same, blurred, so that its slopes can be lit as a hollow in paper.
- ``text``: one texel for each letter of the text, in red the number of its picture divided by 255.

The font is Latin Modern, bold, which comes with Dear ImGui's Python bindings. If it is missing, the font is the one
that comes with Pillow.
"""

from string import ascii_lowercase, ascii_uppercase, digits

import moderngl
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from gpulife.engines.gl.gl_pass import Sampled
from gpulife.patterns.image import serif_font

SIDE = 128
"""Width and height of a letter's picture in texels."""
_CAPITAL = 0.68  # height of a capital letter at most
_HIGHEST = 0.94  # from the highest to the lowest letter
_WIDEST = 0.92  # wider letters are made narrower
_SOFTNESS = 0.024  # standard deviation of the blur
_STROKE = 3  # texels on each side, which make signs as strong as letters: Latin Modern has no bold signs
_BOLD = {ascii_uppercase: 0x1D400, ascii_lowercase: 0x1D41A, digits: 0x1D7CE}  # where the bold ones begin in Unicode


class Letters:
    """The textures from which a shader prints a text.

    Args:
        context: the OpenGL context, which must be current.
        text: the text, at least one letter; see ``Picture.text``.
    """

    def __init__(self, context: moderngl.Context, text: str) -> None:
        kinds = sorted(set(text))
        pictures = letter_pictures(kinds)
        self._letters = context.texture_array((SIDE, SIDE, len(kinds)), 2, pictures.tobytes())
        self._letters.build_mipmaps()
        self._letters.filter = moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR
        self._letters.repeat_x = self._letters.repeat_y = False
        self._text = context.texture((len(text), 1), 1, bytes(map(kinds.index, text)), alignment=1)
        self._text.filter = moderngl.NEAREST, moderngl.NEAREST
        self.length = len(text)

    @property
    def textures(self) -> dict[str, Sampled]:
        """The textures by the names of their samplers."""
        return {"letters": self._letters, "text": self._text}

    def release(self) -> None:
        """Release the textures."""
        self._letters.release()
        self._text.release()


def letter_pictures(letters: list[str]) -> NDArray[np.uint8]:
    """Draw each letter as a picture: shape (letters, SIDE, SIDE, 2), uint8, ink and blurred ink, the top row first.

    All letters have the same size and baseline. Letters too wide for a picture are made narrower.
    """
    path = serif_font()
    drawn = letters if path is None else list(map(_bold, letters))
    strokes = [
        _STROKE if each == letter and path is not None else 0 for each, letter in zip(drawn, letters, strict=True)
    ]
    size = 2 * SIDE
    while True:
        font = ImageFont.load_default(size) if path is None else ImageFont.truetype(str(path), size)
        boxes = [
            font.getbbox(each, anchor="ls", stroke_width=stroke) for each, stroke in zip(drawn, strokes, strict=True)
        ]
        top, bottom = min(box[1] for box in boxes), max(box[3] for box in boxes)
        fits = min(_CAPITAL * SIDE / -font.getbbox("H", anchor="ls")[1], _HIGHEST * SIDE / (bottom - top))
        if fits >= 1:
            break
        size = min(size - 1, int(size * fits))
    inks = []
    for each, stroke, (left, _, right, _) in zip(drawn, strokes, boxes, strict=True):
        sheet = Image.new("L", (4 * SIDE, SIDE))
        place = 2 * SIDE - (left + right) / 2, (SIDE - top - bottom) / 2
        ImageDraw.Draw(sheet).text(place, each, 255, font=font, anchor="ls", stroke_width=stroke)
        reach = max(SIDE / 2, (right - left) / 2 / _WIDEST)
        box = (2 * SIDE - reach, 0, 2 * SIDE + reach, SIDE)
        inks.append(sheet.resize((SIDE, SIDE), Image.Resampling.BICUBIC, box))
    blurs = [ink.filter(ImageFilter.GaussianBlur(_SOFTNESS * SIDE)) for ink in inks]
    return np.stack([np.stack(list(map(np.asarray, pictures))) for pictures in (inks, blurs)], axis=-1)


def _bold(letter: str) -> str:
    """Return the bold Unicode form of a letter or digit. Other characters have none and are returned unchanged."""
    for kind, bold in _BOLD.items():
        if letter in kind:
            return chr(bold + kind.index(letter))
    return letter
