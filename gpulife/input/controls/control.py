"""What a control is: something that a key or a pad's button can be bound to."""

from dataclasses import dataclass
from enum import Enum, auto

from gpulife.games.core.game import Action, ActionKind
from gpulife.input.commands.command import Command, CommandOrAction

PAD_PLAYER = -2
"""The player of a control that belongs to whoever holds the pad."""
KEYBOARD = -3
"""The player of a console's action of ``HeldInputs.personal_kinds``, for which the game wants to know who asks, when
somebody at the keyboard pressed a key; the game's controller finds out who it was."""
HALVES = 2
"""Number of halves of the keyboard: the seats of players 1 and 2."""


class SteerPanels(Command):
    """Let the pad steer the panels, or play again; the poller itself does that."""


class When(Enum):
    """When a control works that has its keys only at times, and then before all others."""

    ALWAYS = auto()
    GHOST = auto()
    """While a pattern hangs over the board."""
    SELECTION = auto()
    """While a part of the board is selected."""
    DRAWING = auto()
    """On boards that people may draw on at any time."""
    DONE = auto()
    """While somebody can say that a set-up or a turn is done."""


class Hold(Enum):
    """The effect of holding a key down."""

    ONCE = auto()
    """No effect: a press asks once."""
    REPEAT = auto()
    """The request repeats, after a while and then quickly."""
    STEADY = auto()
    """The effect goes on smoothly: the command's values are for one second."""


@dataclass(frozen=True, slots=True)
class Control:
    """Something that a key or button can be bound to.

    Attributes:
        name: name in the settings and in commands.
        title: what people read.
        group: heading in the help.
        request: action or command that pressing it asks for; STICK and TRIGGER last as long as the key is held.
        keys: default keys, without "key:".
        pads: default pad buttons, without "pad:".
        player: None for a control of the program, 0 or 1 for one of that half of the keyboard, or PAD_PLAYER.
        hold: effect of holding it down.
        in_menu: whether it works while the panels have the keyboard.
        when: when it works.
    """

    name: str
    title: str
    group: str
    request: CommandOrAction
    keys: tuple[str, ...] = ()
    pads: tuple[str, ...] = ()
    player: int | None = None
    hold: Hold = Hold.ONCE
    in_menu: bool = False
    when: tuple[When, ...] = (When.ALWAYS,)

    @property
    def is_push(self) -> bool:
        """Whether it moves a stick or presses a trigger, which lasts until it is released."""
        return isinstance(self.request, Action) and self.request.kind in (ActionKind.STICK, ActionKind.TRIGGER)


DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""Rows and columns of a step each way."""
