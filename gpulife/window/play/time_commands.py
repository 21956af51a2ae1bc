"""Commands about the session's time: its pace, and going to other moments of it."""

from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind
from gpulife.games.survival1982.options import TITLES
from gpulife.input.commands.session import Authentic, Faster, Jump, Seek, Slower, Unlimited
from gpulife.window.play.consent import may_rewind, needs_consent
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.handler_table import HandlerTable
from gpulife.window.play.watching import begin_watching

_FASTEST, _SLOWEST = 1_000_000, 1_000  # in generations per 1000 seconds, as paces are
_DEFAULT_PACE = 30_000
_PACE_STEP = 1.5
"""Factor by which faster and slower change the pace."""


def _change_pace(controller: AnyController, pace: tuple[int, int]) -> None:
    """Ask for a pace, in generations per 1000 seconds and at an unlimited pace in generations a tick."""
    controller.play.act(Action(controller.keyboard_player, ActionKind.PACE, *pace))
    if not needs_consent(controller.play, ActionKind.PACE):
        words = "as fast as it goes" if pace[0] == 0 else "speed of 1982: each generation runs down the screen"
        controller.shell.show_message(f"{pace[0] / 1000:g} generations a second" if pace[0] > 0 else words)


def _multiply_pace(controller: AnyController, factor: float) -> None:
    now = controller.play.pace if controller.play.pace > 0 else _DEFAULT_PACE
    _change_pace(controller, (round(min(max(now * factor, _SLOWEST), _FASTEST)), 0))


def _unlimited(controller: AnyController, _: Unlimited) -> None:
    _change_pace(controller, (0, 1) if controller.play.pace else (_DEFAULT_PACE, 0))


def _authentic(controller: AnyController, _: Authentic) -> None:
    if controller.play.session.match.game not in TITLES:
        controller.shell.show_message(f"The speed of 1982 is for {', '.join(TITLES.values())}")
        return
    _change_pace(controller, (-1, 0) if controller.play.pace >= 0 else (_DEFAULT_PACE, 0))


def _go_to(controller: AnyController, tick: int) -> None:
    play, session = controller.play, controller.play.session
    if may_rewind(play):
        if play.seeking is None:
            moves = not play.stands if session.in_the_past else session.state.running
            play.stands = session.match.is_universe and not moves
        play.seeking = tick
    else:
        controller.shell.show_message("You can rewind after this round: its players have to agree to every pause")


def _seek(controller: AnyController, command: Seek) -> None:
    _go_to(controller, command.tick)
    if command.watched is not None and controller.play.seeking is not None:
        begin_watching(controller, command.watched)


def _jump(controller: AnyController, command: Jump) -> None:
    play = controller.play
    here = play.session.ticks if play.seeking is None else play.seeking
    if here == (0 if command.seconds < 0 else play.session.recorded_ticks):
        end = "This is the beginning" if command.seconds < 0 else "Nothing was played after this moment"
        controller.shell.show_message(end)
        return
    _go_to(controller, max(0, here + round(command.seconds * TICKS_PER_SECOND)))


HANDLERS: HandlerTable = {
    Authentic: _authentic,
    Faster: lambda controller, _: _multiply_pace(controller, _PACE_STEP),
    Jump: _jump,
    Seek: _seek,
    Slower: lambda controller, _: _multiply_pace(controller, 1 / _PACE_STEP),
    Unlimited: _unlimited,
}
