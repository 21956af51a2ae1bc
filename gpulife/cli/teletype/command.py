"""``gpulife teletype``: a game of LIFE-2 with its computers, its output and its record."""

import argparse
import sys
from pathlib import Path

from gpulife.cli.arg_types import chosen_seed, seat, seed, size, whole
from gpulife.cli.options import choice, declare, option
from gpulife.errors import BoardSizeError
from gpulife.printing import PatientOutput, StandardOutputError, say, write_out

_STATUS_INTERRUPTED = 130


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    declare(
        parser,
        description=(
            "LIFE-2 in the terminal, as on the Teletype of 1978: two players type places as column,row, which\n"
            "are not shown, three each at first and then one each a turn; the board is printed after both."
        ),
        epilog=(
            "examples:\n"
            "  gpulife teletype\n"
            "  gpulife teletype --second computer:3\n"
            "  gpulife teletype --variant coded < moves.txt\n\n"
            "In a file or pipe a line is a place: six for the opening (the first player's three come first), "
            "then two a\n"
            "turn. Places that are refused take another line."
        ),
        options={
            "": [
                choice(
                    "--variant",
                    ["printed", "coded"],
                    "printed: what both choose stays empty (default); coded: as the program of 1978 does",
                    default="printed",
                ),
                option("--first", "WHO", "person (default), or computer:1 to computer:4", type=seat, default=0),
                option("--second", "WHO", "likewise", type=seat, default=0),
                option("--size", "WxH", "cells of the board (default: 5x5, at most 99x99)", type=size),
                choice("--edges", ["dead", "torus"], "what lies beyond the board (default: dead)"),
                option("--seed", "N", "of the computer (default: another each time)", type=seed),
                option("--turns", "N", "end after so many", type=whole("turns", 1, 10**6)),
                option("--record", "FILE", "write the replay of the game, as far as it got", type=Path),
            ],
        },
    )


def run(arguments: argparse.Namespace) -> int:
    """Play a game and return the exit status.

    Raises:
        GpulifeError: an option that cannot be, or the input ends before the game does.
        SystemExit: on SIGTERM and SIGHUP.
    """
    import logging
    from contextlib import suppress
    from dataclasses import replace
    from functools import partial

    from gpulife.cli.teletype.game import TeletypeGame
    from gpulife.cli.teletype.line_reader import hidden_lines
    from gpulife.cli.teletype.printout import MAX_SIDE
    from gpulife.engines.cells.numpy_engine import NumpyEngine
    from gpulife.games.core.game_spec import ComputerSeat
    from gpulife.games.life2.spec import LIFE_2
    from gpulife.games.matches import new_match
    from gpulife.rules import Edges, parse_rule
    from gpulife.session.replay import write_replay
    from gpulife.session.session import Session
    from gpulife.storage.atomic_io import require_writable

    shape = arguments.size or LIFE_2.shape
    if max(shape) > MAX_SIDE:
        raise BoardSizeError(
            f"a board of {shape[1]}x{shape[0]} does not go on the paper: at most {MAX_SIDE}x{MAX_SIDE}"
        )
    law = parse_rule(LIFE_2.rule)
    rule = replace(law, edges=Edges(arguments.edges)) if arguments.edges else law
    seed = chosen_seed(arguments.seed)
    match = new_match(LIFE_2.name, rule, shape, seed, arguments.variant.upper())
    require_writable(arguments.record)
    levels = (arguments.first, arguments.second)
    computers = [
        LIFE_2.computer(ComputerSeat(seat=seat, level=level, seed=seed)) for seat, level in enumerate(levels) if level
    ]
    # A game out of a pipe goes on to its end for the sake of its record, even if nobody reads what is printed.
    patient = arguments.record is not None and not (sys.stdin and sys.stdin.isatty())
    output = PatientOutput()
    with NumpyEngine(parse_rule(match.rule), shape) as engine:
        session = Session(match, engine, computers, game=LIFE_2, budget=0)
        try:
            with hidden_lines() as read:
                write = output.write if patient else partial(write_out, flush=True)
                TeletypeGame(session, levels, read, write).play(arguments.turns)
        except (KeyboardInterrupt, SystemExit) as end:
            with suppress(BrokenPipeError, StandardOutputError):
                say("", flush=True)
            logging.getLogger(__name__).warning("the game was stopped: nobody has won")
            if isinstance(end, SystemExit):
                raise
            return _STATUS_INTERRUPTED
        finally:
            if arguments.record is not None:
                write_replay(arguments.record, session.recording())
    output.finish()
    return 0
