"""Watching a part of a recording again: nothing that people press changes it, and Escape goes back to its end.

Elsewhere in the past whoever acts begins a new branch; who watches how a round was won must not lose its result.
"""

from gpulife.games.core.game import Action, ActionKind
from gpulife.input.commands.command import CommandOrAction
from gpulife.input.commands.session import Authentic, Faster, Redo, Reseed, Slower, Undo, Unlimited
from gpulife.input.commands.workbench import Paste
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.play_view import PlayView

_LEAVES = (ActionKind.SELECT, ActionKind.OPTION, ActionKind.RESET)
_UNSAID = (ActionKind.POINT, ActionKind.STICK)
"""What happens too easily to say each time that it does nothing."""


def begin_watching(controller: AnyController, generation: int) -> None:
    """Play the recording from where the session goes now, and say so."""
    play = controller.play
    play.watched, play.paused = generation, False
    controller.shell.show_message(watching_text(controller))


def watching_text(controller: AnyController) -> str:
    """Return what is watched and how to leave it, for the message."""
    escape = controller.shell.poller.bindings.keys_text("again")
    return f"A recording, from before generation {controller.play.watched} on. {escape}: back to the end"


def watching_hint(play: PlayView) -> str:
    """Return the line below the board, with controls in braces."""
    pause = "Go on" if play.paused else "Pause"
    return f"Recording, from before generation {play.watched} on  {{halt}} {pause}  {{again}} Back to the end"


def carry_out(controller: AnyController, request: CommandOrAction) -> bool:
    """Carry out what means something else while a recording is watched; return whether it did."""
    play = controller.play
    if not play.watching:
        return False
    match request:
        case Action(kind=kind) if kind in _LEAVES:
            return False
        case Action(kind=ActionKind.AGAIN):
            play.seeking, play.paused = play.session.recorded_ticks, False
        case Action(kind=ActionKind.HALT):
            play.paused = not play.paused
        case Action(kind=kind, a=a) if kind in _UNSAID or (kind is ActionKind.TRIGGER and not a):
            pass
        case Action() | Faster() | Slower() | Unlimited() | Authentic() | Undo() | Redo() | Reseed() | Paste():
            controller.shell.show_message(watching_text(controller))
        case _:
            return False
    return True
