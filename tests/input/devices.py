"""Fake keyboards and pads for the tests of ``gpulife.input``."""

from collections.abc import Iterable

from gpulife.games.core.game import Action
from gpulife.input.bindings import Bindings, build_bindings
from gpulife.input.commands import Command, Jump, label
from gpulife.input.events import AXES, AXES_AT_REST, KeyEvent, PadState
from gpulife.input.names import MODIFIER_KEYS
from gpulife.input.poller import FrameInput, Poller

FRAME = 1 / 60


class FakePads:
    """Pads that a test plugs in, holds and pulls out."""

    def __init__(self) -> None:
        self.states: dict[int, PadState] = {}

    def poll(self) -> dict[int, PadState]:
        return dict(self.states)

    def hold(self, socket: int, *buttons: str, name: str = "", guid: str = "", **axes: float) -> None:
        """Let a pad hold exactly these inputs from now on; plug it in if necessary."""
        before = self.states.get(socket, PadState(f"Pad {socket}", f"guid {socket}"))
        values = tuple(axes.get(axis, rest) for axis, rest in zip(AXES, AXES_AT_REST, strict=True))
        self.states[socket] = PadState(name or before.name, guid or before.guid, values, frozenset(buttons))

    def pull(self, socket: int) -> None:
        del self.states[socket]


def name(command: Command) -> str:
    """The name of the control that makes a request."""
    if isinstance(command, Jump):
        return "back" if command.seconds < 0 else "forward"
    return label(command).replace(" ", "-")


class Desk:
    """A poller with fake devices, and its latest output."""

    def __init__(self, bindings: Bindings | None = None, seats: int = 2) -> None:
        self.pads = FakePads()
        self.poller = Poller(bindings or build_bindings(), self.pads, seats=seats)
        self.held: set[str] = set()
        self.polled = FrameInput()

    def keys(self, script: str, seconds: float = 0.0, **modes: bool) -> "Desk":
        """Press ("+W") and release ("-W") keys in one frame; "W" is both. Modifiers are reported as glfw does."""
        events: list[KeyEvent] = []
        for word in script.split():
            for sign in word[0] if word[0] in "+-" else "+-":
                key = word.lstrip("+-")
                (self.held.add if sign == "+" else self.held.discard)(key)
                mods = frozenset(MODIFIER_KEYS[held] for held in self.held if held in MODIFIER_KEYS)
                events.append(KeyEvent(key, sign == "+", mods))
        return self.poll(events, seconds, **modes)

    def pad(self, socket: int, *buttons: str, **axes: float) -> "Desk":
        """Let a pad hold exactly these inputs for one frame."""
        self.pads.hold(socket, *buttons, **axes)  # type: ignore[arg-type]
        return self.poll()

    def join(self, *sockets: int) -> "Desk":
        """Plug the given pads in and let each press A."""
        for socket in sockets:
            self.pad(socket)
            self.pad(socket, "a")
            self.pad(socket)
        return self

    def poll(self, events: Iterable[object] = (), seconds: float = 0.0, **modes: bool) -> "Desk":
        self.polled = self.poller.poll(events, seconds, **modes)  # type: ignore[arg-type]
        return self

    @property
    def said(self) -> list[str]:
        """The last frame's commands in short: "fit", "halt", "stick 0 -1 0", "trigger 1 1"."""
        return [brief(request) if isinstance(request, Action) else name(request) for request in self.commands]

    @property
    def commands(self):
        return self.polled.requests

    @property
    def notices(self) -> list[str]:
        return [f"{notice.kind} {notice.player} {notice.device}" for notice in self.polled.notices]


def brief(action: Action) -> str:
    name = action.kind.name.lower()
    if name == "stick":
        return f"stick {action.player} {action.a} {action.b}"
    if name in ("trigger", "agree"):
        return f"{name} {action.player} {action.a}"
    return name if action.player < 0 else f"{name} {action.player}"
