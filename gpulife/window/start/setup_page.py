"""A page over the whole window on which a game is set up: its frame, and rows of choices."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.game import Match
from gpulife.games.registry import find_game
from gpulife.games.start_presets import Mode
from gpulife.seats import Seats
from gpulife.window.panels.widgets import PICKED, begin_here, button_ground, leaves, whole_window

SCALES = (1, 2, 4, 8)
"""Boards offered: so many times as wide and as high as the game's own. Any other size: the panel of universes."""
BACK = "back"
_Value = TypeVar("_Value")
PAGE = imgui.ImVec4(0.02, 0.024, 0.035, 0.94)
"""The ground of pages."""


@contextmanager
def page(name: str, width: float) -> Iterator[None]:
    """Whatever is drawn inside stands on the page, ``width`` pixels wide on a 96 dpi screen."""
    view, scale = imgui.get_main_viewport().size, imgui.get_style().font_scale_dpi
    width = min(width * scale, view.x - 40 * scale)
    with whole_window(name, PAGE):
        imgui.set_cursor_pos(imgui.ImVec2((view.x - width) / 2, max(16 * scale, view.y / 2 - 300 * scale)))
        with imgui_ctx.begin_child("page", imgui.ImVec2(width, 0), imgui.ChildFlags_.nav_flattened):
            yield


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a page begins.

    Attributes:
        match: of the game.
        seats: who plays; None where the match says so.
    """

    match: Match
    seats: Seats | None = None


class SetupPage(ABC):
    """The page of the start screen that sets a game up; the button that begins it is where keys and pads begin.

    Args:
        mode: the entry of the start screen.
        seats: of the last game for so many.
    """

    width: ClassVar[float] = 860.0  # pixels on a 96 dpi screen

    def __init__(self, mode: Mode, seats: Seats) -> None:
        self.mode = mode
        self.game = find_game(mode.game)
        self.seats = seats
        self.option = self.game.default_option
        self.scale = 1

    def show(self, seed: int) -> NewGame | str | None:
        """Draw it over the whole window.

        Args:
            seed: of the match.

        Returns:
            What to begin, BACK, or None.
        """
        with page(self.game.name, self.width):
            chosen = self.draw(seed)
        return BACK if leaves() else chosen

    @abstractmethod
    def draw(self, seed: int) -> NewGame | str | None:
        """Draw what is on the page; the same."""

    @property
    def level_titles(self) -> list[str]:
        """Of the computer's levels, with their numbers."""
        return [f"{number}  {level.title}" for number, level in enumerate(self.game.levels, start=1)]

    def choose_scale(self) -> None:
        """A row of sizes of the board."""
        rows, columns = self.game.shape
        self.scale = pick("size", SCALES, self.scale, [f"{columns * scale} x {rows * scale}" for scale in SCALES])


def begin_button(label: str) -> bool:
    """A button across the page, where keys and pads begin; whether it was pressed."""
    pressed = bool(imgui.button(label, imgui.ImVec2(imgui.get_content_region_avail().x, 0)))
    if imgui.is_window_appearing():
        begin_here()
    return pressed


def back_button() -> bool:
    """The button at the end of a page."""
    imgui.separator()
    return bool(imgui.button("Back"))


def title(words: str) -> None:
    """The page's, large."""
    with imgui_ctx.push_font(None, 40.0):
        imgui.text(words)
    imgui.spacing()


def title_with_back(words: str) -> bool:
    """The same with the button to go back on its line, for pages as high as small screens; whether it was pressed."""
    right = imgui.get_content_region_avail().x
    with imgui_ctx.push_font(None, 40.0):
        imgui.text(words)
    imgui.same_line(right - imgui.calc_text_size("Back").x - 2 * imgui.get_style().frame_padding.x)
    pressed = bool(imgui.button("Back"))
    imgui.spacing()
    return pressed


def row(labels: Sequence[str], picked: int | None, focus: int | None = None) -> int | None:
    """Buttons of one width across the page; the place of the one that was pressed."""
    gap = imgui.get_style().item_spacing.x
    width = (imgui.get_content_region_avail().x - gap * (len(labels) - 1)) / len(labels)
    pressed = None
    for place, label in enumerate(labels):
        if place:
            imgui.same_line()
        with button_ground(PICKED, on=place == picked):
            if imgui.button(label, imgui.ImVec2(width, 0)):
                pressed = place
        if place == focus:
            begin_here()
    return pressed


def choice(name: str, labels: Sequence[str], picked: int) -> int:
    """A row of which one is always picked: the place of the one that is picked after it. ``name`` tells rows apart."""
    with imgui_ctx.push_id(name):
        pressed = row(labels, picked)
    return picked if pressed is None else pressed


def pick(name: str, values: Sequence[_Value], picked: _Value, labels: Sequence[str] | None = None) -> _Value:
    """A row of values, by default as they are written, of which one is always picked: the one that is after it."""
    return values[choice(name, labels or [str(value) for value in values], values.index(picked))]
