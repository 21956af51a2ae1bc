"""Survivor's pages over the whole window: the pie of levels, the story before one, and what came of it.

Each returns commands of the kind LEVEL. Pointer, arrow keys and gamepads reach everything.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from gpulife.commands import Asked, LevelRequest, StartScreen
from gpulife.ui.survivor.sky import LIGHTS, blend
from gpulife.ui.survivor.sprites import code, draw_star
from gpulife.ui.widgets import AMBER, GREY, colour
from gpulife.view.look import RGB

_SLICES: tuple[RGB, ...] = ((126, 138, 92), (150, 164, 100), (206, 132, 72), (142, 72, 92), (58, 62, 118))
_LOCKED = (44, 48, 58)
_TEXT = (236, 240, 246)
_GAP = 0.02  # radians between slices
_HOLE = 0.3  # of the pie's radius
_STARS = 3
_COLUMN = 620.0  # pixels of text on a 96 dpi screen


@dataclass(frozen=True, slots=True)
class Slice:
    """A level as the chooser shows it.

    Attributes:
        name: of its file.
        title: for people.
        par: in turns.
        best: turns of the best win, None if it was never won.
        stars: earned.
        locked: whether it has to be unlocked first.
    """

    name: str
    title: str
    par: int
    best: int | None
    stars: int
    locked: bool


@dataclass(frozen=True, slots=True)
class Result:
    """How a level ended.

    Attributes:
        title: of the level.
        won: whether it was.
        turns: it took.
        par: of the level, 0 if it has none.
        stars: earned.
        text: what is told.
        best: the best win so far, None if this is the first or it counts for nothing.
        next_title: of the level that can be played next; "" if there is none.
    """

    title: str
    won: bool
    turns: int
    par: int
    stars: int
    text: str
    best: int | None
    next_title: str


def chooser(slices: Sequence[Slice], own: Sequence[str], selected: int, *, can_go_back: bool) -> list[Asked]:
    """The pie of levels.

    Args:
        slices: the levels in their order.
        own: names of the user's own levels.
        selected: the slice that is looked at, which the commands change.
        can_go_back: whether there is something behind the page to go back to.
    """
    commands: list[Asked] = []
    scale = imgui.get_style().font_scale_dpi
    view = imgui.get_main_viewport().size
    if _begin("levels"):
        radius = min(view.x * 0.27, view.y * 0.38)
        middle = (max(radius + 30 * scale, view.x * 0.3), view.y * 0.54)
        _heading("Survivor", "choose a level", (middle[0] - radius, 14 * scale))
        pointed = _pointed(middle, radius, len(slices))
        _draw_pie(slices, middle, radius, selected)
        commands += _slice_buttons(slices, middle, radius, selected, pointed)
        shown = slices[selected]
        left = middle[0] + radius + 60 * scale
        imgui.set_cursor_pos(imgui.ImVec2(left, middle[1] - radius))
        imgui.begin_child("about", imgui.ImVec2(view.x - left - 24 * scale, 0), imgui.ChildFlags_.nav_flattened)
        commands += _about(shown, own, can_go_back=can_go_back)
        imgui.end_child()
        if can_go_back and _leaves():
            commands.append(LevelRequest("close"))
    _end()
    return commands


def _pointed(middle: tuple[float, float], radius: float, count: int) -> int | None:
    """The slice that the pointer is on, if it moved or was pressed: one that rests there leaves the keys alone."""
    mouse, moved = imgui.get_mouse_pos(), imgui.get_io().mouse_delta
    if not (moved.x or moved.y or imgui.is_mouse_clicked(0)):
        return None
    x, y = mouse.x - middle[0], mouse.y - middle[1]
    if not _HOLE * radius < math.hypot(x, y) < radius * 1.04:
        return None
    return int((math.atan2(y, x) + math.pi / 2) % (2 * math.pi) / (2 * math.pi) * count) % count


def _angles(number: int, count: int) -> tuple[float, float]:
    """Beginning and end of a slice, clockwise from the top."""
    whole = 2 * math.pi / count
    return number * whole - math.pi / 2 + _GAP, (number + 1) * whole - math.pi / 2 - _GAP


def _draw_pie(slices: Sequence[Slice], middle: tuple[float, float], radius: float, selected: int) -> None:
    pen = imgui.get_window_draw_list()
    for number, each in enumerate(slices):
        start, end = _angles(number, len(slices))
        out = radius * 0.04 if number == selected else 0.0
        turn = (start + end) / 2
        centre = imgui.ImVec2(middle[0] + out * math.cos(turn), middle[1] + out * math.sin(turn))
        ink = _LOCKED if each.locked else _SLICES[number % len(_SLICES)]
        if number == selected:
            ink = blend(ink, (255, 255, 255), 0.14)
        pieces = 10
        # A ring's sector is not convex: it is drawn in small pieces.
        for piece in range(pieces):
            first, last = (start + (end - start) * place / pieces for place in (piece, piece + 1))
            inner, outer, far, near = (
                imgui.ImVec2(centre.x + reach * radius * math.cos(angle), centre.y + reach * radius * math.sin(angle))
                for reach, angle in ((_HOLE, first), (1.0, first), (1.0, last + 0.004), (_HOLE, last + 0.004))
            )
            pen.add_quad_filled(inner, outer, far, near, code(ink))
        if number == selected:
            pen.path_clear()
            pen.path_arc_to(centre, radius * 1.03, start, end, 40)
            pen.path_stroke(code((255, 255, 255), 0.85), max(2.0, radius * 0.014))
        at = _on_slice(middle, radius, number, len(slices))
        _centred(
            pen, str(number + 1), (at[0], at[1] - radius * 0.07), max(18.0, radius * 0.17), _TEXT, faint=each.locked
        )
        if each.locked:
            _lock(pen, (at[0], at[1] + radius * 0.12), radius * 0.07)
        else:
            for star in range(_STARS):
                place = (at[0] + (star - 1) * radius * 0.115, at[1] + radius * 0.12)
                draw_star(pen, place, radius * 0.052, lit=star < each.stars)
    stars = sum(each.stars for each in slices)
    draw_star(pen, (middle[0], middle[1] - radius * 0.07), radius * 0.1, lit=stars > 0)
    words = f"{stars} of {_STARS * len(slices)}"
    _centred(pen, words, (middle[0], middle[1] + radius * 0.11), max(16.0, radius * 0.075), _TEXT)


def _slice_buttons(
    slices: Sequence[Slice], middle: tuple[float, float], radius: float, selected: int, pointed: int | None
) -> list[Asked]:
    """A button on every slice, for keys and pads; the pointer takes the focus along to the slice that it is on."""
    commands: list[Asked] = []
    scale = imgui.get_style().font_scale_dpi
    side = max(radius * 0.42, 48 * scale)
    clear = imgui.ImVec4(0, 0, 0, 0)
    for what in (imgui.Col_.button, imgui.Col_.button_hovered, imgui.Col_.button_active):
        imgui.push_style_color(what, clear)
    for number, each in enumerate(slices):
        at = _on_slice(middle, radius, number, len(slices))
        imgui.set_cursor_pos(imgui.ImVec2(at[0] - side / 2, at[1] - side / 2))
        pressed = imgui.button(f"##slice {number}", imgui.ImVec2(side, side))
        pressed = pressed or (number == pointed and imgui.is_mouse_clicked(0) and not imgui.is_item_hovered())
        if pressed and not each.locked:
            commands.append(LevelRequest("story", each.name))
        if imgui.is_item_focused() and number != selected and pointed is None:
            commands.append(LevelRequest("look", number))
        if number == pointed:
            imgui.set_keyboard_focus_here(-1)
            commands.append(LevelRequest("look", number))
        if number == selected and imgui.is_window_appearing():
            imgui.set_item_default_focus()
            imgui.set_keyboard_focus_here(-1)
            imgui.set_nav_cursor_visible(True)
    imgui.pop_style_color(3)
    return commands


def _on_slice(middle: tuple[float, float], radius: float, number: int, count: int) -> tuple[float, float]:
    start, end = _angles(number, count)
    turn, reach = (start + end) / 2, radius * 0.66
    return middle[0] + reach * math.cos(turn), middle[1] + reach * math.sin(turn)


def _about(shown: Slice, own: Sequence[str], *, can_go_back: bool) -> list[Asked]:
    commands: list[Asked] = []
    imgui.push_font(None, 30.0)
    imgui.text_wrapped(shown.title if not shown.locked else "Not yet")
    imgui.pop_font()
    imgui.push_font(None, 20.0)
    if shown.locked:
        imgui.text_wrapped("Win the level before it first.")
    else:
        best = "not won yet" if shown.best is None else f"your best: {shown.best} turns"
        imgui.text_colored(GREY, f"three stars for {shown.par} turns; {best}")
    imgui.spacing()
    width = min(imgui.get_content_region_avail().x, 340 * imgui.get_style().font_scale_dpi)
    size = imgui.ImVec2(width, 0)
    imgui.begin_disabled(shown.locked)
    if imgui.button("Play", size):
        commands.append(LevelRequest("story", shown.name))
    if imgui.button("Watch the computer", size):
        commands.append(LevelRequest("watch", shown.name))
    imgui.end_disabled()
    imgui.spacing()
    if own:
        imgui.set_next_item_width(width)
        if imgui.begin_combo("##own", "Levels of your own"):
            commands += [LevelRequest("own", name) for name in own if imgui.selectable(name, p_selected=False)[0]]
            imgui.end_combo()
    if imgui.button("Draw a level", size):
        commands.append(LevelRequest("edit", ""))
    if imgui.button("Start screen", size):
        commands.append(StartScreen())
    if can_go_back and imgui.button("Back", size):
        commands.append(LevelRequest("close"))
    imgui.pop_font()
    return commands


def story(title: str, text: str, starts: str, par: int) -> list[Asked]:
    """What is told before a level."""
    commands: list[Asked] = []
    if _begin("story", LIGHTS[starts].sky):
        _column(lambda: _tell(title, text))
        par_text = f"It begins at {starts}. Three stars for {par} turns." if par else f"It begins at {starts}."
        _column(lambda: imgui.text_colored(AMBER, par_text))
        commands += _choices((("Begin", LevelRequest("close")), ("Levels", LevelRequest("levels"))))
        if _leaves():
            commands.append(LevelRequest("levels"))
    _end()
    return commands


def ending(result: Result) -> list[Asked]:
    """What came of a level."""
    commands: list[Asked] = []
    if _begin("ending", LIGHTS["midday" if result.won else "midnight"].sky):
        turns = "1 turn" if result.turns == 1 else f"{result.turns} turns"
        if result.won:
            _column(lambda: _tell(f"{result.title}: won in {turns}", ""))
            _stars(result.stars)
            note = f"par is {result.par}" if result.par else "this level has no par yet"
            if result.best is not None:
                note += f", your best {result.best}"
            _column(lambda: imgui.text_colored(GREY, note))
            _column(lambda: imgui.text_wrapped(result.text))
        else:
            _column(lambda: _tell(f"{result.title}: lost", result.text))
        choices = [
            ("Try again", LevelRequest("again")),
            ("Levels", LevelRequest("levels")),
            ("Look at the board", LevelRequest("close")),
        ]
        if result.won:
            choices[0] = ("Play it again", LevelRequest("again"))
        if result.next_title:
            choices.insert(0, (f"On: {result.next_title}", LevelRequest("next")))
        commands += _choices(choices)
        if _leaves():
            commands.append(LevelRequest("close"))
    _end()
    return commands


def _tell(title: str, text: str) -> None:
    imgui.push_font(None, 38.0)
    imgui.text_wrapped(title)
    imgui.pop_font()
    imgui.spacing()
    for paragraph in text.split("\n"):
        imgui.text_wrapped(paragraph)
        imgui.spacing()


def _column(draw: Callable[[], object]) -> None:
    """Draw in the middle column, in large letters."""
    scale = imgui.get_style().font_scale_dpi
    view = imgui.get_main_viewport().size
    width = min(_COLUMN * scale * 1.3, view.x - 48 * scale)
    left = (view.x - width) / 2
    imgui.set_cursor_pos_x(left)
    imgui.push_font(None, 23.0)
    imgui.push_text_wrap_pos(left + width)
    imgui.begin_group()
    draw()
    imgui.end_group()
    imgui.pop_text_wrap_pos()
    imgui.pop_font()
    imgui.spacing()


def _stars(earned: int) -> None:
    scale = imgui.get_style().font_scale_dpi
    view = imgui.get_main_viewport().size
    width = min(_COLUMN * scale * 1.3, view.x - 48 * scale)
    corner, radius = imgui.get_cursor_screen_pos(), 30 * scale
    for star in range(_STARS):
        place = ((view.x - width) / 2 + radius + star * radius * 2.3, corner.y + radius)
        draw_star(imgui.get_window_draw_list(), place, radius, lit=star < earned)
    imgui.dummy(imgui.ImVec2(1, 2.1 * radius))


def _choices(choices: Sequence[tuple[str, Asked]]) -> list[Asked]:
    """Large buttons, the first of which has the focus; the command of the one that was pressed."""
    scale = imgui.get_style().font_scale_dpi
    view = imgui.get_main_viewport().size
    width = min(_COLUMN * scale * 1.3, view.x - 48 * scale)
    pressed = []
    imgui.push_font(None, 23.0)
    for place, (title, command) in enumerate(choices):
        imgui.set_cursor_pos_x((view.x - width) / 2)
        if imgui.button(title, imgui.ImVec2(min(width, 420 * scale), 46 * scale)):
            pressed.append(command)
        if place == 0 and imgui.is_window_appearing():
            imgui.set_item_default_focus()
            imgui.set_keyboard_focus_here(-1)
            imgui.set_nav_cursor_visible(True)
    imgui.pop_font()
    return pressed


def _begin(name: str, sky: RGB = (5, 6, 9)) -> bool:
    view = imgui.get_main_viewport()
    scale = imgui.get_style().font_scale_dpi
    imgui.set_next_window_pos(view.pos)
    imgui.set_next_window_size(view.size)
    flags = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_move | imgui.WindowFlags_.no_saved_settings
    ground = colour(blend(sky, (5, 6, 9), 0.72), 0.97)
    imgui.push_style_color(imgui.Col_.window_bg, ground)
    shown = bool(imgui.begin(f"survivor {name}", None, flags & ~imgui.WindowFlags_.no_scrollbar)[0])
    imgui.set_cursor_pos_y(max(24 * scale, view.size.y * 0.16))
    return shown


def _end() -> None:
    imgui.end()
    imgui.pop_style_color()


def _leaves() -> bool:
    """Whether somebody pressed Escape or B."""
    return bool(imgui.is_key_pressed(imgui.Key.escape) or imgui.is_key_pressed(imgui.Key.gamepad_face_right))


def _heading(title: str, about: str, corner: tuple[float, float]) -> None:
    imgui.set_cursor_pos(imgui.ImVec2(*corner))
    imgui.push_font(None, 40.0)
    imgui.text(title)
    imgui.pop_font()
    imgui.same_line()
    imgui.text_colored(GREY, about)


def _centred(
    pen: imgui.ImDrawList, words: str, middle: tuple[float, float], size: float, ink: RGB, *, faint: bool = False
) -> None:
    scale = imgui.get_style().font_scale_dpi
    imgui.push_font(None, size / scale)
    extent = imgui.calc_text_size(words)
    place = imgui.ImVec2(middle[0] - extent.x / 2, middle[1] - extent.y / 2)
    pen.add_text(imgui.ImVec2(place.x + 2, place.y + 2), code((0, 0, 0), 0.5), words)
    pen.add_text(place, code(ink, 0.4 if faint else 1.0), words)
    imgui.pop_font()


def _lock(pen: imgui.ImDrawList, middle: tuple[float, float], size: float) -> None:
    x, y = middle
    ink = code((150, 156, 168))
    pen.path_clear()
    pen.path_arc_to(imgui.ImVec2(x, y - size * 0.3), size * 0.55, math.pi, 2 * math.pi, 16)
    pen.path_stroke(ink, max(2.0, size * 0.2))
    pen.add_rect_filled(
        imgui.ImVec2(x - size * 0.8, y - size * 0.3), imgui.ImVec2(x + size * 0.8, y + size * 0.8), ink, 3
    )
