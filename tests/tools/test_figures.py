"""Verdicts of figures, and the report of ``gpulife bench --online``."""

import io
import math

import pytest
from rich.console import Console

from gpulife.tools.online_bench.figures import Figure, OnlineReport, percentile, print_figures


@pytest.mark.parametrize(
    ("figure", "verdict"),
    [
        (Figure("a", 2.0, 2.0), "reached"),
        (Figure("a", 3.0, 2.0), "missed: 1.50 times the limit"),
        (Figure("a", 3.0, 0.0, "messages"), "missed by 3 messages"),
        (Figure("a", 100.0, 100.0, at_least=True), "reached"),
        (Figure("a", 80.0, 100.0, at_least=True), "missed: 80% of the limit"),
        (Figure("a", 0.0, 100.0, at_least=True), "missed by 100"),
        (Figure("a", math.nan, 2.0), "not measured"),
        (Figure("a", math.nan, 2.0, at_least=True), "not measured"),
    ],
)
def test_verdicts(figure, verdict):
    assert figure.verdict == verdict
    assert figure.is_reached == (verdict == "reached")


def test_report_is_good_only_if_all_figures_are():
    good, bad = Figure("a", 1, 2), Figure("b", 3, 2)
    assert OnlineReport("here", (good,)).is_good
    assert not OnlineReport("here", (good, bad)).is_good
    assert not OnlineReport("here", (good,), ("it broke",)).is_good
    out = io.StringIO()
    print_figures(OnlineReport("here", (good, bad), ("it broke",)), Console(file=out, width=100))
    assert "1 of 2 values are within their limits" in out.getvalue()
    assert "failed: it broke" in out.getvalue()


def test_percentiles():
    assert percentile(range(100), 0.99) == 99
    assert percentile([5.0], 0.5) == 5.0
    assert math.isnan(percentile([], 0.5))
