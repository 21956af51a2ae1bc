"""The banner at the end of a round, a match or a set of rounds: who has won, the scores, why, and what comes next.

The view of the board leaves room for it, so that the board stays in sight. A game describes the end as a
:class:`Result`. Its buttons have the same order in all games: again, another set-up, back to the start.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.round_end import Ending, RoundsState
from gpulife.games.core.series import Series
from gpulife.games.core.shared_texts import count_text, next_round_text, result_text, terms_text
from gpulife.input.commands import CommandOrAction, StartScreen
from gpulife.input.glyphs import Legend
from gpulife.seats import with_verb
from gpulife.window.design import (
    BODY,
    CAPTION,
    CHOSEN,
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
    packed,
    styled,
)
from gpulife.window.panels.draw_primitives import outline, rectangle, text
from gpulife.window.panels.pages import CARD_FLAGS, place_next_window
from gpulife.window.panels.widgets import button_colour, elided, sentence, width_of
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
class EndButton:
    """A button below a result.

    Attributes:
        label: what it does.
        request: the request that a press makes.
        control: name of the control that makes this request; "" for none.
    """

    label: str
    request: CommandOrAction
    control: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How a round, a match or a set of rounds has ended.

    Attributes:
        title: who has won, such as "You win".
        winner: the player in whose colour the banner is drawn; None for a tie.
        scores: the players' scores, in the order in which they are shown.
        reason: why it is over, as a sentence; "" if no reason is given.
        note: a line about the rounds so far; "" for none.
        series: the set of rounds to which the round belongs; None for a single round.
        buttons: what people can do next, in the order of the buttons; empty for no buttons.
        main: index of the button that stands out.
        passes: True if play goes on, so that the banner disappears after some seconds.
    """

    title: str
    winner: int | None
    scores: tuple[Score, ...] = ()
    reason: str = ""
    note: str = ""
    series: Series | None = None
    buttons: tuple[EndButton, ...] = ()
    main: int = 0
    passes: bool = False

    @property
    def has_keys(self) -> bool:
        """True if keys press the highlighted button and the one that leaves; see ``When.ENDED``."""
        return bool(self.buttons) and isinstance(self.buttons[-1].request, StartScreen)

    def pressed(self, *, leaves: bool) -> CommandOrAction:
        """Return the request of the button that leaves or, if ``leaves`` is False, of the highlighted button."""
        return self.buttons[-1 if leaves else self.main].request

    def control(self, number: int, legend: Legend) -> str:
        """Return the control whose key the button with this index shows a person; "" for none."""
        control = self.buttons[number].control
        if not self.has_keys:
            return control
        if number == len(self.buttons) - 1:
            return f"end-leave|{control}"  # the first has no button on pads
        if number == self.main:
            return "end-main"
        return control if control != "again" or legend.hands.pad else ""  # its key is that of the last button


@dataclass(frozen=True, slots=True)
class _Styles:
    """The text styles of the banner's lines."""

    title: TextStyle
    reason: TextStyle
    score: TextStyle
    name: TextStyle


_LARGE = _Styles(VICTORY, LEAD, TITLE, STRONG)
_COMPACT = _Styles(TITLE, BODY, HEADING, BODY)
"""Styles for a banner that would cover too much of the board in the styles ``_LARGE``."""
_MOST = 0.3
"""Maximum height of a banner in the styles ``_LARGE``, as a share of the height available to it."""
_LINE = 1.25
"""Height of a line of text, in font sizes."""
_CELL, _MARK = 5.0, 16.0
"""Side of a cell in the row of blinkers, and of a square that marks a round, in units of 1/96 inch."""
_MAX_MARKS = 40
_COLUMN = 108.0
"""Minimum width of a player's score, in units of 1/96 inch."""
_TWO = 2
"""Number of scores that are drawn left and right of the title, if they fit."""
SECONDS_TO_READ = 1.5
"""Seconds after a round or a warning in which keys are ignored, because players may still be pressing them."""
_PASSES_AFTER = 6.0
"""Seconds for which a banner is shown if play goes on. In a banner that stays, the blinkers stop after this time."""
_SLIDE = 24.0
"""Distance over which the banner rises while it appears, in units of 1/96 inch."""
_BUTTON, _BUTTON_WIDTH = 40.0, 208.0
"""Height and maximum width of a button, in units of 1/96 inch."""
_BUTTONS_WINDOW = (
    (CARD_FLAGS & ~imgui.WindowFlags_.always_auto_resize)
    | imgui.WindowFlags_.no_nav
    | imgui.WindowFlags_.no_background
    | imgui.WindowFlags_.no_bring_to_front_on_focus
)


def round_result(
    state: RoundsState,
    names: Sequence[str],
    counts: Sequence[int],
    wins: Sequence[int],
    reason: str,
    buttons: tuple[EndButton, ...],
) -> Result | None:
    """Return the result of a round between two players, or of the set of rounds that it ends; None during a round.

    Args:
        state: state of the game.
        names: names of both players.
        counts: each player's live cells. They are shown if they decided the round.
        wins: number of rounds that each player has won in this session.
        reason: why the round is over, as a sentence.
        buttons: as in :class:`Result`.
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
    decided = state.ending is not Ending.RESIGNED and any(counts)
    scores = tuple(Score(player, count) for player, count in enumerate(counts)) if decided else ()
    return Result(title, winner, scores, reason, note, series, buttons)


def _note_on(series: Series, names: Sequence[str]) -> str:
    """Return a line about a set of rounds, such as its score or how it ended.

    While the set goes on, the line gives its score, its terms such as "best of 5", and the next round. Once it is
    over, the line gives its terms and the number of rounds played.
    """
    if series.over:
        return f"{sentence(terms_text(series))}, {count_text(len(series.results), 'round')} played"
    behind = next((name for player, name in enumerate(names) if series.may_give_up(player)), None)
    standing, following = result_text(series, names), f"Next: {next_round_text(series, names)}"
    if behind is None:
        return f"{standing}, {terms_text(series)}. {following}"
    return f"{standing}. {following}. {behind} may resign instead, which ends the set"


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
    def may_be_read(self) -> bool:
        """True if the result has been shown for long enough to be read."""
        return self._shell.now - self._since >= SECONDS_TO_READ

    @property
    def blinks(self) -> bool:
        """True while the blinkers may blink. Later they stand still, so that the window need not be redrawn."""
        return self._left > 0 and self._shell.settings.reduced_flashing is False

    @property
    def _left(self) -> float:
        return self._since + _PASSES_AFTER - self._shell.now


@dataclass(frozen=True, slots=True)
class Banner:
    """Where a banner was drawn.

    Attributes:
        height: its height in points.
        buttons: middle, upper edge, and greatest width of its row of buttons, in points; None if it has none.
    """

    height: float
    buttons: tuple[float, float, float] | None


def draw_result(
    result: Result, canvas: Canvas, area: Area, *, shown: float = 1.0, blinks: bool = False, ground: RGBA = GROUND
) -> Banner:
    """Draw the banner with a result at the lower edge of an area; return where it is.

    Args:
        result: how the session has ended.
        canvas: the canvas on which to draw.
        area: the part of the window that the HUD leaves free: left, upper, right and lower edge, in points.
        shown: how far the banner has appeared, 0 to 1.
        blinks: True while the blinkers at the banner's edge may blink; see :attr:`BannerClock.blinks`.
        ground: the banner's colour.
    """
    left, top, right, bottom = area
    middle, room = (left + right) / 2, right - left - scaled(2 * WIDE_GAP)
    layouts = [_Layout(result, canvas, styles, room) for styles in (_LARGE, _COMPACT)]
    layout = layouts[0] if layouts[0].height <= (bottom - top) * _MOST else layouts[1]
    y = max(bottom - layout.height, canvas.area[1]) + scaled(_SLIDE) * (1 - shown)
    rgba = faded(PROMPT if result.winner is None else canvas.player_colour(result.winner), shown)
    rectangle((left, y), (right, y + layout.height), faded(ground, shown))
    _blinkers(left, right, y, rgba, upright=canvas.bright and blinks)
    y += scaled(GAP)
    styles, first = layout.styles, y
    inner = room - 2 * layout.flank
    y = _line(result.title, (middle, y), inner, rgba, styles.title)
    y = _line(result.reason, (middle, y), inner, faded(TEXT, shown), styles.reason)
    if layout.flank:
        beside = first + (y - first - _score_height(styles)) / 2
        for score, side in zip(result.scores, (-1, 1), strict=True):
            x = middle + side * (layout.words / 2 + scaled(WIDE_GAP) + layout.flank / 2)
            _score(score, result, canvas, (x, beside), layout.flank, styles, shown)
    elif result.scores:
        y = _scores(result, canvas, (middle, y + scaled(NEAR)), room, styles, shown)
    if result.series is not None:
        y = _marks(result.series, canvas, (middle, y + scaled(NEAR)), room, shown)
    y = _line(result.note, (middle, y), room, faded(CAPTION, shown), BODY)
    return Banner(layout.height, (middle, y + scaled(NEAR), room) if result.buttons else None)


def draw_end_buttons(result: Result, place: tuple[float, float, float], legend: Legend) -> list[CommandOrAction]:
    """Draw the buttons of a banner, each with its key; return a list with the request of the pressed button, if any.

    Args:
        result: the banner's result.
        place: where to draw the buttons; see :class:`Banner`.
        legend: glyphs of the keys or buttons of the player who is addressed.
    """
    controls = [result.control(number, legend) for number in range(len(result.buttons))]
    buttons = [replace(button, control=control) for button, control in zip(result.buttons, controls, strict=True)]
    return draw_button_row("what comes next", buttons, place, legend, main=result.main)


def draw_button_row(
    name: str,
    buttons: Sequence[EndButton],
    place: tuple[float, float, float],
    legend: Legend,
    *,
    main: int | None = None,
) -> list[CommandOrAction]:
    """Draw buttons side by side, each with its key; return a list with the request of the pressed button, if any.

    Args:
        name: name of the buttons' window.
        buttons: the buttons, from left to right.
        place: middle, upper edge and width of the room for them, in points.
        legend: glyphs of the keys or buttons of the player who is addressed.
        main: index of the button that stands out; None for none.
    """
    (middle, top, room), gap = place, scaled(GAP)
    width = min(scaled(_BUTTON_WIDTH), (room - gap * (len(buttons) - 1)) / len(buttons))
    wide, requests = width * len(buttons) + gap * (len(buttons) - 1), []
    place_next_window((middle - wide / 2, top), (wide, scaled(_BUTTON)), imgui.Cond_.always)
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.window_padding, (0.0, 0.0)),
        imgui_ctx.push_style_var(imgui.StyleVar_.window_min_size, (1.0, 1.0)),
        imgui_ctx.push_style_var(imgui.StyleVar_.item_spacing, (gap, gap)),
        imgui_ctx.begin(name, None, _BUTTONS_WINDOW),
    ):
        for number, button in enumerate(buttons):
            if number:
                imgui.same_line()
            key = legend.spoken(f"{{{button.control}}}") if button.control else ""
            is_main = number == main
            with button_colour(CHOSEN, on=is_main):
                if _keyed_button(button.label, key, (width, scaled(_BUTTON)), TEXT if is_main else CAPTION):
                    requests.append(button.request)
    return requests


def _keyed_button(label: str, key: str, size: tuple[float, float], rgba: RGBA) -> bool:
    """Draw a button with its label and, if there is room, the name of its key; return whether it was pressed.

    The label is in the middle or, if the key has room only then, at the left. ``key`` is this name, ``rgba`` its
    colour, and ``size`` the button's (width, height) in points.
    """
    corner, pen, inset = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list(), scaled(GAP)
    with styled(SMALL):
        wide = width_of(key)
    words = width_of(label, BODY.size)
    fits_beside = words + 2 * (wide + inset + scaled(TIGHT)) <= size[0]
    fits = bool(key) and words + wide + 2 * inset + scaled(TIGHT) <= size[0]
    aside = fits and not fits_beside
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.frame_padding, (inset if aside else scaled(TIGHT), 0.0)),
        imgui_ctx.push_style_var(imgui.StyleVar_.button_text_align, (0.0 if aside else 0.5, 0.5)),
    ):
        pressed = bool(imgui.button(label, size))
    with styled(SMALL):
        if fits:
            y = corner.y + (size[1] - imgui.get_text_line_height()) / 2
            pen.add_text((corner.x + size[0] - inset - wide, y), packed(rgba), key)
    return pressed


class _Layout:
    """How the lines of a banner are arranged, and how large they are, in given text styles.

    Attributes:
        styles: the text styles.
        flank: width in points of each of two scores, left and right of the title; 0 if scores are below it or absent.
        words: width in points of the longer of two lines: the title, and the sentence with the reason.
        height: height of the banner in points.
    """

    def __init__(self, result: Result, canvas: Canvas, styles: _Styles, room: float) -> None:
        self.styles, self.flank = styles, 0.0
        lines = (result.title, styles.title), (result.reason, styles.reason)
        self.words = max(width_of(words, style.size, bold=style.bold) for words, style in lines)
        if len(result.scores) == _TWO:
            names = [canvas.names[score.player] for score in result.scores]
            wanted = max(scaled(_COLUMN), *(width_of(name, styles.name.size, bold=styles.name.bold) for name in names))
            if self.words + 2 * (wanted + scaled(WIDE_GAP)) <= room:
                self.flank = wanted
        height = 2 * GAP + sum(style.size * _LINE for words, style in (*lines, (result.note, BODY)) if words)
        if result.scores and not self.flank:
            height += 2 * NEAR + (styles.score.size + styles.name.size) * _LINE
        height += (_MARK + 2 * NEAR) * (result.series is not None)
        self.height = scaled(height + (NEAR + _BUTTON) * bool(result.buttons))


def _line(words: str, at: tuple[float, float], room: float, rgba: RGBA, style: TextStyle) -> float:
    """Draw a line of text, centred at ``at``; return the y of the next line.

    Text wider than ``room`` points is drawn smaller and, if need be, shortened.
    """
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

    If there is not enough room, the winner's score comes first, and the rightmost column says how many more there are.
    ``room`` is the width for all scores in points, ``shown`` how far the banner has appeared, 0 to 1.
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
    for score in scores:
        _score(score, result, canvas, (x + column / 2, y), column, styles, shown)
        x += column
    if missing:
        below = y + scaled(styles.score.size * _LINE)
        text(f"{missing} more", x + column / 2, below, faded(CAPTION, shown), align=0.5, size=styles.name.size)
    return y + _score_height(styles) + scaled(NEAR)


def _score(
    score: Score,
    result: Result,
    canvas: Canvas,
    at: tuple[float, float],
    column: float,
    styles: _Styles,
    shown: float,
) -> None:
    """Draw a score and its player's name, centred at ``at``, in a column ``column`` points wide."""
    (middle, y), half = at, column / 2 - scaled(TIGHT)
    if score.player == result.winner:
        corner, end = (middle - half, y), (middle + half, y + _score_height(styles))
        rectangle(corner, end, canvas.player_colour(score.player, 0.22 * shown), scaled(TIGHT))
    rgba = canvas.player_colour(score.player, shown)
    figures = f"{score.value * shown:.{score.decimals}f}"
    text(figures, middle, y, rgba, align=0.5, size=styles.score.size, bold=True)
    words = elided(canvas.names[score.player], column - scaled(NEAR), styles.name.size)
    text(words, middle, y + scaled(styles.score.size * _LINE), rgba, align=0.5, size=styles.name.size)


def _score_height(styles: _Styles) -> float:
    return scaled((styles.score.size + styles.name.size) * _LINE)


def _marks(series: Series, canvas: Canvas, at: tuple[float, float], room: float, shown: float) -> float:
    """Draw a square for each of the latest rounds, in its winner's colour; return the y of the next line.

    A tied round has an empty square. ``room`` is the greatest width of all squares, ``shown`` their opacity.
    """
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
    """Draw a row of blinkers, by turns horizontal and vertical; if ``upright``, the first is vertical."""
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
