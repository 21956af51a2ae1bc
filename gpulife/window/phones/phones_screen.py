"""The page on which phones join as gamepads: a QR code, an address and a short code, and who has which seat.

Phones can reach this machine only after the user has pressed "Let phones join". While the page is open, time is halted.
"""

from collections.abc import Callable, Iterable, Sequence

from imgui_bundle import imgui, imgui_ctx

from gpulife.errors import GpulifeError
from gpulife.games.core.shared_texts import count_text
from gpulife.games.start_presets import START_PRESETS, StartPreset
from gpulife.input.commands import CommandOrAction, Help, Phones, SetUp
from gpulife.input.events import Event
from gpulife.online.phone_book import PhoneState
from gpulife.window.design import (
    ACCENT,
    CAPTION,
    GAP,
    GOOD,
    HEADING,
    LEAD,
    NEAR,
    NOTICE,
    RAISED,
    RGBA,
    ROUNDING,
    SMALL,
    TIGHT,
    WIDE_GAP,
    packed,
    rgba_of,
    styled,
)
from gpulife.window.help_screen import PHONES_SUBJECT
from gpulife.window.input_router import poll_devices
from gpulife.window.online.lobby_pages import problem_card
from gpulife.window.panels.pages import back_pressed, card, default_focus, view_and_scale
from gpulife.window.panels.widgets import badge, buttons, caption, draw_picture, elided, group_title, wrapped_text
from gpulife.window.phones.phone_drawing import draw_phones
from gpulife.window.phones.phone_host import PhoneHost, phone_name
from gpulife.window.phones.phone_views import seat_colour
from gpulife.window.phones.qr_code import draw_qr_code
from gpulife.window.play.play_screen import PlayScreen
from gpulife.window.scopes import handles
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell
from gpulife.window.start.entries_page import PREVIEW
from gpulife.window.start.mode_pictures import mode_preview
from gpulife.window.start.previews import Previews
from gpulife.window.start.setup_page import (
    LEFT_SHARE,
    PICTURE,
    begin_button,
    page,
    picture_column,
    title_with_back,
)

_LEAD = "Everybody's phone becomes a gamepad"
_ABOUT = (
    "Up to six people play at this screen. No app is needed: a phone's browser shows a stick and buttons.",
    "The phones must be in the same network as this machine.",
)
_STEPS = (
    "1. Press the button: this window then shows a QR code, an address and a short code.",
    "2. Scan the QR code with the phone's camera, or type address and code into its browser.",
    "3. Choose a game with the phone's stick and A. In a game, A takes a seat.",
)
_HOW = "Scan the code with the phone's camera. "
_TO_SIT, _TO_CHOOSE = "Press A on the phone to take a seat.", "Choose a game with the phone's stick and A, or here."
_OPENS = "Phones in your network that know the code can then connect to this window, until you press Stop or close it."
_ADVICE = "Connect this machine to the network of the phones, then try again."
_PICTURE = "biowar"
"""The mode whose moving picture is on the page before phones can join."""
_DRAWN = 3
"""Number of phones in the drawing on that page."""
_COLUMNS = 3
"""Number of games in a row."""


def phone_games() -> list[StartPreset]:
    """Return the modes that several people play at one screen."""
    return [mode for mode in START_PRESETS.values() if mode.is_contest and mode.spec.players > 1]


class PhonesScreen(Screen):
    """Shows the page until the user presses Escape, B on a pad, or the key that opened the page.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        phones: the window's phones. This screen lets them join when the user presses the button.
        play_screen: the screen of the current session, whose seats people take.
        is_at_start: returns True if the start screen is open, so that people first choose a game.
    """

    hides_panels = stops_time = is_page = True

    def __init__(
        self,
        shell: Shell,
        screens: ScreenStack,
        phones: PhoneHost,
        play_screen: PlayScreen,
        is_at_start: Callable[[], bool],
    ) -> None:
        self.shell, self._is_at_start = shell, is_at_start
        self._screens, self._phones, self._play_screen = screens, phones, play_screen
        self._problem = ""
        self._tiles: Previews | None = None
        self._front: Previews | None = None
        self._requests: list[CommandOrAction] = []

    def _start(self) -> None:
        try:
            self._phones.start()
            self._problem = ""
        except GpulifeError as error:
            self._problem = str(error)

    @property
    def shown_page(self) -> object:
        """True if the page shows the code, False if it offers to let phones join."""
        return self._phones.is_on

    @property
    def may_join(self) -> bool:
        """True if there is a game with seats to take. Otherwise, as on the start screen, people first choose one."""
        play = self._play_screen.play
        if not (play.chosen_by_user and play.session.game.players) or play.session.match.is_universe:
            return False
        return not self._is_at_start()

    def take_input(self, events: Sequence[Event], seconds: float) -> Iterable[CommandOrAction]:
        """Return the requests of keys and pads. Phones choose a game here, or take a seat with A if there is a game."""
        # People join with A. If A also pressed buttons of the page, the first phone to join would press "Stop".
        gamepads = self.shell.poller.gamepads
        gamepads.may_join = self.may_join
        gamepads.join_only = self._phones.guids if self.may_join else frozenset()
        return poll_devices(self.shell, events, seconds, menu=True)

    def leave(self) -> None:
        """Let phones control menus again, because the page is closing, and release the pictures."""
        self.shell.poller.gamepads.join_only = frozenset()
        for previews in (self._tiles, self._front):
            if previews is not None:
                previews.close()
        self._tiles = self._front = None

    @handles(Help)
    def _show_help(self, _: Help) -> None:
        self.shell.show_help(PHONES_SUBJECT, {})

    @handles(Phones)
    def _close(self, _: Phones) -> None:
        self._screens.pop(self)

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the page."""
        with page("phones" if self._phones.is_on else "phones, closed"):
            goes_back = title_with_back("Phones as gamepads")
            if self._phones.is_on:
                if self.may_join:
                    default_focus()
                self._draw_open(seconds)
            else:
                self._draw_closed(seconds)
        if goes_back or back_pressed():
            self._screens.pop(self)
            return ()
        requests, self._requests = self._requests, []
        return requests

    def _shown_tiles(self, seconds: float) -> dict[str, int]:
        """Advance the games' moving pictures by ``seconds``; return the OpenGL IDs of their textures, keyed by mode."""
        if self._tiles is None:
            makers = [(mode.name, mode_preview(self.shell, mode, PREVIEW)) for mode in phone_games()]
            self._tiles = Previews(makers, self.shell.motion, may_fail=True)
        return self._tiles.show(seconds)

    def _shown_front(self, seconds: float) -> int | None:
        """Advance the page's moving picture by ``seconds``; return the OpenGL ID of its texture, or None."""
        if self._front is None:
            maker = _PICTURE, mode_preview(self.shell, START_PRESETS[_PICTURE], PICTURE)
            self._front = Previews([maker], self.shell.motion, may_fail=True)
        return self._front.show(seconds).get(_PICTURE)

    def _draw_closed(self, seconds: float) -> None:
        left, room = imgui.get_cursor_screen_pos().x, imgui.get_content_region_avail()
        end = left + room.x, imgui.get_cursor_screen_pos().y + room.y
        with picture_column(self._shown_front(seconds), _LEAD):
            for line in _ABOUT:
                caption(line)
            below = imgui.get_cursor_screen_pos().y
        with imgui_ctx.begin_child("beside", imgui.ImVec2(0, 0), imgui.ChildFlags_.nav_flattened):
            if self._problem:
                problem_card(self._problem, _ADVICE)
            if begin_button("Let phones join"):
                self._start()
            group_title("How it works")
            for line in _STEPS:
                imgui.text_wrapped(line)
            imgui.spacing()
            wrapped_text(_OPENS)
            below = max(below, imgui.get_cursor_screen_pos().y)
        colours = self._play_screen.controller.play.display.look.colours
        draw_phones(colours[1 : 1 + _DRAWN], left, below, end)

    def _draw_open(self, seconds: float) -> None:
        scale, room, top = view_and_scale()[1], imgui.get_content_region_avail(), imgui.get_cursor_pos()
        width, high = room.x * LEFT_SHARE, room.y - NEAR * scale
        with imgui_ctx.begin_child("code", imgui.ImVec2(width, high), imgui.ChildFlags_.nav_flattened):
            draw_qr_code(self._phones.link, min(width, high))
        imgui.set_cursor_pos((top.x + width + WIDE_GAP * scale, top.y))
        with imgui_ctx.begin_child("beside", imgui.ImVec2(0, high), imgui.ChildFlags_.nav_flattened):
            with styled(LEAD):
                imgui.text_wrapped(_HOW + (_TO_SIT if self.may_join else _TO_CHOOSE))
            with card("typed"):
                caption("Or type this address into the phone's browser, and then the code:")
                with styled(HEADING):
                    imgui.text(self._phones.site.removeprefix("http://"))
                    imgui.text_colored(ACCENT, self._phones.code)
            others = ["Another address"] if len(self._phones.addresses) > 1 else []
            # A thumb on a phone that chooses a game must not get to "Stop".
            by_phone = not self.may_join and self._is_steered_by_phone
            imgui.push_item_flag(imgui.ItemFlags_.no_nav, by_phone)
            pressed = buttons(["Stop", *others])
            imgui.pop_item_flag()
            match pressed:
                case "Stop":
                    self._phones.stop()
                case "Another address":
                    self._phones.next_address()
            joined = [phone for phone in self._phones.phones if phone.is_connected]
            words = f"{count_text(len(joined), 'phone')} joined" if joined else "No phone has joined yet"
            group_title(words)
            if self.may_join:
                self._draw_seats()
            for phone in self._phones.phones:
                has_seat = self._phones.player_of(phone) is not None
                if not (self.may_join and has_seat) and (phone.is_connected or has_seat):
                    self._draw_line(CAPTION, phone_name(phone.number), *self._state_of(phone))
            if not self.may_join:
                self._draw_games(seconds)

    @property
    def _is_steered_by_phone(self) -> bool:
        """True if a phone was used later than keys and mouse."""
        return self.shell.poller.anyones_hands().pad in map(phone_name, (phone.number for phone in self._phones.phones))

    def _draw_seats(self) -> None:
        """Draw a line for each seat: its colour, its player, and the phone or other device that they use."""
        controller, devices = self._play_screen.controller, self.shell.poller.devices()
        phones = {self._phones.player_of(phone): phone for phone in self._phones.phones}
        for player, seat in enumerate(controller.play.seats.seats):
            if player in phones:
                state = self._state_of(phones[player])
            elif seat.level or seat.closed:
                state = ("Computer" if seat.level else "Closed", CAPTION)
            else:
                others = ", ".join(devices.get(player, ()))
                state = ("Keyboard, or a phone", GOOD) if others == "keyboard" else (others or "Free", CAPTION)
            self._draw_line(rgba_of(seat_colour(controller, player)), controller.name_of(player), *state)

    def _state_of(self, phone: PhoneState) -> tuple[str, RGBA]:
        """Return words about a phone's connection and seat, and their colour."""
        if not phone.is_connected:
            return f"{phone_name(phone.number)} is away, its seat is kept", NOTICE
        if self._phones.player_of(phone) is None:
            return "Press A on it to take a seat" if self.may_join else "Ready", NOTICE if self.may_join else GOOD
        latency = f", {1000 * phone.latency:.0f} ms" if phone.latency else ""
        return f"{phone_name(phone.number)}{latency}", ACCENT

    @staticmethod
    def _draw_line(colour: RGBA, name: str, words: str, shade: RGBA) -> None:
        """Draw a line with a square of a seat's colour, a name, and a badge with ``words``."""
        scale, high = view_and_scale()[1], imgui.get_text_line_height()
        (x, y), pen, room = (
            imgui.get_cursor_screen_pos(),
            imgui.get_window_draw_list(),
            imgui.get_content_region_avail().x,
        )
        corner, pen = (x + high, y + high), imgui.get_window_draw_list()
        pen.add_rect_filled((x, y), corner, packed(colour), ROUNDING / 2 * scale)
        imgui.dummy((high, high))
        imgui.same_line()
        column = imgui.get_cursor_pos_x() + room * 0.36
        imgui.text(elided(name, room * 0.36 - NEAR * scale))
        imgui.same_line(column)
        badge(elided(words, room * 0.55), shade)

    def _draw_games(self, seconds: float) -> None:
        """Draw the games that phones can play as tiles with moving pictures. The chosen one is set up next."""
        group_title("Choose what to play")
        pictures, scale = self._shown_tiles(seconds), view_and_scale()[1]
        gap, room = GAP * scale, imgui.get_content_region_avail().x
        wide = (room - (_COLUMNS - 1) * gap) / _COLUMNS
        high, below = wide * PREVIEW[1] / PREVIEW[0], (SMALL.size + 2 * TIGHT) * scale
        for number, mode in enumerate(phone_games()):
            if number % _COLUMNS:
                imgui.same_line(spacing=gap)
            corner = imgui.get_cursor_screen_pos()
            flags = imgui.ButtonFlags_.enable_nav
            if imgui.invisible_button(f"{mode.title}###game {mode.name}", (wide, high + below), flags):
                self._requests.append(SetUp(mode.game))
            if number == 0:
                default_focus()
            is_lit, end = imgui.is_item_hovered() or imgui.is_item_focused(), (corner.x + wide, corner.y + high)
            draw_picture(pictures.get(mode.name), (corner.x, corner.y), end, RAISED)
            pen = imgui.get_window_draw_list()
            if is_lit:
                pen.add_rect((corner.x, corner.y), end, packed(ACCENT), ROUNDING * scale, 2 * scale)
            with styled(SMALL):
                place = corner.x, end[1] + TIGHT * scale
                pen.add_text(place, packed(ACCENT if is_lit else CAPTION), elided(mode.title, wide))
