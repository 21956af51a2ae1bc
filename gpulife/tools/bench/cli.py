"""What ``gpulife bench`` and ``gpulife stress`` make of their options, and what they show and write."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from gpulife.engines.memory import readable
from gpulife.errors import UsageError
from gpulife.log import NoticeHandler, attached
from gpulife.printing import write_out
from gpulife.progress import ProgressBar
from gpulife.rich_console import PlainConsole
from gpulife.rules import Edges, parse_rule
from gpulife.run_summary import speed
from gpulife.signals import stop_on_signals
from gpulife.storage.atomic_io import atomic_write, require_writable
from gpulife.tools.bench.command import measure_all
from gpulife.tools.bench.measure import Plan
from gpulife.tools.bench.peers import Heat
from gpulife.tools.bench.plot import plot_report, plot_stress, require_plotting
from gpulife.tools.bench.report import Report, as_json, figures_table, peers_table
from gpulife.tools.bench.stress import StressLog, open_for_stress, stress

_SHOWN = Path("-")
_STATUS_FAILED = 1


def bench(arguments: argparse.Namespace) -> int:
    """Do ``gpulife bench`` and return the exit status.

    Raises:
        GpulifeError: an option is wrong, or a file cannot be written; nothing was measured then.
    """
    if arguments.record and not arguments.window:
        raise UsageError("--record is for --window: engines are not filmed")
    if arguments.scenes:
        return _bench_scenes(arguments)
    if arguments.window:
        return _bench_window(arguments)
    _require_files(arguments)
    plan = Plan(
        density=arguments.soup,
        seed=arguments.seed,
        generations=arguments.generations,
        seconds=arguments.seconds,
        settled=arguments.settled or 0,
    )
    heat = Heat(
        contender=arguments.engine,
        rule=arguments.rule,
        plan=plan,
        tune=not arguments.no_tune,
        memory=arguments.memory,
    )
    report = measure_all(heat, arguments.size, PlainConsole(stderr=True), peers=arguments.peers)
    if arguments.plot is not None:
        plot_report(report, arguments.plot)
    _write_json(arguments.json, as_json(report))
    if arguments.json != _SHOWN:
        _show(report, PlainConsole())
    return 0


def _bench_window(arguments: argparse.Namespace) -> int:
    from gpulife.window.window_bench import MIN_RECORDED, measure_window

    if arguments.size or arguments.peers or arguments.settled or arguments.plot:
        raise UsageError("--window measures the window alone; --size, --peers, --settled and --plot are for engines")
    if arguments.record and arguments.frames < MIN_RECORDED:
        raise UsageError(f"--record compares spells of the same run: give --frames {MIN_RECORDED} or more")
    figures = measure_window(arguments.frames, film=arguments.record)
    _write_result(arguments.json, asdict(figures), figures.line)
    return 0


def _bench_scenes(arguments: argparse.Namespace) -> int:
    """Change scenes and return the exit status: 0 if memory stayed flat, else 1."""
    from gpulife.window.art.scene_soak import measure_scenes

    if arguments.size or arguments.peers or arguments.settled or arguments.plot or arguments.window:
        raise UsageError("--scenes measures the display alone; --size, --peers, --settled, --plot and --window do not")
    progress = PlainConsole(stderr=True)
    with stop_on_signals() as stop, ProgressBar(progress, "changing scenes", arguments.scenes) as bar:

        def tell(changes: int) -> bool:
            bar.update(changes)
            return stop.signal is None

        figures = measure_scenes(arguments.scenes, tell)
    _write_result(arguments.json, {**asdict(figures), "growth": figures.growth, "passed": figures.passed}, figures.line)
    return stop.exit_status or (0 if figures.passed else _STATUS_FAILED)


def stress_command(arguments: argparse.Namespace) -> int:
    """Do ``gpulife stress`` and return the exit status: 0 if all was right, that of the signal that ended it, or 1."""
    _require_files(arguments)
    out, progress = PlainConsole(), PlainConsole(stderr=True)
    rule = parse_rule(arguments.rule)
    edges = Edges(arguments.edges) if arguments.edges else None
    size = arguments.size or rule.size
    with (
        attached(NoticeHandler()),
        open_for_stress(
            arguments.engine, rule, size, edges, tune=not arguments.no_tune, memory=arguments.memory
        ) as engine,
    ):
        shape = engine.shape
        about = f"{shape[1]}x{shape[0]} {engine.rule.law} on {engine.name} ({engine.renderer})"
        if arguments.json != _SHOWN:
            out.print(f"board    {about}, {readable(engine.memory_needed(shape, engine.rule.species))}", soft_wrap=True)
        columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        with (
            stop_on_signals() as stop,
            Progress(*columns, console=progress, transient=True, disable=not progress.is_terminal) as bar,
        ):
            task = bar.add_task("soup", total=1.0)

            def tell(log: StressLog, over: float) -> None:
                words = f"{log.checks} windows right, {speed(log.speeds[-1])}, {readable(log.resident[-1])}"
                bar.update(task, completed=over, description=words)

            log = stress(engine, arguments.hours * 3600, arguments.seed, lambda: stop.signal is not None, tell)
    if arguments.plot is not None:
        plot_stress(log.minutes, log.speeds, log.resident, about, log.verdict, arguments.plot)
    data = {"board": about, "verdict": log.verdict, "passed": log.passed, **asdict(log)}
    _write_result(arguments.json, data, f"verdict  {log.verdict}")
    if not log.passed:
        return _STATUS_FAILED
    return stop.exit_status if log.interrupted else 0


def _require_files(arguments: argparse.Namespace) -> None:
    """Find out early whether what was asked for can be written."""
    for path in (arguments.json, arguments.plot):
        if path not in (None, _SHOWN):
            require_writable(path)
    if arguments.plot is not None:
        require_plotting(arguments.plot)


def _show(report: Report, out: Console) -> None:
    last = report.figures[-1]
    settled = f", settled for {report.settled:,} generations" if report.settled else ""
    lines = [
        f"machine  {report.machine}",
        f"engine   {last.contender} ({last.renderer})",
        f"board    {parse_rule(last.rule).law}, soup of density {report.soup:g}{settled}",
    ]
    if report.copy_bandwidth is not None:
        lines.append(f"copying  {readable(report.copy_bandwidth)}/s through the device's memory")
    out.print("\n".join(lines), soft_wrap=True)
    for table in (figures_table(report), *([peers_table(report)] if report.peers else [])):
        out.print("", table, sep="\n")
    for problem in report.problems:
        out.print(f"left out {problem}", soft_wrap=True)


def _write_result(path: Path | None, data: Mapping[str, Any], line: str) -> None:
    """Write the data as JSON if somebody wants it, and show a line about them if that was not shown instead."""
    _write_json(path, data)
    if path != _SHOWN:
        PlainConsole().print(line, soft_wrap=True)


def _write_json(path: Path | None, data: Mapping[str, Any]) -> None:
    if path is None:
        return
    text = json.dumps(data, indent=2) + "\n"
    if path == _SHOWN:
        write_out(text)
        return
    with atomic_write(path, "w") as file:
        file.write(text)
