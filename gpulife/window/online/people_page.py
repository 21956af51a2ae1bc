"""The page about the people at an on-line match: how others join, the seats, and the host's controls."""

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from gpulife.input.glyphs import Piece
from gpulife.online.protocol import Moderate, People, Person, Say
from gpulife.online.shown_text import SEATS_SHOWN_SINGLY, seat_words, shown_text
from gpulife.seats import NOBODY
from gpulife.window.design import BODY, CAPTION, CHOSEN, GOOD, LEAD, NOTICE, TEXT, styled
from gpulife.window.panels.keycaps import text_with_caps
from gpulife.window.panels.widgets import (
    back_pressed,
    button_colour,
    buttons,
    default_focus,
    elided,
    group_title,
    view_and_scale,
    wide_button,
    wrapped_text,
)
from gpulife.window.phones.qr_code import draw_qr_code
from gpulife.window.play.canvas import PHRASES
from gpulife.window.start.setup_page import page, title_with_buttons

BACK, NEXT_ADDRESS = "back", "next address"
_WIDTH = 1000.0  # points on a 96 dpi screen
_MAX_NAME = 32
_TO_BOARD = "To the board"
_CLOSE = "Close the match for all"


@dataclass(frozen=True, slots=True)
class Gathering:
    """The data that the page about the people at a match shows.

    Attributes:
        people: the people at the match.
        code: invite code of the match.
        site: address of the server to type in a browser; "" if only this machine can reach the server.
        link: address with the invite code, for a QR code; "" if only this machine can reach the server.
        is_host: True if the user is the host and can remove people.
        own_seat: the user's seat; -1 if the user watches.
        next: lines on what happens next, with pictures of keys, the most important line first.
        has_more: True if this machine has other addresses that the page can show instead of this one.
        title: the game's title.
        may_begin: True if the user may begin the match for everybody.
        asks_about: number of free seats. Before the match begins, the page asks who plays on them; 0 to ask nothing.
        levels: titles of the computer's levels; empty if the game has no computer players.
        may_leave_free: True if the match can begin with free seats.
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
    may_begin: bool = False
    asks_about: int = 0
    levels: Sequence[str] = ()
    may_leave_free: bool = False


@dataclass(frozen=True, slots=True)
class Begin:
    """A request to begin the match for everybody.

    ``level`` is the level of computers that take the free seats; 0 leaves these seats free.
    """

    level: int = 0


@dataclass(slots=True)
class PeoplePage:
    """The page about the people at a match.

    Attributes:
        to_confirm: an order of the host that is sent after a second press of its button; None if there is none.
        asks_who_plays: True while the page asks who plays on the free seats.
    """

    to_confirm: Moderate | None = None
    asks_who_plays: bool = False

    def draw(self, shown: Gathering) -> Moderate | Begin | Say | str | None:
        """Draw the page over the whole window.

        Returns:
            An order of the host, the request to begin, a chat message, BACK or NEXT_ADDRESS, or None if nothing was
            chosen.
        """
        chosen: Moderate | Begin | Say | str | None = None
        self.asks_who_plays &= shown.may_begin and shown.asks_about > 0
        with page("people", _WIDTH):
            if title_with_buttons(f"At this match: {shown.title}" if shown.title else "At this match", [_TO_BOARD]):
                chosen = BACK
            if not shown.may_begin:
                default_focus()
            view, scale = view_and_scale()
            room = imgui.get_content_region_avail()
            high, top = room.y - 8 * scale, imgui.get_cursor_pos()
            if shown.link:
                side = min(room.x * 0.42, view.y * 0.6)
                with imgui_ctx.begin_child("next", imgui.ImVec2(side, high)):
                    _what_next(shown.next)
                    chosen = self._begin(shown) or chosen
                    draw_qr_code(shown.link, min(side, imgui.get_content_region_avail().y - 8 * scale))
                imgui.set_cursor_pos((top.x + side + 16 * scale, top.y))
            with imgui_ctx.begin_child("who", imgui.ImVec2(0, high), imgui.ChildFlags_.nav_flattened):
                if not shown.link:
                    _what_next(shown.next)
                    chosen = self._begin(shown) or chosen
                chosen = self._invitation(shown) or chosen
                chosen = self._people(shown) or chosen
                chosen = self._phrases() or chosen
                if shown.is_host:
                    imgui.spacing()
                    chosen = self._host_button("close", 0, _CLOSE) or chosen
        return BACK if back_pressed() else chosen

    def _begin(self, shown: Gathering) -> Begin | None:
        """Draw the button that begins the match, or the question about who plays on free seats."""
        if not shown.may_begin:
            return None
        chosen = None
        if not self.asks_who_plays:
            with styled(LEAD), button_colour(CHOSEN):
                pressed = wide_button("Begin")
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

    def _invitation(self, shown: Gathering) -> str | None:
        chosen = None
        if shown.site:
            wrapped_text("Others join from the page On-line play, or with any browser or phone camera:")
            with styled(LEAD):
                imgui.text_wrapped(shown.site)
        else:
            wrapped_text("Only this machine can reach the match: it was not hosted for your network.", NOTICE)
        with styled(LEAD):
            imgui.text_wrapped(f"Invite code {shown_text(shown.code, 40)}")
        if shown.has_more and imgui.button("Another address of this machine"):
            chosen = NEXT_ADDRESS
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
                words = seat_words(text, _MAX_NAME)
                imgui.text_colored(GOOD if text == "" else CAPTION, f"{seat + 1}  {words}")
        if len(shown.people.seats) > SEATS_SHOWN_SINGLY and (free := shown.people.seats.count("")):
            imgui.text_colored(GOOD, "1 more seat is free" if free == 1 else f"{free} more seats are free")
        watching = [person for person in shown.people.people if person.seat < 0]
        if watching or shown.people.watching:
            group_title(f"Watching: {max(shown.people.watching, len(watching))}")
        for person in watching:
            chosen = self._person(shown, person, "") or chosen
        return chosen

    def _phrases(self) -> Say | None:
        group_title("Say to everybody")
        phrase = buttons(PHRASES, columns=3)
        return None if phrase is None else Say(phrase)

    def _person(self, shown: Gathering, person: Person, seat: str) -> Moderate | None:
        """Draw a line about a person, with the host's buttons; return the order of the pressed button, or None."""
        facts = [shown_text(person.name, _MAX_NAME)]
        is_own = 0 <= person.seat == shown.own_seat
        if is_own:
            facts.append("you")
        if person.seat < 0:
            facts.append("watches")
        if not person.here:
            facts.append("away, seat reserved")
        elif person.ping:
            facts.append(f"{person.ping} ms")
        if person.muted:
            facts.append("muted")
        words = f"{seat}  {', '.join(facts)}" if seat else ", ".join(facts)
        chosen = None
        with imgui_ctx.push_id(str(person.who)):
            imgui.align_text_to_frame_padding()
            has_buttons = shown.is_host and not is_own
            room = imgui.get_content_region_avail().x * (0.45 if has_buttons else 1.0)
            imgui.text_colored(CAPTION if not person.here else TEXT, elided(words, room))
            if has_buttons:
                mute = "unmute" if person.muted else "mute"
                for what in (mute, "kick", "ban"):
                    imgui.same_line()
                    chosen = self._host_button(what, person.who, what.capitalize()) or chosen
        return chosen

    def _host_button(self, what: str, who: int, label: str) -> Moderate | None:
        """Draw a button of the host; return its order when pressed. Orders that cannot be undone take two presses."""
        wish = Moderate(what, who)
        asks = what in ("kick", "ban", "close")
        is_asked = asks and self.to_confirm == wish
        if not imgui.button(f"{'Sure?' if is_asked else label}##{what}"):
            return None
        if asks and not is_asked:
            self.to_confirm = wish
            return None
        self.to_confirm = None
        return wish


def _what_next(lines: Sequence[Sequence[Piece]]) -> None:
    """Draw lines on what happens next, the first line in large letters."""
    for place, line in enumerate(lines):
        with styled(BODY if place else LEAD):
            text_with_caps(line, CAPTION if place else NOTICE)
    if lines:
        imgui.spacing()
