"""The shader inputs ``letters`` and ``page`` of looks: textures from which shaders print a text on a board.

- ``letters``: an array of pictures of :data:`SIDE` x :data:`SIDE` texels with mipmaps, one for each letter that occurs.
  Red is the letter's ink, 0 to 1. Green is the ink, blurred; shaders use it to draw letters that look pressed into
  paper.
- ``page``: the typeset page, with one texel for each slot; see ``typesetting.Slots``.

The font is Latin Modern, bold, which comes with Dear ImGui's Python bindings. If it is missing, the font is the one
that comes with Pillow.
"""

import math
from dataclasses import dataclass, field
from string import ascii_lowercase, ascii_uppercase, digits

import moderngl
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from gpulife.engines.gl.gl_pass import Sampled, UniformValue
from gpulife.patterns.image import serif_font
from gpulife.view.typesetting import typeset

Size = tuple[int, int]

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
        self._context, self._text = context, text
        self._page: moderngl.Texture | None = None
        self._place: PagePlace | None = None

    def set_page(self, place: "PagePlace") -> dict[str, UniformValue]:
        """Typeset the page for ``place``, or keep the present page if it is near enough.

        Returns the uniforms with the position of the page.
        """
        if self._page is None or self._place is None or not self._place.is_near(place):
            size = place.columns, place.rows
            if self._page is None or self._page.size != size:
                if self._page is not None:
                    self._page.release()
                self._page = self._context.texture(size, 4, alignment=1)
                self._page.filter = moderngl.NEAREST, moderngl.NEAREST
            self._page.write(typeset(self._text, *size).tobytes())
            self._place = place
        shown = self._place
        return {
            "page_corner": (float(shown.column), float(shown.row)),
            "page_size": (float(shown.columns), float(shown.rows)),
            "slot": float(shown.slot),
            "page_repeats": int(shown.repeats),
        }

    @property
    def textures(self) -> dict[str, Sampled]:
        """The textures, keyed by the names of their samplers."""
        assert self._page is not None  # noqa: S101 - set_page comes first
        return {"letters": self._letters, "page": self._page}

    def release(self) -> None:
        """Release the textures."""
        self._letters.release()
        if self._page is not None:
            self._page.release()


SMALLEST = 13.0
"""Minimum side of a slot in pixels. If a texel is smaller, a slot is a square of 2 x 2 texels, 4 x 4 and so on."""
_MARGIN = 0.062
"""Width of the empty margin around a page, as a share of the window's shorter side."""
_LARGEST_PAGE = (96, 54)
"""Maximum size (columns, rows), in slots, of a page that is repeated over the board.

Pages are repeated if the window shows less than half of the board's width or height.
"""
_SLACK = 0.8
"""The page is typeset again if its edges move by this many slots. Smaller movements keep the text."""


@dataclass(frozen=True, slots=True)
class PagePlace:
    """The position and size of a page on a board. A page is a grid of square slots, one for each letter.

    Attributes:
        column, row: position of the page's upper left corner, in slots.
        columns, rows: size of the page in slots.
        slot: side of a slot in texels of the inputs.
        repeats: True if the page repeats over the board.
        exact: left, top, right and bottom of the page in slots, before rounding to whole slots.
    """

    column: int
    row: int
    columns: int
    rows: int
    slot: int
    repeats: bool
    exact: tuple[float, float, float, float] = field(default=(0.0, 0.0, 0.0, 0.0), compare=False)

    def is_near(self, other: "PagePlace") -> bool:
        """Return True if a page that was typeset for this place can be used for the place ``other`` too."""
        if self == other:
            return True
        same = (self.slot, self.repeats) == (other.slot, other.repeats)
        return same and not self.repeats and max(map(abs, np.subtract(self.exact, other.exact))) < _SLACK


def page_place(corner: tuple[float, float], step: float, window: tuple[float, float], board: Size) -> PagePlace:
    """Return the position and size of the page that suits a window.

    Args:
        corner: position of the window's upper left corner on the board, in texels of the inputs.
        step: texels per pixel.
        window: (width, height) of the window in pixels.
        board: (width, height) of the inputs in texels.
    """
    slot = 1 << max(0, math.ceil(math.log2(SMALLEST * step)))
    if 2 * min(window[0] * step / board[0], window[1] * step / board[1]) < 1:
        columns, rows = (min(max(1, side // slot), most) for side, most in zip(board, _LARGEST_PAGE, strict=True))
        return PagePlace(0, 0, columns, rows, slot, repeats=True)
    margin = _MARGIN * min(window)
    left, top = ((first + margin * step) / slot for first in corner)
    right, bottom = ((first + (side - margin) * step) / slot for first, side in zip(corner, window, strict=True))
    column, row = math.ceil(left - 0.3), math.ceil(top - 0.3)
    columns, rows = max(1, math.floor(right + 0.3) - column), max(1, math.floor(bottom + 0.3) - row)
    return PagePlace(column, row, columns, rows, slot, repeats=False, exact=(left, top, right, bottom))


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
