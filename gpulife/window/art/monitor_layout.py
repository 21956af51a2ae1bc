"""Computes the part of a picture that each monitor shows."""

import re
from enum import StrEnum

from gpulife.errors import GpulifeError

Box = tuple[int, int, int, int]
"""A part of the desktop: (left, top, width, height)."""
PicturePart = tuple[float, float, float, float]
"""A part of a picture: (left, bottom, width, height), 0 to 1, from the lower left."""
WHOLE_PICTURE: PicturePart = (0.0, 0.0, 1.0, 1.0)

_REGION = re.compile(r"(\d{2,5})x(\d{2,5})\+(\d{1,5})\+(\d{1,5})", re.ASCII)


class Arrangement(StrEnum):
    """The arrangement of several monitors."""

    ONE = "one"
    SPAN = "span"
    MIRROR = "mirror"
    INDEPENDENT = "independent"


def parse_region(text: str) -> Box | None:
    """Parse a part of the desktop written ``WxH+X+Y``; return None if the text has another form.

    Raises:
        GpulifeError: the part is too small for a picture.
    """
    found = _REGION.fullmatch(text)
    if found is None:
        return None
    width, height, left, top = map(int, found.groups())
    if min(width, height) < 64:
        raise GpulifeError(f"--monitor {text}: a part of the desktop should be at least 64x64")
    return left, top, width, height


def bounding_box(boxes: tuple[Box, ...]) -> Box:
    """Return the smallest box that contains all boxes."""
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, bottom - top


def part_of(box: Box, whole: Box) -> PicturePart:
    """Return the part of a picture covering ``whole`` that lies on ``box``."""
    left, top, width, height = whole
    below = top + height - box[1] - box[3]
    return (box[0] - left) / width, below / height, box[2] / width, box[3] / height


def crop_to_fill(picture: tuple[int, int], screen: tuple[int, int]) -> PicturePart:
    """Return the middle part of a picture that fills a screen without distortion; both sizes are (width, height)."""
    wide, high = screen[0] / picture[0], screen[1] / picture[1]
    width, height = (1.0, high / wide) if wide >= high else (wide / high, 1.0)
    return (1 - width) / 2, (1 - height) / 2, width, height
