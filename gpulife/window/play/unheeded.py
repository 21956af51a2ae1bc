"""Say so where a key does nothing: no press stays without an answer, also where a game has no use for it."""

from dataclasses import replace

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.commands.command import CommandOrAction, OfPlayer
from gpulife.input.commands.session import Faster, Reseed, Slower, Unlimited
from gpulife.input.controls.control import Control
from gpulife.input.controls.table import CONTROLS
from gpulife.window.play.play_view import PlayView
from gpulife.window.shell import Shell

_SILENT = (ActionKind.STICK, ActionKind.TRIGGER, ActionKind.POINT)
"""What players do all the time; a game answers it by its own laws, such as by a cursor that stays at the edge."""

_KINDS: dict[type[CommandOrAction], ActionKind] = {
    Reseed: ActionKind.SOUP,
    Faster: ActionKind.PACE,
    Slower: ActionKind.PACE,
    Unlimited: ActionKind.PACE,
}
"""The kinds of actions that commands become."""


def say_unheeded(shell: Shell, request: CommandOrAction) -> None:
    """Say that what somebody asked for with a key does nothing here; what no key asks for passes without a word."""
    if (control := _control_of(request)) is not None:
        shell.show_message(f"{shell.poller.bindings.first_key_text(control.name)} does nothing here")


def say_if_unheeded(shell: Shell, play: PlayView, request: CommandOrAction, *, waits: bool) -> None:
    """Say so if a request was for an action that the game does not heed now; it is among those for the next tick.

    Args:
        shell: everything that screens share.
        play: the session.
        request: what somebody asked for.
        waits: whether the next tick waits until people are ready.
    """
    kind = request.kind if isinstance(request, Action) else _KINDS.get(type(request))
    if kind is None or kind in _SILENT or _control_of(request) is None:
        return
    given = play.given(kind)
    if given is not None and waits:
        shell.show_message("That counts as soon as everybody is ready")
    elif given is not None and not play.session.heeds(given):
        say_unheeded(shell, request)
        if play.session.in_the_past:
            play.withdraw(given)  # it would cut off what was played after this moment


def _control_of(request: CommandOrAction) -> Control | None:
    """Return the control that asks for something, that of its player first; None if there is none."""
    alike = [control for control in CONTROLS if _of_nobody(control.request) == _of_nobody(request)]
    return next((control for control in alike if control.request == request), alike[0] if alike else None)


def _of_nobody(request: CommandOrAction) -> CommandOrAction:
    return replace(request, player=NOBODY) if isinstance(request, Action | OfPlayer) else request
