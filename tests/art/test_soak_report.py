"""The report's comparison of a scene's life with that of its first ten minutes."""

from __future__ import annotations

from art.scenes import programme

from gpulife.art.soak_report import Course, _Samples, play, presence_verdict
from gpulife.engines.cells.numpy_engine import NumpyEngine
from gpulife.window.art.headless_match import HeadlessMatch

SCENE = """[[scene]]
name = "{name}"
duration = {seconds}
rule = "Immigration"
size = "48x32"
speed = 5
[scene.start]
soup = 0.4
[scene.interventions]
kinds = []
living = 0
threshold = 0
cooldown = "1 h"
patience = "1 h"
"""


def test_later_minutes_are_compared_with_ten() -> None:
    samples = _Samples()
    for second in range(0, 600, 2):
        samples.add(second, 0.1 + 0.02 * (second % 4 == 0))
    assert samples.course(2) == Course(samples.course(2).early, None, None, 0, 0)
    for minute, value in ((10, 0.06), (11, 0.22), (12, 0.05), (13, 0.25)):
        samples.add(minute * 60 + 3, value)
        samples.add(minute * 60 + 33, value)
    course = samples.course(2)
    assert abs(course.early - 0.11) < 1e-9
    assert (course.lowest, course.highest, course.compared, course.outside) == (0.05, 0.25, 4, 2)
    assert samples.course(4).outside == 0


def test_board_that_dies_down_is_named() -> None:
    plain = programme(SCENE.format(name="Dies", seconds=1500))
    report = play(plain, 1500, 1, NumpyEngine, HeadlessMatch)
    (scene,) = report.scenes
    assert scene.change.outside > 5
    assert report.outside == scene.change.outside + scene.presence.outside
    assert presence_verdict(report).startswith(
        "15 later minutes compared with their scene's first ten; number of minutes in which the share of live cells "
    )
    assert f"Dies (live cells: {scene.presence.outside}, changing cells: {scene.change.outside})" in presence_verdict(
        report
    )


def test_fresh_life_holds_it() -> None:
    kept = SCENE.format(name="Stays", seconds=1500).replace("soup = 0.4", "soup = 0.2\nsettle = 100")
    report = play(programme(kept + "[scene.fresh]\nhold = 0.06"), 1500, 1, NumpyEngine, HeadlessMatch)
    assert report.outside == 0
    assert report.scenes[0].arrivals > 20
    assert (
        presence_verdict(report)
        == "15 later minutes compared with their scene's first ten: the share of live cells stayed within a factor of "
        "2, the share of changing cells within a factor of 4"
    )


def test_short_report_compares_nothing() -> None:
    report = play(programme(SCENE.format(name="Short", seconds=300)), 120, 1, NumpyEngine, HeadlessMatch)
    assert (
        presence_verdict(report)
        == "no scene was shown for more than ten minutes, so there are no later minutes to compare"
    )
