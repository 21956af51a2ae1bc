"""Draws text in cells, in the font that comes with Pillow and without grey edges."""

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from gpulife.errors import PatternError
from gpulife.patterns.board_sizes import quoted, require_memory_for_cells
from gpulife.rules import Cells

LETTER_HEIGHT = 9
"""Height of a capital letter in cells: the smallest at which all letters of the font are easily told apart."""

_MIN_HEIGHT, _MAX_HEIGHT = 5, 1000
_MAX_TEXT = 10_000
_MAX_PIXELS = 100_000_000
"""Limit on the pixels of a text's picture: Pillow refuses to draw letters into about twice as many."""
_MAX_STATE = 255
_LINE_SPACING = 0  # the font itself leaves room for what hangs below a line


class TextTooLargeError(PatternError):
    """The picture of a text would be too large in letters of that height."""


def text_to_cells(text: str, species: int = 1, height: int = LETTER_HEIGHT) -> Cells:
    """Draw ``text``, one or several lines, in cells of ``species``.

    Args:
        text: the text to draw.
        species: the state of the letters' cells, 1 to 255.
        height: height of a capital letter in cells, 5 to 1000; the font may be one off, as it does not have every size.

    Returns:
        State codes, uint8, as small as the letters allow.

    Raises:
        PatternError: the text has nothing visible or is too long, or ``height`` or ``species`` is out of range.
        TextTooLargeError: the text would have more than a hundred million cells in letters of that height.
        BoardSizeError: the cells do not fit into memory.
    """
    if not _MIN_HEIGHT <= height <= _MAX_HEIGHT:
        raise PatternError(f"letters {height} cells high: they can be {_MIN_HEIGHT} to {_MAX_HEIGHT}")
    if not 1 <= species <= _MAX_STATE:
        raise PatternError(f"letters of species {species}: it must be 1 to {_MAX_STATE}")
    if len(text) > _MAX_TEXT:
        raise PatternError(f"a text of {len(text)} characters: it can have up to {_MAX_TEXT}")
    if not text.strip():
        raise PatternError(f"text {quoted(text)} has no letters to draw")
    letters = _draw(text.strip("\n"), height)
    rows, columns = (np.flatnonzero(letters.any(axis=axis)) for axis in (1, 0))
    if not rows.size:
        raise PatternError(f"text {quoted(text)} has nothing that the font can draw")
    cropped = letters[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return cropped.astype(np.uint8) * np.uint8(species)


def _draw(text: str, height: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    font = _font(height)
    # A picture of mode "1" makes Pillow draw without grey.
    ruler = ImageDraw.Draw(Image.new("1", (1, 1)))
    left, top, right, bottom = ruler.multiline_textbbox((0, 0), text, font=font, spacing=_LINE_SPACING)
    margin = height  # some letters reach beyond their box
    size = int(right - left) + 2 * margin, int(bottom - top) + 2 * margin
    if size[0] * size[1] > _MAX_PIXELS:
        raise TextTooLargeError(
            f"text {quoted(text)} in letters {height} cells high takes {size[0]}x{size[1]} cells: "
            f"it can have up to {_MAX_PIXELS:,}"
        )
    require_memory_for_cells((size[1], size[0]), 3)
    picture = Image.new("1", size)
    ImageDraw.Draw(picture).multiline_text(
        (margin - left, margin - top), text, fill=1, font=font, spacing=_LINE_SPACING
    )
    return np.asarray(picture, bool)


def _font(height: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the font in the smallest size in which a capital letter has ``height`` cells."""
    size = height
    while True:
        font = ImageFont.load_default(size)
        _, top, _, bottom = font.getbbox("H")
        if bottom - top >= height:
            return font
        size += max(1, int((height - (bottom - top)) * 0.7))
