"""Conversion of pictures and written text into cells. Each pixel becomes a cell in the state with the nearest colour.

Distances between colours are measured in the colour space Oklab (Björn Ottosson,
https://bottosson.github.io/posts/oklab/), where equal distances look about equally different.
"""

import io
import os
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, ImageDraw, ImageFont

from gpulife.errors import GpulifeError, PatternError
from gpulife.patterns.board_sizes import quoted, require_memory_for_cells
from gpulife.rules import Cells
from gpulife.storage.bounded_reading import format_whole_units, open_regular

# Picture files come from untrusted sources. Left alone, Pillow would try many formats, some of which start programs
# (Encapsulated PostScript starts Ghostscript). So the first bytes of a file, never its name, select one of five
# formats, and Pillow is told to read only that one.

PICTURE_ENDINGS = (".png", ".gif", ".bmp", ".jpg", ".jpeg", ".webp")
"""Usual file extensions of pictures."""

MAX_DECODING_BYTES = 1 << 27
"""Maximum memory, in bytes, for decoding a picture: enough for 26 million pixels in most formats."""
MAX_FILE_BYTES = 1 << 27
"""Maximum size of a picture file in bytes. Pictures that are small enough to be decoded have smaller files."""
HEAD_BYTES = 30
"""Number of bytes to read from the beginning of a file to know its format and, for WebP, the picture's size."""

_SERIF_FONT = Path("assets", "fonts", "latex", "latinmodern-math.otf")
_LETTERING_FONT = Path("assets", "fonts", "Inconsolata-Medium.ttf")
"""Paths of the font files, relative to the folder of Dear ImGui's bindings."""
_MARKS = {
    "PNG": rb"\x89PNG\r\n\x1a\n",
    "GIF": rb"GIF8[79]a",
    "JPEG": rb"\xff\xd8\xff",
    "WEBP": rb"RIFF.{4}WEBP",
    "BMP": rb"BM.{4}\0{4}",  # many texts begin with "BM", but only a BMP has these four zero bytes
}
_MAX_SCANS = 100
"""Maximum number of scans (passes over the whole picture) in a JPEG. Usual files have one to ten."""
_SCAN = b"\xff\xda"
_PIECE = 1 << 20
_PROGRESSIVE = "progressive JPEG"
_DECODING_BYTES = {"PNG": 5, "GIF": 5, "BMP": 5, "JPEG": 5, _PROGRESSIVE: 10, "WEBP": 16}
"""Measured memory, in bytes per pixel, for decoding a picture and converting it into cells, keyed by format."""


def picture_format(head: bytes) -> str | None:
    """Return Pillow's name for the format of a file that begins with ``head``; None if it is not supported."""
    return next((name for name, mark in _MARKS.items() if re.match(mark, head, re.DOTALL)), None)


@contextmanager
def opened_picture(path: str | os.PathLike[str], shape: tuple[int, int] | None = None) -> Iterator[Image.Image]:
    """Open and decode the first picture of a PNG, GIF, BMP, JPEG or WebP file for the duration of a ``with`` block.

    An error inside the block is reported as a damaged file too, since Pillow decodes some pictures only when used.

    Args:
        path: the file.
        shape: the (rows, columns) into which the caller will shrink the picture; None if it will not. A JPEG with too
            many pixels may then be decoded at a smaller size.

    Raises:
        PatternError: the file cannot be read, has another format, is damaged, or has too many pixels.
        BoardSizeError: the picture does not fit into memory.
    """
    with open_regular(Path(path), PatternError) as file:
        kind = _checked_format(file, str(path))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about sizes, which are checked here, and broken metadata
                with Image.open(_PictureFile(file.fileno()), formats=(kind,)) as picture:
                    kind = _PROGRESSIVE if "progressive" in picture.info else kind
                    if shape is not None and picture.width * picture.height > max_pixels(kind):
                        picture.draft(None, (shape[1], shape[0]))
                    _require_size(picture.width, picture.height, kind, str(path))
                    picture.load()
                    yield picture
        except GpulifeError:
            raise
        except MemoryError as error:
            raise PatternError(f"{path}: the picture does not fit into memory") from error
        except Image.DecompressionBombError as error:
            raise _too_large(str(path), kind) from error
        except Exception as error:
            raise _damaged(str(path)) from error


class _PictureFile(io.BufferedReader):
    """A file that never allocates memory for more bytes than it has.

    Python's own ``read`` allocates all the bytes asked for, and a damaged picture may state a huge length.
    """

    def __init__(self, descriptor: int) -> None:
        super().__init__(io.FileIO(descriptor, closefd=False))
        self._size = os.fstat(descriptor).st_size

    def read(self, size: int | None = -1) -> bytes:
        left = max(0, self._size - self.tell())
        return super().read(left if size is None or size < 0 else min(size, left))


def _checked_format(file: IO[bytes], source: str) -> str:
    """Check a picture file without decoding it. Return its format; the file is then at its start again."""
    try:
        size = os.fstat(file.fileno()).st_size
        head = file.read(HEAD_BYTES)
        scans = 0
        kind = picture_format(head)
        if kind == "JPEG":
            piece = head
            while piece and scans <= _MAX_SCANS:
                scans += piece.count(_SCAN)
                piece = piece[-1:] + more if (more := file.read(_PIECE)) else b""
        file.seek(0)
    except OSError as error:
        raise PatternError(f"{source}: cannot be read: {error.strerror or error}") from error
    if kind is None:
        raise PatternError(f"{source}: not a PNG, GIF, BMP, JPEG or WebP picture")
    if size > MAX_FILE_BYTES:
        raise PatternError(
            f"{source}: the file has {format_whole_units(size)}; the limit is {format_whole_units(MAX_FILE_BYTES)}"
        )
    if scans > _MAX_SCANS:
        raise PatternError(f"{source}: the JPEG has more than {_MAX_SCANS} scans; one to ten are usual")
    if kind == "WEBP":  # its decoder allocates memory before it reports the size
        _require_size(*_webp_size(head, source), kind, source)
    return kind


def _webp_size(head: bytes, source: str) -> tuple[int, int]:
    data, chunk = head.ljust(HEAD_BYTES, b"\0"), head[12:16]
    if chunk == b"VP8X":
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    if chunk == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if chunk == b"VP8 ":
        return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(data[28:30], "little") & 0x3FFF
    raise _damaged(source)


def max_pixels(kind: str) -> int:
    """Return the maximum number of pixels of a picture in the format that Pillow calls ``kind``."""
    return MAX_DECODING_BYTES // _DECODING_BYTES[kind]


def _require_size(width: int, height: int, kind: str, source: str) -> None:
    if width * height > max_pixels(kind):
        raise _too_large(source, kind)
    require_memory_for_cells((height, width), _DECODING_BYTES[kind])


def _too_large(source: str, kind: str) -> PatternError:
    return PatternError(f"{source}: the picture has more than {max_pixels(kind)} pixels, the limit for a {kind}")


def _damaged(source: str) -> PatternError:
    return PatternError(f"{source}: the picture is damaged or cannot be read")


# Conversion of pictures to cells.

BLACK_AND_WHITE: NDArray[np.uint8] = np.array([[0, 0, 0], [255, 255, 255]], np.uint8)
"""Colours of the states for a picture of one species: black is dead, white is alive."""

_BLOCK = 1 << 18  # pixels converted at a time
_OPAQUE = 128
_TURNED_SIDEWAYS = frozenset({5, 6, 7, 8})
"""EXIF orientations in which the stored picture lies on its side, so that its width and height must be swapped."""
_UPRIGHT: dict[int, Callable[[Cells], Cells]] = {
    2: lambda cells: cells[:, ::-1],
    3: lambda cells: cells[::-1, ::-1],
    4: lambda cells: cells[::-1],
    5: lambda cells: cells.T,
    6: lambda cells: cells.T[:, ::-1],
    7: lambda cells: cells[::-1, ::-1].T,
    8: lambda cells: cells.T[::-1],
}
"""The function that turns a stored picture upright, keyed by EXIF orientation."""


def image_to_cells(
    picture: str | PathLike[str] | Image.Image,
    colours: NDArray[np.uint8] = BLACK_AND_WHITE,
    shape: tuple[int, int] | None = None,
) -> Cells:
    """Turn a picture into cells.

    Args:
        picture: a PNG, GIF, BMP, JPEG or WebP file with any name, or a picture in memory. Of an animation, the first
            picture is used.
        colours: the colour of each state in sRGB, shape (states, 3), uint8. Each pixel gets the state with the nearest
            colour, the first if several are equally near. Transparent pixels become 0.
        shape: (rows, columns) into which a larger picture is shrunk, keeping its aspect ratio; None for no limit.

    Returns:
        State codes, uint8, in the shape of the (shrunk) picture.

    Raises:
        PatternError: the file is not a picture, is damaged, or has too many pixels.
        BoardSizeError: the cells do not fit into memory.
    """
    if isinstance(picture, Image.Image):
        return _states(_shrunk(picture, shape), colours)
    with opened_picture(picture, shape) as opened:
        orientation = opened.getexif().get(ExifTags.Base.Orientation)
        orientation = orientation if isinstance(orientation, int) else 1
        if shape is not None and orientation in _TURNED_SIDEWAYS:
            shape = shape[::-1]
        cells = _states(_shrunk(opened, shape), colours)
    make_upright = _UPRIGHT.get(orientation)
    return cells if make_upright is None else np.ascontiguousarray(make_upright(cells))


def _shrunk(picture: Image.Image, shape: tuple[int, int] | None) -> Image.Image:
    if shape is None or (picture.height <= shape[0] and picture.width <= shape[1]):
        return picture
    shrunk = picture.convert("RGBA")
    # The box filter makes each pixel the mean of the pixels it replaces, so thin lines do not vanish.
    shrunk.thumbnail((shape[1], shape[0]), Image.Resampling.BOX)
    return shrunk


def _states(picture: Image.Image, colours: NDArray[np.uint8]) -> Cells:
    targets = _oklab(colours)
    cells = np.empty((picture.height, picture.width), np.uint8)
    height = max(1, _BLOCK // picture.width)  # rows converted at a time, to save memory
    for top in range(0, picture.height, height):
        rows = picture.crop((0, top, picture.width, min(top + height, picture.height)))
        pixels = np.asarray(rows.convert("RGBA"))
        nearest = _nearest(_oklab(pixels[..., :3]), targets)
        nearest[pixels[..., 3] < _OPAQUE] = 0
        cells[top : top + height] = nearest
    return cells


def _nearest(colours: NDArray[np.float32], targets: NDArray[np.float32]) -> Cells:
    """Return the index of the nearest target for each colour. Shapes: colours (..., 3), targets (states, 3)."""
    nearest = np.zeros(colours.shape[:-1], np.uint8)
    least = np.full(colours.shape[:-1], np.inf, np.float32)
    for state, target in enumerate(targets):
        distance = np.square(colours - target).sum(axis=-1)
        closer = distance < least
        nearest[closer] = state
        np.minimum(least, distance, out=least)
    return nearest


def _oklab(colours: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Convert colours from sRGB, shape (..., 3), uint8, to Oklab, float32. The shape stays the same."""
    value = np.arange(256, dtype=np.float32) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4).astype(np.float32)
    cones = linear[colours] @ RGB_TO_CONES.astype(np.float32).T
    return np.asarray(np.cbrt(cones) @ CONES_TO_LAB.astype(np.float32).T, np.float32)


# Text: drawn in Pillow's built-in font without grey edges.

LETTER_HEIGHT = 9
"""Usual height of capital letters, in cells: the smallest at which all letters are easy to tell apart."""

_MIN_HEIGHT, _MAX_HEIGHT = 5, 1000
_MAX_TEXT = 10_000
_MAX_PIXELS = 100_000_000
"""Maximum number of pixels of the picture on which a text is drawn."""
_MAX_STATE = 255
_LINE_SPACING = 0  # the font itself leaves room for letters such as g and y


class TextTooLargeError(PatternError):
    """Error: a text is too large to draw in letters of the requested height."""


def serif_font() -> Path | None:
    """Return the file of Latin Modern, a serif font that comes with Dear ImGui's bindings; None if it is missing."""
    return _font_of_bindings(_SERIF_FONT)


def lettering_font() -> Path | None:
    """Return the file of Inconsolata, a monospaced font that comes with Dear ImGui's bindings; None if missing."""
    return _font_of_bindings(_LETTERING_FONT)


def _font_of_bindings(name: Path) -> Path | None:
    bindings = find_spec("imgui_bundle")
    for folder in (bindings.submodule_search_locations or ()) if bindings is not None else ():
        if (Path(folder) / name).is_file():
            return Path(folder) / name
    return None


def text_to_cells(text: str, species: int = 1, height: int = LETTER_HEIGHT, *, serifs: bool = False) -> Cells:
    """Draw ``text``, one or several lines, as live cells of a species.

    Args:
        text: the text to draw.
        species: the state of the cells that form the letters, 1 to 255.
        height: height of a capital letter in cells, 5 to 1000. Letters become one cell higher if the font lacks the
            size.
        serifs: True to centre the lines and use the font of :func:`serif_font`. Ignored if there is no such font.

    Returns:
        State codes, uint8, cropped to the letters.

    Raises:
        PatternError: the text has nothing visible or is too long, or ``height`` or ``species`` is out of range.
        TextTooLargeError: the text would take more than a hundred million cells.
        BoardSizeError: the cells do not fit into memory.
    """
    if not _MIN_HEIGHT <= height <= _MAX_HEIGHT:
        raise PatternError(f"letter height {height} is not between {_MIN_HEIGHT} and {_MAX_HEIGHT} cells")
    if not 1 <= species <= _MAX_STATE:
        raise PatternError(f"species {species} cannot be used for letters: use 1 to {_MAX_STATE}")
    if len(text) > _MAX_TEXT:
        raise PatternError(f"the text has {len(text)} characters; at most {_MAX_TEXT} can be drawn")
    if not text.strip():
        raise PatternError(f"text {quoted(text)} has no letters to draw")
    letters = _draw(text.strip("\n"), height, serif_font() if serifs else None)
    rows, columns = (np.flatnonzero(letters.any(axis=axis)) for axis in (1, 0))
    if not rows.size:
        raise PatternError(f"text {quoted(text)} has no characters that the font can draw")
    cropped = letters[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return cropped.astype(np.uint8) * np.uint8(species)


def _draw(text: str, height: int, serif: Path | None) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    font, spacing, align = (
        (_font(height), _LINE_SPACING, "left") if serif is None else (_serifs(serif, height), height // 4, "center")
    )
    # In a picture of mode "1", Pillow draws letters without grey edges.
    ruler = ImageDraw.Draw(Image.new("1", (1, 1)))
    left, top, right, bottom = ruler.multiline_textbbox((0, 0), text, font=font, spacing=spacing, align=align)
    margin = height  # some letters reach beyond their box
    size = int(right - left) + 2 * margin, int(bottom - top) + 2 * margin
    if size[0] * size[1] > _MAX_PIXELS:
        raise TextTooLargeError(
            f"text {quoted(text)} in letters {height} cells high takes {size[0]}x{size[1]} cells: "
            f"the limit is {_MAX_PIXELS:,}"
        )
    require_memory_for_cells((size[1], size[0]), 3)
    picture = Image.new("1", size)
    ImageDraw.Draw(picture).multiline_text(
        (margin - left, margin - top), text, fill=1, font=font, spacing=spacing, align=align
    )
    return np.asarray(picture, bool)


def _font(height: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return Pillow's font in the smallest size at which capital letters are at least ``height`` cells high."""
    size = height
    while True:
        font = ImageFont.load_default(size)
        _, top, _, bottom = font.getbbox("H")
        if bottom - top >= height:
            return font
        size += max(1, int((height - (bottom - top)) * 0.7))


def _serifs(path: Path, height: int) -> ImageFont.FreeTypeFont:
    """Load a font file in the size at which capital letters are ``height`` pixels high."""
    size = 100
    top = -ImageFont.truetype(str(path), size).getbbox("H", anchor="ls")[1]
    return ImageFont.truetype(str(path), size * height / top)


# The matrices of Oklab (https://bottosson.github.io/posts/oklab/), in which equal distances look equally different.

RGB_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
"""Matrix that converts linear sRGB to the responses of the three kinds of cones in the eye."""
CONES_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
"""Matrix that converts the cube roots of the cones' responses to lightness, a and b of Oklab."""
