"""The report of a benchmark, as a table for people and as JSON."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Column, Table

from gpulife.engines.memory import format_bytes
from gpulife.printing import STANDARD_OUTPUT, write_json
from gpulife.rich_console import PlainConsole, plain_table
from gpulife.rules import parse_rule
from gpulife.run_summary import speed
from gpulife.tools.bench.measure import Figures


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The results of one call of ``gpulife bench``.

    Attributes:
        machine: processor, cores and operating system, in words.
        soup: density of the soup.
        settled: number of generations in which the soup settled before it was measured; 0 for a fresh soup.
        copy_bandwidth: bytes a second that the device moves when it copies; None if it was not measured.
        figures: figures of the engine, one for each board, the smallest first.
        peers: figures of the peers on the last of these boards.
        problems: a line for each measurement that failed, with the reason.
    """

    machine: str
    soup: float
    settled: int
    copy_bandwidth: float | None
    figures: tuple[Figures, ...]
    peers: tuple[Figures, ...] = ()
    problems: tuple[str, ...] = ()

    def ratio(self, peer: Figures) -> float:
        """Return the engine's cells a second divided by those of ``peer``."""
        return self.figures[-1].median / peer.median

    def share(self, figures: Figures) -> float | None:
        """Return the smallest part of the device's bandwidth that a contender must have used; None where unknown."""
        if self.copy_bandwidth is None or figures.bytes_a_second is None:
            return None
        return figures.bytes_a_second / self.copy_bandwidth


def as_json(report: Report) -> dict[str, Any]:
    """Return the report with speeds, ratios and shares computed from it, for ``--json``."""
    data = asdict(report)
    for figures, entry in zip(report.figures, data["figures"], strict=True):
        entry["generations_a_second"] = figures.generations_a_second
        entry["bytes_a_second"] = figures.bytes_a_second
        entry["share_of_copy_bandwidth"] = report.share(figures)
    for figures, entry in zip(report.peers, data["peers"], strict=True):
        entry["ratio"] = report.ratio(figures)
    return data


def print_report(report: Report, out: Console) -> None:
    """Print the report for people."""
    last = report.figures[-1]
    settled = f", settled for {report.settled:,} generations" if report.settled else ""
    lines = [
        f"machine  {report.machine}",
        f"engine   {last.contender} ({last.renderer})",
        f"board    {parse_rule(last.rule).law}, soup of density {report.soup:g}{settled}",
    ]
    if report.copy_bandwidth is not None:
        lines.append(f"copying  {format_bytes(report.copy_bandwidth)}/s through the device's memory")
    out.print("\n".join(lines), soft_wrap=True)
    for table in (figures_table(report), *([peers_table(report)] if report.peers else [])):
        out.print("", table, sep="\n")
    for problem in report.problems:
        out.print(f"left out {problem}", soft_wrap=True)


def figures_table(report: Report) -> Table:
    """Make a table with one line a board."""
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
    """Make a table with one line a peer, and how many times as fast the engine is."""
    table = plain_table(Column("peer", no_wrap=True), Column("board", no_wrap=True), numbers=("cells/s", "ratio"))
    table.add_column("of what", style="dim", no_wrap=True)
    for peer in report.peers:
        table.add_row(
            peer.contender,
            f"{peer.columns}x{peer.rows}",
            _without_unit(peer.median),
            f"{report.ratio(peer):,.1f} x",
            f"{parse_rule(peer.rule).law}, {peer.generations} generations a round",
        )
    return table


def write_result(path: Path | None, data: Mapping[str, Any], line: str) -> None:
    """Write the data as JSON if there is a path for it, and print a line about them unless the JSON was printed."""
    write_json(data, path)
    if path != STANDARD_OUTPUT:
        PlainConsole().print(line, soft_wrap=True)


def _without_unit(cells_per_second: float) -> str:
    """Format a speed without its unit, which is in the heading."""
    return speed(cells_per_second).removesuffix("cells/s").strip()
