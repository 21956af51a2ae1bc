"""The display's log: bounded, one line an event, harmless when the disk is full; and frame times."""

import re
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpulife.art.log import ArtLog, FrameTimes, HourlyFrameTimes


def now():
    return datetime(2026, 5, 1, 22, 30, 5, tzinfo=UTC)


def test_an_event_is_a_line_with_its_time(tmp_path):
    log = ArtLog(tmp_path / "made" / "art.log", now)
    log.write("scene 'Tides' begins")
    log.write("a monitor called\nA\tB\udcff ends")
    lines = log.path.read_text().splitlines()
    assert len(lines) == 2
    assert all(re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d ", line) for line in lines)
    assert datetime.fromisoformat(lines[0][:25]) == now()
    assert lines[0][26:] == "scene 'Tides' begins"
    assert lines[1][26:] == "a monitor called\\nA\\tB\\udcff ends"


def test_files_are_bounded_in_size_and_number(tmp_path):
    log = ArtLog(tmp_path / "art.log", now, most_bytes=1000, old_files=3)
    for number in range(300):
        log.write(f"event {number:05}")
    names = ["art.log", "art.log.1", "art.log.2", "art.log.3"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert all((tmp_path / name).stat().st_size <= 1000 for name in names)
    kept = "".join((tmp_path / name).read_text() for name in reversed(names))
    numbers = [int(number) for number in re.findall(r"event (\d+)", kept)]
    assert numbers == list(range(numbers[0], 300))
    assert len(numbers) > 75


def test_without_old_files_it_begins_anew(tmp_path):
    log = ArtLog(tmp_path / "art.log", now, most_bytes=200, old_files=0)
    for number in range(50):
        log.write(f"event {number}")
    assert [path.name for path in tmp_path.iterdir()] == ["art.log"]
    assert "event 49" in log.path.read_text()
    assert log.path.stat().st_size <= 200


def test_what_is_there_is_gone_on_with(tmp_path):
    for _ in range(2):
        ArtLog(tmp_path / "art.log", now).write("begins")
    assert len((tmp_path / "art.log").read_text().splitlines()) == 2


def test_lines_that_cannot_be_written_are_counted(tmp_path):
    log = ArtLog(tmp_path / "folder" / "art.log", now)
    (tmp_path / "folder").write_text("a file is in the way")
    log.write("one")
    log.write("two")
    (tmp_path / "folder").unlink()
    log.write("three")
    log.write("four")
    lines = [line[26:] for line in log.path.read_text().splitlines()]
    assert lines == ["(2 lines before this one could not be written)", "three", "four"]


def test_a_line_is_never_long(tmp_path):
    log = ArtLog(tmp_path / "art.log", now)
    log.write("x" * 1_000_000)
    assert log.path.stat().st_size < 2100


@given(st.lists(st.floats(1e-4, 100), min_size=1, max_size=300), st.sampled_from([0.5, 0.9, 0.99]))
def test_percentiles_are_numpys(seconds, part):
    times = FrameTimes()
    for each in seconds:
        times.add(each)
    exact = float(np.percentile(seconds, 100 * part, method="inverted_cdf"))
    assert times.percentile(part) == pytest.approx(exact, rel=0.021)
    assert times.worst == max(seconds)


def test_no_time_is_out_of_bounds_and_memory_stays():
    times = FrameTimes()
    for seconds in (0.0, -1.0, 1e-9, 1e9):
        times.add(seconds)
    assert times.count == 4
    assert times.percentile(0.5) <= 1e-4
    assert sum(times._bins) == 4
    assert len(times._bins) == 1024


def test_each_hour_has_its_line():
    hourly = HourlyFrameTimes(0.0)
    lines = [line for second in range(1, 7300) if (line := hourly.frame(float(second), 0.016 if second % 200 else 0.1))]
    assert lines == ["60 minutes, 3600 frames: p50 16.0 ms, p99 16.0 ms, worst 100.0 ms"] * 2
    assert hourly.finish(7300.0) == "2 minutes, 99 frames: p50 16.0 ms, p99 16.0 ms, worst 16.0 ms"
    assert hourly.finish(7301.0) is None
