"""Lets rank 0 run functions on other ranks' strips; the other ranks wait in a loop for such calls.

A call is a module-level function with its arguments. Each rank runs it on its strip of a board and sends back the
result or the error.
"""

import logging
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from gpulife.engines.ranks.member import Member, StripFunction, member_of
from gpulife.engines.ranks.strips import StripSpec
from gpulife.errors import EngineError, GpulifeError, in_one_line
from gpulife.patterns.pattern import parse_file_rule
from gpulife.ranks.world import AllEndError, RankLostError, World
from gpulife.rules import Rule

_LOG = logging.getLogger(__name__)

_CALL, _REPLY = 1, 2
"""Tags of the MPI messages that carry calls and replies."""
_IDLE_SECONDS = 2e-3
"""The longest pause in seconds between two checks for the next call."""

RuleText = tuple[str, str]
"""(name, text) of a rule, as sent to another process. The text is that of its ``.rule`` file; "" if it has none."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function on a strip.

    Attributes:
        board: the number of the board; None if the function takes no strip.
        generation: the number to which the board's generation is set before the call; None to leave it as it is.
        function: the function to run; its first argument is the strip, or the :class:`Member` if ``board`` is None.
        arguments: the arguments of the function after the first.
        is_common: True if ranks wait for each other within the call. Then an error on one rank must stop the others.
    """

    board: int | None
    generation: int | None
    function: StripFunction
    arguments: tuple[Any, ...]
    is_common: bool = False


def run_calls(world: World, calls: Mapping[int, Call]) -> list[Any]:
    """Run calls at the same time, one on each rank in ``calls``; return the results, lowest rank first.

    Raises:
        GpulifeError: a call raised this error; the message names the rank, unless it is rank 0.
        EngineError: a call on another rank raised an error of another kind; the message names the rank.
        RankLostError: a rank was lost.
    """
    finish_calls(world)
    with _broken_on_error(world):
        results = _answers(world, calls)
    for rank, result in results.items():
        if isinstance(result, GpulifeError):
            raise result if rank == 0 else type(result)(f"rank {rank}: {result}")
    return list(results.values())


def begin_calls(world: World, calls: Mapping[int, Call]) -> None:
    """Start calls, one on each rank in ``calls``. In these calls, ranks may wait for each other.

    When this function returns, rank 0 has finished its own call; other ranks may still be running their calls.

    Raises:
        Exception: as in :func:`run_calls`. Errors of other ranks are raised later, by :func:`finish_calls`.
    """
    with _broken_on_error(world):
        _own_answer(world, calls)
    member_of(world).unanswered.append(sorted(set(calls) - {0}))


def finish_calls(world: World, unfinished: int = 0) -> None:
    """Wait until all ranks have finished the calls of :func:`begin_calls`, except the latest ``unfinished`` ones.

    Raises:
        Exception: as in :func:`run_calls`.
    """
    unanswered = member_of(world).unanswered
    while len(unanswered) > unfinished:
        with _broken_on_error(world):
            for rank in unanswered.popleft():
                world.next_message(rank, _REPLY)


def end_all(world: World) -> None:
    """Wait until other ranks have finished the calls of :func:`begin_calls`, then end these ranks. Only for rank 0.

    Raises:
        Exception: as in :func:`run_calls`.
    """
    finish_calls(world)
    world.end()


@contextmanager
def _broken_on_error(world: World) -> Iterator[None]:
    """If the ``with`` block raises an exception, mark the ranks as broken, so that they compute nothing any more.

    Raises:
        EngineError: the ranks are already broken.
    """
    if world.is_broken:
        raise EngineError("ranks cannot continue after an error in the middle of a step")
    world.is_broken = True
    yield
    world.is_broken = False


def _answers(world: World, calls: Mapping[int, Call]) -> dict[int, Any]:
    results = _own_answer(world, calls)
    for rank in sorted(set(calls) - {0}):
        results[rank] = world.next_message(rank, _REPLY)
    return results


def _own_answer(world: World, calls: Mapping[int, Call]) -> dict[int, Any]:
    """Send calls to other ranks, and run rank 0's own call.

    Return {0: its result or error}, or {} if rank 0 has no call.
    """
    requests = world.send({rank: call for rank, call in calls.items() if rank != 0}, _CALL)
    results: dict[int, Any] = {}
    if 0 in calls:
        try:
            results[0] = _run(member_of(world), calls[0])
        except GpulifeError as error:
            if calls[0].is_common:
                raise
            results[0] = error
    world.wait(requests)
    return results


def _run(member: Member, call: Call) -> Any:
    if call.board is None:
        return call.function(member, *call.arguments)
    strip = member.strips[call.board]
    if call.generation is not None:
        strip.engine.generation = call.generation
    return call.function(strip, *call.arguments)


def serve(world: World) -> None:
    """Run the calls that rank 0 sends to this rank, until rank 0 calls :func:`end_all`.

    Raises:
        RankLostError: rank 0 has died, or this implementation of MPI cannot continue after losing a rank.
    """
    while True:
        try:
            _serve(world)
        except AllEndError:
            member_of(world).close()
            return
        except RankLostError:
            go_on_without_the_lost(world)
            if world.rank == 0:
                raise  # rank 0 was lost, and only rank 0 knows what to do
        except Exception as error:
            world.tell_trouble(f"rank {world.rank}: {in_one_line(error)}")  # otherwise rank 0 would wait for ever
            raise


def go_on_without_the_lost(world: World) -> None:
    """Close all strips and continue with the surviving ranks; every surviving rank has to call this.

    Raises:
        RankLostError: this implementation of MPI cannot continue after losing a rank.
    """
    member = member_of(world)
    member.close_strips()
    member.unanswered.clear()
    world.shrink()


def _serve(world: World) -> None:
    member = member_of(world)
    while True:
        call: Call = world.next_message(0, _CALL, _IDLE_SECONDS)
        try:
            result = _run(member, call)
        except (AllEndError, RankLostError):
            raise
        except Exception as error:  # noqa: BLE001 - rank 0 must learn of any error
            _LOG.debug("rank %s: %s", world.rank, traceback.format_exc())
            if call.is_common:
                world.tell_trouble(f"rank {world.rank}: {in_one_line(error)}")
                continue
            result = error if isinstance(error, GpulifeError) else EngineError(in_one_line(error))
        world.wait(world.send({0: result}, _REPLY))


def rule_text(rule: Rule) -> RuleText:
    """Return a rule in a form that another process can parse."""
    return str(rule), rule.family.text


def open_strip(
    member: Member, board: int, rule: RuleText, make_spec: Callable[..., StripSpec]
) -> tuple[int, float, int, str]:
    """Open a rank's strip of the board with number ``board``; ``make_spec(rule=...)`` returns the board's StripSpec.

    Returns:
        (bytes of memory that the strip needs, bytes read and written per generation, generations in a pass, name of
        the renderer).
    """
    strip = member.open_strip(make_spec(rule=parse_file_rule(*rule)))
    member.strips[board] = strip
    engine = strip.engine
    return engine.memory(), engine.bytes_moved(), engine.pass_generations, engine.renderer


def close_strip(member: Member, board: int) -> None:
    """Close a rank's strip of a board, if it is open."""
    strip = member.strips.pop(board, None)
    if strip is not None:
        strip.engine.close()
