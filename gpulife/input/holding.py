"""What is held now, and the commands that come of it: when pressed, while held, when let go."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace

from gpulife.commands import Command, CommandKind
from gpulife.games.base import Action, ActionKind
from gpulife.input.controls import KEYBOARD, Control, Hold
from gpulife.input.seats import Seat

FIRST_REPEAT = 0.4
NEXT_REPEAT = 0.1
"""Seconds until a held control repeats, and then between repeats."""
TAP = 0.05
"""What a tap of a steady control is worth at least, in seconds: it may be over before the next frame."""
LONGEST_FRAME = 0.25
"""Seconds. After a longer wait (a suspended machine) nothing repeats for all of it."""


@dataclass(slots=True)
class _Held:
    control: Control
    player: int | None
    due: float = FIRST_REPEAT


class Holding:
    """Everything held, by where it is held: a source is ("key", name) or ("pad", socket, name).

    Attributes:
        personal: kinds of the console's actions that say who presses them.
    """

    def __init__(self) -> None:
        self.personal: frozenset[ActionKind] = frozenset()
        self._held: dict[Hashable, _Held] = {}
        self._seats: dict[int, Seat] = {}
        self._commands: list[Command] = []

    def press(self, source: Hashable, control: Control, player: int | None) -> None:
        """``source`` stands for ``control`` until it is released; ``player`` presses it."""
        match control.makes:
            case Command() as command:
                command = self._signed(command, player)
                self._commands.append(_part(command, TAP) if control.hold is Hold.STEADY else command)
                if control.hold is not Hold.ONCE:
                    self._held[source] = _Held(control, None)
            case Action() as action if player is not None and control.is_push:
                self._held[source] = _Held(control, player)
                self._seats.setdefault(player, Seat(player)).press(source, action)
            case Action() as action if player is not None:
                self._commands.append(Command(CommandKind.ACT, replace(action, player=player)))

    def _signed(self, command: Command, player: int | None) -> Command:
        """The command with who asks for it, where the game wants to know."""
        action = command.value
        if not isinstance(action, Action) or action.kind not in self.personal:
            return command
        return replace(command, value=replace(action, player=KEYBOARD if player is None else player))

    def release(self, sources: Iterable[Hashable]) -> None:
        """Whatever these sources stood for is over."""
        for source in list(sources):
            held = self._held.pop(source, None)
            if held is not None and held.player is not None:
                self._seats[held.player].release(source)

    def release_all(self) -> None:
        """Nothing is held."""
        self.release(self._held)

    def release_player(self, player: int) -> None:
        """That player holds nothing."""
        self.release([source for source, held in self._held.items() if held.player == player])

    def release_pad(self, socket: int) -> None:
        """Nothing of that pad is held."""
        self.release([source for source in self._held if isinstance(source, tuple) and source[:2] == ("pad", socket)])

    def tell(self) -> None:
        """Tell the game what changed: after every key, but after all of a pad, whose diagonals are one change."""
        for _, seat in sorted(self._seats.items()):
            self._commands.extend(Command(CommandKind.ACT, action) for action in seat.changes())

    def go_on(self, seconds: float) -> None:
        """What repeats or goes on smoothly did so for that long."""
        seconds = min(max(seconds, 0.0), LONGEST_FRAME)
        for held in self._held.values():
            if not isinstance(held.control.makes, Command):
                continue
            if held.control.hold is Hold.STEADY:
                self._commands.append(_part(held.control.makes, seconds))
                continue
            held.due -= seconds
            while held.due <= 0:
                held.due += NEXT_REPEAT
                self._commands.append(held.control.makes)

    def take(self) -> tuple[Command, ...]:
        """The commands since the last call, in their order."""
        commands, self._commands = tuple(self._commands), []
        return commands


def _part(command: Command, seconds: float) -> Command:
    """What a steady command amounts to in so many seconds."""
    if command.kind is CommandKind.ZOOM:
        return Command(command.kind, command.value**seconds)
    return Command(command.kind, tuple(part * seconds for part in command.value))
