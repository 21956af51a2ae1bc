"""Plots as PNG, of speed over boards and peers and of a stress test over time, by matplotlib (the extra ``plot``)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpulife.bench.measure import Figures
from gpulife.bench.report import Report
from gpulife.errors import OutputError
from gpulife.files import atomic_write
from gpulife.rules import parse_rule

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SIZE = (9.0, 5.0)  # inches at 120 pixels each
_INK, _PEER = "#0072B2", "#999999"  # of Okabe and Ito


def require_plotting(path: Path) -> None:
    """Raise OutputError unless ``path`` is a PNG and matplotlib is installed; before anything long begins."""
    if path.suffix.lower() != ".png":
        raise OutputError(f"cannot write {path}: the name of a plot should end with .png")
    try:
        import matplotlib.figure  # noqa: F401 - only whether it is there
    except ImportError:
        raise OutputError(
            f"cannot draw {path}: matplotlib is missing; install it with: {sys.executable} -m pip install matplotlib"
        ) from None


def plot_report(report: Report, path: Path) -> None:
    """Draw the speed over boards if there are several, and over peers if there are any."""
    figure = _figure(f"{report.machine}; {report.figures[-1].renderer}")
    parts = (len(report.figures) > 1 or not report.peers) + bool(report.peers)
    axes = list(figure.subplots(1, parts, squeeze=False)[0])
    last = report.figures[-1]
    if len(report.figures) > 1 or not report.peers:
        names = [f"{each.columns}x{each.rows}" for each in report.figures]
        boards = axes.pop(0)
        _bars(boards, names, [each.median for each in report.figures], [_INK] * len(names))
        boards.set_title(_title(report, last))
    if report.peers:
        everybody = [last, *report.peers]
        labels = [f"{each.contender}\n{each.columns}x{each.rows}" for each in everybody]
        peers = axes.pop(0)
        _bars(peers, labels, [each.median for each in everybody], [_INK] + [_PEER] * len(report.peers))
        peers.set_title(f"{_title(report, last)}, and peers in the same run")
    _save(figure, path)


def plot_stress(
    minutes: Sequence[float], speeds: Sequence[float], resident: Sequence[float], about: str, verdict: str, path: Path
) -> None:
    """Draw cells a second and bytes of main memory over minutes."""
    figure = _figure(verdict)
    rate, memory = figure.subplots(2, 1, sharex=True)
    rate.plot(minutes, [value / 1e9 for value in speeds], color=_INK)
    rate.set_ylabel("Gcells/s")
    rate.set_ylim(0, 1.1e-9 * max(speeds))
    rate.set_title(about, fontsize=10)
    memory.plot(minutes, [value / 2**20 for value in resident], color="#D55E00")
    memory.set_ylabel("MiB of main memory")
    memory.set_ylim(0, 1.3 * max(resident) / 2**20)
    memory.set_xlabel("minutes")
    _save(figure, path)


def _bars(axes: Any, names: Sequence[str], speeds: Sequence[float], colours: Sequence[str]) -> None:
    places = range(len(names))
    bars = axes.barh(places, [value / 1e9 for value in speeds], color=colours)
    axes.set_yticks(places, names, fontsize=8)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("Gcells/s, logarithmic")
    axes.bar_label(bars, [f"{value / 1e9:.3g}" for value in speeds], padding=3, fontsize=8)
    axes.margins(x=0.25)


def _title(report: Report, figures: Figures) -> str:
    return f"{parse_rule(figures.rule).law}, {figures.contender} engine" + ", settled" * bool(report.settled)


def _figure(footer: str) -> Figure:
    """Make an empty picture with a small line at its foot."""
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    figure = Figure(_SIZE, dpi=120, layout=ConstrainedLayoutEngine(rect=(0, 0.05, 1, 0.95)))
    figure.text(0.01, 0.01, footer, fontsize=8, color="#555555")
    return figure


def _save(figure: Figure, path: Path) -> None:
    with atomic_write(path, "wb") as file:
        figure.savefig(file, format="png")
