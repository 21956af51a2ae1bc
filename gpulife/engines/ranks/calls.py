"""Calls that rank 0 makes on the strips of other ranks, and the loop in which these wait for them.

A call is a function of a module with its arguments; each rank runs it on its strip of a board, and sends back what it
returned or what was wrong.
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
"""Tags of messages."""
_IDLE_SECONDS = 2e-3
"""The longest pause between two looks for the next call."""

RuleText = tuple[str, str]
"""A rule on its way to another process: its name, and the text of the file that it comes from or ""."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call on a strip.

    Attributes:
        board: the number of the board.
        generation: the generation of the board; None leaves it.
        function: what to run; the first argument is the strip, or the rank itself if there is no board.
        arguments: the other arguments.
        is_common: whether ranks wait for each other within it, so that an error on one must not leave others waiting.
    """

    board: int | None
    generation: int | None
    function: StripFunction
    arguments: tuple[Any, ...]
    is_common: bool = False


def run_calls(world: World, calls: Mapping[int, Call]) -> list[Any]:
    """Run one call on each of some ranks at the same time, and return what they returned, in the order of ranks.

    Raises:
        EngineError: an error on a rank, which the message names; or of the kind that it was there.
        RankLostError: a rank was lost.
    """
    finish_calls(world)
    with _breaking(world):
        results = _answers(world, calls)
    for rank, result in results.items():
        if isinstance(result, GpulifeError):
            raise result if rank == 0 else type(result)(f"rank {rank}: {result}")
    return list(results.values())


def begin_calls(world: World, calls: Mapping[int, Call]) -> None:
    """Run one common call on each of some ranks, of which only this one has done it when this returns.

    Raises:
        Exception: as :func:`run_calls`; errors of other ranks come from whatever waits for them.
    """
    with _breaking(world):
        _own_answer(world, calls)
    member_of(world).unanswered.append(sorted(set(calls) - {0}))


def finish_calls(world: World, unfinished: int = 0) -> None:
    """Wait until all ranks have done what :func:`begin_calls` has begun, but for the last ``unfinished`` calls.

    Raises:
        Exception: as :func:`run_calls`.
    """
    unanswered = member_of(world).unanswered
    while len(unanswered) > unfinished:
        with _breaking(world):
            for rank in unanswered.popleft():
                world.next_message(rank, _REPLY)


def end_all(world: World) -> None:
    """Let all other ranks end, from rank 0, when they have done what :func:`begin_calls` has begun.

    Raises:
        Exception: as :func:`run_calls`.
    """
    finish_calls(world)
    world.end()


@contextmanager
def _breaking(world: World) -> Iterator[None]:
    """Take the ranks for broken until the block has ended: whatever interrupts it leaves some in the middle of it.

    Raises:
        EngineError: they are broken already, so that nobody would answer.
    """
    if world.is_broken:
        raise EngineError("ranks cannot go on after an error in the middle of a step")
    world.is_broken = True
    yield
    world.is_broken = False


def _answers(world: World, calls: Mapping[int, Call]) -> dict[int, Any]:
    """Return what each rank has returned, or the error that it has met, in the order of ranks."""
    results = _own_answer(world, calls)
    for rank in sorted(set(calls) - {0}):
        results[rank] = world.next_message(rank, _REPLY)
    return results


def _own_answer(world: World, calls: Mapping[int, Call]) -> dict[int, Any]:
    """Send calls; return, by its number, what this rank has returned, or the error that it has met."""
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
    """Run rank 0's calls until it ends all work, on every other rank.

    Raises:
        RankLostError: rank 0 has died, or this MPI cannot go on without the rank that has.
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
                raise  # it was rank 0 that was lost, which alone knows what to do
        except Exception as error:
            world.tell_trouble(f"rank {world.rank}: {in_one_line(error)}")  # else rank 0 would wait for ever
            raise


def go_on_without_the_lost(world: World) -> None:
    """Drop all strips and go on with the ranks that have survived; each of them has to call this.

    Raises:
        RankLostError: this MPI cannot go on.
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
        except Exception as error:  # noqa: BLE001 - whatever it is, rank 0 has to know
            _LOG.debug("rank %s: %s", world.rank, traceback.format_exc())
            if call.is_common:
                world.tell_trouble(f"rank {world.rank}: {in_one_line(error)}")
                continue
            result = error if isinstance(error, GpulifeError) else EngineError(in_one_line(error))
        world.wait(world.send({0: result}, _REPLY))


def rule_text(rule: Rule) -> RuleText:
    """Return a rule as what another process can parse."""
    return str(rule), rule.family.text


def open_strip(
    member: Member, board: int, rule: RuleText, make_spec: Callable[..., StripSpec]
) -> tuple[int, float, int, str]:
    """Open a rank's strip of a board that has a number.

    Returns:
        What it tells of itself: the bytes of memory that it takes, the bytes that a generation moves, the generations
        of a pass, and the renderer.
    """
    strip = member.open_strip(make_spec(rule=parse_file_rule(*rule)))
    member.strips[board] = strip
    engine = strip.engine
    return engine.memory(), engine.bytes_moved(), engine.pass_generations, engine.renderer


def close_strip(member: Member, board: int) -> None:
    """Close a rank's strip of a board, if it was opened."""
    strip = member.strips.pop(board, None)
    if strip is not None:
        strip.engine.close()
