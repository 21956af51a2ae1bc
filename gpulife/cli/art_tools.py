"""The commands ``gpulife art --report``, ``--install`` and ``--uninstall``."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Table

from gpulife.art.install import InstallError, display_command, install, run_systemctl, uninstall
from gpulife.art.playlist import Programme
from gpulife.art.soak_report import ArtReport, OpenBout, play
from gpulife.engines.factory import lend_engines
from gpulife.printing import printable, say, write_out
from gpulife.progress import ProgressBar
from gpulife.signals import stop_on_signals

_MAX_MINUTES_NAMED = 10
_NOT_KEPT = ("--install", "--debug")


def art_install(arguments: argparse.Namespace, require_showable: Callable[[argparse.Namespace], None]) -> int:
    """Start the display at every log-in with the options that are given now, or do so no longer.

    Args:
        arguments: of the command line.
        require_showable: raises GpulifeError if the display would refuse them.

    Raises:
        GpulifeError: the options contradict each other, there is no such programme, or the files cannot be written.
    """
    if arguments.install and (arguments.uninstall or arguments.report):
        other = "--uninstall" if arguments.uninstall else "--report"
        raise InstallError(f"--install cannot go with {other}: give one of them")
    if arguments.uninstall:
        lines = uninstall(run_systemctl)
    else:
        require_showable(arguments)
        lines = install(display_command(kept_arguments(arguments.argv, arguments.programme)), run_systemctl)
    say(*lines)
    return 0


def kept_arguments(argv: Sequence[str], programme: str | None) -> list[str]:
    """Return the arguments to start the display with at log-in; a programme's file by its absolute path."""
    kept = [each for each in argv if each not in _NOT_KEPT]
    if programme is not None and programme.lower().endswith(".toml"):
        kept[kept.index(programme)] = os.path.abspath(os.path.expanduser(programme))  # noqa: PTH100, PTH111
    return kept


def art_report(
    arguments: argparse.Namespace,
    programmes: Sequence[Programme],
    console: Console,
    progress: Console,
    open_bout: OpenBout,
) -> int:
    """Play programmes, print what became of each, and return the exit status.

    Args:
        arguments: of the command line.
        programmes: to play.
        console: for the tables.
        progress: for what shows how far it is.
        open_bout: see ``report.play``.

    Raises:
        GpulifeError: something of the options is wrong.
    """
    seconds, seed = arguments.hours * 3600, 1 if arguments.seed is None else arguments.seed
    reports = []
    with stop_on_signals() as stop, lend_engines(arguments.engine) as open_engine:
        for programme in programmes:
            if stop.signal is not None:
                break
            with ProgressBar(progress, f"playing {programme.name}", int(seconds)) as bar:

                def advance(played: float, bar: ProgressBar = bar) -> bool:
                    bar.update(int(played))
                    return stop.signal is None

                reports.append(play(programme, seconds, seed, open_engine, open_bout, advance))
            if not arguments.json:
                print_report(reports[-1], console, interrupted=stop.signal is not None)
    if arguments.json:
        shown = [report_as_json(report, interrupted=report.seconds < seconds) for report in reports]
        is_one = arguments.programme is not None or arguments.scene is not None
        write_out(json.dumps(shown[0] if is_one else shown, indent=2) + "\n")
    return stop.exit_status or int(any(report.still for report in reports))


def print_report(report: ArtReport, console: Console, *, interrupted: bool = False) -> None:
    """Print a report as a table with a verdict."""
    table = Table(
        title=printable(report.programme), title_justify="left", box=None, header_style="bold", pad_edge=False
    )
    table.add_column("scene", no_wrap=True)
    for heading in ("minutes", "shown", "generations", "wild", "reseeds", "least change"):
        table.add_column(heading, justify="right", no_wrap=True)
    for scene in report.scenes:
        table.add_row(
            printable(scene.scene),
            f"{scene.seconds / 60:.1f}",
            str(scene.showings),
            f"{scene.generations:,}",
            str(scene.interventions),
            str(scene.reseeds),
            "-" if scene.least is None else f"{scene.least:.3%}",
        )
    console.print(table)
    if interrupted:
        console.print(f"interrupted after {report.seconds / 3600:.2f} hours", soft_wrap=True)
    console.print(verdict(report), soft_wrap=True)


def verdict(report: ArtReport) -> str:
    """Say in one line that no minute was without change, or which were."""
    if not report.minutes:
        return "no whole minute was played: nothing is known"
    if not report.still:
        return f"no minute without change in {report.minutes}"
    named = [f"{minute // 60}:{minute % 60:02} ({scenes})" for minute, scenes in report.still[:_MAX_MINUTES_NAMED]]
    more = len(report.still) - len(named)
    return (
        f"{len(report.still)} of {report.minutes} minutes without change: {', '.join(named)}"
        + (f" and {more} more" if more else "")
    )  # fmt: skip


def report_as_json(report: ArtReport, *, interrupted: bool) -> dict[str, Any]:
    """Return the report as JSON values."""
    return {
        "programme": report.programme,
        "seed": report.seed,
        "seconds": report.seconds,
        "interrupted": interrupted,
        "scenes": [asdict(scene) for scene in report.scenes],
        "minutes": report.minutes,
        "still_minutes": [{"minute": minute, "scenes": scenes} for minute, scenes in report.still],
        "verdict": verdict(report),
    }
