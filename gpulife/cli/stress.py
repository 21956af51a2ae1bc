"""``gpulife stress``: run the largest universe that fits into memory, for hours, and check it with numpy."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from gpulife.cli.on_ranks import on_ranks
from gpulife.cli.options import (
    ENGINE,
    MASSIVE_BOARD_OPTIONS,
    MEASURED_RULE,
    RANKS,
    TORUS_OR_DEAD,
    CommandLine,
    count,
    json_file,
    number,
    option,
    seed,
    square_or_size,
)
from gpulife.printing import STANDARD_OUTPUT

if TYPE_CHECKING:
    from gpulife.ranks.world import World

COMMAND_LINE = CommandLine(
    description=(
        "Run the largest universe that fits into memory for hours, disturb it at random, and compare\n"
        "random parts of it (windows) with what numpy computes. The exit status is 0 if every cell was\n"
        "right and memory did not grow, else 1."
    ),
    epilog=(
        "examples:\n"
        "  gpulife stress --hours 8 --plot night.png --json night.json\n"
        "  gpulife stress --ranks 2 --size 131072 --windows 64 --hours 0.05"
    ),
    options={
        "": [
            option(
                "--hours",
                "H",
                "hours to run (default: 1)",
                type=number(float, 0.0001, 10000, "a number of hours from 0.0001 to 10000"),
                default=1.0,
            ),
            option(
                "--size",
                "N|WxH",
                "size of the board in cells (default: the largest that fits into memory)",
                type=square_or_size,
            ),
            MEASURED_RULE,
            TORUS_OR_DEAD,
            ENGINE,
            RANKS,
            *MASSIVE_BOARD_OPTIONS,
            option(
                "--windows",
                "N",
                "windows to compare at a time (default: 1); take more if a generation takes long",
                type=count("windows", 1, 1000),
                default=1,
            ),
            option("--seed", "N", "seed of all random choices (default: 1)", type=seed, default=1),
            json_file("write the log as JSON to FILE; without FILE, print JSON instead of the verdict"),
            option("--plot", "FILE.png", "save a plot of speed and memory over time (needs matplotlib)", type=Path),
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Run the board, on several ranks if requested, and return the exit status: see :func:`_run`."""
    return on_ranks(arguments, _run)


def _run(arguments: argparse.Namespace, world: "World | None") -> int:
    """Run the board and return the exit status.

    The exit status is 0 if all cells were right and memory did not grow. Otherwise it is 1, or 128 plus the number of
    the signal that ended the run.
    """
    from dataclasses import asdict

    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from gpulife.engines.memory import format_bytes
    from gpulife.log import NoticeHandler, attached
    from gpulife.rich_console import PlainConsole
    from gpulife.rules import Edges, parse_rule
    from gpulife.run_summary import speed
    from gpulife.signals import stop_on_signals
    from gpulife.tools.bench_report import plot_stress, require_files, write_result
    from gpulife.tools.stress import StressLog, open_for_stress, stress

    require_files(arguments.json, arguments.plot)
    out, progress = PlainConsole(), PlainConsole(stderr=True)
    rule = parse_rule(arguments.rule)
    edges = Edges(arguments.edges) if arguments.edges else None
    with (
        attached(NoticeHandler()),
        open_for_stress(
            arguments.engine,
            rule,
            arguments.size or rule.size,
            edges,
            tune=not arguments.no_tune,
            memory=arguments.memory,
            world=world,
        ) as engine,
    ):
        shape = engine.shape
        about = f"{shape[1]}x{shape[0]} {engine.rule.law} on {engine.name} ({engine.renderer})"
        if arguments.json != STANDARD_OUTPUT:
            out.print(
                f"board    {about}, {format_bytes(engine.memory())}",
                soft_wrap=True,
            )
        with (
            stop_on_signals() as stop,
            Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TimeRemainingColumn(),
                console=progress,
                transient=True,
                disable=not progress.is_terminal,
            ) as bar,
        ):
            task = bar.add_task("soup", total=1.0)

            def report_progress(log: StressLog, done: float) -> None:
                bar.update(
                    task,
                    completed=done,
                    description=f"{log.checks} parts of the board checked without error, {speed(log.speeds[-1])}, "
                    f"{format_bytes(log.resident[-1])} of memory",
                )

            log = stress(
                engine,
                arguments.hours * 3600,
                arguments.seed,
                lambda: stop.signal is not None,
                report_progress,
                windows=arguments.windows,
            )
    if arguments.plot is not None:
        plot_stress(log.minutes, log.speeds, log.resident, about, log.verdict, arguments.plot)
    write_result(
        arguments.json,
        {"board": about, "verdict": log.verdict, "passed": log.passed, **asdict(log)},
        f"verdict  {log.verdict}",
    )
    if log.interrupted and (log.passed or not log.checks):
        return stop.exit_status
    return 0 if log.passed else 1
