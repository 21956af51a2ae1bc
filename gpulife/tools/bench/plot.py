"""Plots as PNG, of speed over boards and peers and of a stress test over time, by matplotlib (the extra ``plot``)."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpulife.errors import OutputError
from gpulife.printing import STANDARD_OUTPUT
from gpulife.rules import parse_rule
from gpulife.storage.atomic_io import atomic_write, require_writable
from gpulife.tools.bench.report import Report

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SIZE = (9.0, 5.0)  # inches at 120 pixels each
_INK, _PEER = "#0072B2", "#999999"  # of Okabe and Ito


def require_files(json_file: Path | None, plot: Path | None) -> None:
    """Raise OutputError if the JSON or the plot cannot be written, before anything is measured.

    A plot is a PNG, and needs matplotlib.
    """
    require_writable(plot, None if json_file == STANDARD_OUTPUT else json_file)
    if plot is None:
        return
    if plot.suffix.lower() != ".png":
        raise OutputError(f"cannot write {plot}: the name of a plot should end with .png")
    try:
        import matplotlib.figure  # noqa: F401 - only whether it is there
    except ImportError:
        raise OutputError(
            f"cannot draw {plot}: matplotlib is missing; install it with: {sys.executable} -m pip install matplotlib"
        ) from None


def plot_report(report: Report, path: Path) -> None:
    """Draw the speed over boards if there are several, and over peers if there are any."""
    figure = _figure(f"{report.machine}; {report.figures[-1].renderer}")
    last = report.figures[-1]
    title = f"{parse_rule(last.rule).law}, {last.contender} engine" + ", settled" * bool(report.settled)
    charts = []
    if len(report.figures) > 1 or not report.peers:
        charts.append(
            (title, [(f"{figures.columns}x{figures.rows}", figures.median, _INK) for figures in report.figures])
        )
    if report.peers:
        colours = [_INK] + [_PEER] * len(report.peers)
        bars = [
            (f"{figures.contender}\n{figures.columns}x{figures.rows}", figures.median, colour)
            for figures, colour in zip([last, *report.peers], colours, strict=True)
        ]
        charts.append((f"{title}, and peers in the same run", bars))
    for axes, (heading, bars) in zip(figure.subplots(1, len(charts), squeeze=False)[0], charts, strict=True):
        _draw_bars(axes, bars)
        axes.set_title(heading)
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


def _draw_bars(axes: Any, bars: Sequence[tuple[str, float, str]]) -> None:
    """Draw a bar for each name, number of cells a second and colour."""
    names, speeds, colours = zip(*bars, strict=True)
    drawn = axes.barh(range(len(bars)), [speed / 1e9 for speed in speeds], color=colours)
    axes.set_yticks(range(len(bars)), names, fontsize=8)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("Gcells/s, logarithmic")
    axes.bar_label(drawn, [f"{speed / 1e9:.3g}" for speed in speeds], padding=3, fontsize=8)
    axes.margins(x=0.25)


def _figure(footer: str) -> "Figure":
    """Make an empty picture with a small line at its foot."""
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    figure = Figure(_SIZE, dpi=120, layout=ConstrainedLayoutEngine(rect=(0, 0.05, 1, 0.95)))
    figure.text(0.01, 0.01, footer, fontsize=8, color="#555555")
    return figure


def _save(figure: "Figure", path: Path) -> None:
    with atomic_write(path, "wb") as file:
        figure.savefig(file, format="png")
