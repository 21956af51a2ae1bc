"""The report of a benchmark: a table, JSON, and plots."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Column, Table

from gpulife.engines.memory import format_bytes
from gpulife.errors import OutputError
from gpulife.printing import STANDARD_OUTPUT, write_json
from gpulife.rich_console import PlainConsole, plain_table
from gpulife.rules import Rule, parse_rule
from gpulife.run_summary import speed
from gpulife.storage.atomic_io import atomic_write, require_writable
from gpulife.tools.measure import Figures

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The results of one run of ``gpulife bench``.

    Attributes:
        machine: processor, cores and operating system, in words.
        soup: density of the soup.
        settled: generations for which the soup settled before it was measured; 0 for a fresh soup.
        copy_bandwidth: bytes per second that the device reads and writes when it copies memory; None if not measured.
        figures: measurements of the engine on each board, the smallest board first.
        peers: measurements of other programs on the last of these boards.
        problems: one line for each failed measurement, with the reason.
    """

    machine: str
    soup: float
    settled: int
    copy_bandwidth: float | None
    figures: tuple[Figures, ...]
    peers: tuple[Figures, ...] = ()
    problems: tuple[str, ...] = ()

    def ratio(self, peer: Figures) -> float:
        """Return how many times as fast as ``peer`` (another program) the engine is."""
        return self.figures[-1].median / peer.median if peer.ratio is None else peer.ratio

    def share(self, figures: Figures) -> float | None:
        """Return the minimum share of the device's memory bandwidth that was used; None if unknown."""
        if self.copy_bandwidth is None or figures.bytes_a_second is None:
            return None
        return figures.bytes_a_second / self.copy_bandwidth


def as_json(report: Report) -> dict[str, Any]:
    """Return the report as JSON values for ``--json``, with the speeds, ratios and shares computed from it."""
    data = asdict(report)
    for figures, entry in zip(report.figures, data["figures"], strict=True):
        entry["generations_a_second"] = figures.generations_a_second
        entry["bytes_a_second"] = figures.bytes_a_second
        entry["share_of_copy_bandwidth"] = report.share(figures)
    for figures, entry in zip(report.peers, data["peers"], strict=True):
        entry["ratio"] = report.ratio(figures)
    return data


def print_report(report: Report, out: Console) -> None:
    """Print the report as text."""
    last = report.figures[-1]
    settled = f", settled for {report.settled:,} generations" if report.settled else ""
    lines = [
        f"machine  {report.machine}",
        f"engine   {last.contender} ({last.renderer})",
        f"board    {parse_rule(last.rule).law}, soup of density {report.soup:g}{settled}",
    ]
    if report.copy_bandwidth is not None:
        lines.append(f"copying  {format_bytes(report.copy_bandwidth)}/s, the bandwidth of the device's memory")
    out.print("\n".join(lines), soft_wrap=True)
    for table in (figures_table(report), *([peers_table(report)] if report.peers else [])):
        out.print("", table, sep="\n")
    for problem in report.problems:
        out.print(f"left out {problem}", soft_wrap=True)


def figures_table(report: Report) -> Table:
    """Return a table of the engine's speed, with one line per board."""
    numbers = ["cells/s", "spread", "generations/s", "moved/s", "of copying", "memory"]
    table = plain_table("board", numbers=numbers + ["fresh", "ratio"] * bool(report.settled))
    for figures in report.figures:
        moved = figures.bytes_a_second
        share = report.share(figures)
        table.add_row(
            f"{figures.columns}x{figures.rows}",
            _without_unit(figures.median),
            f"{(figures.fastest - figures.slowest) / figures.median:.0%}",
            f"{figures.generations_a_second:,.1f}",
            "" if moved is None else format_bytes(moved),
            "" if share is None else f"{share:.0%}",
            format_bytes(figures.memory),
            *(
                ()
                if figures.fresh is None
                else (_without_unit(figures.fresh), f"{figures.median / figures.fresh:.1f} x")
            ),
        )
    return table


def peers_table(report: Report) -> Table:
    """Return a table with one line for each other program: its speed, and how many times as fast the engine is."""
    table = plain_table(Column("peer", no_wrap=True), Column("board", no_wrap=True), numbers=("cells/s", "ratio"))
    table.add_column("of what", style="dim", no_wrap=True)
    for peer in report.peers:
        table.add_row(
            peer.contender,
            f"{peer.columns}x{peer.rows}",
            _without_unit(peer.median),
            f"{report.ratio(peer):,.1f} x",
            _of_what(peer, parse_rule(report.figures[-1].rule)),
        )
    return table


def _of_what(peer: Figures, measured: Rule) -> str:
    law = parse_rule(peer.rule).law
    other = "" if law == measured.law else f"{law}, "
    return f"{other}{peer.generations} generations" + ("" if peer.ratio is None else " by turns")


def write_result(path: Path | None, data: Mapping[str, Any], line: str) -> None:
    """Write ``data`` as JSON to ``path``, and print ``line``.

    If ``path`` is None, no JSON is written. If the JSON goes to standard output, ``line`` is not printed.
    """
    write_json(data, path)
    if path != STANDARD_OUTPUT:
        PlainConsole().print(line, soft_wrap=True)


def _without_unit(cells_per_second: float) -> str:
    return speed(cells_per_second).removesuffix("cells/s").strip()


# Plots as PNG, drawn by matplotlib (the extra ``plot``): speed by board and peer, and a stress test over time.

_SIZE = (9.0, 5.0)  # inches at 120 pixels each
_INK, _PEER = "#0072B2", "#999999"  # of Okabe and Ito


def require_files(json_file: Path | None, plot: Path | None) -> None:
    """Raise OutputError if the JSON file or the plot could not be written.

    Call this before anything is measured. A plot must be a PNG, and needs matplotlib.
    """
    require_writable(plot, None if json_file == STANDARD_OUTPUT else json_file)
    if plot is None:
        return
    if plot.suffix.lower() != ".png":
        raise OutputError(f"cannot write {plot}: the name of a plot should end with .png")
    try:
        import matplotlib.figure  # noqa: F401 - only to see if it is installed
    except ImportError:
        raise OutputError(
            f"cannot draw {plot}: matplotlib is missing; install it with: {sys.executable} -m pip install matplotlib"
        ) from None


def plot_report(report: Report, path: Path) -> None:
    """Plot the engine's speed on each board, if there are several, and other programs' speed, if measured."""
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
        charts.append((f"{title}, and other programs in the same run", bars))
    for axes, (heading, bars) in zip(figure.subplots(1, len(charts), squeeze=False)[0], charts, strict=True):
        _draw_bars(axes, bars)
        axes.set_title(heading)
    _save(figure, path)


def plot_stress(
    minutes: Sequence[float], speeds: Sequence[float], resident: Sequence[float], about: str, verdict: str, path: Path
) -> None:
    """Plot how the speed (cells per second) and the main memory (bytes) change over the minutes of a stress test."""
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
    names, speeds, colours = zip(*bars, strict=True)
    drawn = axes.barh(range(len(bars)), [speed / 1e9 for speed in speeds], color=colours)
    axes.set_yticks(range(len(bars)), names, fontsize=8)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("Gcells/s, logarithmic")
    axes.bar_label(drawn, [f"{speed / 1e9:.3g}" for speed in speeds], padding=3, fontsize=8)
    axes.margins(x=0.25)


def _figure(footer: str) -> "Figure":
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    figure = Figure(_SIZE, dpi=120, layout=ConstrainedLayoutEngine(rect=(0, 0.05, 1, 0.95)))
    figure.text(0.01, 0.01, footer, fontsize=8, color="#555555")
    return figure


def _save(figure: "Figure", path: Path) -> None:
    with atomic_write(path, "wb") as file:
        figure.savefig(file, format="png")
