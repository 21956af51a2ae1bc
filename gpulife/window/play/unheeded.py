"""Say so where a key does nothing: no press stays without an answer, also where a game has no use for it."""

from dataclasses import replace

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.input.commands.command import CommandOrAction, OfPlayer
from gpulife.input.commands.session import Faster, Reseed, Slower, Unlimited
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
    """Say that a key or a button does nothing here, by its name; what neither asks for passes without a word."""
    if controls := _controls_of(request):
        shell.show_message(f"{shell.poller.asked_with(controls)} does nothing here")


def say_if_unheeded(shell: Shell, play: PlayView, request: CommandOrAction, *, waits: bool) -> None:
    """Say so if a request was for an action that the game does not heed now; it is among those for the next tick.

    Args:
        shell: everything that screens share.
        play: the session.
        request: what somebody asked for.
        waits: whether the next tick waits until people are ready.
    """
    kind = request.kind if isinstance(request, Action) else _KINDS.get(type(request))
    if kind is None or kind in _SILENT or not _controls_of(request):
        return
    given = play.given(kind)
    if given is not None and waits:
        shell.show_message("That counts as soon as everybody is ready")
    elif given is not None and not play.session.heeds(given):
        say_unheeded(shell, request)
        if play.session.in_the_past:
            play.withdraw(given)  # it would cut off what was played after this moment


def _controls_of(request: CommandOrAction) -> list[str]:
    """Return the names of the controls that ask for something, those of its player first."""
    alike = [control for control in CONTROLS if _of_nobody(control.request) == _of_nobody(request)]
    return [control.name for control in sorted(alike, key=lambda control: control.request != request)]


def _of_nobody(request: CommandOrAction) -> CommandOrAction:
    return replace(request, player=NOBODY) if isinstance(request, Action | OfPlayer) else request
