"""The banner at the end of a round, a match or a set: who has won, all scores, why it is over, and what comes next.

It lies over the board and behind the panels. A game describes the end as a :class:`Result`. The pictures of keys in the
banner can be clicked.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gpulife.games.core.round_end import RoundsState
from gpulife.games.core.series import Series
from gpulife.games.core.shared_texts import count_text, result_text, terms_text
from gpulife.input.glyphs import Legend
from gpulife.seats import with_verb
from gpulife.window.design import (
    BODY,
    CAPTION,
    GAP,
    GROUND,
    HEADING,
    LEAD,
    NEAR,
    PROMPT,
    REVEAL,
    RGBA,
    SMALL,
    STRONG,
    TEXT,
    TIGHT,
    TITLE,
    VICTORY,
    WIDE_GAP,
    TextStyle,
    eased,
    faded,
)
from gpulife.window.panels.draw_primitives import outline, rectangle, text
from gpulife.window.panels.keycaps import CAPS_HEIGHT, caps_on_canvas, caps_width
from gpulife.window.panels.widgets import elided, sentence, width_of
from gpulife.window.play.canvas import Area, Canvas, fitting_size, scaled
from gpulife.window.shell import Shell


@dataclass(frozen=True, slots=True)
class Score:
    """A player's score at the end.

    Attributes:
        player: number of the player.
        value: the score.
        decimals: number of decimals that are shown.
    """

    player: int
    value: float
    decimals: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """How a round, a match or a set has ended.

    Attributes:
        title: who has won, such as "You win".
        winner: the player in whose colour the banner is drawn; None for a tie.
        scores: the players' scores, in the order in which they are shown.
        reason: why it is over, as a sentence; "" for no reason.
        note: a line about the rounds so far; "" for none.
        series: the set to which the round belongs; None for a single round.
        following: wordings of what people can do next, longest first, with controls in braces; empty for nothing.
        passes: True if play goes on, so that the banner disappears after some seconds.
    """

    title: str
    winner: int | None
    scores: tuple[Score, ...] = ()
    reason: str = ""
    note: str = ""
    series: Series | None = None
    following: tuple[str, ...] = ()
    passes: bool = False


@dataclass(frozen=True, slots=True)
class _Styles:
    """The text styles of the banner's lines."""

    title: TextStyle
    reason: TextStyle
    score: TextStyle
    name: TextStyle


_LARGE = _Styles(VICTORY, LEAD, TITLE, STRONG)
_COMPACT = _Styles(TITLE, BODY, HEADING, BODY)
"""Used if the banner would otherwise cover too much of the board."""
_MOST_OF_BOARD = 0.62
_LINE = 1.25
"""Height of a line of text, in font sizes."""
_CELL, _MARK = 5.0, 16.0
"""Sides of a cell of the blinkers, and of a mark for a round, in units of 1/96 inch."""
_MAX_MARKS = 40
_COLUMN = 108.0
"""Minimum width of a player's score, in units of 1/96 inch."""
_PASSES_AFTER = 6.0
"""Seconds for which a banner is shown if play goes on. Then, the blinkers of other banners stand still."""
_SLIDE = 24.0
"""Distance over which the banner rises while it appears, in units of 1/96 inch."""
_NEXT = LEAD.size * CAPS_HEIGHT + NEAR
"""Height of the line that says what people can do next, in units of 1/96 inch."""


def round_result(
    state: RoundsState,
    names: Sequence[str],
    counts: Sequence[int],
    wins: Sequence[int],
    reason: str,
    following: tuple[str, ...],
) -> Result | None:
    """Return how a round between two players has ended, or the set that it belongs to; None during a round.

    Args:
        state: state of the game.
        names: names of both players.
        counts: what decides the round: each player's live cells.
        wins: number of rounds that each player has won in this session.
        reason: why the round is over, as a sentence.
        following: as in :class:`Result`.
    """
    if state.ending is None:
        return None
    winner, series = state.winner, state.series
    title = "A tie" if winner is None else with_verb(names[winner], "win")
    note = f"Rounds won: {wins[0]} to {wins[1]}" if sum(wins) > 1 else ""
    if series is not None:
        note = _note_on(series, names)
        if series.over:
            title, winner = result_text(series, names), series.winner
    scores = tuple(Score(player, count) for player, count in enumerate(counts))
    return Result(title, winner, scores, reason, note, series, following)


def _note_on(series: Series, names: Sequence[str]) -> str:
    """Return a line on a set: its score and its terms; at its end, its terms and the number of rounds played."""
    if series.over:
        return f"{sentence(terms_text(series))}, {count_text(len(series.results), 'round')} played"
    behind = next((name for player, name in enumerate(names) if series.may_give_up(player)), None)
    may_give_up = "" if behind is None else f". {behind} may give up the set instead, by resigning"
    return f"{result_text(series, names)}, {terms_text(series)}{may_give_up}"


class BannerClock:
    """Says how far the banner of a session's result has appeared. A new result fades in, and its scores count up.

    Args:
        shell: services shared by all screens.
    """

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._shown: tuple[str, str] | None = None  # title and note; scores may still change a little
        self._since = 0.0

    def shown(self, result: Result | None) -> float | None:
        """Return how far the banner has appeared, 0 to 1; None if there is no banner. Called once in each frame."""
        identity = None if result is None else (result.title, result.note)
        if identity != self._shown:
            self._shown, self._since = identity, self._shell.now
        if result is None:
            return None
        if result.passes and self._left <= 0:
            return None
        if self._left > 0:
            self._shell.motion.due(self._left)
        if self._shell.settings.reduced_flashing is not False:
            return 1.0
        share = (self._shell.now - self._since) / REVEAL
        if share < 1:
            self._shell.motion.due()
        return eased(share)

    @property
    def blinks(self) -> bool:
        """True while the blinkers may blink. Later they stand still, so that the window can rest."""
        return self._left > 0 and self._shell.settings.reduced_flashing is False

    @property
    def _left(self) -> float:
        return self._since + _PASSES_AFTER - self._shell.now


def draw_result(
    result: Result, canvas: Canvas, area: Area, legend: Legend, *, shown: float = 1.0, blinks: bool = False
) -> None:
    """Draw the banner with a result.

    Args:
        result: how the session has ended.
        canvas: the canvas on which to draw.
        area: the part of the window with the board, across which the banner lies.
        legend: glyphs of the reader's keys or buttons.
        shown: how far the banner has appeared, 0 to 1.
        blinks: True while the blinkers blink.
    """
    left, top, right, bottom = area
    styles = _LARGE if _height(result, _LARGE) <= (bottom - top) * _MOST_OF_BOARD else _COMPACT
    height = _height(result, styles)
    middle, room = (left + right) / 2, right - left - scaled(2 * WIDE_GAP)
    y = max(min((top + bottom - height) / 2, canvas.area[3] - height), canvas.area[1])  # it may leave a low board
    y += scaled(_SLIDE) * (1 - shown)
    rgba = faded(PROMPT if result.winner is None else canvas.player_colour(result.winner), shown)
    rectangle((left, y), (right, y + height), faded(GROUND, 0.88 * shown))
    for edge in (y, y + height):
        _blinkers(left, right, edge, rgba, upright=canvas.bright and blinks)
    y += scaled(GAP)
    y = _line(result.title, (middle, y), room, rgba, styles.title)
    y = _line(result.reason, (middle, y), room, faded(TEXT, shown), styles.reason)
    y = _scores(result, canvas, (middle, y + scaled(NEAR)), room, styles, shown)
    if result.series is not None:
        y = _marks(result.series, canvas, (middle, y), room, shown)
    y = _line(result.note, (middle, y), room, faded(CAPTION, shown), BODY)
    pieces = [legend.pieces(words) for words in result.following]
    fitting = next((words for words in pieces if caps_width(words, LEAD.size) <= room), pieces[-1] if pieces else ())
    size = min(LEAD.size, LEAD.size * room / max(caps_width(fitting, LEAD.size), 1.0))
    caps_on_canvas(fitting, middle, y + scaled(_NEXT / 2), faded(PROMPT, shown), align=0.5, size=size)


def _height(result: Result, styles: _Styles) -> float:
    """Return the height in points of a banner with all lines of a result."""
    texts = ((result.title, styles.title), (result.reason, styles.reason), (result.note, BODY))
    height = 2 * GAP + sum(style.size * _LINE for words, style in texts if words)
    height += (NEAR + (styles.score.size + styles.name.size) * _LINE + NEAR) * bool(result.scores)
    height += (_MARK + NEAR) * (result.series is not None)
    return scaled(height + _NEXT * bool(result.following))


def _line(words: str, at: tuple[float, float], room: float, rgba: RGBA, style: TextStyle) -> float:
    """Draw a line of text, centred at ``at``, smaller if needed; return the y of the next line."""
    if not words:
        return at[1]
    size = fitting_size(words, room, style.size, SMALL.size, bold=style.bold)
    shift = scaled((style.size - size) * _LINE / 2)
    text(elided(words, room, size, bold=style.bold), at[0], at[1] + shift, rgba, align=0.5, size=size, bold=style.bold)
    return at[1] + scaled(style.size * _LINE)


def _scores(
    result: Result, canvas: Canvas, at: tuple[float, float], room: float, styles: _Styles, shown: float
) -> float:
    """Draw the scores side by side, as many as there is room for; return the y of the next line.

    If there is not enough room, the winner's score is the first, and the number of missing scores takes a column.
    """
    if not result.scores:
        return at[1] - scaled(NEAR)
    columns, scores = max(2, int(room / scaled(_COLUMN))), list(result.scores)
    missing = 0 if len(scores) <= columns else len(scores) - columns + 1
    if missing:
        scores = sorted(scores, key=lambda score: score.player != result.winner)[:-missing]
    names = [canvas.names[score.player] for score in scores]
    wanted = max(scaled(_COLUMN), *(width_of(name, styles.name.size) + scaled(WIDE_GAP) for name in names))
    count = len(scores) + bool(missing)
    column = min(wanted, room / count)
    x, y = at[0] - column * count / 2, at[1]
    for score, name in zip(scores, names, strict=True):
        middle = x + column / 2
        if score.player == result.winner:
            corner, end = (x + scaled(TIGHT), y), (x + column - scaled(TIGHT), y + _score_height(styles))
            rectangle(corner, end, canvas.player_colour(score.player, 0.22 * shown), scaled(TIGHT))
        rgba = canvas.player_colour(score.player, shown)
        figures = f"{score.value * shown:.{score.decimals}f}"
        text(figures, middle, y, rgba, align=0.5, size=styles.score.size, bold=True)
        words = elided(name, column - scaled(NEAR), styles.name.size)
        text(words, middle, y + scaled(styles.score.size * _LINE), rgba, align=0.5, size=styles.name.size)
        x += column
    if missing:
        below = y + scaled(styles.score.size * _LINE)
        text(f"{missing} more", x + column / 2, below, faded(CAPTION, shown), align=0.5, size=styles.name.size)
    return y + _score_height(styles) + scaled(NEAR)


def _score_height(styles: _Styles) -> float:
    return scaled((styles.score.size + styles.name.size) * _LINE)


def _marks(series: Series, canvas: Canvas, at: tuple[float, float], room: float, shown: float) -> float:
    """Draw a square for each of the last rounds, in its winner's colour; return the y of the next line."""
    rounds = series.results[-_MAX_MARKS:]
    pitch = min(scaled(_MARK + NEAR), room / max(len(rounds), 1))
    side, (x, y) = min(pitch * 0.75, scaled(_MARK)), at
    x -= pitch * len(rounds) / 2
    for number, winner in enumerate(rounds):
        corner = x + number * pitch + (pitch - side) / 2, y
        end = corner[0] + side, y + side
        if winner is None:
            outline(corner, end, faded(CAPTION, shown), scaled(1.5))
        else:
            rectangle(corner, end, canvas.player_colour(winner, shown), scaled(3))
    return y + scaled(_MARK + NEAR)


def _blinkers(left: float, right: float, y: float, rgba: RGBA, *, upright: bool) -> None:
    """Draw a row of blinkers, whose neighbours lie and stand by turns."""
    cell = scaled(_CELL)
    pitch = 6 * cell
    count = int((right - left) // pitch)
    begin = (left + right - count * pitch) / 2 + pitch / 2
    for number in range(count):
        x = begin + number * pitch
        for step in (-1, 0, 1):
            across, down = (0, step) if (number % 2 == 0) == upright else (step, 0)
            corner = x + (across - 0.5) * cell, y + (down - 0.5) * cell
            rectangle(corner, (corner[0] + cell * 0.9, corner[1] + cell * 0.9), rgba)
