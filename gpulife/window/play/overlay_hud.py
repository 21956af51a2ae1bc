"""Draw what a game for two has beside its board: border, shot clock, menu of shapes, and the line of figures.

All is drawn over the board and behind the panels, from the game's overlay; nothing here is a widget.
"""

from collections.abc import Sequence

from imgui_bundle import imgui

from gpulife.games.core.series import Series
from gpulife.games.core.series_text import coming, standing, verdict
from gpulife.games.survival1982.observation import MenuEntry, Overlay
from gpulife.view.look import RGB
from gpulife.window.panels.draw_primitives import BRIGHT, QUIET, Pixel, code, code_of, figure, ink_of
from gpulife.window.panels.widgets import elided, width_of
from gpulife.window.play.series_banner import draw_set_banner

_HEADLINE, _STATUS, _MENU, _GAP = 40.0, 40.0, 58.0, 8.0  # points on a 96 dpi screen
_LARGE, _SMALL = 24.0, 18.0
_CORNER = 0.2
"""Share of the board's width that is reserved for a name in each corner."""
_CLOCK = (1.0, 0.86, 0.2, 1.0)
_LINE = (0.62, 0.67, 0.75, 0.55)
_PHASES = {"set-up": "set-up", "halted": "halted"}
_ENDINGS = {
    "shut-out": "shut-out",
    "clock": "by the clock",
    "resigned": "the other resigned",
    "limit": "by the scores: no round is longer",
}


def room_around(overlay: Overlay | None) -> tuple[float, float]:
    """Return the points above and below the board that the overlay takes."""
    if overlay is None or overlay.border is None:
        return 0.0, 0.0
    scale = imgui.get_style().font_scale_dpi
    return _HEADLINE * scale, (_STATUS + (_MENU if overlay.menu else 0.0) + _GAP) * scale


def draw_overlay(
    overlay: Overlay,
    pixel: Pixel,
    shape: tuple[int, int],
    colours: Sequence[RGB],
    strip: tuple[float, float, float],
    names: tuple[str, ...],
    *,
    bright: bool,
) -> None:
    """Draw an overlay.

    Args:
        overlay: what to draw; of a game without a border only the question for a handicap is drawn.
        pixel: function that turns (row, column) into (x, y) on the screen.
        shape: (rows, columns) of the board.
        colours: colours of the states.
        strip: (left, right, bottom) of the space below the board.
        names: names of the players.
        bright: whether flickering things are bright now.
    """
    if overlay.border is None:
        if overlay.typing is not None:
            _ask_for_seeds(names[overlay.typing[0]], overlay.status, strip)
        return
    pen = imgui.get_background_draw_list()
    scale = imgui.get_style().font_scale_dpi
    rows, _ = shape
    x, top = pixel(0, overlay.border)
    _, low = pixel(rows, overlay.border)
    pen.add_line(imgui.ImVec2(x, top), imgui.ImVec2(x, low), code(_LINE), max(1.0, scale))
    if overlay.clock is not None:
        height = low - (low - top) * overlay.clock.height
        pen.add_line(imgui.ImVec2(x, height), imgui.ImVec2(x, low), code(_CLOCK), 4 * scale)
    for player, cells in enumerate(overlay.cursors):
        if len(cells) > 1:
            _draw_shape(cells, pixel, colours[player + 1], bright=bright)
    left, right, bottom = strip
    line = bottom - _STATUS * scale
    if overlay.menu:
        _draw_menu(overlay.menu, (left, line - _MENU * scale), right - left, colours, bright=bright)
    if overlay.selecting:
        figure(overlay.title, left, line, BRIGHT)
        figure(overlay.option, right, line, QUIET, align=1.0)
        figure("START begins", (left + right) / 2, line, QUIET, align=0.5)
    else:
        _draw_status(overlay, (left, right, line), colours, bright=bright)
    if overlay.series is not None and overlay.phase == "over":
        view = imgui.get_main_viewport().size
        (board_left, _), (board_right, _) = pixel(0, 0), pixel(0, shape[1])
        area = max(board_left, 0.0), max(top, 0.0), min(board_right, view.x), min(low, view.y)
        draw_set_banner(overlay.series, names, colours, area, bright=bright)
    above = _HEADLINE * scale
    row = max(top - above, 0.0) if top > 0.75 * above else top
    _draw_heading(_headline(overlay, names), names, (left, right, row), colours)


def _draw_shape(cells: Sequence[tuple[int, int]], pixel: Pixel, rgb: RGB, *, bright: bool) -> None:
    """Draw the shape that a player holds over the cells that planting it now would fill."""
    pen = imgui.get_background_draw_list()
    ink, rim = code_of(rgb, 0.8 if bright else 0.35), code_of(rgb)
    for row, column in cells:
        corner, end = imgui.ImVec2(*pixel(row, column)), imgui.ImVec2(*pixel(row + 1, column + 1))
        pen.add_rect_filled(corner, end, ink)
        pen.add_rect(corner, end, rim)


def _ask_for_seeds(name: str, status: Sequence[str], strip: tuple[float, float, float]) -> None:
    """Draw Study Mode's question for the seeds that its counters begin with."""
    left, right, _ = strip
    short = f"{name}: how many seeds? {status[1]} : {status[3]}"
    room = right - left - 2 * _GAP * imgui.get_style().font_scale_dpi
    words, size = _longest((f"{short}   stick and trigger, or type; SPACE begins with 99", short), room)
    figure(words, (left + right) / 2, 0.0, BRIGHT, align=0.5, size=size)


def _longest(wordings: Sequence[str], room: float) -> tuple[str, float]:
    """Return the longest wording that fits into ``room``, and its size; a part of the shortest one if none fits."""
    sizes = ((words, size) for words in wordings for size in (_LARGE, _SMALL))
    return next(
        ((words, size) for words, size in sizes if width_of(words, size) <= room),
        (elided(wordings[-1], room, _SMALL), _SMALL),
    )


def _draw_heading(
    wordings: Sequence[str], names: tuple[str, ...], strip: tuple[float, float, float], colours: Sequence[RGB]
) -> None:
    """Draw the players' names in the corners, and between them the longest wording that fits."""
    left, right, y = strip
    gap = 2 * _GAP * imgui.get_style().font_scale_dpi
    corners = sum(min(width_of(name, _SMALL), (right - left) * _CORNER) + gap for name in names)
    room = right - left - corners
    words, size = _longest(wordings, room)
    if words:
        figure(words, (left + right) / 2, y, BRIGHT, align=0.5, size=size)
    share = (right - left - width_of(words, size)) / 2 - gap
    for player, name in enumerate(names):
        place = (left, right)[player]
        figure(elided(name, share, _SMALL), place, y, ink_of(colours[player + 1]), float(player), _SMALL)


def _draw_status(
    overlay: Overlay,
    strip: tuple[float, float, float],
    colours: Sequence[RGB],
    *,
    bright: bool,
) -> None:
    """Draw the five figures of the game of 1982, spread evenly from the board's left edge to its right one."""
    left, right, y = strip
    first, second = (ink_of(colours[species]) for species in (1, 2))
    status = list(overlay.status)
    if overlay.typing is not None and not bright:
        player, place = overlay.typing
        seeds = 1 if player == 0 else 3
        status[seeds] = status[seeds][:place] + "_" + status[seeds][place + 1 :]
    for number, (words, ink) in enumerate(zip(status, (first, first, QUIET, second, second), strict=True)):
        share = number / (len(status) - 1)
        figure(words, left + (right - left) * share, y, ink, align=share)


def _draw_menu(
    menu: Sequence[MenuEntry], corner: tuple[float, float], width: float, colours: Sequence[RGB], *, bright: bool
) -> None:
    """Draw a row of shapes in their players' colours; a held one has a frame, which flickers while the menu is open."""
    pen = imgui.get_background_draw_list()
    scale = imgui.get_style().font_scale_dpi
    box = width / len(menu)
    high = (_MENU - 6) * scale
    for number, entry in enumerate(menu):
        left, top = corner[0] + number * box, corner[1]
        rgb = colours[entry.player + 1]
        rows, columns = entry.size
        side = max(1.0, min((box - 6 * scale) / (columns + 1), high / (rows + 1), 9 * scale))
        x0, y0 = left + (box - side * columns) / 2, top + (high - side * rows) / 2
        ink = code_of(rgb, 1.0 if entry.chosen else 0.6)
        for row, column in entry.cells:
            x, y = x0 + column * side, y0 + row * side
            pen.add_rect_filled(imgui.ImVec2(x, y), imgui.ImVec2(x + side * 0.88, y + side * 0.88), ink, side / 6)
        if entry.chosen:
            strength = 1.0 if entry.lit and bright else 0.55 if entry.lit else 0.35
            frame = code_of(rgb, strength)
            inset = 2 * scale
            pen.add_rect(
                imgui.ImVec2(left + inset, top),
                imgui.ImVec2(left + box - inset, top + high),
                frame,
                5 * scale,
                2 * scale if entry.lit else scale,
            )


def _headline(overlay: Overlay, names: tuple[str, ...]) -> Sequence[str]:
    """Return what players should know just now, in wordings from the longest to the shortest."""
    if overlay.series is not None and overlay.typing is None:
        return _headline_of_set(overlay, overlay.series, names)
    rounds = f"   rounds {overlay.tally[0]}:{overlay.tally[1]}" if any(overlay.tally) or overlay.round > 1 else ""
    if overlay.phase == "over":
        if overlay.tied:
            return f"a tie{rounds}   ESC: another round", "a tie   ESC: again"
        assert overlay.winner is not None  # noqa: S101 - else it is a tie
        wins = f"{names[overlay.winner]} wins"
        again = "   ESC: another round"
        return f"{wins}, {_ENDINGS[overlay.ending]}{rounds}{again}", f"{wins}{rounds}{again}", f"{wins}{again}", wins
    if overlay.typing is not None:
        who = names[overlay.typing[0]]
        return f"{who}: how many seeds? stick and trigger, or type", f"{who}: how many seeds?", who
    words = _phase(overlay, names)
    return (*(f"{each}{rounds}".strip() for each in words), words[-1])


def _phase(overlay: Overlay, names: tuple[str, ...]) -> Sequence[str]:
    """Return the phase of a round that is not over, in wordings from the longest to the shortest."""
    if overlay.waits_for:
        late = " and ".join(names[player] for player in overlay.waits_for)
        return f"{late} may still plant: play begins in a moment", f"waits for {late}"
    if overlay.frozen:
        return "halted: nobody plants or moves", "halted"
    words = _PHASES.get(overlay.phase, "")
    if overlay.ends_in is None:
        return (words,)
    return f"{words}   {overlay.ends_in} generations left".strip(), f"{overlay.ends_in} left"


def _headline_of_set(overlay: Overlay, series: Series, names: tuple[str, ...]) -> Sequence[str]:
    """Return the headline of a round that belongs to a set, in wordings from the longest to the shortest."""
    if overlay.phase != "over":
        words = _phase(overlay, names)
        return *(f"{each}   {standing(series)}".strip() for each in words), words[-1] or standing(series)
    wins = "a tie" if overlay.winner is None else f"{names[overlay.winner]} wins, {_ENDINGS[overlay.ending]}"
    stands, following = verdict(series, names), f"ESC: {coming(series, names)}"
    if series.over:
        return f"{stands}   {following}", following, stands
    return f"{wins}   {stands}   {following}", f"{stands}   {following}", f"{stands}   ESC: again", stands
