"""A row of cards at the foot of a game's setup page. Each card explains a rule with a picture and a short text."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.glyphs import Legend
from gpulife.rules import RGB
from gpulife.window.design import CAPTION, GAP, LINE, NEAR, ROUNDING, SURFACE, TIGHT, packed, vec4
from gpulife.window.panels.keycaps import text_with_caps
from gpulife.window.panels.pages import view_and_scale
from gpulife.window.panels.rule_pictures import DrawSymbol, draw_rule_picture, picture_size
from gpulife.window.panels.widgets import group_title

_CARDS = 4
"""Largest number of cards."""
_LEAST_WIDTH = 210.0
"""Smallest width of a card, in units of 1/96 inch. In narrow windows there are fewer cards."""
_LONGEST = 130
"""Maximum number of characters in a step on a card. Longer steps are shown only in the help."""
_LINE, _LETTER = 21.0, 7.6
"""Height of a line of text, and approximate width of a letter, both in units of 1/96 inch."""


@dataclass(frozen=True, slots=True)
class HowToPlay:
    """How a game is played.

    Attributes:
        steps: the rules in short sentences, with placeholders such as "{trigger}" for controls.
        pictures: a small picture of each step; "" for none.
        draw_symbol: function that draws the symbols that only the pictures of this game contain.
        legend: glyphs of the user's keys or buttons.
    """

    steps: Sequence[str]
    pictures: Sequence[str]
    draw_symbol: DrawSymbol
    legend: Legend

    def shown(self, width: float, rows: int = 1) -> list[tuple[str, str]]:
        """Return the steps for which there is room in ``rows`` rows of ``width`` points, each with its picture."""
        count = min(_CARDS, self._columns(width) * rows)
        pairs = zip(self.steps, self.pictures, strict=False)
        illustrated = [(step, picture) for step, picture in pairs if picture and len(step) <= _LONGEST]
        return illustrated[: max(count, 0)]

    def _columns(self, width: float) -> int:
        """Return the number of cards beside each other for which there is room in ``width`` points."""
        return min(_CARDS, int(width / ((_LEAST_WIDTH + GAP) * view_and_scale()[1])))

    def height(self, width: float, rows: int = 1) -> float:
        """Return the height in points of ``rows`` rows that are ``width`` points wide; 0 if there are no cards."""
        steps = self.shown(width, rows)
        if not steps:
            return 0.0
        scale = view_and_scale()[1]
        return 2 * _LINE * scale + rows * self._card_height(width, steps) + (rows - 1) * GAP * scale

    def _card_height(self, width: float, steps: Sequence[tuple[str, str]]) -> float:
        """Return the height in points of each card in rows that are ``width`` points wide."""
        scale = view_and_scale()[1]
        across = width / min(len(steps), self._columns(width)) / scale - 3 * GAP
        lines = max(ceil(len(step) * _LETTER / across) for step, _ in steps)
        pictures = max(picture_size(picture)[1] for _, picture in steps)
        return pictures + (lines * _LINE + 2 * GAP + NEAR + TIGHT) * scale

    def draw(self, colours: Sequence[RGB], rows: int = 1) -> None:
        """Draw the cards across the page, in ``rows`` rows. ``colours`` are the colours of the players' cells."""
        scale, room = view_and_scale()[1], imgui.get_content_region_avail().x
        steps = self.shown(room, rows)
        if not steps:
            return
        group_title("How to play")
        top = max(picture_size(picture)[1] for _, picture in steps)
        gap, columns = GAP * scale, min(len(steps), self._columns(room))
        width, high = (room - gap * (columns - 1)) / columns, self._card_height(room, steps)
        for number, (step, picture) in enumerate(steps):
            if number % columns:
                imgui.same_line(spacing=gap)
            with (
                imgui_ctx.push_style_color(imgui.Col_.child_bg, vec4(SURFACE)),
                imgui_ctx.push_style_var(imgui.StyleVar_.child_rounding, ROUNDING * scale),
                imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, (gap, gap)),
                imgui_ctx.begin_child(
                    f"how to {number}", imgui.ImVec2(width, high), imgui.ChildFlags_.always_use_window_padding, _FLAGS
                ),
            ):
                corner, wide = imgui.get_cursor_screen_pos(), picture_size(picture)
                place = corner.x + (width - 2 * gap - wide[0]) / 2, corner.y + (top - wide[1]) / 2
                draw_rule_picture(picture, place, colours, self.draw_symbol)
                imgui.dummy((0, top + NEAR * scale))
                text_with_caps(self.legend.pieces(step), CAPTION)
                end = imgui.get_window_pos() + imgui.get_window_size()
                pen = imgui.get_window_draw_list()
                pen.add_rect(imgui.get_window_pos(), end, packed(LINE), ROUNDING * scale)


_FLAGS = imgui.WindowFlags_.no_nav_focus | imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.no_scroll_with_mouse
