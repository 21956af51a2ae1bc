"""The page on which phones join as gamepads: a QR code, the joined phones, and a button to disconnect them.

Opening the page lets phones in the local network reach this machine, and the page says so. While the page is open, time
is halted.
"""

from collections.abc import Iterable, Sequence

from imgui_bundle import imgui, imgui_ctx

from gpulife.errors import GpulifeError
from gpulife.input.commands import CommandOrAction, Help, Phones
from gpulife.input.events import Event
from gpulife.online.phone_book import PhoneState
from gpulife.window.design import CAPTION, LEAD, NOTICE, packed, rgba_of, styled
from gpulife.window.help_screen import PHONES_SUBJECT
from gpulife.window.input_router import poll_devices
from gpulife.window.panels.widgets import back_pressed, default_focus, sentence, view_and_scale, wrapped_text
from gpulife.window.phones.phone_host import PhoneHost, phone_name
from gpulife.window.phones.phone_views import seat_colour
from gpulife.window.phones.qr_code import draw_qr_code
from gpulife.window.play.play_screen import PlayScreen
from gpulife.window.scopes import handles
from gpulife.window.screen_stack import Screen, ScreenStack
from gpulife.window.shell import Shell
from gpulife.window.start.setup_page import page, title_with_back

_BELOW = 40.0
"""Height of the space below the page for a message, in points."""
_ABOUT = (
    "1. Connect the phone to the same network as this machine.",
    "2. Scan the code with its camera, or type the address and code into its browser.",
    "3. Press A on the phone to take a seat.",
)
_OPEN = "Until you press Stop or close the window, phones in your network that know this code can connect to it."
_CLOSED = "No phone can reach this window now."


class PhonesScreen(Screen):
    """Shows the page until the user presses Escape, B on a pad, or the key that opened the page.

    Args:
        shell: services shared by all screens.
        screens: the stack of screens.
        phones: the window's phones. This screen lets them join.
        play_screen: the screen of the current session, whose seats people take.
    """

    hides_panels = stops_time = is_page = True

    def __init__(self, shell: Shell, screens: ScreenStack, phones: PhoneHost, play_screen: PlayScreen) -> None:
        self.shell = shell
        self._screens, self._phones, self._play_screen = screens, phones, play_screen
        self._problem = ""
        self._start()

    def _start(self) -> None:
        try:
            self._phones.start()
            self._problem = ""
        except GpulifeError as error:
            self._problem = str(error)

    @property
    def may_join(self) -> bool:
        """True if there is a game with seats to take."""
        return self._play_screen.play.chosen_by_user and bool(self._play_screen.play.session.game.players)

    def take_input(self, events: Sequence[Event], seconds: float) -> Iterable[CommandOrAction]:
        """Return the requests of keys and pads. Phones do not control this page: their button A only takes a seat."""
        # People join with A. If A also pressed buttons of the page, the first phone to join would press "Stop".
        gamepads = self.shell.poller.gamepads
        gamepads.join_only, gamepads.may_join = self._phones.guids, self.may_join
        return poll_devices(self.shell, events, seconds, menu=True)

    def leave(self) -> None:
        """Let phones control menus again, because the page is closing."""
        self.shell.poller.gamepads.join_only = frozenset()

    @handles(Help)
    def _show_help(self, _: Help) -> None:
        self.shell.show_help(PHONES_SUBJECT, {})

    @handles(Phones)
    def _close(self, _: Phones) -> None:
        self._screens.pop(self)

    def draw_panels(self, seconds: float) -> Sequence[CommandOrAction]:
        """Draw the page."""
        del seconds
        with page("phones"):
            goes_back = title_with_back("Phones as gamepads")
            default_focus()
            if self._phones.is_on:
                self._draw_open()
            else:
                self._draw_closed()
        if goes_back or back_pressed():
            self._screens.pop(self)
        return ()

    def _draw_closed(self) -> None:
        wrapped_text(f"{sentence(self._problem)}." if self._problem else _CLOSED, NOTICE)
        imgui.spacing()
        if imgui.button("Let phones join"):
            self._start()

    def _draw_open(self) -> None:
        view, scale = view_and_scale()
        room = imgui.get_content_region_avail()
        side = min(room.x * 0.48, room.y - _BELOW * scale, view.y * 0.75)
        top = imgui.get_cursor_pos()
        draw_qr_code(self._phones.link, side)
        imgui.set_cursor_pos((top.x + side + 16 * scale, top.y))
        height = room.y - _BELOW * scale
        with imgui_ctx.begin_child("beside", imgui.ImVec2(0, height), imgui.ChildFlags_.nav_flattened):
            for line in _ABOUT:
                imgui.text_wrapped(line)
            imgui.spacing()
            with styled(LEAD):
                imgui.text_wrapped(self._phones.site)
            imgui.text_wrapped(self._phones.code)
            imgui.spacing()
            wrapped_text(_OPEN, CAPTION)
            if imgui.button("Stop"):
                self._phones.stop()
            if len(self._phones.addresses) > 1:
                imgui.same_line()
                if imgui.button("Another address of this machine"):
                    self._phones.next_address()
            imgui.separator()
            for phone in self._phones.phones:
                self._draw_phone(phone)
            if not self._phones.phones:
                wrapped_text("No phone has joined yet.", CAPTION)
            if not self.may_join:
                wrapped_text("Choose a game first: then phones can take seats.", CAPTION)

    def _draw_phone(self, phone: PhoneState) -> None:
        """Draw a line about a phone: the colour of its seat, its player and its delay."""
        player = self._phones.player_of(phone)
        scale, high = view_and_scale()[1], imgui.get_text_line_height()
        colour = rgba_of(seat_colour(self._play_screen.controller, player)) if player is not None else CAPTION
        corner = imgui.get_cursor_screen_pos()
        imgui.get_window_draw_list().add_rect_filled(
            corner, (corner.x + high, corner.y + high), packed(colour), 3 * scale
        )
        imgui.dummy((high, high))
        imgui.same_line()
        if not phone.is_connected:
            words = "away, its seat is reserved"
        elif player is None:
            words = "press A on it to take a seat" if self.may_join else "has joined"
        else:
            seat, name = f"Player {player + 1}", self._play_screen.controller.name_of(player)
            words = seat if seat == name else f"{seat}, {name}"
        latency = f", {1000 * phone.latency:.0f} ms" if phone.is_connected and phone.latency else ""
        imgui.text_wrapped(f"{phone_name(phone.number)}: {words}{latency}")
