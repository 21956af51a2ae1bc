"""``gpulife bench --online`` with few people and little time: which figures there are, not their values."""

import io

from rich.console import Console

from gpulife.tools.online_bench.suite import QUICK, Amounts, measure_online

FEW = Amounts(
    matches=6,
    spectators=20,
    realtime_spectators=10,
    stopped=0.3,
    seconds=0.3,
    samples=2,
    rows=300,
    settling=0.1,
)


def test_everything_is_measured_in_one_run():
    report = measure_online(FEW, Console(file=io.StringIO()))
    assert report.problems == ()
    by_name = {figure.name: figure for figure in report.figures}
    assert all(figure.value == figure.value for figure in report.figures)  # all are numbers
    for name in (
        "delay of a player's own cursor",
        "clients disconnected by the server",
        "wrong copies repaired",
        "players seated in this match",
    ):
        assert [each.verdict for each in by_name.values() if name in each.name] != []
        assert all(each.is_reached for each in by_name.values() if name in each.name), name
    sizes = [figure for figure in report.figures if figure.unit == "bytes"]
    assert len(sizes) == 5
    assert all(figure.is_reached for figure in sizes)


def test_quick_run_has_the_same_numbers_of_people():
    full = Amounts()
    assert (QUICK.matches, QUICK.spectators) == (full.matches, full.spectators) == (100, 2000)
    assert QUICK.realtime_spectators == full.realtime_spectators == 1000
