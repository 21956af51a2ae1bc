"""Phones as gamepads of the window: lets them join, reads their input, and disconnects them."""

from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING

from gpulife.closing import Closing
from gpulife.errors import GpulifeError
from gpulife.input.events import JoinedPads, PadSource, PadState, RawPad
from gpulife.input.glyphs import PHONE
from gpulife.online.addresses import LOOPBACK, local_addresses
from gpulife.online.phone_book import PhoneBook, PhoneState, View
from gpulife.window.shell import Shell

if TYPE_CHECKING:
    from gpulife.online.phone_server import PhoneServer


_CODE_GROUP = 3
"""Letters per group of the code that people type."""


class PhoneHost(Closing):
    """Lets phones join the window, and disconnects them.

    Args:
        shell: the window. The phones become its gamepads.

    Attributes:
        addresses: this machine's addresses in its local network; the first is shown to people.
    """

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._runs = count(1)
        self._server: PhoneServer | None = None
        self._book = PhoneBook()
        self._pads = PhonePads(0)
        self._others: PadSource = shell.pads
        self._shown: dict[int, tuple[int, View]] = {}
        self.addresses: tuple[str, ...] = ()

    @property
    def is_on(self) -> bool:
        """True if phones can join."""
        return self._server is not None

    @property
    def phones(self) -> tuple[PhoneState, ...]:
        """The phones that have joined, ordered by their numbers."""
        return tuple(self._pads.phones)

    @property
    def guids(self) -> frozenset[str]:
        """The gamepad IDs of all phones."""
        return self._pads.guids

    @property
    def site(self) -> str:
        """The address to type in a phone's browser; "" if phones cannot join."""
        return "" if self._server is None else f"http://{self.addresses[0]}:{self._server.port}"

    @property
    def code(self) -> str:
        """The code that people type on their phones, in groups of letters."""
        code = self._book.code.upper()
        return "-".join(code[place : place + _CODE_GROUP] for place in range(0, len(code), _CODE_GROUP))

    @property
    def link(self) -> str:
        """The address with the key, which the QR code contains; "" if phones cannot join."""
        return f"{self.site}/#{self._book.key}" if self.site else ""

    def player_of(self, phone: PhoneState) -> int | None:
        """Return the player who uses the phone; None if it has no seat."""
        return self._shell.poller.seat_claims.seat_of(FIRST_SOCKET + phone.number)

    def start(self, addresses: Sequence[str] | None = None) -> None:
        """Let phones join, with a new code.

        Args:
            addresses: addresses at which to listen; None for all of this machine's addresses in its local network.

        Raises:
            GpulifeError: this machine is in no local network, or cannot be reached there.
        """
        if self._server is not None:
            return
        from gpulife.online.phone_server import PhoneServer  # importing this takes a tenth of a second

        addresses = local_addresses() if addresses is None else tuple(addresses)
        if not addresses:
            raise GpulifeError("phones cannot reach this machine: it is in no local network")
        self._book = PhoneBook(on_change=self._shell.window.wake)
        self._server = PhoneServer(
            self._book, list(dict.fromkeys((*addresses, LOOPBACK))), self._shell.settings.phones_port
        )
        self.addresses = addresses
        self._pads = PhonePads(next(self._runs))
        self._others = self._shell.pads
        self._shell.pads = self._shell.poller.source = JoinedPads(self._others, self._pads)

    def stop(self) -> None:
        """Disconnect all phones and stop listening."""
        if self._server is None:
            return
        self._server.close()
        self._server = None
        self._shell.pads = self._shell.poller.source = self._others
        self._shell.poller.seat_claims.awaited = frozenset()
        self._shell.poller.seat_claims.forget(self._pads.guids)  # a new start makes new gamepads
        self._pads.phones = ()
        self._shown.clear()

    def next_address(self) -> None:
        """Show another of this machine's addresses, for users whose phones cannot reach the current one."""
        self.addresses = (*self.addresses[1:], *self.addresses[:1])

    def next_frame(self, now: float) -> None:
        """Read the phones' messages. Call this once in each frame, before the gamepads are read."""
        if self._server is not None:
            before = self._pads.guids
            self._pads.phones = self._book.next_frame(now)
            self._shell.poller.seat_claims.forget(before - self._pads.guids)
            self._shell.poller.seat_claims.awaited = self._pads.awaited

    def show(self, phone: PhoneState, view: View) -> None:
        """Show ``view`` on a phone's screen, unless the phone shows it already."""
        if self._server is not None and phone.is_connected and self._shown.get(phone.number) != (phone.joins, view):
            self._shown[phone.number] = phone.joins, view
            self._server.show(phone.number, view)

    def close(self) -> None:
        """Disconnect all phones, because the window is closing."""
        self.stop()


# Phones as a source of gamepads, in addition to plugged-in pads.

FIRST_SOCKET = 1000
"""Socket number of the first phone. The sockets of gamepads have smaller numbers."""


def phone_name(number: int) -> str:
    """Return the name under which the window shows the phone with this number."""
    return f"{PHONE} {number}"


class PhonePads:
    """Gives the window the phones that have joined, in the form of gamepads.

    Args:
        run: how often the host has started. It makes the gamepad IDs differ from those of earlier starts.

    Attributes:
        phones: the phones in the current frame.
    """

    def __init__(self, run: int) -> None:
        self._run = run
        self.phones: Sequence[PhoneState] = ()

    def guid(self, number: int) -> str:
        """Return the gamepad ID of the phone ``number``. By this ID the phone gets its seat back when it reconnects."""
        return f"phone {self._run} {number}"

    @property
    def guids(self) -> frozenset[str]:
        """The gamepad IDs of all phones."""
        return frozenset(self.guid(phone.number) for phone in self.phones)

    @property
    def awaited(self) -> frozenset[str]:
        """The gamepad IDs of phones that have lost their connection but keep their seats."""
        return frozenset(self.guid(phone.number) for phone in self.phones if not phone.is_plugged)

    def poll(self) -> dict[int, PadState]:
        """Return the states of the phones' gamepads, keyed by socket number. They do not change within a frame."""
        return {
            FIRST_SOCKET + phone.number: PadState(
                phone_name(phone.number),
                self.guid(phone.number),
                (phone.held.x, phone.held.y),
                phone.held.buttons,
                is_phone=True,
            )
            for phone in self.phones
            if phone.is_plugged
        }

    def unmapped(self) -> dict[int, RawPad]:
        """Return an empty dict, because phones need no mapping of their buttons."""
        return {}
