"""The second page of the start screen, for games between two: who plays, by which option, on which board.

Choosing who plays begins the game: with a pad alone that is A on the game, A on the opponent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from gpulife.games import GAMES, about_option
from gpulife.lineup import Lineup
from gpulife.ui.widgets import GREY, caption

SCALES = (1, 2, 4, 8)
"""Boards offered: so many times as wide and as high as the game's own. Any other size: the panel of universes."""
BACK = "back"
_WIDTH = 860.0  # pixels on a 96 dpi screen
_PICKED = imgui.ImVec4(0.2, 0.42, 0.7, 1.0)


@dataclass(slots=True)
class Setup:
    """What is chosen so far.

    Attributes:
        game: its name.
        option: of it.
        scale: of its own board.
    """

    game: str
    option: str
    scale: int = 1


def game_setup(setup: Setup, lineup: Lineup, levels: Sequence[tuple[str, str]]) -> tuple[int, int] | str | None:
    """Draw it over the whole window.

    Args:
        setup: is changed by what is pressed.
        lineup: of the last game: where keys and pads begin.
        levels: of the computer: title and one line about each.

    Returns:
        The levels of the two seats (0 for a person) to begin with, BACK, or None.
    """
    view, scale = imgui.get_main_viewport(), imgui.get_style().font_scale_dpi
    imgui.set_next_window_pos(view.pos)
    imgui.set_next_window_size(view.size)
    flags = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_move | imgui.WindowFlags_.no_saved_settings
    imgui.push_style_color(imgui.Col_.window_bg, imgui.ImVec4(0.02, 0.024, 0.035, 0.94))
    chosen: tuple[int, int] | str | None = None
    if imgui.begin("game", None, flags & ~imgui.WindowFlags_.no_scrollbar):
        width = min(_WIDTH * scale, view.size.x - 40 * scale)
        imgui.set_cursor_pos(imgui.ImVec2((view.size.x - width) / 2, max(16 * scale, view.size.y / 2 - 300 * scale)))
        imgui.begin_child("page", imgui.ImVec2(width, 0), imgui.ChildFlags_.nav_flattened)
        chosen = _page(setup, lineup, levels)
        imgui.end_child()
        if imgui.is_key_pressed(imgui.Key.escape) or imgui.is_key_pressed(imgui.Key.gamepad_face_right):
            chosen = BACK
    imgui.end()
    imgui.pop_style_color()
    return chosen


def _page(setup: Setup, lineup: Lineup, levels: Sequence[tuple[str, str]]) -> tuple[int, int] | str | None:
    game = GAMES[setup.game]
    chosen: tuple[int, int] | str | None = None
    imgui.push_font(None, 40.0)
    imgui.text(game.title)
    imgui.pop_font()
    imgui.spacing()

    computers = lineup.computers
    appearing = imgui.is_window_appearing()
    caption("two people: each with a pad, on one half of the keyboard, or one of each")
    if _row(["Two people"], picked=None, focus=0 if appearing and not computers else None) is not None:
        chosen = (0, 0)
    titles = [f"{number}  {title}" for number, (title, _) in enumerate(levels, start=1)]
    last = max(seat.level for seat in lineup.seats)
    imgui.spacing()
    caption("one person against the computer")
    focus = last - 1 if appearing and len(computers) == 1 else None
    imgui.push_id("against")
    if (place := _row(titles, picked=None, focus=focus)) is not None:
        against = lineup.against(place + 1)
        chosen = (against.seats[0].level, against.seats[1].level)
    imgui.pop_id()
    for number, (_, about) in enumerate(levels, start=1):
        imgui.text_colored(GREY, f"{number}: {about}")
    imgui.spacing()
    caption("the computer against itself")
    focus = last - 1 if appearing and len(computers) == len(lineup.seats) else None
    imgui.push_id("watch")
    if (place := _row(titles, picked=None, focus=focus)) is not None:
        chosen = (place + 1, place + 1)
    imgui.pop_id()

    imgui.separator()
    options = list(game.options)
    caption(f"option: {about_option(setup.game, setup.option)}")
    if (place := _row(options, picked=options.index(setup.option))) is not None:
        setup.option = options[place]
    imgui.spacing()
    caption("board, in cells; any other size in the panel New universe")
    rows, columns = game.shape
    sizes = [f"{columns * scale} x {rows * scale}" for scale in SCALES]
    if (place := _row(sizes, picked=SCALES.index(setup.scale))) is not None:
        setup.scale = SCALES[place]
    imgui.separator()
    if imgui.button("Back"):
        chosen = BACK
    return chosen


def _row(labels: Sequence[str], *, picked: int | None, focus: int | None = None) -> int | None:
    """Buttons of one width across the page; the place of the one that was pressed."""
    gap = imgui.get_style().item_spacing.x
    width = (imgui.get_content_region_avail().x - gap * (len(labels) - 1)) / len(labels)
    pressed = None
    for place, label in enumerate(labels):
        if place:
            imgui.same_line()
        if place == picked:
            imgui.push_style_color(imgui.Col_.button, _PICKED)
        if imgui.button(label, imgui.ImVec2(width, 0)):
            pressed = place
        if place == picked:
            imgui.pop_style_color()
        if place == focus:
            imgui.set_item_default_focus()
            imgui.set_keyboard_focus_here(-1)
            imgui.set_nav_cursor_visible(True)
    return pressed
