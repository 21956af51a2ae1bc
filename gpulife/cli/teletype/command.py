"""``gpulife teletype``: opens what a game needs, and says in one line how it ended early if it did."""

from __future__ import annotations

import argparse
import logging
import sys
from contextlib import suppress
from dataclasses import replace
from secrets import randbits

from gpulife.cli.teletype.game import TeletypeGame
from gpulife.cli.teletype.line_reader import hidden_lines
from gpulife.cli.teletype.printout import MAX_SIDE, fits_paper
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.errors import BoardSizeError
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.life2.spec import LIFE_2
from gpulife.games.matches import new_match
from gpulife.printing import StandardOutputError, say, write_out
from gpulife.rules import Edges, parse_rule
from gpulife.session.replay import write_replay
from gpulife.session.session import Session
from gpulife.storage.atomic_io import require_writable

_LOG = logging.getLogger(__name__)

_STATUS_INTERRUPTED = 130


def teletype(arguments: argparse.Namespace) -> int:
    """Play a game with the command line's options; returns the exit status.

    Raises:
        GpulifeError: an option that cannot be, or the input ends before the game does.
        SystemExit: on SIGTERM and SIGHUP.
    """
    shape = arguments.size or LIFE_2.shape
    if not fits_paper(shape):
        raise BoardSizeError(
            f"a board of {shape[1]}x{shape[0]} does not go on the paper: at most {MAX_SIDE}x{MAX_SIDE}"
        )
    law = parse_rule(LIFE_2.rule)
    rule = replace(law, edges=Edges(arguments.edges)) if arguments.edges else law
    seed = randbits(32) if arguments.seed is None else arguments.seed
    match = new_match(LIFE_2.name, rule, shape, seed, arguments.variant.upper())
    if arguments.record is not None:
        require_writable(arguments.record)
    levels = (arguments.first, arguments.second)
    computers = [
        LIFE_2.computer(ComputerSeat(seat=seat, level=level, seed=seed)) for seat, level in enumerate(levels) if level
    ]
    with NumpyEngine(parse_rule(match.rule), shape) as engine:
        session = Session(match, engine, computers, game=LIFE_2, budget=0)
        try:
            with hidden_lines() as read:
                paper = Paper(patient=arguments.record is not None and not _is_typed())
                TeletypeGame(session, levels, read, paper.write).play(arguments.turns)
        except (KeyboardInterrupt, SystemExit) as end:
            with suppress(BrokenPipeError, StandardOutputError):
                say("", flush=True)
            _LOG.warning("the game was stopped: nobody has won")
            if isinstance(end, SystemExit):
                raise
            return _STATUS_INTERRUPTED
        finally:
            if arguments.record is not None:
                write_replay(arguments.record, session.recording())
    paper.finish()
    return 0


class Paper:
    """Standard output, as the paper that a game is printed on.

    Args:
        patient: whether the game goes on to its end if nothing can be printed any more, for the sake of its record.
    """

    def __init__(self, *, patient: bool) -> None:
        self._patient = patient
        self._error: BrokenPipeError | StandardOutputError | None = None

    def write(self, text: str) -> None:
        """Print at once.

        Raises:
            BrokenPipeError: nobody reads it.
            StandardOutputError: it cannot be printed.
        """
        if self._error is None:
            try:
                write_out(text, flush=True)
            except (BrokenPipeError, StandardOutputError) as error:
                if not self._patient:
                    raise
                self._error = error

    def finish(self) -> None:
        """Tell of what could not be printed, as :meth:`write` does."""
        if self._error is not None:
            raise self._error


def _is_typed() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()
