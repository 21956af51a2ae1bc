"""The input ``letters`` of looks: the letters of a text as textures, drawn once, from which shaders print on a board.

- ``letters``: an array of pictures of :data:`SIDE` x :data:`SIDE` texels with mipmaps, one for each letter that occurs.
  Red is the letter's ink, 0 to 1; green is the same, blurred, so that its slopes can be lit as a hollow in paper.
- ``text``: one texel for each letter of the text, in red the number of its picture divided by 255.

The letters are those of Latin Modern, bold, which comes with Dear ImGui's bindings; if they came without it, they are
those of the font in Pillow.
"""

from importlib.util import find_spec
from pathlib import Path

import moderngl
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from gpulife.engines.gl.gl_pass import Sampled

SIDE = 128
"""Width and height of a letter's picture in texels."""
_CAPITAL = 0.68  # height of a capital letter
_WIDEST = 0.92  # wider letters are made narrower
_SOFTNESS = 0.024  # standard deviation of the blur
_STROKE = 0.024  # makes signs, which Latin Modern does not have in bold, as strong as the letters
_FONT = Path("assets", "fonts", "latex", "latinmodern-math.otf")
_BOLD = {"A": 0x1D400, "a": 0x1D41A, "0": 0x1D7CE}  # where Unicode's bold capitals, small letters and digits begin


class Letters:
    """The textures of a text.

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
    """Draw letters, the first row of each picture at its top: shape (letters, SIDE, SIDE, 2), uint8, ink and blur."""
    path = _font_path()
    size, height = SIDE, 0
    while height < _CAPITAL * SIDE:
        size += 1
        font = ImageFont.load_default(size) if path is None else ImageFont.truetype(str(path), size)
        height = -int(font.getbbox("H", anchor="ls")[1])
    drawn = [_draw(letter, font, height, is_bold=path is not None) for letter in letters]
    blurred = [picture.filter(ImageFilter.GaussianBlur(_SOFTNESS * SIDE)) for picture in drawn]
    return np.stack([np.stack(list(map(np.asarray, pictures))) for pictures in (drawn, blurred)], axis=-1)


def _font_path() -> Path | None:
    bindings = find_spec("imgui_bundle")
    for folder in (bindings.submodule_search_locations or ()) if bindings is not None else ():
        if (Path(folder) / _FONT).is_file():
            return Path(folder) / _FONT
    return None


def _draw(
    letter: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont, height: int, *, is_bold: bool
) -> Image.Image:
    """Draw one letter, its capitals' height in the middle; ``is_bold`` says whether the font has bold letters."""
    drawn = letter
    for first, bold in _BOLD.items() if is_bold else ():
        if letter.isalnum() and 0 <= ord(letter) - ord(first) < 26 and letter.isdecimal() == first.isdecimal():
            drawn = chr(bold + ord(letter) - ord(first))
    stroke = 0 if drawn != letter else round(_STROKE * SIDE)
    sheet = Image.new("L", (2 * SIDE, SIDE))
    baseline = SIDE // 2 + height // 2
    pen = ImageDraw.Draw(sheet)
    left, _, right, _ = pen.textbbox((SIDE, baseline), drawn, font=font, anchor="ms", stroke_width=stroke)
    pen.text((2 * SIDE - (left + right) / 2, baseline), drawn, 255, font=font, anchor="ms", stroke_width=stroke)
    reach = max(SIDE / 2, (right - left) / 2 / _WIDEST)
    return sheet.resize((SIDE, SIDE), Image.Resampling.BICUBIC, (SIDE - reach, 0, SIDE + reach, SIDE))
