"""A figure with its limit, and the report of all of them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Console


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that was measured.

    Attributes:
        name: what it is.
        value: what was measured.
        limit: what it should be at most, or at least.
        unit: unit of both.
        at_least: whether the limit is the lower one.
        note: how it was measured, where the name does not say it.
    """

    name: str
    value: float
    limit: float
    unit: str = ""
    at_least: bool = False
    note: str = ""

    @property
    def is_reached(self) -> bool:
        """Whether the value keeps its limit; nothing keeps one that is no number."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    @property
    def verdict(self) -> str:
        """Whether it is reached, or by how much it is not."""
        if self.is_reached:
            return "reached"
        if self.value != self.value:  # nothing was measured
            return "not measured"
        if not self.limit or not self.value:
            return f"missed by {abs(self.value - self.limit):,.4g}{self.unit and ' ' + self.unit}"
        ratio = self.limit / self.value if self.at_least else self.value / self.limit
        return f"missed: {ratio:,.2f} times the limit" if not self.at_least else f"missed: {1 / ratio:.0%} of it"


@dataclass(frozen=True, slots=True)
class OnlineReport:
    """The results of one call of ``gpulife bench --online``.

    Attributes:
        machine: processor, cores and operating system, in words.
        figures: what was measured.
        problems: a line for each measurement that broke.
    """

    machine: str
    figures: tuple[Figure, ...]
    problems: tuple[str, ...] = ()

    @property
    def is_good(self) -> bool:
        """Whether all was measured and every limit is kept."""
        return not self.problems and all(figure.is_reached for figure in self.figures)

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON has it, with the verdicts."""
        figures = [asdict(figure) | {"verdict": figure.verdict} for figure in self.figures]
        return {"machine": self.machine, "figures": figures, "problems": list(self.problems)}


def print_figures(report: OnlineReport, out: Console) -> None:
    """Print a line for each figure, and a verdict on all."""
    out.print(f"machine  {report.machine}\n", soft_wrap=True)
    for each in report.figures:
        limit = f"{'from' if each.at_least else 'up to'} {_number(each.limit)}"
        note = f" ({each.note})" if each.note else ""
        measured = f"{_number(each.value)} {each.unit}".strip()
        out.print(f"{each.name}: {measured}, {limit}: {each.verdict}{note}", soft_wrap=True, markup=False)
    for problem in report.problems:
        out.print(f"broke: {problem}", soft_wrap=True)
    kept = sum(each.is_reached for each in report.figures)
    out.print(f"\n{kept} of {len(report.figures)} figures reached", soft_wrap=True)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) or abs(value) >= 1000 else f"{value:,.3g}"


def percentile(values: Sequence[float], part: float) -> float:
    """Return the value below which ``part`` of the values lie, 0 to 1; NaN if there are none."""
    if not values:
        return float("nan")
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]
