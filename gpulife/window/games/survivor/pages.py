"""Survivor's pages over the whole window: the pie of levels, the story before a level, and its result.

Each returns the user's requests. Pointer, arrow keys and gamepads reach everything.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.commands import Asked, LevelRequest, StartScreen
from gpulife.view.look import RGB
from gpulife.window.games.survivor.daylight import LIGHTS, blend
from gpulife.window.games.survivor.sprites import draw_star
from gpulife.window.panels.draw_primitives import code_of
from gpulife.window.panels.widgets import AMBER, GREY, back_pressed, choice, colour, focus_here, whole_window

_SLICES: tuple[RGB, ...] = ((126, 138, 92), (150, 164, 100), (206, 132, 72), (142, 72, 92), (58, 62, 118))
_LOCKED = (44, 48, 58)
_TEXT = (236, 240, 246)
_GAP = 0.02  # radians between slices
_HOLE = 0.3  # of the pie's radius
_STARS = 3
_COLUMN = 620.0 * 1.3  # pixels of text on a 96 dpi screen


@dataclass(frozen=True, slots=True)
class Slice:
    """A level as the chooser shows it.

    Attributes:
        name: name of its file.
        title: title for people.
        par: par in turns.
        best: number of turns of the best win, None if it was never won.
        stars: number of stars earned.
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
    """The result of a level.

    Attributes:
        title: title of the level.
        won: whether the level was won.
        turns: number of turns.
        par: par in turns, 0 if the level has none.
        stars: number of stars earned.
        text: text about the end.
        best: number of turns of the best win so far, None if there is none.
        next_title: title of the level that can be played next; "" if there is none.
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
    """Draw the page with the pie of levels; return the user's requests.

    Args:
        slices: built-in levels in their order.
        own: names of the user's own levels.
        selected: index of the selected slice.
        can_go_back: whether there is a game behind the page to go back to.
    """
    scale = imgui.get_style().font_scale_dpi
    view = imgui.get_main_viewport().size
    with _page("levels"):
        radius = min(view.x * 0.27, view.y * 0.38)
        middle = (max(radius + 30 * scale, view.x * 0.3), view.y * 0.54)
        imgui.set_cursor_pos(imgui.ImVec2(middle[0] - radius, 14 * scale))
        with imgui_ctx.push_font(None, 40.0):
            imgui.text("Survivor")
        imgui.same_line()
        imgui.text_colored(GREY, "choose a level")
        pointed = _pointed(middle, radius, len(slices))
        _draw_pie(slices, middle, radius, selected)
        asked = list(_slice_buttons(slices, middle, radius, selected, pointed))
        left = middle[0] + radius + 60 * scale
        imgui.set_cursor_pos(imgui.ImVec2(left, middle[1] - radius))
        size = imgui.ImVec2(view.x - left - 24 * scale, 0)
        with imgui_ctx.begin_child("about", size, imgui.ChildFlags_.nav_flattened):
            asked += _about(slices[selected], own, can_go_back=can_go_back)
        return [*asked, LevelRequest("close")] if can_go_back and back_pressed() else asked


def _pointed(middle: tuple[float, float], radius: float, count: int) -> int | None:
    """Return the slice under the pointer if it moved or was pressed: a resting pointer must not override the keys."""
    mouse, moved = imgui.get_mouse_pos(), imgui.get_io().mouse_delta
    if not (moved.x or moved.y or imgui.is_mouse_clicked(0)):
        return None
    x, y = mouse.x - middle[0], mouse.y - middle[1]
    if not _HOLE * radius < math.hypot(x, y) < radius * 1.04:
        return None
    return int((math.atan2(y, x) + math.pi / 2) % (2 * math.pi) / (2 * math.pi) * count) % count


def _angles(number: int, count: int) -> tuple[float, float]:
    """Return the first and the last angle of a slice; slices go clockwise from the top."""
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
            pen.add_quad_filled(inner, outer, far, near, code_of(ink))
        if number == selected:
            pen.path_clear()
            pen.path_arc_to(centre, radius * 1.03, start, end, 40)
            pen.path_stroke(code_of((255, 255, 255), 0.85), max(2.0, radius * 0.014))
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
) -> Iterator[Asked]:
    """Draw an invisible button on every slice for keys and pads; a moving pointer moves the focus, too."""
    side = max(radius * 0.42, 48 * imgui.get_style().font_scale_dpi)
    for what in (imgui.Col_.button, imgui.Col_.button_hovered, imgui.Col_.button_active):
        imgui.push_style_color(what, imgui.ImVec4(0, 0, 0, 0))
    for number, each in enumerate(slices):
        at = _on_slice(middle, radius, number, len(slices))
        imgui.set_cursor_pos(imgui.ImVec2(at[0] - side / 2, at[1] - side / 2))
        pressed = imgui.button(f"##slice {number}", imgui.ImVec2(side, side))
        pressed = pressed or (number == pointed and imgui.is_mouse_clicked(0) and not imgui.is_item_hovered())
        if pressed and not each.locked:
            yield LevelRequest("story", each.name)
        if number == pointed or (imgui.is_item_focused() and number != selected and pointed is None):
            yield LevelRequest("look", number)
        if number == pointed:
            imgui.set_keyboard_focus_here(-1)
        if number == selected and imgui.is_window_appearing():
            focus_here()
    imgui.pop_style_color(3)


def _on_slice(middle: tuple[float, float], radius: float, number: int, count: int) -> tuple[float, float]:
    start, end = _angles(number, count)
    turn, reach = (start + end) / 2, radius * 0.66
    return middle[0] + reach * math.cos(turn), middle[1] + reach * math.sin(turn)


def _about(shown: Slice, own: Sequence[str], *, can_go_back: bool) -> Iterator[Asked]:
    with imgui_ctx.push_font(None, 30.0):
        imgui.text_wrapped(shown.title if not shown.locked else "Not yet")
    with imgui_ctx.push_font(None, 20.0):
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
            yield LevelRequest("story", shown.name)
        if imgui.button("Watch the computer", size):
            yield LevelRequest("watch", shown.name)
        imgui.end_disabled()
        imgui.spacing()
        if own and (name := choice("own", "Levels of your own", own, width)):
            yield LevelRequest("own", name)
        if imgui.button("Draw a level", size):
            yield LevelRequest("edit", "")
        if imgui.button("Start screen", size):
            yield StartScreen()
        if can_go_back and imgui.button("Back", size):
            yield LevelRequest("close")


def story(title: str, text: str, starts: str, par: int) -> list[Asked]:
    """Draw the page before a level; return the user's requests."""
    with _page("story", LIGHTS[starts].sky):
        _tell(title, text)
        note = f"It begins at {starts}. Three stars for {par} turns." if par else f"It begins at {starts}."
        with _column():
            imgui.text_colored(AMBER, note)
        asked = _choices({"Begin": LevelRequest("close"), "Levels": LevelRequest("levels")})
        return [*asked, LevelRequest("levels")] if back_pressed() else asked


def ending(result: Result) -> list[Asked]:
    """Draw the page after a level; return the user's requests."""
    with _page("ending", LIGHTS["midday" if result.won else "midnight"].sky):
        if result.won:
            _tell(f"{result.title}: won in {result.turns} turn{'' if result.turns == 1 else 's'}", "")
            _stars(result.stars)
            note = f"par is {result.par}" if result.par else "this level has no par yet"
            with _column():
                imgui.text_colored(GREY, note if result.best is None else f"{note}, your best {result.best}")
            with _column():
                imgui.text_wrapped(result.text)
        else:
            _tell(f"{result.title}: lost", result.text)
        following = {f"On: {result.next_title}": LevelRequest("next")} if result.next_title else {}
        asked = _choices(
            {
                **following,
                "Play it again" if result.won else "Try again": LevelRequest("again"),
                "Levels": LevelRequest("levels"),
                "Look at the board": LevelRequest("close"),
            }
        )
        return [*asked, LevelRequest("close")] if back_pressed() else asked


def _tell(title: str, text: str) -> None:
    with _column():
        with imgui_ctx.push_font(None, 38.0):
            imgui.text_wrapped(title)
        imgui.spacing()
        for paragraph in text.split("\n"):
            imgui.text_wrapped(paragraph)
            imgui.spacing()


def _column_width() -> float:
    """Return the width of the text column in the middle."""
    scale, view = imgui.get_style().font_scale_dpi, imgui.get_main_viewport().size
    return min(_COLUMN * scale, view.x - 48 * scale)


@contextmanager
def _column() -> Iterator[None]:
    """Draw the block in the middle column, in large letters."""
    width = _column_width()
    left = (imgui.get_main_viewport().size.x - width) / 2
    imgui.set_cursor_pos_x(left)
    with imgui_ctx.push_font(None, 23.0), imgui_ctx.push_text_wrap_pos(left + width), imgui_ctx.begin_group():
        yield
    imgui.spacing()


def _stars(earned: int) -> None:
    left = (imgui.get_main_viewport().size.x - _column_width()) / 2
    corner, radius = imgui.get_cursor_screen_pos(), 30 * imgui.get_style().font_scale_dpi
    for star in range(_STARS):
        place = left + radius + star * radius * 2.3, corner.y + radius
        draw_star(imgui.get_window_draw_list(), place, radius, lit=star < earned)
    imgui.dummy(imgui.ImVec2(1, 2.1 * radius))


def _choices(choices: Mapping[str, Asked]) -> list[Asked]:
    """Draw large buttons, the first with the focus; return the request of a button that was pressed."""
    scale, width = imgui.get_style().font_scale_dpi, _column_width()
    pressed = []
    with imgui_ctx.push_font(None, 23.0):
        for place, (title, asked) in enumerate(choices.items()):
            imgui.set_cursor_pos_x((imgui.get_main_viewport().size.x - width) / 2)
            if imgui.button(title, imgui.ImVec2(min(width, 420 * scale), 46 * scale)):
                pressed.append(asked)
            if place == 0 and imgui.is_window_appearing():
                focus_here()
    return pressed


@contextmanager
def _page(name: str, sky: RGB = (5, 6, 9)) -> Iterator[None]:
    view = imgui.get_main_viewport().size
    with whole_window(f"survivor {name}", colour(blend(sky, (5, 6, 9), 0.72), 0.97)):
        imgui.set_cursor_pos_y(max(24 * imgui.get_style().font_scale_dpi, view.y * 0.16))
        yield


def _centred(
    pen: imgui.ImDrawList, words: str, middle: tuple[float, float], size: float, ink: RGB, *, faint: bool = False
) -> None:
    scale = imgui.get_style().font_scale_dpi
    with imgui_ctx.push_font(None, size / scale):
        extent = imgui.calc_text_size(words)
        place = imgui.ImVec2(middle[0] - extent.x / 2, middle[1] - extent.y / 2)
        pen.add_text(imgui.ImVec2(place.x + 2, place.y + 2), code_of((0, 0, 0), 0.5), words)
        pen.add_text(place, code_of(ink, 0.4 if faint else 1.0), words)


def _lock(pen: imgui.ImDrawList, middle: tuple[float, float], size: float) -> None:
    x, y = middle
    ink = code_of((150, 156, 168))
    pen.path_clear()
    pen.path_arc_to(imgui.ImVec2(x, y - size * 0.3), size * 0.55, math.pi, 2 * math.pi, 16)
    pen.path_stroke(ink, max(2.0, size * 0.2))
    pen.add_rect_filled(
        imgui.ImVec2(x - size * 0.8, y - size * 0.3), imgui.ImVec2(x + size * 0.8, y + size * 0.8), ink, 3
    )
