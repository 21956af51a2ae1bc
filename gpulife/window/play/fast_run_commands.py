"""Commands that compute many generations at once: steps of a size, go to a generation, run until something happens."""

from gpulife.errors import GpulifeError
from gpulife.games.core.game import ActionKind
from gpulife.input.commands.session import GoToGeneration, RunUntil, StepSize
from gpulife.window.play.fast_run import FastRun, Goal, ReachGeneration, ReachPopulation, Repeat
from gpulife.window.play.game_controller import AnyController
from gpulife.window.play.generation_search import GenerationSearch
from gpulife.window.play.handler_table import HandlerTable

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


def _go_to(controller: AnyController, command: GoToGeneration) -> None:
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


HANDLERS: HandlerTable = {
    GoToGeneration: _go_to,
    RunUntil: _run_until,
    StepSize: _change_step_size,
}
