"""The page about the people at an on-line match: how others join, the seats, and the host's controls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from imgui_bundle import imgui, imgui_ctx

from gpulife.games.core.shared_texts import count_text
from gpulife.input.glyphs import Piece
from gpulife.online.protocol import MAX_TALK, Again, Moderate, People, Person, Say
from gpulife.online.shown_text import SEATS_SHOWN_SINGLY, listed, seat_words, shown_text
from gpulife.seats import NOBODY
from gpulife.window.design import (
    ACCENT,
    BODY,
    CAPTION,
    GOOD,
    HEADING,
    LEAD,
    NEAR,
    NOTICE,
    RGBA,
    TEXT,
    WIDE_GAP,
    rgba_of,
    styled,
)
from gpulife.window.online.online_card import TalkedLine
from gpulife.window.panels.keycaps import CAPS_HEIGHT, text_with_caps
from gpulife.window.panels.pages import back_pressed, default_focus, view_and_scale
from gpulife.window.panels.widgets import (
    badge,
    badge_width,
    buttons,
    draw_picture,
    elided,
    group_title,
    wide_button,
    wrapped_text,
)
from gpulife.window.phones.qr_code import draw_qr_code
from gpulife.window.play.canvas import PHRASES
from gpulife.window.start.setup_page import LEFT_SHARE, PICTURE, begin_button, page, title_with_buttons

BACK, NEXT_ADDRESS, COPY_LINK, COPY_CODE = "back", "next address", "copy link", "copy code"
_MAX_NAME = 32
_NAMES, _NAME, _BUTTON = 24.0, 0.29, 66.0
"""Left edge of the column of names, in units of 1/96 inch; its width, as a share of the list's width; and the width of
the host's buttons, in units of 1/96 inch."""
_QR_SHARE, _LEAST_PICTURE = 0.55, 0.35
"""Size of the QR code as a share of its column's sides; least share of the picture's height that is shown."""
_SHOWN_LINES, _LEAST_SEATS = 4, 0.4
"""Number of lines in the box of the chat; least height of the list of seats, as a share of its column's height."""
_TO_BOARD = "To the board"
_CLOSE = "End the match for everybody"
_ASKED = "You have asked for another game. The host can begin it."


@dataclass(frozen=True, slots=True)
class Gathering:
    """The data shown on the page about the people at a match.

    Attributes:
        people: the people at the match.
        code: invite code of the match.
        site: address of the server to type in a browser; "" if only this machine can reach the server.
        link: address with the invite code, for a QR code; "" if only this machine can reach the server.
        is_host: True if the user is the host and can remove people.
        own_seat: the user's seat; -1 if the user watches.
        next: lines that say what happens next, with pictures of keys; the most important line comes first.
        has_more: True if this machine has other addresses that the page can show instead of ``site``.
        title: the game's title.
        said: the chat, the newest line last.
        may_begin: True if the user may begin the match for everybody.
        asks_about: number of free seats for which the page asks the host who plays; 0 to ask nothing.
        levels: titles of the computer players' levels; empty if the game has no computer players.
        may_leave_free: True if the match can begin with free seats.
        again: label of the button for another game, such as "Next round"; "" while the user can have none.
    """

    people: People
    code: str
    site: str
    link: str
    is_host: bool
    own_seat: int
    next: Sequence[Sequence[Piece]] = ()
    has_more: bool = False
    title: str = ""
    said: Sequence[TalkedLine] = ()
    may_begin: bool = False
    asks_about: int = 0
    levels: Sequence[str] = ()
    may_leave_free: bool = False
    again: str = ""


@dataclass(frozen=True, slots=True)
class Begin:
    """A request to begin the match for everybody.

    ``level`` is the level of the computer players that take the free seats; 0 leaves these seats free.
    """

    level: int = 0


@dataclass(slots=True)
class PeoplePage:
    """The page about the people at a match.

    Attributes:
        asks_who_plays: True while the page asks who plays on the free seats.
    """

    asks_who_plays: bool = False
    _written: str = ""
    _is_writing: bool = False
    _goes_on_writing: bool = False  # True to give the field the keyboard focus in the next frame
    _lines_shown: int = 0
    _words_height: float = 0.0  # of everything between picture and QR code, in points, as last drawn
    _talk_height: float = 0.0  # of the chat and everything below it, in points, as last drawn
    _hint_heights: dict[tuple[float, int], float] = field(default_factory=dict)

    def draw(self, shown: Gathering, picture: int | None = None) -> Moderate | Begin | Again | Say | str | None:
        """Draw the page over the whole window.

        Args:
            shown: the data to show.
            picture: OpenGL ID of the texture with the game's moving picture; None while there is none.

        Returns:
            A command of the host, which is not confirmed yet, the request to begin, that for another game, a chat
            message, BACK, NEXT_ADDRESS, COPY_LINK or COPY_CODE; None if nothing was chosen.
        """
        chosen: Moderate | Begin | Again | Say | str | None = None
        self.asks_who_plays &= shown.may_begin and shown.asks_about > 0
        with page("people"):
            if title_with_buttons(shown.title or "This match", [_TO_BOARD]):
                chosen = BACK
            if not (shown.may_begin or shown.again):
                default_focus()
            scale, room, top = view_and_scale()[1], imgui.get_content_region_avail(), imgui.get_cursor_pos()
            width, high = room.x * LEFT_SHARE, room.y - NEAR * scale
            with imgui_ctx.begin_child("others", imgui.ImVec2(width, high), imgui.ChildFlags_.nav_flattened):
                chosen = self._invitation(shown, picture) or chosen
            left, above = top.x + width + WIDE_GAP * scale, max(high - self._talk_height, high * _LEAST_SEATS)
            imgui.set_cursor_pos((left, top.y))
            with imgui_ctx.begin_child("who", imgui.ImVec2(0, above - NEAR * scale), imgui.ChildFlags_.nav_flattened):
                self._what_next(shown.next)
                chosen = self._begin(shown) or _again(shown) or chosen
                chosen = self._people(shown) or chosen
            imgui.set_cursor_pos((left, top.y + above))  # at the lower edge, where nothing above can move it
            with imgui_ctx.begin_child("talk", imgui.ImVec2(0, high - above), imgui.ChildFlags_.nav_flattened):
                chosen = self._talk(shown) or chosen
                if shown.is_host:
                    imgui.spacing()
                    chosen = Moderate("close") if imgui.button(_CLOSE) else chosen
                self._talk_height = imgui.get_cursor_pos_y()
        return BACK if back_pressed() and not self._is_writing else chosen

    def _what_next(self, lines: Sequence[Sequence[Piece]]) -> None:
        """Draw lines on what happens next, the first line in large letters.

        A hint that changes wraps to one or two lines. Their height is kept free, so that nothing below moves.
        """
        if not lines:
            return
        kept = imgui.get_content_region_avail().x, len(lines)
        start = imgui.get_cursor_pos_y()
        for place, line in enumerate(lines):
            top = imgui.get_cursor_pos_y()
            with styled(BODY if place else LEAD):
                text_with_caps(line, CAPTION if place else NOTICE)
                two = 2 * imgui.get_font_size() * CAPS_HEIGHT + imgui.get_style().item_spacing.y
            if 0 < place < len(lines) - 1:
                imgui.set_cursor_pos_y(max(imgui.get_cursor_pos_y(), top + two))
        height = max(imgui.get_cursor_pos_y() - start, self._hint_heights.get(kept, 0.0))
        self._hint_heights[kept] = height
        imgui.set_cursor_pos_y(start + height)
        imgui.spacing()

    def _begin(self, shown: Gathering) -> Begin | None:
        """Draw the button that begins the match, or the question about who plays on free seats."""
        if not shown.may_begin:
            return None
        chosen = None
        if not self.asks_who_plays:
            pressed = wide_button(_early(shown)) if shown.asks_about else begin_button("Begin")
            if shown.asks_about:
                default_focus()
            if pressed and shown.asks_about:
                self.asks_who_plays = True
            elif pressed:
                chosen = Begin()
        else:
            seats = "1 seat is free" if shown.asks_about == 1 else f"{shown.asks_about} seats are free"
            wrapped_text(f"{seats}. Who plays there?", NOTICE)
            choices: dict[str, Begin | None] = {}
            if shown.may_leave_free:
                choices["Nobody yet: others can still join"] = Begin()
            choices |= {f"Computer: {title}": Begin(level) for level, title in enumerate(shown.levels, start=1)}
            choices["Wait for people"] = None
            for place, (label, answer) in enumerate(choices.items()):
                if wide_button(label):
                    self.asks_who_plays, chosen = False, answer
                if place == 0:
                    default_focus()
        imgui.spacing()
        return chosen

    def _invitation(self, shown: Gathering, picture: int | None) -> str | None:
        """Draw the game's moving picture, and how others join: address, invite code and QR code."""
        scale, room = view_and_scale()[1], imgui.get_content_region_avail()
        full, top = room.x * PICTURE[1] / PICTURE[0], imgui.get_cursor_pos_y()
        code = min(room.x * _QR_SHARE, room.y * _QR_SHARE) if shown.link else 0.0
        high = min(max(room.y - self._words_height - code, full * _LEAST_PICTURE), full)
        (x, y), cut = imgui.get_cursor_screen_pos(), 1 - high / full
        draw_picture(picture, (x, y), (x + room.x, y + high), cut=cut)
        imgui.dummy((room.x, high))
        below, chosen = imgui.get_cursor_pos_y(), None
        group_title("Others join here")
        if shown.site:
            with styled(LEAD):
                imgui.text(elided(shown.site, room.x))
        else:
            wrapped_text("Only this machine can reach the match: it was not hosted for your network.", NOTICE)
        with styled(HEADING):
            imgui.text(elided(shown_text(shown.code, 40), room.x))
        imgui.same_line()
        imgui.align_text_to_frame_padding()
        imgui.text_colored(CAPTION, "is the invite code")
        copies = {"Copy link": COPY_LINK} if shown.link else {}
        copies["Copy code"] = COPY_CODE
        if shown.has_more:
            copies["Another address"] = NEXT_ADDRESS
        if (pressed := buttons(list(copies))) is not None:
            chosen = copies[pressed]
        if shown.link:
            wrapped_text("They choose On-line play in gpulife, or open the address in any browser. Phones scan this:")
            self._words_height = imgui.get_cursor_pos_y() - below + NEAR * scale
            draw_qr_code(shown.link, min(room.x, room.y - imgui.get_cursor_pos_y() + top))
        return chosen

    def _people(self, shown: Gathering) -> Moderate | None:
        chosen = None
        group_title("Seats")
        by_seat = {person.seat: person for person in shown.people.people if person.seat >= 0}
        for seat, text in enumerate(shown.people.seats):
            person = by_seat.get(seat)
            if person is not None:
                chosen = self._person(shown, person, f"{seat + 1}") or chosen
            elif len(shown.people.seats) <= SEATS_SHOWN_SINGLY or text not in ("", NOBODY):
                words = seat_words(text, _MAX_NAME, shown.levels)
                states = {"Free": GOOD} if text == "" else {"Closed": CAPTION} if text == NOBODY else {}
                _line(f"{seat + 1}", "" if states else words, states, CAPTION)
        if len(shown.people.seats) > SEATS_SHOWN_SINGLY and (free := shown.people.seats.count("")):
            _line("", "1 more seat" if free == 1 else f"{free} more seats", {"Free": GOOD}, CAPTION)
        watching = [person for person in shown.people.people if person.seat < 0]
        if watching or shown.people.watching:
            group_title(f"Watching: {max(shown.people.watching, len(watching))}")
        for person in watching:
            chosen = self._person(shown, person, "") or chosen
        return chosen

    def _talk(self, shown: Gathering) -> Say | None:
        """Draw the chat: the latest messages, a field to write in, and ready-made lines for people with a gamepad.

        The field keeps the keyboard focus while it has text, so that Return cannot press a button instead.
        """
        group_title("Say to everybody")
        height = _SHOWN_LINES * imgui.get_text_line_height_with_spacing()
        with imgui_ctx.begin_child("said", imgui.ImVec2(0, height)):
            for each in shown.said:
                if each.name:
                    imgui.text_colored(TEXT if each.rgb is None else rgba_of(each.rgb), f"{each.name}:")
                    imgui.same_line()
                wrapped_text(each.text, TEXT)
            if self._lines_shown != len(shown.said):
                self._lines_shown = len(shown.said)
                imgui.set_scroll_here_y(1.0)
        imgui.set_next_item_width(-1)
        if self._goes_on_writing:
            imgui.set_keyboard_focus_here()
        flags = imgui.InputTextFlags_.enter_returns_true | imgui.InputTextFlags_.escape_clears_all
        entered, self._written = imgui.input_text_with_hint("##say", "Write here, Return sends", self._written, flags)
        self._is_writing = imgui.is_item_active() or imgui.is_item_deactivated()
        text = buttons(PHRASES, columns=3)
        by_mouse = text is not None and imgui.is_mouse_released(imgui.MouseButton_.left)
        if entered:
            text, self._written = self._written.strip()[:MAX_TALK], ""
        self._goes_on_writing = entered or by_mouse or (bool(self._written) and not imgui.is_any_item_active())
        return Say(text) if text else None

    def _person(self, shown: Gathering, person: Person, seat: str) -> Moderate | None:
        """Draw a line about a person, with the host's buttons; return the command of the pressed button, or None."""
        is_own = 0 <= person.seat == shown.own_seat
        states = {"You": ACCENT} if is_own else {}
        if not person.here:
            states["Away"] = NOTICE
        if person.muted:
            states["Muted"] = NOTICE
        if person.who in shown.people.wishes:
            states["Wants another game"] = GOOD
        if person.here and person.ping:
            states[f"{person.ping} ms"] = CAPTION
        chosen = None
        with imgui_ctx.push_id(str(person.who)):
            has_buttons = shown.is_host and not is_own
            wide, gap = _BUTTON * view_and_scale()[1], imgui.get_style().item_spacing.x
            right = imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x
            end = right - 3 * (wide + gap) if has_buttons else right
            _line(seat, shown_text(person.name, _MAX_NAME), states, TEXT if person.here else CAPTION, end)
            if has_buttons:
                mute = "unmute" if person.muted else "mute"
                for place, what in enumerate((mute, "kick", "ban")):
                    imgui.same_line(right - (3 - place) * wide - (2 - place) * gap)
                    if imgui.button(what.capitalize(), (wide, 0)):
                        chosen = Moderate(what, person.who)
        return chosen


def _early(shown: Gathering) -> str:
    """Return the label of the button that begins the match although seats are free."""
    if shown.may_leave_free or shown.asks_about > 1:
        return f"Begin now, with {count_text(shown.asks_about, 'free seat')}"
    return f"Begin now: seat {shown.people.seats.index('') + 1} goes to the computer"


def _again(shown: Gathering) -> Again | None:
    """Draw who would like another game, and the button with which the host begins it or another player asks for it."""
    if not shown.again:
        return None
    wishes = [person for person in shown.people.people if person.who in shown.people.wishes]
    others = [shown_text(person.name, _MAX_NAME) for person in wishes if person.seat != shown.own_seat]
    if others:
        wrapped_text(f"{listed(others)} would like another game.", GOOD)
    if not shown.is_host and len(others) < len(wishes):
        wrapped_text(_ASKED)
        return None
    pressed = begin_button(shown.again if shown.is_host else "Ask for another game")
    imgui.spacing()
    return Again() if pressed else None


def _line(seat: str, name: str, states: Mapping[str, RGBA], colour: RGBA, end: float | None = None) -> None:
    """Draw a line of the list: the seat's number, a name, and the badges that fit. The caller adds the host's buttons.

    ``states`` gives each badge's colour by its text. ``end`` is the right edge for badges in points; None for no limit.
    """
    scale, left = view_and_scale()[1], imgui.get_cursor_pos_x()
    column = left + _NAMES * scale
    badges = column + _NAME * imgui.get_content_region_avail().x
    imgui.align_text_to_frame_padding()
    imgui.text_colored(CAPTION, seat)
    imgui.same_line(column)
    imgui.text_colored(colour, elided(name, badges - column - NEAR * scale))
    for place, (words, shade) in enumerate(states.items()):
        if place:
            imgui.same_line()
        else:
            imgui.same_line(badges if name else column)
        if end is not None and imgui.get_cursor_pos_x() + badge_width(words) > end:
            imgui.new_line()
            break
        badge(words, shade)
