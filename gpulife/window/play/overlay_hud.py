"""Draw the overlay of Study Mode or Survival of the Fittest: border, shot clock, menu of shapes, and status line.

All of it is drawn over the board and behind the panels; nothing here is a widget.
"""

from collections.abc import Sequence

from imgui_bundle import imgui

from gpulife.games.core.series import Series
from gpulife.games.core.series_text import next_round_text, result_text, standing_text
from gpulife.games.survival1982.observation import MenuEntry, Overlay
from gpulife.window.panels.draw_primitives import BRIGHT, DIM, line, packed_colour, text_on_line
from gpulife.window.panels.widgets import elided, width_of
from gpulife.window.play.canvas import Canvas, scaled
from gpulife.window.play.series_banner import draw_set_banner

_HEADLINE, _STATUS, _MENU, _GAP = 40.0, 40.0, 58.0, 8.0  # points on a 96 dpi screen
_LARGE, _SMALL = 24.0, 18.0
_CORNER = 0.2
"""Share of the board's width that is reserved for a name in each corner."""
_CLOCK = (1.0, 0.86, 0.2, 1.0)
_LINE = (0.62, 0.67, 0.75, 0.55)
_ENDINGS = {
    "shut-out": "shut-out",
    "clock": "by the clock",
    "resigned": "the other resigned",
    "limit": "by the scores: no round is longer",
}


def room_around(overlay: Overlay) -> tuple[float, float]:
    """Return the points above and below the board that the overlay takes."""
    if overlay.border is None:
        return 0.0, 0.0
    return scaled(_HEADLINE), scaled(_STATUS + (_MENU if overlay.menu else 0.0) + _GAP)


def draw_overlay(overlay: Overlay, canvas: Canvas) -> None:
    """Draw an overlay; of a game without a border only the question for a handicap is drawn."""
    (left, right), bottom = canvas.sides, canvas.area[3]
    if overlay.border is None:
        if overlay.typing is not None:
            _ask_for_seeds(canvas.names[overlay.typing[0]], overlay.status, canvas)
        return
    x, top = canvas.point_of(0, overlay.border)
    _, low = canvas.point_of(canvas.shape[0], overlay.border)
    line((x, top), (x, low), _LINE, max(1.0, scaled(1)))
    if overlay.clock is not None:
        line((x, low - (low - top) * overlay.clock), (x, low), _CLOCK, scaled(4))
    for player, cells in enumerate(overlay.cursors):
        if len(cells) > 1:
            _draw_shape(cells, player, canvas)
    y = bottom - scaled(_STATUS)
    if overlay.menu:
        _draw_menu(overlay.menu, y - scaled(_MENU), canvas)
    if overlay.selecting:
        text_on_line(overlay.title, left, y, BRIGHT)
        text_on_line(overlay.option, right, y, DIM, align=1.0)
        text_on_line("START begins", (left + right) / 2, y, DIM, align=0.5)
    else:
        _draw_status(overlay, y, canvas)
    if overlay.series is not None and overlay.phase == "over":
        view = imgui.get_main_viewport().size
        (board_left, _), (board_right, _) = canvas.point_of(0, 0), canvas.point_of(0, canvas.shape[1])
        area = max(board_left, 0.0), max(top, 0.0), min(board_right, view.x), min(low, view.y)
        draw_set_banner(overlay.series, canvas, area)
    above = scaled(_HEADLINE)
    _draw_heading(_headline(overlay, canvas.names), max(top - above, 0.0) if top > 0.75 * above else top, canvas)


def _draw_shape(cells: Sequence[tuple[int, int]], player: int, canvas: Canvas) -> None:
    """Draw the shape that a player holds over the cells that planting it now would fill."""
    pen = imgui.get_background_draw_list()
    for place in cells:
        corner, end = canvas.square(place)
        pen.add_rect_filled(corner, end, packed_colour(canvas.player_colour(player, 0.8 if canvas.bright else 0.35)))
        pen.add_rect(corner, end, packed_colour(canvas.player_colour(player)))


def _ask_for_seeds(name: str, status: Sequence[str], canvas: Canvas) -> None:
    """Draw Study Mode's question for the seeds that its counters begin with."""
    left, right = canvas.sides
    short = f"{name}: how many seeds? {status[1]} : {status[3]}"
    wordings = f"{short}   stick and trigger, or type; SPACE begins with 99", short
    words, size = _longest_fitting(wordings, right - left - scaled(2 * _GAP))
    text_on_line(words, (left + right) / 2, 0.0, BRIGHT, align=0.5, size=size)


def _longest_fitting(wordings: Sequence[str], room: float) -> tuple[str, float]:
    """Return the longest wording that fits into ``room``, and its size; a part of the shortest one if none fits."""
    sizes = ((words, size) for words in wordings for size in (_LARGE, _SMALL))
    return next(
        ((words, size) for words, size in sizes if width_of(words, size) <= room),
        (elided(wordings[-1], room, _SMALL), _SMALL),
    )


def _draw_heading(wordings: Sequence[str], y: float, canvas: Canvas) -> None:
    """Draw the players' names in the corners, and between them the longest wording that fits."""
    (left, right), gap = canvas.sides, scaled(2 * _GAP)
    corners = sum(min(width_of(name, _SMALL), (right - left) * _CORNER) + gap for name in canvas.names)
    words, size = _longest_fitting(wordings, right - left - corners)
    if words:
        text_on_line(words, (left + right) / 2, y, BRIGHT, align=0.5, size=size)
    share = (right - left - width_of(words, size)) / 2 - gap
    for player, (name, x) in enumerate(zip(canvas.names, canvas.sides, strict=True)):
        text_on_line(elided(name, share, _SMALL), x, y, canvas.player_colour(player), float(player), _SMALL)


def _draw_status(overlay: Overlay, y: float, canvas: Canvas) -> None:
    """Draw the five numbers of the game of 1982, spread evenly from the board's left edge to its right one."""
    left, right = canvas.sides
    first, second = canvas.player_colour(0), canvas.player_colour(1)
    status = list(overlay.status)
    if overlay.typing is not None and not canvas.bright:
        player, place = overlay.typing
        seeds = 1 if player == 0 else 3
        status[seeds] = status[seeds][:place] + "_" + status[seeds][place + 1 :]
    for number, (words, rgba) in enumerate(zip(status, (first, first, DIM, second, second), strict=True)):
        share = number / (len(status) - 1)
        text_on_line(words, left + (right - left) * share, y, rgba, align=share)


def _draw_menu(menu: Sequence[MenuEntry], top: float, canvas: Canvas) -> None:
    """Draw a row of shapes in their players' colours; a held one has a frame, which flickers while the menu is open."""
    pen = imgui.get_background_draw_list()
    scale = scaled(1)
    box, high = (canvas.sides[1] - canvas.sides[0]) / len(menu), (_MENU - 6) * scale
    for number, entry in enumerate(menu):
        left = canvas.sides[0] + number * box
        rows, columns = entry.size
        side = max(1.0, min((box - 6 * scale) / (columns + 1), high / (rows + 1), 9 * scale))
        x0, y0 = left + (box - side * columns) / 2, top + (high - side * rows) / 2
        packed = packed_colour(canvas.player_colour(entry.player, 1.0 if entry.chosen else 0.6))
        for row, column in entry.cells:
            x, y = x0 + column * side, y0 + row * side
            pen.add_rect_filled((x, y), (x + side * 0.88, y + side * 0.88), packed, side / 6)
        if entry.chosen:
            frame = packed_colour(
                canvas.player_colour(entry.player, 1.0 if entry.lit and canvas.bright else 0.55 if entry.lit else 0.35)
            )
            corner, end = (left + 2 * scale, top), (left + box - 2 * scale, top + high)
            pen.add_rect(corner, end, frame, 5 * scale, 2 * scale if entry.lit else scale)


def _headline(overlay: Overlay, names: tuple[str, ...]) -> Sequence[str]:
    """Return what players should know just now, in wordings from the longest to the shortest."""
    if overlay.series is not None and overlay.typing is None:
        return _headline_of_set(overlay, overlay.series, names)
    rounds = f"   rounds {overlay.wins[0]}:{overlay.wins[1]}" if any(overlay.wins) or overlay.round > 1 else ""
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
    return (*(f"{wording}{rounds}".strip() for wording in words), words[-1])


def _phase(overlay: Overlay, names: tuple[str, ...]) -> Sequence[str]:
    """Return the phase of a round that is not over, in wordings from the longest to the shortest."""
    if overlay.waits_for:
        late = " and ".join(names[player] for player in overlay.waits_for)
        return f"{late} may still plant: play begins in a moment", f"waits for {late}"
    if overlay.frozen:
        return "halted: nobody plants or moves", "halted"
    words = overlay.phase if overlay.phase in ("set-up", "halted") else ""
    if overlay.ends_in is None:
        return (words,)
    return f"{words}   {overlay.ends_in} generations left".strip(), f"{overlay.ends_in} left"


def _headline_of_set(overlay: Overlay, series: Series, names: tuple[str, ...]) -> Sequence[str]:
    """Return the headline of a round that belongs to a set, in wordings from the longest to the shortest."""
    if overlay.phase != "over":
        words, score = _phase(overlay, names), standing_text(series)
        return *(f"{wording}   {score}".strip() for wording in words), words[-1] or score
    wins = "a tie" if overlay.winner is None else f"{names[overlay.winner]} wins, {_ENDINGS[overlay.ending]}"
    stands, following = result_text(series, names), f"ESC: {next_round_text(series, names)}"
    if series.over:
        return f"{stands}   {following}", following, stands
    return f"{wins}   {stands}   {following}", f"{stands}   {following}", f"{stands}   ESC: again", stands
