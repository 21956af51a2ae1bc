"""Phones as a source of gamepads, in addition to plugged-in pads."""

from collections.abc import Sequence

from gpulife.input.events import PadState, RawPad
from gpulife.online.phone_book import PhoneState

FIRST_SOCKET = 1000
"""Socket of the first phone; higher than the socket of any real pad."""


def phone_name(number: int) -> str:
    """Return a phone's name as shown on the screen."""
    return f"Phone {number}"


class PhonePads:
    """A ``PadSource`` of phones that are connected, or were a moment ago.

    Args:
        run: number of the server's run, which distinguishes its phones from those of other runs.

    Attributes:
        phones: the phones in the present frame.
    """

    def __init__(self, run: int) -> None:
        self._run = run
        self.phones: Sequence[PhoneState] = ()

    def guid(self, number: int) -> str:
        """Return a phone's guid, by which it gets its seat back when it returns."""
        return f"phone {self._run} {number}"

    @property
    def guids(self) -> frozenset[str]:
        """The guids of all phones."""
        return frozenset(self.guid(phone.number) for phone in self.phones)

    @property
    def awaited(self) -> frozenset[str]:
        """The guids of phones that are away, and whose seats are reserved."""
        return frozenset(self.guid(phone.number) for phone in self.phones if not phone.is_plugged)

    def poll(self) -> dict[int, PadState]:
        """Return the phones' states, by socket. They stay the same until the next frame."""
        return {
            FIRST_SOCKET + phone.number: PadState(
                phone_name(phone.number), self.guid(phone.number), (phone.held.x, phone.held.y), phone.held.buttons
            )
            for phone in self.phones
            if phone.is_plugged
        }

    def unmapped(self) -> dict[int, RawPad]:
        """Return an empty dict: phones need no mapping."""
        return {}
