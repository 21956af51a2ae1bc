"""Survivor's pages: the choice of a level, the story before a level, and the result after the level.

Each function draws a page and returns the user's requests. All buttons can be used with mouse, keys and gamepads.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.shared_texts import count_text
from gpulife.games.survivor.level import Level
from gpulife.games.survivor.level_files import LevelFile
from gpulife.games.survivor.rules import LevelPhase, SurvivorState
from gpulife.input.commands import CommandOrAction, LevelRequest, StartScreen
from gpulife.rules import RGB, Cells
from gpulife.window.design import (
    BAD,
    BODY,
    CAPTION,
    CHOSEN,
    GAP,
    GOOD,
    GROUND,
    HEADING,
    LEAD,
    RGBA,
    STRONG,
    TEXT,
    TIGHT,
    TITLE,
    VICTORY,
    WIDE_GAP,
    faded,
    packed,
    rgba_of,
    styled,
    vec4,
)
from gpulife.window.games.survivor.sprites import (
    LIGHTS,
    MAX_CELLS,
    Light,
    blend,
    draw_level,
    draw_small_board,
    draw_star,
    point_at_angle,
)
from gpulife.window.panels.draw_primitives import Point
from gpulife.window.panels.pages import back_pressed, default_focus, whole_window
from gpulife.window.panels.widgets import button_colour, drop_down, greyed, wrapped_text
from gpulife.window.play.canvas import scaled
from gpulife.window.start.how_to_play import HowToPlay

_SLICES: tuple[RGB, ...] = ((126, 138, 92), (150, 164, 100), (206, 132, 72), (142, 72, 92), (58, 62, 118))
_LOCKED = (44, 48, 58)
_GAP = 0.02  # radians between slices
_HOLE = 0.3  # of the pie's radius
_PICTURE = (0.4, 0.27)
"""Maximum (width, height) of a level's picture in its slice, as shares of the pie's radius."""
_LARGE_PICTURE = (360.0, 230.0)
"""Maximum (width, height) of a level's large picture, in units of 1/96 inch."""
_STARS = 3
_PIECES = 48  # quads that a slice is drawn with
_BUTTON = 420.0
"""Width of large buttons, in units of 1/96 inch."""
_TALL = 640.0
"""Minimum height of the window, in units of 1/96 inch, for showing the selected level's large picture."""
_WIDEST, _TWO_COLUMNS = 1440.0, 1000.0
"""Maximum width of the text and the picture beside it; minimum width of a window with both. Units of 1/96 inch."""
_TEXT_SHARE = 0.42
"""Share of the width that the text takes if the picture is beside it."""
_HINT = 40.0
"""Height of the hint that names the key for help, in units of 1/96 inch."""
_CARDS = imgui.WindowFlags_.no_nav_focus | imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.no_scroll_with_mouse


@dataclass(frozen=True, slots=True)
class Slice:
    """A level as a slice of the pie from which people choose levels.

    Attributes:
        file: the level, with the name of its file.
        best: number of turns of the player's best win; None if the player has not won the level.
        stars: number of stars that the player has earned, 0 to 3.
        locked: True if the player must first win other levels.
    """

    file: LevelFile
    best: int | None
    stars: int
    locked: bool


def level_chooser(
    slices: Sequence[Slice], own: Sequence[str], selected: int, colours: Sequence[RGB], *, can_go_back: bool
) -> list[CommandOrAction]:
    """Draw the page on which the user chooses a level from a pie; return the user's requests.

    Args:
        slices: the built-in levels in order.
        own: names of the user's own levels.
        selected: index of the selected slice.
        colours: colours of the cells' states, for pictures of the levels.
        can_go_back: True if the user can close the page and return to a level.
    """
    view = imgui.get_main_viewport().size
    with _page("levels"):
        radius = min(view.x * 0.27, view.y * 0.38)
        middle = (max(radius + scaled(30), view.x * 0.3), view.y * 0.54)
        imgui.set_cursor_pos((middle[0] - radius, scaled(14)))
        with styled(TITLE):
            imgui.text("Survivor")
            line = imgui.get_font_baked().ascent
        imgui.same_line()
        imgui.set_cursor_pos_y(scaled(14) + line - imgui.get_font_baked().ascent)
        imgui.text_colored(CAPTION, "Choose a level")
        _draw_pie(slices, middle, radius, selected, colours)
        requests = list(_slice_buttons(slices, middle, radius, selected))
        left = middle[0] + radius + scaled(60)
        imgui.set_cursor_pos((left, middle[1] - radius))
        size = imgui.ImVec2(view.x - left - scaled(WIDE_GAP), 0)
        with imgui_ctx.begin_child("about", size, imgui.ChildFlags_.nav_flattened):
            requests += _level_details(slices[selected], own, colours, can_go_back=can_go_back)
        return [*requests, LevelRequest("close") if can_go_back else StartScreen()] if back_pressed() else requests


def _pointed(middle: Point, radius: float, count: int) -> int | None:
    """Return the index of the slice under the pointer, of ``count`` slices; None if the mouse does not move."""
    mouse, moved = imgui.get_mouse_pos(), imgui.get_io().mouse_delta
    if not (moved.x or moved.y or imgui.is_mouse_clicked(0)):
        return None
    x, y = mouse.x - middle[0], mouse.y - middle[1]
    if not _HOLE * radius < math.hypot(x, y) < radius * 1.04:
        return None
    return int((math.atan2(y, x) + math.pi / 2) % (2 * math.pi) / (2 * math.pi) * count) % count


def _angles(number: int, count: int) -> tuple[float, float]:
    """Return where slice ``number`` of ``count`` begins and ends, in radians. Slices go clockwise from the top."""
    whole = 2 * math.pi / count
    return number * whole - math.pi / 2 + _GAP, (number + 1) * whole - math.pi / 2 - _GAP


def _draw_pie(slices: Sequence[Slice], middle: Point, radius: float, selected: int, colours: Sequence[RGB]) -> None:
    pen = imgui.get_window_draw_list()
    for number, slice_ in enumerate(slices):
        start, end = _angles(number, len(slices))
        centre = point_at_angle(middle, radius * 0.04 if number == selected else 0.0, (start + end) / 2)
        rgb = _LOCKED if slice_.locked else _SLICES[number % len(_SLICES)]
        if number == selected:
            rgb = blend(rgb, (255, 255, 255), 0.14)
        # A ring's sector is not convex: it is drawn in small pieces.
        for piece in range(_PIECES):
            first, last = (start + (end - start) * place / _PIECES for place in (piece, piece + 1))
            corners = ((_HOLE, first), (1.0, first), (1.0, last + 0.004), (_HOLE, last + 0.004))
            inner, outer, far, near = (point_at_angle(centre, reach * radius, angle) for reach, angle in corners)
            pen.add_quad_filled(inner, outer, far, near, packed(rgba_of(rgb)))
        if number == selected:
            pen.path_clear()
            pen.path_arc_to(centre, radius * 1.015, start, end, _PIECES)
            pen.path_arc_to(centre, radius * (_HOLE - 0.015), end, start, _PIECES)
            pen.path_stroke(packed(TEXT), max(2.0, radius * 0.014), imgui.ImDrawFlags_.closed)
        x, y = _slice_middle(middle, radius, number, len(slices))
        room = radius * _PICTURE[0], radius * _PICTURE[1]
        draw_level(pen, slice_.file.level, (x, y), room, colours)
        _draw_centred(str(number + 1), (x, y - radius * 0.21), max(BODY.size, radius * 0.1), faint=slice_.locked)
        if slice_.locked:
            low, high = (x - room[0] / 2 - 2, y - room[1] / 2 - 2), (x + room[0] / 2 + 2, y + room[1] / 2 + 2)
            pen.add_rect_filled(low, high, packed(rgba_of(rgb), 0.6))
            _draw_lock(pen, (x, y), radius * 0.07)
        for star in range(0 if slice_.locked else _STARS):
            place = (x + (star - 1) * radius * 0.115, y + radius * 0.2)
            draw_star(pen, place, radius * 0.052, lit=star < slice_.stars)
    stars = sum(slice_.stars for slice_ in slices)
    draw_star(pen, (middle[0], middle[1] - radius * 0.07), radius * 0.1, lit=stars > 0)
    words = f"{stars} of {_STARS * len(slices)}"
    _draw_centred(words, (middle[0], middle[1] + radius * 0.11), max(BODY.size, radius * 0.075))


def _slice_buttons(slices: Sequence[Slice], middle: Point, radius: float, selected: int) -> Iterator[CommandOrAction]:
    """Draw an invisible button on each slice; yield the requests. The mouse moves the focus to the slice under it."""
    side, pointed = max(radius * 0.56, scaled(48)), _pointed(middle, radius, len(slices))
    with ExitStack() as styles:
        for what in (imgui.Col_.button, imgui.Col_.button_hovered, imgui.Col_.button_active, imgui.Col_.nav_cursor):
            styles.enter_context(imgui_ctx.push_style_color(what, vec4(faded(GROUND, 0.0))))
        for number, slice_ in enumerate(slices):
            x, y = _slice_middle(middle, radius, number, len(slices))
            imgui.set_cursor_pos((x - side / 2, y - side / 2))
            pressed = imgui.button(f"##slice {number}", (side, side))
            pressed = pressed or (number == pointed and imgui.is_mouse_clicked(0) and not imgui.is_item_hovered())
            if pressed and not slice_.locked:
                yield LevelRequest("story", slice_.file.name)
            if number == pointed or (imgui.is_item_focused() and number != selected and pointed is None):
                yield LevelRequest("look", number)
            if number == pointed:
                imgui.set_keyboard_focus_here(-1)
            if number == selected:
                default_focus()


def _slice_middle(middle: Point, radius: float, number: int, count: int) -> Point:
    return point_at_angle(middle, radius * 0.66, sum(_angles(number, count)) / 2)


def _level_details(
    shown: Slice, own: Sequence[str], colours: Sequence[RGB], *, can_go_back: bool
) -> Iterator[CommandOrAction]:
    name, level = shown.file.name, shown.file.level
    if not shown.locked and imgui.get_main_viewport().size.y > scaled(_TALL):
        wide = min(scaled(_LARGE_PICTURE[0]), imgui.get_content_region_avail().x)
        _draw_picture(level.cells, LIGHTS[level.starts], (wide, scaled(_LARGE_PICTURE[1])), colours)
    with styled(HEADING):
        imgui.text_wrapped("Not yet" if shown.locked else level.title)
    with styled(LEAD):
        if shown.locked:
            imgui.text_wrapped("Win the level before this one.")
        else:
            none = "Won with help." if shown.stars else "Not won yet."
            best = none if shown.best is None else f"Your best: {count_text(shown.best, 'turn')}."
            wrapped_text(f"Three stars for {level.par} turns or fewer. {best}")
        imgui.spacing()
        width = min(imgui.get_content_region_avail().x, scaled(340))
        with greyed(on=shown.locked):
            with button_colour(CHOSEN, on=not shown.locked):
                yield from _request_buttons({"Play": LevelRequest("story", name)}, width)
            yield from _request_buttons({"Watch the computer": LevelRequest("watch", name)}, width)
        imgui.spacing()
        if own and (chosen := drop_down("own", "Levels of your own", own, width)):
            yield LevelRequest("own", chosen)
        yield from _request_buttons({"Draw a level": LevelRequest("edit", ""), "Start screen": StartScreen()}, width)
        if can_go_back:
            yield from _request_buttons({"Back": LevelRequest("close")}, width)


def _request_buttons(requests: Mapping[str, CommandOrAction], width: float) -> list[CommandOrAction]:
    """Draw a button for each request, one below the other; return the pressed buttons' requests."""
    return [request for title, request in requests.items() if imgui.button(title, (width, 0))]


def _draw_picture(board: Cells, light: Light, room: Point, colours: Sequence[RGB]) -> None:
    """Draw a picture of a board, at most ``room`` (width, height) points large, and move ImGui's cursor below it.

    Boards with too many cells have no picture.
    """
    rows, columns = board.shape
    edge = scaled(TIGHT)
    size = min((room[0] - 2 * edge) / columns, (room[1] - 2 * edge) / rows)
    if size < 1 or board.size > MAX_CELLS:
        return
    corner, (wide, high) = imgui.get_cursor_screen_pos(), (size * columns, size * rows)
    middle = corner.x + edge + wide / 2, corner.y + edge + high / 2
    draw_small_board(imgui.get_window_draw_list(), board, light, middle, (wide, high), colours)
    imgui.dummy((wide + 2 * edge, edge + high + scaled(GAP)))


def story(level: Level, colours: Sequence[RGB], how_to: HowToPlay | None = None) -> list[CommandOrAction]:
    """Draw the page with the story before a level, and a picture of it; return the user's requests.

    Args:
        level: the level.
        colours: colours of the cells' states, for the pictures.
        how_to: cards at the foot of the page that explain the game; None for none.
    """
    light = LIGHTS[level.starts]
    choices = {"Begin": LevelRequest("close"), "Levels": LevelRequest("levels")}
    with _page("story", light.sky), _sheet(how_to, level.cells, light, colours) as sheet:
        _draw_text(level.title, level.story)
        with _column():
            stars = f" Three stars for {level.par} turns or fewer." if level.par else ""
            imgui.text_colored(CAPTION, f"It begins at {level.starts}.{stars}")
        return _choice_buttons(choices, LevelRequest("levels"), sheet)


def ending(
    state: SurvivorState,
    text: str,
    best: int | None,
    next_title: str | None,
    board: Cells,
    colours: Sequence[RGB],
    *,
    most_stars: int = _STARS,
    back: str = "",
) -> list[CommandOrAction]:
    """Draw the page with the result after a level, and a picture of the last board; return the user's requests.

    Args:
        state: last state of the level.
        text: text about how the level ended.
        best: number of turns of the player's best win; None if the player has not won the level.
        next_title: title of the next level that can be played; None if there is none.
        board: the last board, shape (rows, columns), uint8.
        colours: colours of the cells' states, for the picture.
        most_stars: number of stars that a win can earn: fewer if the computer helped.
        back: label of the button that takes back the last turn after a lost level; "" for none.
    """
    won, level = state.phase is LevelPhase.WON, state.level
    sky = LIGHTS["midday" if won else "midnight"].sky
    with _page("ending", sky), _sheet(None, board, LIGHTS[state.time], colours) as sheet:
        if won:
            _draw_outcome(level.title, f"Won in {count_text(state.turn, 'turn')}", GOOD)
            _draw_stars(min(level.stars(state.turn), most_stars))
            note = f"Par: {level.par} turns." if level.par else "This level has no par yet."
            with _column():
                imgui.text_colored(CAPTION, note if best is None else f"{note} Your best: {count_text(best, 'turn')}.")
            with _column():
                imgui.text_wrapped(text)
        else:
            _draw_outcome(level.title, "Lost", BAD)
            with _column():
                imgui.text_wrapped(text)
        following = {} if next_title is None else {f"Next level: {next_title}": LevelRequest("next")}
        again = {"Play it again": LevelRequest("again")}
        if not won:
            again = {back: LevelRequest("back")} if back else {}
            again["Try again"] = LevelRequest("again")
        others = {"Levels": LevelRequest("levels"), "Look at the board": LevelRequest("close")}
        main = int(bool(following) and won)
        requests = _choice_buttons({**again, **following, **others}, LevelRequest("close"), sheet, main=main)
        # Keys of the game do nothing on pages.
        undone = back and imgui.get_io().key_ctrl and imgui.is_key_pressed(imgui.Key.z, repeat=False)
        return [*requests, LevelRequest("back")] if undone else requests


def _draw_outcome(level: str, outcome: str, rgba: RGBA) -> None:
    """Draw the name of a level and, below it in large letters, its ``outcome``."""
    with _column():
        with styled(HEADING):
            imgui.text_colored(CAPTION, level)
        with styled(VICTORY), imgui_ctx.push_style_color(imgui.Col_.text, vec4(rgba)):
            imgui.text_wrapped(outcome)


def _draw_text(title: str, text: str) -> None:
    with _column():
        with styled(TITLE):
            imgui.text_wrapped(title)
        imgui.spacing()
        for paragraph in text.split("\n"):
            imgui.text_wrapped(paragraph)
            imgui.spacing()


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The space for the text of a page about a level.

    Attributes:
        draw_beside: draws the picture of the board beside the buttons, in a space of (width, height) points; None if
            the picture is elsewhere or has no room.
        is_low: True if the buttons have to stand in one row.
    """

    draw_beside: Callable[[Point], None] | None
    is_low: bool


@contextmanager
def _sheet(how_to: HowToPlay | None, board: Cells, light: Light, colours: Sequence[RGB]) -> Iterator[_Sheet]:
    """Draw the content of the ``with`` block at the left, a large picture of ``board`` at the right, and cards below.

    In narrow windows, the text takes the whole width, and the picture is beside the buttons; with cards, there is none.
    """
    view, gap, foot = imgui.get_main_viewport().size, scaled(WIDE_GAP), 0.0
    wide, top = min(view.x - 2 * gap, scaled(_WIDEST)), imgui.get_cursor_pos_y()
    left = (view.x - wide) / 2
    if how_to is not None:
        foot, top = how_to.height(wide), gap
    below = view.y - foot - scaled(_HINT)
    has_columns = view.x >= scaled(_TWO_COLUMNS)
    width = wide * _TEXT_SHARE if has_columns else wide
    draw_picture = partial(_draw_picture, board, light, colours=colours)
    if has_columns:
        imgui.set_cursor_pos((left + width + gap, top))
        draw_picture((wide - width - gap, below - top))
    imgui.set_cursor_pos((left, top))
    with imgui_ctx.begin_child("sheet", imgui.ImVec2(width, below - top), imgui.ChildFlags_.nav_flattened):
        yield _Sheet(None if has_columns or foot else draw_picture, is_low=bool(foot) and not has_columns)
    if how_to is not None:
        imgui.set_cursor_pos((left, below))
        with imgui_ctx.begin_child("cards", imgui.ImVec2(wide, 0), imgui.ChildFlags_.none, _CARDS):
            how_to.draw(colours[1:])


@contextmanager
def _column() -> Iterator[None]:
    """Draw the content of the ``with`` block in a large font."""
    with styled(LEAD), imgui_ctx.push_text_wrap_pos(0.0), imgui_ctx.begin_group():
        yield
    imgui.spacing()


def _draw_stars(earned: int) -> None:
    (left, y), radius = imgui.get_cursor_screen_pos(), scaled(30)
    for star in range(_STARS):
        place = left + radius * 1.1 + star * radius * 2.3, y + radius  # the points have an outline
        draw_star(imgui.get_window_draw_list(), place, radius, lit=star < earned)
    imgui.dummy((1, 2.1 * radius))


def _choice_buttons(
    choices: Mapping[str, CommandOrAction], escape: CommandOrAction, sheet: _Sheet, *, main: int = 0
) -> list[CommandOrAction]:
    """Draw a large button for each of ``choices``, requests keyed by label; return the requests that the user makes.

    The button at index ``main`` has the focus. The key Escape makes the request ``escape``.
    """
    start, room = imgui.get_cursor_pos(), imgui.get_content_region_avail()
    gap = imgui.get_style().item_spacing.x
    width = (room.x - gap * (len(choices) - 1)) / len(choices) if sheet.is_low else min(room.x, scaled(_BUTTON))
    pressed = [escape] if back_pressed() else []
    with styled(LEAD):
        for place, (title, request) in enumerate(choices.items()):
            if place and sheet.is_low:
                imgui.same_line()
            with button_colour(CHOSEN, on=place == main):
                if imgui.button(title, (width, scaled(46))):
                    pressed.append(request)
            if place == main:
                default_focus()
    beside = width + scaled(WIDE_GAP)
    if sheet.draw_beside is not None:
        imgui.set_cursor_pos((start.x + beside, start.y))
        sheet.draw_beside((room.x - beside, room.y))
    return pressed


@contextmanager
def _page(name: str, sky: RGB = (5, 6, 9)) -> Iterator[None]:
    with whole_window(f"survivor {name}", rgba_of(blend(sky, (5, 6, 9), 0.72))):
        height = imgui.get_main_viewport().size.y
        # In a low window, the page after a level needs the whole height for its buttons.
        imgui.set_cursor_pos_y(min(height * 0.16, max(scaled(WIDE_GAP), (height - scaled(480)) * 0.4)))
        yield


def _draw_centred(words: str, middle: Point, size: float, *, faint: bool = False) -> None:
    pen = imgui.get_window_draw_list()
    with styled(STRONG, size / scaled(1)):
        width, height = imgui.calc_text_size(words)
        left, top = middle[0] - width / 2, middle[1] - height / 2
        pen.add_text((left + 2, top + 2), packed(GROUND, 0.5), words)
        pen.add_text((left, top), packed(TEXT, 0.4 if faint else 1.0), words)


def _draw_lock(pen: imgui.ImDrawList, middle: Point, size: float) -> None:
    (x, y), fill = middle, packed(CAPTION)
    pen.path_clear()
    pen.path_arc_to((x, y - size * 0.3), size * 0.55, math.pi, 2 * math.pi, 16)
    pen.path_stroke(fill, max(2.0, size * 0.2))
    pen.add_rect_filled((x - size * 0.8, y - size * 0.3), (x + size * 0.8, y + size * 0.8), fill, 3)
