"""The second page of the start screen for games for up to six: who sits on each seat, the option, and the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from gpulife.games import GAMES
from gpulife.games.biowar_state import OPTIONS
from gpulife.party import CLOSED, Party
from gpulife.ui.game_setup import BACK, SCALES
from gpulife.ui.widgets import GREY, caption

_WIDTH = 1000.0  # pixels on a 96 dpi screen
_PICKED = imgui.ImVec4(0.2, 0.42, 0.7, 1.0)
_WHO = ("nobody", "a person")


@dataclass(slots=True)
class PartySetup:
    """What is chosen so far.

    Attributes:
        game: its name.
        option: of it.
        party: who sits where.
        scale: of the game's own board.
        torus: whether the board's edges are joined.
    """

    game: str
    option: str
    party: Party
    scale: int = 1
    torus: bool = False


def party_setup(setup: PartySetup, levels: Sequence[tuple[str, str]]) -> Party | str | None:
    """Draw it over the whole window.

    Args:
        setup: is changed by what is pressed.
        levels: of the computer: title and one line about each.

    Returns:
        The party to begin with, BACK, or None.
    """
    view, scale = imgui.get_main_viewport(), imgui.get_style().font_scale_dpi
    imgui.set_next_window_pos(view.pos)
    imgui.set_next_window_size(view.size)
    flags = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_move | imgui.WindowFlags_.no_saved_settings
    imgui.push_style_color(imgui.Col_.window_bg, imgui.ImVec4(0.02, 0.024, 0.035, 0.94))
    chosen: Party | str | None = None
    if imgui.begin("party", None, flags & ~imgui.WindowFlags_.no_scrollbar):
        width = min(_WIDTH * scale, view.size.x - 40 * scale)
        imgui.set_cursor_pos(imgui.ImVec2((view.size.x - width) / 2, max(16 * scale, view.size.y / 2 - 300 * scale)))
        imgui.begin_child("page", imgui.ImVec2(width, 0), imgui.ChildFlags_.nav_flattened)
        chosen = _page(setup, levels)
        imgui.end_child()
        if imgui.is_key_pressed(imgui.Key.escape) or imgui.is_key_pressed(imgui.Key.gamepad_face_right):
            chosen = BACK
    imgui.end()
    imgui.pop_style_color()
    return chosen


def _page(setup: PartySetup, levels: Sequence[tuple[str, str]]) -> Party | str | None:
    game = GAMES[setup.game]
    chosen: Party | str | None = None
    appearing = imgui.is_window_appearing()
    imgui.push_font(None, 40.0)
    imgui.text(game.title)
    imgui.pop_font()
    imgui.spacing()
    imgui.push_font(None, 24.0)
    if imgui.button("Play", imgui.ImVec2(imgui.get_content_region_avail().x, 0)):
        chosen = setup.party
    if appearing:
        imgui.set_item_default_focus()
        imgui.set_keyboard_focus_here(-1)
        imgui.set_nav_cursor_visible(True)
    imgui.pop_font()
    imgui.spacing()
    caption("who sits where; people sit down with a gamepad (A) or on half the keyboard, now or later")
    titles = [*_WHO, *(f"{number}  {title}" for number, (title, _) in enumerate(levels, start=1))]
    for player, seat in enumerate(setup.party.seats):
        imgui.push_id(player)
        imgui.align_text_to_frame_padding()
        imgui.text(f"{player + 1}")
        imgui.same_line()
        if (place := _row(titles, seat.level - CLOSED)) is not None:
            setup.party = setup.party.with_seat(player, level=place + CLOSED)
        imgui.pop_id()
    imgui.text_colored(GREY, "1 to 4: the computer, from the weakest to the strongest")
    imgui.separator()
    caption(OPTIONS[setup.option].about)
    options = list(game.options)
    if (place := _row(options, options.index(setup.option))) is not None:
        setup.option = options[place]
    imgui.spacing()
    caption("board, in cells, and what lies beyond its edges")
    rows, columns = game.shape
    sizes = [f"{columns * scale} x {rows * scale}" for scale in SCALES]
    if (place := _row(sizes, SCALES.index(setup.scale))) is not None:
        setup.scale = SCALES[place]
    if (place := _row(["nothing lives there", "the other side"], int(setup.torus))) is not None:
        setup.torus = bool(place)
    imgui.separator()
    if imgui.button("Back"):
        chosen = BACK
    return chosen


def _row(labels: Sequence[str], picked: int) -> int | None:
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
    return pressed
