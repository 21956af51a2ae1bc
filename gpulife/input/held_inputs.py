"""The held keys and buttons, and their requests: when pressed, while held, and when released."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace

from gpulife.games.core.game import Action, ActionKind
from gpulife.input.commands import CommandOrAction, OfPlayer, Pan, Zoom
from gpulife.input.controls import KEYBOARD, Control, Hold

FIRST_REPEAT = 0.4
NEXT_REPEAT = 0.1
"""FIRST_REPEAT: seconds until a held control repeats; NEXT_REPEAT: seconds between repeats."""
TAP = 0.05
"""Least seconds for which a tap of a steady control counts, since it may end before the next frame."""
MAX_FRAME = 0.25
"""Most seconds that a frame counts for, so that a long wait (a suspended machine) causes no burst of repeats."""


@dataclass(slots=True)
class _Held:
    control: Control
    player: int | None
    due: float = FIRST_REPEAT


class HeldInputs:
    """Everything that is held, by its source: ("key", name) or ("pad", socket, name).

    A player has one stick and one trigger, however many keys and pads push them. Of two opposite directions the later
    one wins; releasing it restores the other. Only changes become actions, which keeps replays small.

    Attributes:
        personal_kinds: kinds of the console's actions for which the game needs to know the player.
        asked_by: for the requests last taken, the source that was pressed or held, by control name.
    """

    def __init__(self) -> None:
        self.personal_kinds: frozenset[ActionKind] = frozenset()
        self.asked_by: dict[str, Hashable] = {}
        self._asking: dict[str, Hashable] = {}
        self._held: dict[Hashable, _Held] = {}
        self._pushed: dict[int, tuple[int, int, int]] = {}  # each player's stick (rows, columns) and trigger
        self._requests: list[CommandOrAction] = []

    def press(self, source: Hashable, control: Control, player: int | None) -> None:
        """Make the request of ``control`` for ``player``; ``source`` holds it until released."""
        made = control.request
        self._asking[control.name] = source
        if control.player is None:
            if isinstance(made, Action) and made.kind in self.personal_kinds:
                made = replace(made, player=KEYBOARD if player is None else player)
            if isinstance(made, OfPlayer) and player is not None:
                made = replace(made, player=player)
            self._requests.append(_scaled(made, TAP) if control.hold is Hold.STEADY else made)
            if control.hold is not Hold.ONCE:
                self._held[source] = _Held(control, None)
        elif isinstance(made, Action) and player is not None:
            if control.is_push:
                self._held[source] = _Held(control, player)
            else:
                self._requests.append(replace(made, player=player))

    def tap(self, source: Hashable, control: Control, player: int | None) -> None:
        """Press a control and release it at once; see :meth:`press`."""
        self.press(source, control, player)
        self.add_stick_changes()
        self.release([source])
        self.add_stick_changes()

    def release(self, sources: Iterable[Hashable]) -> None:
        """Release whatever these sources hold."""
        for source in list(sources):
            self._held.pop(source, None)

    def release_all(self) -> None:
        """Release everything."""
        self.release(self._held)

    def release_player(self, player: int) -> None:
        """Release everything that this player holds."""
        self.release([source for source, held in self._held.items() if held.player == player])

    def release_pad(self, socket: int) -> None:
        """Release everything that is held on this pad."""
        self.release([source for source in self._held if isinstance(source, tuple) and source[:2] == ("pad", socket)])

    def add_stick_changes(self) -> None:
        """Add actions for changed sticks and triggers.

        Call this after each key, but once per pad, because a diagonal is one change.
        """
        now = dict.fromkeys(self._pushed, (0, 0, 0))
        for held in self._held.values():  # in the order of pressing
            push = held.control.request
            if held.player is not None and isinstance(push, Action):
                rows, columns, trigger = now.get(held.player, (0, 0, 0))
                is_stick = push.kind is ActionKind.STICK
                now[held.player] = (push.a or rows, push.b or columns, trigger) if is_stick else (rows, columns, 1)
        for player, (rows, columns, trigger) in sorted(now.items()):
            before = self._pushed.get(player, (0, 0, 0))
            if before[:2] != (rows, columns):
                self._requests.append(Action(player, ActionKind.STICK, rows, columns))
            if before[2] != trigger:
                self._requests.append(Action(player, ActionKind.TRIGGER, trigger))
        self._pushed = now

    def pass_time(self, seconds: float) -> None:
        """Add the repeated and steady requests of held controls for ``seconds`` of time."""
        seconds = min(max(seconds, 0.0), MAX_FRAME)
        for source, held in self._held.items():
            made = held.control.request
            if held.control.hold is not Hold.ONCE:
                self._asking[held.control.name] = source
            if held.control.hold is Hold.STEADY:
                self._requests.append(_scaled(made, seconds))
            elif held.control.hold is Hold.REPEAT:
                held.due -= seconds
                while held.due <= 0:
                    held.due += NEXT_REPEAT
                    self._requests.append(made)

    def take(self) -> tuple[CommandOrAction, ...]:
        """Return the requests since the last call, in order."""
        requests, self._requests = tuple(self._requests), []
        self.asked_by, self._asking = self._asking, {}
        return requests


def _scaled(request: CommandOrAction, seconds: float) -> CommandOrAction:
    """Scale a steady command, whose values are per second, to ``seconds``."""
    match request:
        case Zoom(factor):
            return Zoom(factor**seconds)
        case Pan(rows, columns):
            return Pan(rows * seconds, columns * seconds)
        case _:
            return request
