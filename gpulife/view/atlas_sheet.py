"""Draws the lettering of a map: the names of its countries, capitals and seas, and a cartouche with title and scale."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw, ImageFont

from gpulife.patterns.image import serif_font
from gpulife.view.atlas import STRIDE, Name

_MARGIN = 0.062  # of the window's shorter side: the margin of the sheet, as in look_topo.frag
_CARTOUCHE = 268.0, 112.0  # width and height in units
_ROSE = 108.0  # units from its middle: no letter stands so near to the compass of look_topo.frag
_ROSE_AT = 0.74, 0.56  # its place in halves of the window from the middle, as there
_LEAST_LETTERS = 7  # pixels
_TALLEST, _LABEL = 40.0, 22.0  # units: highest letters that follow a land's shape, and letters of names in close views
_LEAST_WINDOW = 280  # pixels of the shorter side; letters would not fit into a smaller one
_CAPITAL = 11.5  # units that the letters of a capital are high
_INK, _FAINT, _BACKDROP = 255, 150, 235
_HALO = 80  # how much of the map disappears around letters, of 255


@dataclass(frozen=True, slots=True)
class MapSheet:
    """The sheet of paper on which a map is drawn: it fills the window.

    Attributes:
        window: (width, height) of the window in pixels.
        corner: the board position at the window's upper left corner: (column, row) in texels.
        pixel: texels per pixel.
        board: (width, height) of the board in texels.
        title: title of the map.
        law: name of the board's rule.
        is_framed: True if the window shows the sheet's margin, the cartouche and the compass.
    """

    window: tuple[int, int]
    corner: tuple[float, float]
    pixel: float
    board: tuple[int, int]
    title: str
    law: str
    is_framed: bool

    @property
    def unit(self) -> float:
        """The unit for sizes of lettering and margins, in pixels. It grows with the window's height."""
        return self.window[1] / 720

    @property
    def letter(self) -> float:
        """Width in texels of a letter in the name of a capital."""
        return 0.66 * _CAPITAL * self.unit * self.pixel

    @property
    def inside(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the map in pixels."""
        rim = _MARGIN * min(self.window) + 4 * self.unit if self.is_framed else 0.0
        return rim, rim, self.window[0] - rim, self.window[1] - rim

    @property
    def cartouche(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the cartouche in pixels. The compass is on the other side."""
        left, top, right, _ = self.inside
        width, height = (side * self.unit for side in _CARTOUCHE)
        gap = 15 * self.unit
        x = left + gap if self.rose_side > 0 else right - gap - width
        return x, top + gap, x + width, top + gap + height

    @property
    def rose_side(self) -> int:
        """1 if the compass is on the right, -1 if it is on the left; as in look_topo.frag."""
        return 1 if self.board[1] // 40 % 2 else -1

    def free(self) -> NDArray[np.bool_]:
        """Return a mask, shape (rows, columns), of the squares of the board that letters may cover.

        Without a frame, these are all: then names belong to the whole board, and do not move with the view.
        """
        columns, rows = (-(-side // STRIDE) for side in self.board)
        if not self.is_framed:
            return np.ones((rows, columns), bool)
        x = ((np.arange(columns) + 0.5) * STRIDE - self.corner[0]) / self.pixel
        y = ((np.arange(rows) + 0.5) * STRIDE - self.corner[1]) / self.pixel
        x, y = np.meshgrid(x, y)
        left, top, right, bottom = self.inside
        room = 10 * self.unit
        free = (x > left + room) & (x < right - room) & (y > top + room) & (y < bottom - room)
        box, gap = self.cartouche, 6 * self.unit
        free &= ~((x > box[0] - gap) & (x < box[2] + gap) & (y > box[1] - gap) & (y < box[3] + gap))
        rose = [self.window[0] * (1 + self.rose_side * _ROSE_AT[0]) / 2, self.window[1] * (1 + _ROSE_AT[1]) / 2]
        free &= np.hypot(x - rose[0], y - rose[1]) > _ROSE * self.unit
        return np.asarray(free)


def draw_atlas(
    sheet: MapSheet, names: tuple[Name, ...], lands: Mapping[str, NDArray[np.bool_]] | None = None
) -> NDArray[np.uint8]:
    """Return the lettering in two channels: shape (height, width, 2), uint8, the top row first.

    The first channel is the opacity of the ink. The second is the opacity of the backdrop: paper between map and ink.

    Args:
        sheet: the sheet.
        names: the names.
        lands: the squares of each country or sea, by its name. In a close view, a name that would not fit into the
            window stands in the visible part of its land instead.
    """
    pen = _Pen(sheet)
    if min(sheet.window) >= _LEAST_WINDOW:
        for name in names:
            if lands is not None and name.text in lands and pen.is_too_close(name):
                pen.label(name, lands[name.text])
            else:
                pen.name(name)
        if sheet.is_framed:
            pen.title()
    return np.dstack([np.asarray(pen.ink), np.asarray(pen.backdrop)])


class _Pen:
    """Draws on the two images of the lettering, ink and backdrop; see :func:`draw_atlas`."""

    def __init__(self, sheet: MapSheet) -> None:
        self.sheet, self.unit = sheet, sheet.unit
        self.thin = max(1, round(self.unit))
        self.ink, self.backdrop = Image.new("L", sheet.window), Image.new("L", sheet.window)
        self._on_ink, self._on_backdrop = ImageDraw.Draw(self.ink), ImageDraw.Draw(self.backdrop)

    def _at(self, column: Any, row: Any) -> tuple[Any, Any]:
        return (column - self.sheet.corner[0]) / self.sheet.pixel, (row - self.sheet.corner[1]) / self.sheet.pixel

    def name(self, name: Name) -> None:
        """Write a country's name along its spine, letter by letter, and the name of its capital."""
        height = round(name.height / self.sheet.pixel * (0.95 if name.species else 0.85))
        if height < _LEAST_LETTERS:
            return
        text = name.text.upper() if name.species else _italic(name.text)
        for letter, (column, row, slant) in zip(text, name.spine, strict=True):
            self._letter(letter, *self._at(column, row), float(slant), height, _INK if name.species else _FAINT + 60)
        if name.capital:
            self._capital(name)

    def is_too_close(self, name: Name) -> bool:
        """Return True if a name is too large for the window, or lies partly outside it, in a view without a frame."""
        if self.sheet.is_framed:
            return False
        left, top, right, bottom = self.sheet.inside
        places = [self._at(column, row) for column, row, _ in name.spine]
        fits = all(left < x < right and top < y < bottom for x, y in places)
        return not fits or name.height / self.sheet.pixel > _TALLEST * self.unit

    def label(self, name: Name, land: NDArray[np.bool_]) -> None:
        """Write a name in one line in the visible part of its land; nothing if no part is visible."""
        left, top, right, bottom = self.sheet.inside
        rows, columns = np.nonzero(land)
        x, y = self._at((columns + 0.5) * STRIDE, (rows + 0.5) * STRIDE)
        half = STRIDE / 2 / self.sheet.pixel
        seen = (x + half > left) & (x - half < right) & (y + half > top) & (y - half < bottom)
        if not seen.any():
            return
        x, y = np.clip(x[seen], left, right), np.clip(y[seen], top, bottom)
        nearest = int(np.argmin(np.hypot(x - x.mean(), y - y.mean())))
        height = round(_LABEL * self.unit)
        step, room = 1.3 * height, 2 * height
        wide = step * len(name.text)
        middle = float(
            np.clip(x[nearest], left + wide / 2 + room, max(right - wide / 2 - room, left + wide / 2 + room))
        )
        level = float(np.clip(y[nearest], top + room, bottom - room))
        column, row = (int((at * self.sheet.pixel + first) // STRIDE) for at, first in zip(
            (middle, level), self.sheet.corner, strict=True))  # fmt: skip
        if not (0 <= row < land.shape[0] and 0 <= column < land.shape[1] and land[row, column]):
            return  # only a corner of the land is in view
        text = name.text.upper() if name.species else _italic(name.text)
        for number, letter in enumerate(text):
            self._letter(letter, middle - wide / 2 + (number + 0.5) * step, level, 0.0, height, _INK)

    def _letter(self, letter: str, x: float, y: float, slant: float, height: int, tone: int) -> None:
        size = 3 * height
        patch, halo = Image.new("L", (size, size)), Image.new("L", (size, size))
        font, middle = _font(round(1.38 * height)), (size / 2, size / 2 + 0.36 * height)
        ImageDraw.Draw(patch).text(middle, letter, tone, font, "ms")
        ImageDraw.Draw(halo).text(middle, letter, _HALO, font, "ms", stroke_width=max(1, height // 8))
        corner = round(x - size / 2), round(y - size / 2)
        box = (*corner, corner[0] + size, corner[1] + size)
        for canvas, drawn in ((self.ink, patch), (self.backdrop, halo)):
            turned = drawn.rotate(-np.degrees(slant), Image.Resampling.BICUBIC)
            canvas.paste(ImageChops.lighter(canvas.crop(box), turned), corner)

    def _capital(self, name: Name) -> None:
        x, y = self._at(*name.town)
        u = self.unit
        font = _font(max(_LEAST_LETTERS, round(1.3 * _CAPITAL * u)))
        left, top, right, bottom = self.sheet.inside
        if not (left + 8 * u < x < right - 8 * u and top + 8 * u < y < bottom - 8 * u):
            return
        where, anchor = (x + 8 * u, y + 4 * u), "ls"
        self._on_backdrop.text(where, name.capital, _BACKDROP - 60, font, anchor, stroke_width=max(1, round(1.2 * u)))
        self._on_backdrop.ellipse([x - 6 * u, y - 6 * u, x + 6 * u, y + 6 * u], _BACKDROP)
        self._on_ink.text(where, name.capital, _INK, font, anchor)
        self._on_ink.ellipse([x - 4 * u, y - 4 * u, x + 4 * u, y + 4 * u], 0, _INK, self.thin)
        self._dot(x, y, 1.4 * u)

    def title(self) -> None:
        """Draw the cartouche."""
        u = self.unit
        left, top, right, bottom = self.sheet.cartouche
        middle = (left + right) / 2
        corner = 13 * u
        self._on_backdrop.rectangle([left, top, right, bottom], _INK)
        # The corners are hollow, as on an old label.
        corners = (left, top, 0), (right, top, 90), (right, bottom, 180), (left, bottom, 270)
        for x, y, start in corners:
            self._on_backdrop.pieslice([x - corner, y - corner, x + corner, y + corner], start, start + 90, 0)
            inward = 0.4 * corner * np.sign([middle - x, (top + bottom) / 2 - y])
            self._dot(x + inward[0], y + inward[1], 2 * u)
        for inset, tone in ((0.0, _INK), (4 * u, _FAINT)):
            box = left + inset, top + inset, right - inset, bottom - inset
            for y in box[1::2]:
                self._on_ink.line([box[0] + corner, y, box[2] - corner, y], tone, self.thin)
            for x in box[::2]:
                self._on_ink.line([x, box[1] + corner, x, box[3] - corner], tone, self.thin)
            for x, y, start in (
                (box[0], box[1], 0),
                (box[2], box[1], 90),
                (box[2], box[3], 180),
                (box[0], box[3], 270),
            ):
                round_ = [x - corner, y - corner, x + corner, y + corner]
                self._on_ink.arc(round_, start, start + 90, tone, self.thin)
        y = top + 23 * u
        self._line(middle, y, _spaced("a map of the lands of"), 8.5)
        self._line(middle, y + 27 * u, self.sheet.title.upper(), 21.0, widest=right - left - 40 * u)
        self._flourish(middle, y + 36 * u)
        if self.sheet.law != self.sheet.title:
            self._line(middle, y + 50 * u, _italic("the rule of this land is ") + self.sheet.law, 10.5)
        self._scale(middle, bottom - 17 * u)

    def _dot(self, x: float, y: float, radius: float) -> None:
        self._on_ink.ellipse([x - radius, y - radius, x + radius, y + radius], _INK)

    def _line(self, x: float, y: float, text: str, size: float, widest: float = 1e9) -> None:
        height = max(_LEAST_LETTERS, round(1.3 * size * self.unit))
        while _font(height).getlength(text) > widest and height > _LEAST_LETTERS:
            height -= 1
        self._on_ink.text((x, y), text, _INK, _font(height), "ms")

    def _flourish(self, x: float, y: float) -> None:
        u = self.unit
        for side in (-1, 1):
            self._on_ink.line([x + side * 10 * u, y, x + side * 62 * u, y], _FAINT, self.thin)
            self._dot(x + side * 66 * u, y, 1.5 * u)
        self._on_ink.polygon([(x - 6 * u, y), (x, y - 3 * u), (x + 6 * u, y), (x, y + 3 * u)], _INK)

    def _scale(self, x: float, y: float) -> None:
        """Draw a scale bar in cells."""
        u, texels = self.unit, 150 * self.unit * self.sheet.pixel
        cells = max((each for each in (2, 4, 8, 20, 40, 80, 200, 400, 800, 2000) if each <= texels), default=1)
        part = cells / self.sheet.pixel / 4
        left = x - 2 * part - 10 * u
        for number in range(4):
            box = [left + number * part, y - 2 * u, left + (number + 1) * part, y + 2 * u]
            self._on_ink.rectangle(box, _INK if number % 2 == 0 else 0, _INK, self.thin)
        font = _font(max(_LEAST_LETTERS, round(1.3 * 8.0 * u)))
        for number in (0, 2, 4):
            self._on_ink.text((left + number * part, y - 4 * u), f"{cells * number // 4}", _INK, font, "ms")
        self._on_ink.text((left + 4 * part + 6 * u, y + 3 * u), "cells", _INK, font, "ls")


def _spaced(text: str) -> str:
    return "\N{THIN SPACE}".join(text.upper())


def _italic(text: str) -> str:
    """Return a text in Unicode's mathematical italic letters; unchanged if the serif font is missing."""
    if serif_font() is None:
        return text
    letters = {"h": "\N{PLANCK CONSTANT}"}
    for number in range(26):
        letters[chr(ord("A") + number)] = chr(0x1D434 + number)
        letters.setdefault(chr(ord("a") + number), chr(0x1D44E + number))
    return "".join(letters.get(letter, letter) for letter in text)


@cache
def _font(height: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    path = serif_font()
    return ImageFont.load_default(height) if path is None else ImageFont.truetype(str(path), height)
