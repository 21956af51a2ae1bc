"""The table of scores beside Real-Time Life's board, and below it notes and news.

No name is cut off: for long names the font gets smaller first, and then the table gets wider.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_uppercase

from imgui_bundle import imgui

from gpulife.games.realtime.observation import RealTimeOverlay
from gpulife.games.realtime.state import CLOCK_STARTS, Seat, SeatStanding
from gpulife.input.glyphs import Piece
from gpulife.window.design import BODY, CAPTION, GAP, GOOD, NEAR, PROMPT, RGBA, TEXT, TIGHT, TextStyle, faded
from gpulife.window.panels.draw_primitives import rectangle, text
from gpulife.window.panels.keycaps import caps_on_canvas, caps_width
from gpulife.window.panels.widgets import sentence, width_of
from gpulife.window.play.bursts import Rise
from gpulife.window.play.canvas import Area, Canvas, scaled
from gpulife.window.play.points_chart import draw_points_chart, may_draw_points

_LARGEST, _SMALLEST, _NEWS = 22, 14, BODY.size  # points on a 96 dpi screen
_LINE = 1.5
"""Height of a row of the table, as a multiple of the font size."""
_SENTENCE = 1.3
"""Height of a line of text below the table, as a multiple of the font size."""
_GAP, _ROUND, _HINT = GAP, 16.0, 32.0
_SHARE = 0.33
"""Maximum width of the table, as a share of the window's width, before its font gets smaller."""
_TITLES = ("Total", "Last", "Cells")
_NEXT = "Next"
"""Title of the second column while it shows what each player will score in the next generation."""
_ROOM_FOR = ("8888.8", "+88.8", "8888")
"""The longest number for which each column has room, so that growing numbers do not move the board."""
_NEUTRAL = (
    "Neutral cells are nobody's, and nobody can move them. They are born of cells of three different players, or left "
    "by players who quit. They count as neighbours, like all others."
)
_NEUTRAL_SHORT = "Neutral cells: nobody's"
_MAX_NEWS, _NEWS_WITH_CHART = 5, 2
"""Maximum number of news items, and their number above the chart."""
_LEAST_CHART, _CHART_SHARE, _CHART_IN_PLAY = 110.0, 1.0, 0.6
"""Minimum height of the chart in units of 1/96 inch; its maximum height as a share of its width after the end, and
during the game."""


@dataclass(frozen=True, slots=True)
class ScoresTable:
    """The sizes of the table in a window.

    Attributes:
        size: font size, in points of a 96 dpi screen.
        name: width of the widest name with its coloured square, in points.
        columns: widths of the columns of numbers, in points.
    """

    size: float
    name: float
    columns: tuple[float, ...]

    @property
    def width(self) -> float:
        """Width of the table in points, rounded up so that the board rarely shifts when the numbers get longer."""
        step = scaled(_ROUND)
        return -(-(self.name + sum(self.columns)) // step) * step


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence below the table.

    Attributes:
        words: the sentence.
        rgba: its colour.
        style: its size and weight.
    """

    words: str
    rgba: RGBA
    style: TextStyle = BODY


@dataclass(frozen=True, slots=True)
class Beside:
    """What is shown beside the board in addition to the table's scores.

    Attributes:
        mouse: seat of the player who uses the mouse; their name is marked. None for nobody.
        hints: lines that name keys, such as the one for the forecast.
        notes: the goal, and how far the players are from it.
        rises: the totals that have just grown, by seat. They are shown counting up to the new value.
        totals: the totals of all seats after each generation, by its number.
        nexts: the number of cells that each seat will have after the next generation; empty if that is not known. The
            table then shows the next scores in place of the last ones.
        has_neutral: True if there are neutral cells on the board.
        joining: how many cells the people at this window who have not joined yet are still to place, by seat.
    """

    mouse: int | None = None
    hints: Sequence[Sequence[Piece]] = ()
    notes: Sequence[Note] = ()
    rises: Mapping[int, Rise] = field(default_factory=dict)
    totals: Mapping[int, Sequence[float]] = field(default_factory=dict)
    nexts: Sequence[int] = ()
    has_neutral: bool = False
    joining: Mapping[int, int] = field(default_factory=dict)


def lay_out(overlay: RealTimeOverlay, names: Sequence[str], width: float, height: float) -> ScoresTable:
    """Return the table's sizes for a window in which ``width`` by ``height`` points are free of panels."""
    rows = len(overlay.scores) + 1
    tall = max(height / rows / scaled(_LINE), _SMALLEST - 2)
    sizes = [size for size in range(_LARGEST, _SMALLEST, -1) if size <= tall]
    for size in sizes:
        table = _measured(overlay, names, size)
        if table.width <= width * _SHARE:
            return table
    return _measured(overlay, names, min(_SMALLEST, tall))


def _measured(overlay: RealTimeOverlay, names: Sequence[str], size: float) -> ScoresTable:
    shown = [row_name(number, names) for number, _ in overlay.scores]
    name = max((width_of(f"> {words}", size, bold=True) for words in shown), default=0.0) + _swatch(size) * 1.6
    figures = zip(*(_figures(seat) for _, seat in overlay.scores), strict=True) if overlay.scores else [()] * 3
    columns = zip(_TITLES, _ROOM_FOR, figures, strict=True)
    return ScoresTable(
        size,
        name,
        tuple(
            max(width_of(words, size) for words in (title, room, *column)) + scaled(_GAP)
            for title, room, column in columns
        ),
    )


def draw_scores(overlay: RealTimeOverlay, canvas: Canvas, box: Area, table: ScoresTable, beside: Beside) -> None:
    """Draw the table into the rectangle ``box``, and below it notes, hints, news and the chart of the totals.

    Args:
        overlay: what the game shows besides cells.
        canvas: the canvas on which to draw.
        box: (left, top, right, bottom) of the rectangle, in points.
        table: sizes of the table.
        beside: what is shown in addition.
    """
    left, top, right, bottom = box
    size, row = table.size, scaled(table.size) * _LINE
    edges = _edges(right, table)
    if not (overlay.scores or beside.joining):
        text("Nobody has joined yet", left, top, CAPTION, size=min(size, _NEWS))
    titles = (_TITLES[0], _NEXT, _TITLES[2]) if beside.nexts else _TITLES
    for title, edge in zip(titles, edges, strict=True) if overlay.scores else ():
        text(title, edge, top, CAPTION, align=1.0, size=size)
    y, most = top + row, max((seat.score for _, seat in overlay.scores), default=0.0)
    for number, seat in overlay.scores:
        long = (table.name + scaled(NEAR)) * seat.score / (most or 1.0)  # the numbers stay beside it
        corner, end = (left - scaled(6), y - row * 0.06), (left - scaled(6) + long, y + row * 0.84)
        rectangle(corner, end, canvas.player_colour(number, 0.22), scaled(TIGHT))
        if (rise := beside.rises.get(number)) is not None and not canvas.is_calm:
            grown, end = edges[0] - table.columns[0] + scaled(NEAR), (edges[0] + scaled(TIGHT), y + row * 0.84)
            rectangle((grown, corner[1]), end, faded(GOOD, 0.5 * (1.0 - rise.share)), scaled(TIGHT))
        rgba = canvas.player_colour(number, 1.0 if seat.standing is SeatStanding.IN else 0.45)
        if overlay.winner == number:
            rectangle(
                (left - scaled(6), y - row * 0.1), (right + scaled(6), y + row * 0.9), faded(TEXT, 0.12), scaled(TIGHT)
            )
        _draw_swatch(left, y, size, rgba)
        name = row_name(number, canvas.names)
        text(f"> {name}" if beside.mouse == number else name, left + _swatch(size) * 1.6, y, rgba, size=size, bold=True)
        coming = beside.nexts[number] if beside.nexts else None
        for place, (words, edge) in enumerate(zip(_figures(seat, rise, coming), edges, strict=True)):
            text(words, edge, y, faded(TEXT, rgba[3]), align=1.0, size=size, bold=place == 0)
        y += row
    for number, missing in beside.joining.items():
        rgba = canvas.player_colour(number)
        _draw_swatch(left, y, size, rgba)
        text(row_name(number, canvas.names), left + _swatch(size) * 1.6, y, rgba, size=size, bold=True)
        text(f"place {missing}", right, y, PROMPT, align=1.0, size=size)
        y += row
    y += row * 0.4
    for note in beside.notes:
        lines = list(_broken(note.words, right - left, note.style.size, bold=note.style.bold))
        high = scaled(note.style.size) * _SENTENCE
        if y + high * len(lines) > bottom:
            break
        for line in lines:
            text(line, left, y, note.rgba, size=note.style.size, bold=note.style.bold)
            y += high
        y += high * 0.3
    for hint in beside.hints:
        if y + scaled(_HINT) > bottom:
            break
        letters = min(_NEWS, _NEWS * (right - left) / max(caps_width(hint, _NEWS), 1.0))
        caps_on_canvas(hint, left, y + scaled(_HINT / 2), CAPTION, size=letters)
        y += scaled(_HINT)
    if beside.has_neutral and overlay.phase != "over":
        y = _draw_neutral(canvas, (left, y, right, bottom), min(size, _NEWS))
    players = [number for number, _ in overlay.scores]
    share = _CHART_SHARE if overlay.phase == "over" else _CHART_IN_PLAY
    bottom -= scaled(GAP) * (overlay.phase != "over")
    high = min(bottom - y, (right - left) * share)
    if not may_draw_points(beside.totals, players) or high < scaled(_LEAST_CHART):
        _draw_news(_fresh(overlay), (left, y, right, bottom))
        return
    start = y if overlay.phase == "over" else bottom - high
    if overlay.phase != "over":
        _draw_news(_fresh(overlay)[-_NEWS_WITH_CHART:], (left, y, right, start))
    chart, pen = (left, start, right, start + high), imgui.get_background_draw_list()
    draw_points_chart(pen, "Totals by generation", beside.totals, players, canvas, chart, decimals=1)


def _draw_neutral(canvas: Canvas, box: Area, size: float) -> float:
    """Write the note about neutral cells if there is room; return the y at which the next text may begin."""
    left, y, right, bottom = box
    room, high = right - left - _swatch(size) * 1.6, scaled(size) * _SENTENCE
    lines = list(_broken(_NEUTRAL, room, size))
    if y + high * len(lines) > bottom:
        lines = list(_broken(_NEUTRAL_SHORT, room, size))
    if y + high * len(lines) > bottom:
        return y
    _draw_swatch(left, y, size, canvas.player_colour(len(canvas.colours) - 2))
    for line in lines:
        text(line, left + _swatch(size) * 1.6, y, CAPTION, size=size)
        y += high
    return y + high * 0.5


def _fresh(overlay: RealTimeOverlay) -> Sequence[str]:
    """Return the latest news. After the first generation, leave out who joined before the clock started."""
    news = list(overlay.news)
    if overlay.generation and CLOCK_STARTS in news:
        news = news[len(news) - news[::-1].index(CLOCK_STARTS) :]
    return news[-_MAX_NEWS:]


def _draw_news(news: Sequence[str], box: Area) -> None:
    """Draw as many of the latest news items as there is room for. No item is cut off."""
    left, y, right, bottom = box
    size, high = min(_NEWS, _LARGEST), scaled(_NEWS) * _SENTENCE
    room = int((bottom - y) / high)
    shown: list[str] = []
    for words in reversed(news):
        lines = list(_broken(sentence(words), right - left, size))
        if len(shown) + len(lines) > room:
            break
        shown = lines + shown
    for place, line in enumerate(shown):
        text(line, left, y + place * high, CAPTION, size=size)


def _broken(words: str, room: float, size: float, *, bold: bool = False) -> Iterator[str]:
    """Break words into lines of at most ``room`` points, and yield the lines. A wider word gets its own line."""
    line = ""
    for word in words.split():
        longer = f"{line} {word}" if line else word
        if line and width_of(longer, size, bold=bold) > room:
            yield line
            longer = word
        line = longer
    if line:
        yield line


def _edges(right: float, table: ScoresTable) -> list[float]:
    """Return the x of the right edges of the columns of numbers."""
    edges = [right]
    for width in reversed(table.columns[1:]):
        edges.insert(0, edges[0] - width)
    return edges


def _figures(seat: Seat, rise: Rise | None = None, coming: int | None = None) -> tuple[str, str, str]:
    """Return a player's total, what the last generation added to it (or that the player is out), and their cells.

    If ``coming`` is not None, the second text is what the next generation will add: the player then has so many cells.
    """
    fates = {SeatStanding.GONE: "quit", SeatStanding.OUT: "out"}
    total = seat.score if rise is None else rise.shown
    cells, turns = (seat.cells, seat.turns) if coming is None else (coming, seat.turns + 1)
    last = f"+{cells / turns:.1f}" if turns else ""
    return f"{total:.1f}", fates.get(seat.standing, last), f"{seat.cells}"


def row_name(number: int, names: Sequence[str]) -> str:
    """Return a player's letter, followed by the name if there is one."""
    letter = ascii_uppercase[number]
    return letter if names[number] == letter else f"{letter} {names[number]}"


def _swatch(size: float) -> float:
    return scaled(size) * 0.75


def _draw_swatch(left: float, y: float, size: float, rgba: RGBA) -> None:
    side, top = _swatch(size), y + scaled(size) * 0.3
    rectangle((left, top), (left + side, top + side), rgba, scaled(2))
