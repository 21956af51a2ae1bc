"""What a pad holds in each frame, when what it says comes at any time.

A tap that begins and ends between two frames must not be lost, and two of them not become one: so a frame takes in what
was said until a button would change twice, and leaves the rest for the next one.
"""

from collections import deque

from gpulife.online.phones.protocol import RELEASED, PadInput

MAX_WAITING = 16
"""States that wait for frames; beyond them, the newest takes the place of the one before."""
_TILTED = 0.25


class PadQueue:
    """The states of one pad, in the order in which they came.

    Attributes:
        held: what is held in the present frame.
    """

    def __init__(self) -> None:
        self.held = RELEASED
        self._waiting: deque[PadInput] = deque()

    def put(self, state: PadInput) -> None:
        """Add what the pad holds from now on."""
        if len(self._waiting) == MAX_WAITING:
            self._waiting.pop()
        self._waiting.append(state)

    def release(self) -> None:
        """Hold nothing from now on, whatever waits."""
        self._waiting.clear()
        self.held = RELEASED

    def next_frame(self) -> PadInput:
        """Return what is held in the next frame."""
        changed: set[str] = set()
        while self._waiting:
            toggled = _names(self.held) ^ _names(self._waiting[0])
            if toggled & changed:
                break
            changed |= toggled
            self.held = self._waiting.popleft()
        return self.held


def _names(state: PadInput) -> set[str]:
    """Return the held buttons, with the ways in which the stick is tilted."""
    ways = {"left": -state.x, "right": state.x, "up": -state.y, "down": state.y}
    return set(state.buttons) | {way for way, by in ways.items() if by >= _TILTED}
