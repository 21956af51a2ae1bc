"""Measured values with their limits, and the report of ``gpulife bench --online``."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Console


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value and its limit.

    Attributes:
        limit: the highest (or lowest) value allowed.
        unit: unit of value and limit.
        at_least: True if ``limit`` is the lowest value allowed, False if it is the highest.
        note: details of the measurement.
    """

    name: str
    value: float
    limit: float
    unit: str = ""
    at_least: bool = False
    note: str = ""

    @property
    def is_reached(self) -> bool:
        """True if the value is within its limit; a value of NaN is not."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    @property
    def verdict(self) -> str:
        """How the value compares with the limit, in words."""
        if self.is_reached:
            return "reached"
        if self.value != self.value:  # nothing was measured
            return "not measured"
        if not self.limit or not self.value:
            return f"missed by {abs(self.value - self.limit):,.4g}{self.unit and ' ' + self.unit}"
        ratio = self.limit / self.value if self.at_least else self.value / self.limit
        return f"missed: {ratio:,.2f} times the limit" if not self.at_least else f"missed: {1 / ratio:.0%} of the limit"


@dataclass(frozen=True, slots=True)
class OnlineReport:
    """The results of one run of ``gpulife bench --online``.

    Attributes:
        machine: processor, cores and operating system, in words.
        figures: the measured values.
        problems: one line for each measurement that failed.
    """

    machine: str
    figures: tuple[Figure, ...]
    problems: tuple[str, ...] = ()

    @property
    def is_good(self) -> bool:
        """True if every measurement succeeded and is within its limit."""
        return not self.problems and all(figure.is_reached for figure in self.figures)

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON values, with the verdicts."""
        figures = [asdict(figure) | {"verdict": figure.verdict} for figure in self.figures]
        return {"machine": self.machine, "figures": figures, "problems": list(self.problems)}


def print_figures(report: OnlineReport, out: Console) -> None:
    """Print a line for each value and each problem, and then how many values are within their limits."""
    out.print(f"machine  {report.machine}\n", soft_wrap=True)
    for each in report.figures:
        limit = f"{'at least' if each.at_least else 'at most'} {_number(each.limit)}"
        note = f" ({each.note})" if each.note else ""
        measured = f"{_number(each.value)} {each.unit}".strip()
        out.print(f"{each.name}: {measured}, {limit}: {each.verdict}{note}", soft_wrap=True, markup=False)
    for problem in report.problems:
        out.print(f"failed: {problem}", soft_wrap=True)
    kept = sum(each.is_reached for each in report.figures)
    out.print(f"\n{kept} of {len(report.figures)} values are within their limits", soft_wrap=True)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) or abs(value) >= 1000 else f"{value:,.3g}"


def percentile(values: Sequence[float], part: float) -> float:
    """Return the percentile ``part`` (0.95 for p95) of ``values``; NaN if there are no values."""
    if not values:
        return float("nan")
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]
