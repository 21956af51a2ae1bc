"""Commands about the session's time: its pace, going to other moments of it, and many generations at once."""

from gpulife.errors import GpulifeError
from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind
from gpulife.games.survival1982.options import TITLES
from gpulife.input.commands.command import CommandOrAction
from gpulife.input.commands.session import (
    Authentic,
    Faster,
    GoToGeneration,
    Jump,
    Redo,
    Reseed,
    RunUntil,
    Seek,
    Slower,
    StepSize,
    Undo,
    Unlimited,
)
from gpulife.input.commands.workbench import Paste
from gpulife.window.play.consent import may_rewind, needs_consent
from gpulife.window.play.fast_run import FastRun, GenerationSearch, Goal, ReachGeneration, ReachPopulation, Repeat
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.handler_table import HandlerTable
from gpulife.window.play.play_view import PlayView

# Watching a part of a recording again: nothing that people press changes it, and Escape goes back to its end.
# Elsewhere in the past whoever acts begins a new branch; who watches how a round was won must not lose its result.
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


MAX_EXPONENTS = {2: 40, 10: 12}
"""The largest exponent of each base: steps of about a million million generations."""
MAX_GENERATION = 10**15
_STOPPING = (ActionKind.HALT, ActionKind.AGAIN, ActionKind.STEP)
"""Kinds of actions that stop a run, as Space, Escape and Return ask for."""


def step(controller: AnyController) -> bool:
    """Take a step of the chosen size in a universe, unless it is one generation that the game has to compute.

    In the past it goes on in what is recorded. Returns whether it was taken.
    """
    size, session = controller.shell.panel_state.step_size, controller.play.session
    if not session.match.is_universe or (size == 1 and not session.in_the_past):
        return False
    _run(controller, ReachGeneration(session.board.generation + size))
    return True


def stop_fast_run(controller: AnyController, kind: ActionKind) -> bool:
    """Stop the run that goes on, if that kind of action asks for it; return whether it did."""
    play = controller.play
    if play.fast_run is None or kind not in _STOPPING:
        return False
    play.fast_run, play.stands = None, True
    controller.shell.show_message(f"Stopped at generation {play.session.board.generation:,}")
    return True


def play_recorded(controller: AnyController, kind: ActionKind) -> bool:
    """Halt or play what is recorded of a universe after a moment of its past, if that is asked; return whether.

    Only what changes the board cuts it off: a halt in the past is none.
    """
    play = controller.play
    if kind is not ActionKind.HALT or not (play.session.match.is_universe and play.session.in_the_past):
        return False
    play.stands = not play.stands
    play.seeking = None
    return True


def _change_step_size(controller: AnyController, command: StepSize) -> None:
    state = controller.shell.panel_state
    if command.base:
        state.step_base, state.step_exponent = command.base, 0
    state.step_exponent = min(max(state.step_exponent + command.by, 0), MAX_EXPONENTS[state.step_base])
    size = state.step_size
    controller.shell.show_message(f"A step is {size:,} generation{'s' if size > 1 else ''}")


def _go_to_generation(controller: AnyController, command: GoToGeneration) -> None:
    generation = command.generation
    if generation is None:
        return  # a dialog asks for the number first
    if not 0 <= generation <= MAX_GENERATION:
        raise GpulifeError(f"generation {generation:,}: generations go from 0 to {MAX_GENERATION:,}")
    session = controller.play.session
    if generation > session.board.generation:
        _run(controller, ReachGeneration(generation))
    else:
        _require_universe(controller)
        controller.play.seeking, controller.play.fast_run = None, GenerationSearch(session, generation)


def _run(controller: AnyController, goal: Goal) -> None:
    _require_universe(controller)
    controller.play.seeking, controller.play.fast_run = None, FastRun(controller.play.session, goal)


def _require_universe(controller: AnyController) -> None:
    if not controller.play.session.match.is_universe:
        raise GpulifeError("Only a universe without a game can be run ahead: a game's clock belongs to its players")


def _run_until(controller: AnyController, command: RunUntil) -> None:
    if command.what == "repeats":
        _run(controller, Repeat(controller.play.engine.rule))
    else:
        _run(controller, ReachPopulation(command.number, rises=command.what == "rises"))


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
    GoToGeneration: _go_to_generation,
    Jump: _jump,
    RunUntil: _run_until,
    Seek: _seek,
    Slower: lambda controller, _: _multiply_pace(controller, 1 / _PACE_STEP),
    StepSize: _change_step_size,
    Unlimited: _unlimited,
}
