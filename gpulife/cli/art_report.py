"""``gpulife art --report``: how lively programmes stay over hours of the display's time."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Column

from gpulife.art.playlist import Programme
from gpulife.art.soak_report import ArtReport, OpenMatch, play
from gpulife.engines.factory import shared_device_engines
from gpulife.printing import printable, write_json
from gpulife.rich_console import PlainConsole, ProgressBar, plain_table
from gpulife.signals import stop_on_signals

_MAX_LISTED_MINUTES = 10


def art_report(arguments: argparse.Namespace, programmes: Sequence[Programme], open_match: OpenMatch) -> int:
    """Play programmes, print a report of each, and return the exit status.

    Args:
        arguments: parsed arguments of ``gpulife art``.
        programmes: programmes to play.
        open_match: see :func:`gpulife.art.soak_report.play`.

    Raises:
        GpulifeError: the engine cannot run here, or a scene cannot be played.
    """
    console, progress = PlainConsole(), PlainConsole(stderr=True)
    seconds, seed = arguments.hours * 3600, 1 if arguments.seed is None else arguments.seed
    reports = []
    with stop_on_signals() as stop, shared_device_engines(arguments.engine) as open_engine:
        for programme in programmes:
            if stop.signal is not None:
                break
            with ProgressBar(progress, f"playing {programme.name}", int(seconds)) as bar:

                def keep_going(played: float, bar: ProgressBar = bar) -> bool:
                    bar.update(int(played))
                    return stop.signal is None

                reports.append(play(programme, seconds, seed, open_engine, open_match, keep_going))
            if not arguments.json:
                print_report(reports[-1], console, interrupted=stop.signal is not None)
    if arguments.json:
        values = [report_as_json(report, interrupted=report.seconds < seconds) for report in reports]
        is_one = arguments.programme is not None or arguments.scene is not None
        write_json(values[0] if is_one else values)
    return stop.exit_status or int(any(report.still for report in reports))


def print_report(report: ArtReport, console: Console, *, interrupted: bool = False) -> None:
    """Print a report as a table with a verdict."""
    numbers = ("minutes", "shown", "generations", "wild", "reseeds", "least change")
    table = plain_table(Column("scene", no_wrap=True), numbers=numbers, title=printable(report.programme))
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
    """Return one line that says whether there were minutes without change, and which."""
    if not report.minutes:
        return "no whole minute was played: nothing is known"
    if not report.still:
        return f"no minute without change in {report.minutes}"
    named = [f"{minute // 60}:{minute % 60:02} ({scenes})" for minute, scenes in report.still[:_MAX_LISTED_MINUTES]]
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
