"""Draws BioWar's HUD: turn and time, the players' boxes, new cells, the conversation and the function keys.

The conversation and the keys can be clicked. Everything else only shows the content of a ``BioWarOverlay``.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui, imgui_ctx
from numpy.typing import NDArray

from gpulife.games.biowar.observation import BioWarOverlay, Mark, SeatBox
from gpulife.games.biowar.state import MAX_LETTERS
from gpulife.games.biowar.turn_report import Contest
from gpulife.games.core.foresight import Change
from gpulife.games.core.game import NOBODY, Place
from gpulife.games.core.shared_texts import count_text
from gpulife.input.glyphs import Legend, Piece
from gpulife.seats import YOU
from gpulife.window.design import (
    BAD,
    BODY,
    CAPTION,
    CHOSEN,
    GROUND,
    HEADING,
    LEAD,
    LINE,
    NEAR,
    PROMPT,
    RGBA,
    SMALL,
    STRONG,
    TEXT,
    TITLE,
    eased_twice,
    faded,
    packed,
    styled,
    vec4,
)
from gpulife.window.panels.draw_primitives import Point, rectangle, text
from gpulife.window.panels.keycaps import text_with_caps
from gpulife.window.panels.widgets import button_colour, elided, tip_above, width_of
from gpulife.window.play.bursts import Rise, draw_rise
from gpulife.window.play.canvas import (
    PROMPT_HEIGHT,
    Canvas,
    TalkLine,
    draw_own_cursor,
    draw_prompt,
    draw_talk_line,
    draw_way_out,
    fitting_size,
    scaled,
    tense_size,
)
from gpulife.window.play.foresight import draw_changes, draw_gain

_GAP = 10.0  # points on a 96 dpi screen, as all sizes here
_LARGE, _MIDDLE, _SMALL, _SMALLEST = HEADING.size, LEAD.size, BODY.size, SMALL.size
"""Font sizes, in points of a 96 dpi screen. A button whose text would need a smaller size shows only its first word."""
_HEIGHTS, _LOW_HEIGHTS = (94.0, 88.0, 100.0), (86.0, 58.0, 92.0)
"""Heights of top lines, boxes and conversation in normal and in low windows, in points of a 96 dpi screen."""
_LOW = 600.0
"""Height of the window without panels, in points of a 96 dpi screen, below which the HUD uses ``_LOW_HEIGHTS``."""
_KEY_WIDTH, _KEYS_SHARE = 150.0, 0.42
"""Width of a function key in units of 1/96 inch, and maximum width of all three as a share of the window's."""
_SCREEN, _GLOW = (0.01, 0.055, 0.035, 0.96), (0.10, 0.45, 0.26, 1.0)
"""Colours of the screen and the frame of the green terminal in which the players talk."""
_POINTS = HEADING
_FLYING = 0.45
"""A gain flies from the player's cells to the player's box in this share of the time for which it is shown."""
_THREE_COLUMNS = 400.0
"""Width in units of 1/96 inch from which the page WHO has three columns."""
_TINY, _SMALLEST_NAME = SMALL.size, 12.0
_MIN_BOX, _MAX_BOX = 110.0, 330.0  # points on a 96 dpi screen
_NAMELESS = 60.0
"""Width, in points of a 96 dpi screen, below which a spectator's box shows only the seat's number."""
_WATCHING = 0.5
"""Width of a spectator's box in narrow windows, as a share of a player's box."""
_GLYPHS = (0.44, 0.72, 1.0)
"""Side lengths of small, medium and large cells in players' boxes and on the board, as shares of the large side."""
_URGENT_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What the next generation will do, as people who place cells see it.

    Attributes:
        changes: the cells that change.
        gains: (player, place, gain) for each person who points at an empty place. The gain is how many more cells the
            player will have if they place one there.
        is_faint: True to draw the changes in a faint colour.
    """

    changes: Sequence[Change] = ()
    gains: Sequence[tuple[int, Place, int]] = ()
    is_faint: bool = True


_HOW_TO_TALK = ("Talk: press Return to say something to everybody", "Press Return to talk to everybody", "Return: talk")


def room_around(height: float) -> tuple[float, float]:
    """Return the heights in points that the HUD takes above and below the board, in a window of ``height`` points."""
    top, boxes, talk = _heights(height)
    return scaled(top), scaled(boxes + talk + 3 * _GAP)


def _is_low(height: float) -> bool:
    return height < scaled(_LOW)


def _heights(height: float) -> tuple[float, float, float]:
    """Return the heights of top lines, boxes and conversation for a window of ``height`` points."""
    return _LOW_HEIGHTS if _is_low(height) else _HEIGHTS


def draw_biowar(
    overlay: BioWarOverlay,
    canvas: Canvas,
    legend: Legend,
    wordings: Sequence[str],
    way_out: Sequence[str],
    local: Collection[int] = (),
    foreseen: Foreseen = Foreseen(),
    rises: Mapping[int, Rise] | None = None,
    homes: Mapping[int, Point] = MappingProxyType({}),
    contested: tuple[Sequence[Contest], float] = ((), 1.0),
    taken: Callable[[Place], bool] = lambda _: False,
) -> None:
    """Draw the HUD, except for the parts that can be clicked (conversation and function keys).

    Args:
        overlay: what the game shows besides cells.
        canvas: the canvas on which to draw.
        legend: pictures of the keys, for the person to whom the prompt is addressed.
        wordings: the prompt that says what people can do now, in several wordings, longest first.
        way_out: wordings that name the keys for help and for leaving the game, longest first.
        local: seats of the people at this window, whose cursors are larger.
        foreseen: what the next generation will do.
        rises: the scores that have just grown, by player.
        homes: the middle of these players' cells on screen, by player. Their points fly from there to their boxes.
        contested: places that several players wanted, and how far their marks have faded, 0 to 1.
        taken: function that says whether there is a cell at a place of the board.
    """
    _draw_contests(*contested, canvas)
    _draw_marks(overlay.marks, canvas)
    draw_changes(foreseen.changes, canvas, faint=foreseen.is_faint)
    for player, place, _ in foreseen.gains:
        _draw_ghost(place, player, canvas)
    for player, place in overlay.cursors:
        if player in local:
            draw_own_cursor(canvas, place, player)
    for _, place, gain in foreseen.gains:
        draw_gain(gain, canvas, place)
    _draw_numbers(overlay, canvas, taken)
    _draw_top(overlay, canvas, legend, way_out)
    left, _, right, bottom = canvas.area
    y = scaled(_heights(bottom)[0] - PROMPT_HEIGHT / 2 - 6)
    draw_prompt(legend, wordings, ((left + right) / 2, y), right - left - scaled(2 * _GAP))
    if overlay.boxes:
        _draw_boxes(overlay.boxes, canvas, rises or {}, homes)


def _draw_ghost(place: Place, player: int, canvas: Canvas) -> None:
    """Draw, in a faint colour, the cell that a player can place at ``place``."""
    (x, y), half = canvas.middle(place), canvas.zoom * 0.36
    pen = imgui.get_background_draw_list()
    pen.add_rect_filled((x - half, y - half), (x + half, y + half), packed(canvas.player_colour(player, 0.3)), half / 4)


def _draw_contests(found: Sequence[Contest], share: float, canvas: Canvas) -> None:
    """Mark places that several players wanted: a frame in the winner's colour, and a ring that grows and fades.

    ``share`` is how far the marks have faded, 0 to 1.
    """
    pen, left = imgui.get_background_draw_list(), 1.0 - max(share - 0.7, 0.0) / 0.3
    for contest in found:
        (x, y), half = canvas.middle(contest.place), canvas.zoom * 0.5
        thick = max(2.0, canvas.zoom * 0.07)
        pen.add_rect((x - half, y - half), (x + half, y + half), packed(TEXT, left), half / 4, thick)
        grown = 0.5 if canvas.is_calm else eased_twice(min(share * 3, 1.0))
        reach = half * (1.1 + 0.9 * grown)
        pen.add_circle((x, y), reach, packed(canvas.player_colour(contest.winner, left)), 0, 1.5 * thick)


def _draw_numbers(overlay: BioWarOverlay, canvas: Canvas, taken: Callable[[Place], bool]) -> None:
    """Draw the players' numbers at their cursors, for people who cannot tell six colours apart.

    A lone person needs no number of their own. No number covers a cell; on a new cell it is dark.
    """
    marked = {mark.place for mark in overlay.marks}
    for player, place in overlay.cursors:
        if canvas.names[player] == YOU or taken(place):
            continue
        (x, y), is_new = canvas.middle(place), place in marked
        rgba = GROUND if is_new else canvas.player_colour(player)
        size = min(_SMALL, canvas.zoom * 0.6 / scaled(1))
        text(str(player + 1), x, y - scaled(size * 0.6), rgba, align=0.5, size=size, shadow=not is_new)


_LEGENDS = (
    ((0, "alone: dies"), (1, "lives on"), (2, "crowded: dies")),
    ((0, "alone"), (1, "lives"), (2, "crowded")),
    ((0, "alone"), (2, "crowded")),
)
"""What the sizes of cells mean, in several wordings, longest first: (size, words)."""


def _draw_sizes(left: float, right: float, y: float) -> None:
    """Explain the sizes of cells between ``left`` and ``right``, if there is room; ``y`` is the middle of the line."""
    side, near = scaled(13), scaled(NEAR)
    for legend in _LEGENDS:
        wide = [side + near / 2 + width_of(words, _SMALLEST) + 2 * near for _, words in legend]
        if sum(wide) <= right - left:
            break
    else:
        return
    x = left
    for (kind, words), length in zip(legend, wide, strict=True):
        half = side * _GLYPHS[kind] / 2
        middle = x + side / 2
        rectangle((middle - half, y - half), (middle + half, y + half), TEXT, half / 3)
        text(words, x + side + near / 2, y - scaled(_SMALLEST * 0.6), CAPTION, size=_SMALLEST)
        x += length


def _draw_top(overlay: BioWarOverlay, canvas: Canvas, legend: Legend, way_out: Sequence[str]) -> None:
    """Draw turn, phase, seconds and the keys to leave; below, a bar for the time that is left in the phase.

    While somebody plays, the sizes of cells are explained before the phase.
    """
    urgent = overlay.seconds is not None and overlay.seconds <= _URGENT_SECONDS
    left, right = canvas.area[0] + scaled(_GAP), canvas.area[2] - scaled(_GAP)
    top, y, low = scaled(4), scaled(44), scaled(48)
    is_tense = overlay.is_last and overlay.seconds is not None
    words = f"Last turn, {overlay.turn}" if is_tense else overlay.turn_text
    text(words, left, top, BAD if is_tense else TEXT, size=_LARGE, bold=is_tense and canvas.bright)
    text(overlay.phase, (left + right) / 2, top, PROMPT, align=0.5, size=_LARGE)
    if overlay.turn and any(box.sizes for box in overlay.boxes):
        before = (left + right - width_of(overlay.phase, _LARGE)) / 2 - scaled(_GAP)
        after = left + width_of(overlay.turn_text, _LARGE, bold=True) + scaled(2 * _GAP)
        _draw_sizes(after, before, top + scaled(_LARGE * 0.65))
    clock = "" if overlay.seconds is None else f"{overlay.seconds} s left"
    size = tense_size(canvas, _LARGE, overlay.seconds)
    text(clock, right, top - scaled((size - _LARGE) / 2), BAD if urgent else TEXT, align=1.0, size=size, bold=urgent)
    end = right - width_of("60 s left", _LARGE * 1.5) - scaled(_GAP)  # so that it does not move with the clock
    free = end - (left + right + width_of(overlay.phase, _LARGE)) / 2 - scaled(_GAP)
    draw_way_out(legend, way_out, (end, top + scaled(20)), free)
    rectangle((left, y), (right, low), LINE)
    rectangle((left, y), (left + (right - left) * overlay.share, low), BAD if urgent else PROMPT)


def _draw_marks(marks: Sequence[Mark], canvas: Canvas) -> None:
    """Draw new cells in their players' colours, or grey if hidden.

    Several on one place are nested squares with a die on them, as chance will decide.
    """
    pen = imgui.get_background_draw_list()
    for mark in marks:
        x, y = canvas.middle(mark.place)
        half = canvas.zoom * 0.4
        reach = half * (1 - mark.rank / mark.rivals)
        square = (x - reach, y - reach), (x + reach, y + reach)
        if mark.hidden:
            pen.add_rect_filled(*square, packed(CAPTION, 0.35), reach / 4)
        else:
            pen.add_rect_filled(
                *square, packed(canvas.player_colour(mark.player, 0.75 if canvas.bright else 0.4)), reach / 4
            )
            pen.add_rect(*square, packed(canvas.player_colour(mark.player)), reach / 4, max(1.0, half / 7))
        if mark.rank == mark.rivals - 1 > 0:
            size = canvas.zoom * 0.55 / scaled(1)
            text(icons.ICON_FA_DICE, x, y - scaled(size * 0.6), TEXT, align=0.5, size=size)


def _draw_boxes(
    boxes: Sequence[SeatBox], canvas: Canvas, rises: Mapping[int, Rise], homes: Mapping[int, Point]
) -> None:
    """Draw the players' boxes, and the points that fly there from the players' cells."""
    flights = []
    pen, scale = imgui.get_background_draw_list(), scaled(1)
    left, _, right, bottom = canvas.area
    _, high, talk = _heights(bottom)
    gap, top = _GAP * scale, bottom - (talk + high + 2 * _GAP) * scale
    room = right - left - gap
    widths = _widths(boxes, room)
    left += gap + (room - sum(widths)) / 2
    for number, box in enumerate(boxes):
        x = left + sum(widths[:number])
        end = x + widths[number] - gap
        rim = canvas.player_colour(box.player, 0.95 if box.active else 0.3)
        square = (x, top), (end, top + high * scale)
        pen.add_rect_filled(*square, packed(_SCREEN), 6 * scale)
        if box.wins:
            pen.add_rect_filled(*square, packed(canvas.player_colour(box.player, 0.25)), 6 * scale)
        pen.add_rect(*square, packed(rim), 6 * scale, (2.0 if box.active else 1.0) * scale)
        rise, home = rises.get(box.player), homes.get(box.player)
        if rise is not None and home is not None and rise.share < _FLYING:
            flights.append((rise, home, _place_of_rise(box, end - NEAR * scale, top + 6 * scale, canvas), box.player))
            rise = None
        _draw_box(box, (x + NEAR * scale, top + 6 * scale), end - NEAR * scale, canvas, rise)
    for rise, (x, y), (to_x, to_y), player in flights:
        share = eased_twice(rise.share / _FLYING)
        place = x + (to_x - x) * share, y + (to_y - y) * share
        words, size = f"+{rise.gain:.0f}", TITLE.size + (_POINTS.size - TITLE.size) * share
        for apart, rgba in ((scaled(2), GROUND), (0.0, canvas.player_colour(player))):
            text(words, place[0] + apart, place[1] + apart, rgba, align=share, size=size, bold=True)


def _widths(boxes: Sequence[SeatBox], room: float) -> list[float]:
    """Return the widths of the boxes.

    All are equal, except that spectators' boxes are narrower if there is little room.
    """
    wide = min(room / len(boxes), _MAX_BOX * scaled(1))
    playing = sum(box.score is not None for box in boxes)
    if wide >= _MIN_BOX * scaled(1) or not 0 < playing < len(boxes):
        return [wide] * len(boxes)
    own = min(room / (playing + _WATCHING * (len(boxes) - playing)), _MIN_BOX * scaled(1))
    rest = (room - own * playing) / (len(boxes) - playing)
    return [own if box.score is not None else rest for box in boxes]


def _draw_box(box: SeatBox, corner: Point, right: float, canvas: Canvas, rise: Rise | None) -> None:
    """Draw a player's name and points, the number of cells of each size, and the player's status.

    If the score has just grown, it counts up to the new value, beside the gain.
    """
    (left, y), scale, alpha = corner, scaled(1), 1.0 if box.active else 0.75
    rgba, pale = canvas.player_colour(box.player, alpha), faded(TEXT, alpha)
    name, room = f"{box.player + 1}  {box.name.removesuffix(f' ({box.player + 1})')}", right - left
    if box.score is None and room < _NAMELESS * scale:
        text(f"{box.player + 1}", (left + right) / 2, y, rgba, align=0.5, size=_MIDDLE)
        return
    points = box.points if rise is None or not box.points else f"{rise.shown:.0f}"
    is_low = _is_low(canvas.area[3])
    gained = 0.0 if rise is None else width_of(f"+{rise.gain:.0f}", _POINTS.size, bold=_POINTS.bold) + NEAR * scale
    if rise is not None:
        draw_rise(rise, _place_of_rise(box, right, y, canvas), _POINTS)
    if rise is not None and is_low:
        room -= gained
    elif box.leads:
        text(icons.ICON_FA_CROWN, right, y + 2 * scale, PROMPT, align=1.0, size=_SMALL)
        room -= width_of(icons.ICON_FA_CROWN, _SMALL) + NEAR * scale
    size = fitting_size(name, 0.98 * room, _MIDDLE, _SMALLEST_NAME)
    text(elided(name, room, size), left, y, rgba, size=size)
    room = right - left
    status = CAPTION if not box.urgent else BAD if canvas.bright else PROMPT
    if is_low:
        words = count_text(box.cells, "cell")
        words = f"{words}, {points} point{'s' * (points != '1')}" if points else words
        size = fitting_size(words, room * 0.5, _SMALL, _TINY)
        text(words, right, y + 24 * scale, pale, align=1.0, size=size)
        _draw_status(box, (left, y + 24 * scale), room - width_of(words, size) - NEAR * scale, status)
        return
    if box.score is None:  # not in the game: there is nothing to count
        _draw_status(box, (left, y + 42 * scale), room, status)
        return
    _draw_counts(box, (left, y + 30 * scale), right, pale, rgba)
    text(points, right, y + 48 * scale, rgba, align=1.0, size=_POINTS.size, bold=_POINTS.bold)
    wide = (width_of(points, _POINTS.size, bold=_POINTS.bold) + NEAR * scale) * bool(points)
    _draw_status(box, (left, y + 54 * scale), room - wide - gained, status)


def _place_of_rise(box: SeatBox, right: float, y: float, canvas: Canvas) -> Point:
    """Return where a gain is drawn in a box: its right end and its top, in points.

    In high boxes it is before the points, in low ones in place of the leader's crown. ``right`` and ``y`` are the right
    and the upper edge of the box's texts.
    """
    if _is_low(canvas.area[3]):
        return right, y - scaled(2)
    return right - width_of(box.points, _POINTS.size, bold=_POINTS.bold) - scaled(NEAR), y + scaled(48)


def _draw_counts(box: SeatBox, corner: Point, right: float, pale: RGBA, rgba: RGBA) -> None:
    """Draw the number of all cells and of cells of each size, closer together if there is little room."""
    (left, y), scale, words = corner, scaled(1), count_text(box.cells, "cell")
    wordings = ((words, 13.0, _TINY, 10.0), (words, 10.0, 12.0, 4.0), (str(box.cells), 10.0, 12.0, 4.0))
    for shown, square, size, gap in wordings if box.sizes else ():
        side, start = square * scale, left + width_of(shown, _SMALL) + gap * scale
        wide = [side + 3 * scale + width_of(str(count), size) for count in box.sizes]
        spare = (right - start - sum(wide)) / len(wide)
        if spare >= gap * scale * (1 - 1 / len(wide)):
            break
    else:
        text(words, left, y - 2 * scale, pale, size=_SMALL)
        return
    area = (left, y - 2 * scale), (right, y + 20 * scale)
    if imgui.is_mouse_hovering_rect(*area, clip=False):
        tip_above(_SIZES.format(*box.sizes), ((left + right) / 2, y - 6 * scale))
    text(shown, left, y - 2 * scale, pale, size=_SMALL)
    for number, count in enumerate(box.sizes):
        half = side * _GLYPHS[number] / 2
        x, middle = start + sum(wide[:number]) + number * spare + side / 2, y + 9 * scale
        rectangle((x - half, middle - half), (x + half, middle + half), rgba, half / 3)
        text(str(count), x + side / 2 + 3 * scale, y + (_TINY - size) * scale / 2, CAPTION, size=size)


_SIZES = (
    "Cells by size, as the board is now: {} small (die, too few of their colour around), "
    "{} middle (live on), {} large (die in a crowd)"
)


def _draw_status(box: SeatBox, at: Point, room: float, rgba: RGBA) -> None:
    words = box.status if width_of(box.status, _SMALL) <= room else box.short_status
    size = fitting_size(words, 0.96 * room, _SMALL, _TINY)
    text(elided(words, room, size), *at, rgba, size=size)


@dataclass(frozen=True, slots=True)
class FunctionKey:
    """A function key on screen.

    Attributes:
        words: what the key does now, as in "DONE: end my turn".
        pieces: picture of the key or button; empty for a button without a key.
        is_lit: True if the key stands out, as it is what to press now.
    """

    words: str
    pieces: Sequence[Piece]
    is_lit: bool = False


@dataclass(slots=True)
class ConversationState:
    """The input line of the conversation, and a cache for the players' boxes.

    Attributes:
        speaker: player who types; None while nobody types.
        line: the message that the speaker has typed so far.
        counted: the board's ``census`` at the last count, and the number of cells by player and size; None before the
            first count. The census tells whether the board has changed since.
    """

    speaker: int | None = None
    line: TalkLine = field(default_factory=TalkLine)
    counted: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None

    @property
    def by_pad(self) -> bool:
        """True if the speaker uses a gamepad to choose one of the ready-made messages."""
        return self.line.by_pad

    def open(self, speaker: int, *, by_pad: bool = False) -> None:
        """Let ``speaker`` type a message or, if ``by_pad``, choose a ready-made message."""
        self.speaker = speaker
        self.line = TalkLine(by_pad=by_pad)

    def close(self) -> None:
        """Clear and hide the input line."""
        self.speaker, self.line.text = None, ""


def draw_conversation(
    overlay: BioWarOverlay,
    canvas: Canvas,
    keys: Sequence[FunctionKey],
    conversation: ConversationState,
    *,
    goal: Sequence[str] = (),
    may_talk: bool = True,
    draw_beside: Callable[[], None] | None = None,
) -> int | str | None:
    """Draw the conversation, the page WHO (scores and names) and the function keys.

    If there is little room, the page WHO takes the place of the conversation.

    Args:
        overlay: what the game shows besides cells.
        canvas: the canvas on which to draw.
        keys: the function keys to show, at the right.
        conversation: state of the input line.
        goal: a line that says how to win, in several wordings, longest first.
        may_talk: True if people at this window can send messages to somebody.
        draw_beside: function that draws something else in place of the keys; None for the keys.

    Returns:
        The index in ``keys`` of a pressed key, the text of a sent message, or "" for a cancelled one; else None.
    """
    left, _, right, bottom = canvas.area
    gap, high = scaled(_GAP), scaled(_heights(bottom)[2])
    letters = BODY if _is_low(bottom) else LEAD
    imgui.set_next_window_pos((left + gap, bottom - high - gap))
    imgui.set_next_window_size((right - left - 2 * gap, high))
    flags = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_move | imgui.WindowFlags_.no_saved_settings
    flags |= imgui.WindowFlags_.no_focus_on_appearing | imgui.WindowFlags_.no_bring_to_front_on_focus
    low = (
        (imgui.StyleVar_.window_padding, imgui.ImVec2(gap, scaled(4))),
        (imgui.StyleVar_.item_spacing, imgui.ImVec2(gap, scaled(2))),
        (imgui.StyleVar_.frame_padding, imgui.ImVec2(scaled(4), scaled(1))),
    )
    with ExitStack() as styles:
        styles.enter_context(imgui_ctx.push_style_color(imgui.Col_.window_bg, vec4(_SCREEN)))
        styles.enter_context(imgui_ctx.push_style_color(imgui.Col_.border, vec4(_GLOW)))
        styles.enter_context(imgui_ctx.push_style_var(imgui.StyleVar_.window_border_size, scaled(1.5)))
        for what, size in low if _is_low(bottom) else ():
            styles.enter_context(imgui_ctx.push_style_var(what, size))
        styles.enter_context(imgui_ctx.begin("BioWar", None, flags))
        keys_width = min(len(keys) * scaled(_KEY_WIDTH), (right - left) * _KEYS_SHARE)
        if draw_beside is not None:
            keys_width = (right - left) * _KEYS_SHARE
        beside = bool(keys) or draw_beside is not None
        width = imgui.get_content_region_avail().x - keys_width - imgui.get_style().item_spacing.x * beside
        with imgui_ctx.begin_child("talk", imgui.ImVec2(width, 0), imgui.ChildFlags_.nav_flattened):
            if conversation.speaker is None:
                _draw_goal(() if overlay.pages else goal, canvas)
                _draw_words(overlay, canvas, may_talk=may_talk)
            message = None if conversation.speaker is None else draw_talk_line(conversation.line, MAX_LETTERS, letters)
        pressed = None
        if beside:
            imgui.same_line()
            with imgui_ctx.begin_child("keys", imgui.ImVec2(0, 0), imgui.ChildFlags_.nav_flattened):
                if draw_beside is None:
                    pressed = _function_keys(keys)
                else:
                    draw_beside()
    return message if pressed is None else pressed


def _draw_goal(goal: Sequence[str], canvas: Canvas) -> None:
    with styled(BODY if _is_low(canvas.area[3]) else LEAD):
        room = imgui.get_content_region_avail().x
        if goal:
            imgui.text_colored(PROMPT, next((each for each in goal if imgui.calc_text_size(each).x <= room), goal[-1]))


def _draw_words(overlay: BioWarOverlay, canvas: Canvas, *, may_talk: bool) -> None:
    """Draw the conversation, the page WHO (scores and names of all players), or both side by side."""
    if not overlay.pages:
        _conversation(overlay, canvas, may_talk=may_talk)
    elif not overlay.shows_conversation:
        _ranking(overlay, canvas)
    else:
        half = imgui.get_content_region_avail().x / 2
        with imgui_ctx.begin_child("conversation", imgui.ImVec2(half - scaled(_GAP), 0)):
            _conversation(overlay, canvas, may_talk=may_talk)
        imgui.same_line()
        with imgui_ctx.begin_child("who"):
            _ranking(overlay, canvas)


def _conversation(overlay: BioWarOverlay, canvas: Canvas, *, may_talk: bool) -> None:
    """Draw as many of the conversation's newest lines as there is room for."""
    with styled(BODY if _is_low(canvas.area[3]) else LEAD):
        width, height = imgui.get_content_region_avail()
        room = max(1, int((height + imgui.get_style().item_spacing.y) // imgui.get_text_line_height_with_spacing()))
        if not overlay.lines and may_talk:
            told = next((each for each in _HOW_TO_TALK if imgui.calc_text_size(each).x <= width), _HOW_TO_TALK[-1])
            imgui.text_colored(CAPTION, told)
        rows: list[tuple[int, str, str]] = []
        for line in reversed(overlay.lines[-room:]):  # only whole lines, except for one that is too long
            if rows and len(rows) + len(_rows(line, width)) > room:
                break
            rows = [*_rows(line, width), *rows]
        for player, name, words in rows[-room:]:
            if name:
                imgui.text_colored(TEXT if player == NOBODY else canvas.player_colour(player), name)
                imgui.same_line()
            imgui.text_unformatted(words)
        if may_talk and canvas.bright:  # the terminal's cursor, after the last line
            (_, y), (right, low) = imgui.get_item_rect_min(), imgui.get_item_rect_max()
            x = right + scaled(NEAR)
            imgui.get_window_draw_list().add_rect_filled((x, y), (x + (low - y) * 0.55, low), packed(_GLOW))


def _rows(line: tuple[int, str, str], width: float) -> list[tuple[int, str, str]]:
    """Break a line of the conversation into rows of ``width`` points; all rows but the first have the name ""."""
    player, name, text = line
    rows, words = [], ""
    left = width - imgui.calc_text_size(name).x - imgui.get_style().item_spacing.x
    for word in text.split(" "):
        longer = f"{words} {word}" if words else word
        if words and imgui.calc_text_size(longer).x > left:
            rows.append((player, name, words))
            name, words, left = "", word, width
        else:
            words = longer
    return [*rows, (player, name, words)]


def _ranking(overlay: BioWarOverlay, canvas: Canvas) -> None:
    """Draw the page WHO: the numbers of the players who opened it, and the scores and names of all players."""
    style = BODY if _is_low(canvas.area[3]) else LEAD
    with styled(style):
        imgui.text_colored(CAPTION, "Points and names")
        readers = [player for player in overlay.pages if player != NOBODY and canvas.names[player] != YOU]
        if readers:
            imgui.same_line()
            imgui.text_colored(CAPTION, "for player" if len(readers) == 1 else "for players")
        for player in readers:
            imgui.same_line()
            imgui.text_colored(canvas.player_colour(player), str(player + 1))
        columns = 3 if imgui.get_window_width() > scaled(_THREE_COLUMNS) else 2
        column = imgui.get_content_region_avail().x / columns
        if not overlay.ranking:
            imgui.text_colored(CAPTION, "Nobody plays yet")
        for number, box in enumerate(overlay.ranking):
            if place := number % columns:
                imgui.same_line(column * place)
            imgui.text_colored(
                canvas.player_colour(box.player),
                elided(f"{box.points}  {box.name}", column - _GAP, style.size),
            )


def _function_keys(keys: Sequence[FunctionKey]) -> int | None:
    """Draw the keys OPTION, SELECT and START side by side; return the index of the pressed key, or None."""
    pressed, gap = None, imgui.get_style().item_spacing.x
    room = imgui.get_content_region_avail().x
    for number, key in enumerate(keys):
        label, _, meaning = key.words.partition(": ")
        with imgui_ctx.begin_group(), imgui_ctx.push_id(label):
            with button_colour(CHOSEN, on=key.is_lit):
                if _two_line_button(label, meaning, (room - gap * (len(keys) - 1)) / len(keys)):
                    pressed = number
            if key.pieces:
                text_with_caps(key.pieces)
        imgui.same_line()
    return pressed


def _two_line_button(title: str, about: str, width: float) -> bool:
    """Draw a button with ``title`` and, in grey, ``about``, ``width`` points wide; return whether it was pressed."""
    style, high = imgui.get_style(), imgui.get_text_line_height()
    corner = imgui.get_cursor_screen_pos()
    pressed = bool(imgui.button("##two lines", imgui.ImVec2(width, 2 * high + 3 * style.frame_padding.y)))
    pen, inner = imgui.get_window_draw_list(), width - 4 * style.frame_padding.x
    x, y = corner.x + 2 * style.frame_padding.x, corner.y + style.frame_padding.y
    with styled(STRONG):
        pen.add_text((x, y), packed(TEXT), elided(title, inner))
    pen.add_text((x, y + high + style.frame_padding.y), packed(CAPTION), elided(about, inner))
    return pressed
