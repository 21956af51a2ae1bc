"""Plays hours of a programme without showing it, and reports how lively its scenes stay.

The report lists minutes without change. It also counts minutes in which the share of live or changing cells is far from
that of the scene's first ten minutes.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any, Protocol

from rich.console import Console
from rich.table import Column

from gpulife.art.playlist import ScheduleState, next_cue
from gpulife.art.scene import Programme, Scene
from gpulife.art.scene_runner import OpenEngine, SceneRunner
from gpulife.engines.factory import shared_device_engines
from gpulife.printing import printable, write_json
from gpulife.rich_console import PlainConsole, ProgressBar, plain_table
from gpulife.signals import stop_on_signals

_STEP = 1.0
"""Time step, in seconds, in which a match is advanced."""
_MIDNIGHT = datetime(2000, 1, 1)  # noqa: DTZ001 - local time without a zone


_EARLY_SECONDS = 600.0
"""Duration of the first part of a scene, in seconds. All later minutes are compared with this part."""
MAX_RATIO, MAX_CHANGE_RATIO = 2.0, 4.0
"""The shares of live and of changing cells in later minutes should differ from those of a scene's first ten minutes by
at most these factors, up or down. On a small board, the number of changing cells varies much from minute to minute.
"""


@dataclass(frozen=True, slots=True)
class Course:
    """The share of live (or changing) cells of a scene: in its first ten minutes, and in its later minutes.

    Attributes:
        early: mean of the first ten minutes.
        lowest, highest: the smallest and largest mean of a later minute; None if there are no later minutes.
        compared: number of later minutes.
        outside: number of later minutes that differ from ``early`` by more than the allowed factor.
    """

    early: float = 0.0
    lowest: float | None = None
    highest: float | None = None
    compared: int = 0
    outside: int = 0


class _Samples:
    """Collects samples of the share of live (or changed) cells, and averages them for each minute of a scene."""

    def __init__(self) -> None:
        self._sums: dict[int, tuple[float, int]] = {}

    def add(self, seconds: float, value: float) -> None:
        """Add a sample; ``seconds`` is how long the scene had been shown by then, over all its showings."""
        total, count = self._sums.get(int(seconds // 60), (0.0, 0))
        self._sums[int(seconds // 60)] = total + value, count + 1

    def course(self, factor: float) -> Course:
        early = [sums for minute, sums in self._sums.items() if minute * 60 < _EARLY_SECONDS]
        means = [total / count for minute, (total, count) in self._sums.items() if minute * 60 >= _EARLY_SECONDS]
        usual = sum(total for total, _ in early) / max(1, sum(count for _, count in early))
        outside = sum(not usual / factor <= mean <= usual * factor for mean in means)
        return Course(usual, min(means, default=None), max(means, default=None), len(means), outside)


@dataclass(slots=True)
class SceneReport:
    """The report on one scene.

    Attributes:
        seconds: number of seconds for which the scene was shown.
        showings: number of times that the scene was shown.
        generations: number of generations, including those for which a newly sown board was kept unchanged.
        reseeds: number of times that the board was sown again.
        troubles: number of standstills, keyed by their kind.
        least: share of changed cells in the scene's quietest minute (the largest share in its samples); None if no
            whole minute was played.
        arrivals: number of times that fresh life was added.
        presence: course of the share of live cells; not measured in a scene with a game.
        change: the same for the share of cells that differ from their states two generations before.
    """

    scene: str
    seconds: float = 0.0
    showings: int = 0
    generations: int = 0
    interventions: int = 0
    reseeds: int = 0
    troubles: dict[str, int] = field(default_factory=dict)
    least: float | None = None
    arrivals: int = 0
    presence: Course = Course()
    change: Course = Course()


@dataclass(frozen=True, slots=True)
class ArtReport:
    """The report on a programme.

    Attributes:
        seed: seed of the order of scenes.
        seconds: the number of seconds that were played.
        still: (minute, names of the scenes shown in it) for each minute without change; minutes count from 0, at
            midnight.
    """

    programme: str
    seed: int
    seconds: float
    scenes: tuple[SceneReport, ...]
    still: tuple[tuple[int, str], ...]

    @property
    def minutes(self) -> int:
        """Number of whole minutes that were played."""
        return int(self.seconds // 60)

    @property
    def outside(self) -> int:
        """Number of later minutes whose share of live cells is out of range, plus the same for changing cells.

        Later minutes are those after a scene's first ten.
        """
        return sum(scene.presence.outside + scene.change.outside for scene in self.scenes)


@dataclass(slots=True)
class _Minute:
    """What happened in one minute.

    Attributes:
        max_change: largest share of changed cells in a sample.
        changed: True if enough cells changed in a sample, or a board was sown again.
        scenes: an ordered set of the indices of the scenes shown; all values are None.
    """

    max_change: float = 0.0
    changed: bool = False
    scenes: dict[int, None] = field(default_factory=dict)

    def add(self, scene: int, change: float, threshold: float) -> None:
        self.max_change = max(self.max_change, change)
        self.changed |= change > threshold
        self.scenes[scene] = None


class PlayedMatch(Protocol):
    """A match between computer players that is shown as a scene: what the report needs of it."""

    @property
    def over(self) -> bool:
        """True if the match has ended and its last picture has been shown long enough for the next scene to begin."""

    @property
    def generations(self) -> int:
        """Number of generations computed so far."""

    def advance(self, seconds: float) -> tuple[float, ...]:
        """Advance the match by ``seconds``; return the share of changed cells for each generation.

        A cell has changed if it differs from its state two generations before.
        """


OpenMatch = Callable[[Scene, int], PlayedMatch]
"""A function that starts the match of a scene with a game; its second argument is the seed."""


def play(
    programme: Programme,
    seconds: float,
    seed: int,
    open_engine: OpenEngine,
    open_match: OpenMatch,
    keep_going: Callable[[float], bool] = lambda _: True,
) -> ArtReport:
    """Play a programme as a display would, but as fast as possible and with a clock that starts at midnight.

    In a minute without change, no board was sown again, and no sample was above the scene's threshold of change. Cells
    are compared with their states two generations before, so blinkers do not count as change.

    Args:
        programme: programme to play.
        seconds: the number of seconds to play.
        seed: seed of the order of scenes.
        open_engine: opens the engine of each scene.
        open_match: begins the match of each scene with a game.
        keep_going: called with the number of seconds played so far; returns False to stop.

    Raises:
        GpulifeError: an engine cannot be opened.
    """
    state = ScheduleState(seed)
    reports = [SceneReport(scene.name) for scene in programme.scenes]
    minutes: defaultdict[int, _Minute] = defaultdict(_Minute)
    samples = [(_Samples(), _Samples()) for _ in programme.scenes]  # presence and change of each scene
    now, running = 0.0, True
    while now < seconds and running:
        cue, state = next_cue(programme, state, int(now // 60) % (24 * 60))
        scene, report = programme.scenes[cue.scene], reports[cue.scene]
        report.showings += 1
        length = min(scene.duration, seconds - now)
        if scene.game:
            match, shown = open_match(scene, cue.seed), 0.0
            while shown < length and running and not match.over:
                step = min(_STEP, length - shown)
                for change in match.advance(step):
                    minutes[int((now + shown) // 60)].add(cue.scene, change, scene.interventions.threshold)
                shown += step
                running = keep_going(now + shown)
            report.generations += match.generations
        else:
            with SceneRunner(scene, cue.seed, open_engine, _MIDNIGHT + timedelta(seconds=now)) as runner:
                last = scene.generations(length)
                while runner.generation < last and running:
                    before = runner.latest
                    for event in runner.advance(min(runner.detector.every, last - runner.generation)):
                        report.interventions += bool(event.kind)
                        report.reseeds += not event.kind
                        report.troubles[str(event.reason)] = report.troubles.get(str(event.reason), 0) + 1
                        if not event.kind:
                            minutes[int((now + (event.generation - 1) / scene.speed) // 60)].changed = True
                    if runner.latest is not None and runner.latest is not before:
                        # A generation is shown until the next one comes, so the sample belongs to the time before its
                        # end.
                        minute = int((now + (runner.latest.generation - 1) / scene.speed) // 60)
                        minutes[minute].add(cue.scene, runner.latest.change_two, scene.interventions.threshold)
                        at = report.seconds + (runner.latest.generation - 1) / scene.speed
                        cells = scene.shape[0] * scene.shape[1]
                        presence, changes = samples[cue.scene]
                        presence.add(at, sum(runner.latest.population) / cells)
                        changes.add(at, runner.latest.change_two)
                    running = keep_going(now + runner.generation / scene.speed)
                report.generations += runner.generation
                report.arrivals += runner.state.arrivals
                shown = length if running else runner.generation / scene.speed
        report.seconds += shown
        now += shown
    for report, (presence, changes) in zip(reports, samples, strict=True):
        report.presence, report.change = presence.course(MAX_RATIO), changes.course(MAX_CHANGE_RATIO)
    return _report(programme, seed, now, reports, minutes)


def _report(
    programme: Programme, seed: int, seconds: float, reports: list[SceneReport], minutes: defaultdict[int, _Minute]
) -> ArtReport:
    still = []
    for number in range(int(seconds // 60)):
        minute = minutes[number]
        if not minute.changed:
            names = ", ".join(programme.scenes[index].name for index in minute.scenes)
            still.append((number, names or "nothing was measured"))
        for report in (reports[index] for index in minute.scenes):
            report.least = minute.max_change if report.least is None else min(report.least, minute.max_change)
    return ArtReport(programme.name, seed, seconds, tuple(reports), tuple(still))


# ``gpulife art --report``: how lively programmes stay over hours of display time.

_MAX_LISTED_MINUTES = 10


def art_report(arguments: argparse.Namespace, programmes: Sequence[Programme], open_match: OpenMatch) -> int:
    """Play programmes, print a report of each, and return the exit status.

    Args:
        arguments: parsed arguments of ``gpulife art``.
        programmes: programmes to play.
        open_match: see :func:`gpulife.art.soak_report.play`.

    Raises:
        GpulifeError: the engine cannot run on this machine, or a scene cannot be played.
    """
    console, progress = PlainConsole(), PlainConsole(stderr=True)
    seconds, seed = arguments.hours * 3600, 1 if arguments.seed is None else arguments.seed
    reports = []
    with stop_on_signals() as stop, shared_device_engines(arguments.engine) as open_engine:
        for programme in programmes:
            if stop.signal is not None:
                break
            with ProgressBar(progress, f"playing {programme.name}", int(seconds)) as bar:

                def keep_going(played: float, bar: ProgressBar = bar) -> bool:
                    bar.update(int(played))
                    return stop.signal is None

                reports.append(play(programme, seconds, seed, open_engine, open_match, keep_going))
            if not arguments.json:
                print_report(reports[-1], console, interrupted=stop.signal is not None)
    if arguments.json:
        values = [report_as_json(report, interrupted=report.seconds < seconds) for report in reports]
        is_one = arguments.programme is not None or arguments.scene is not None
        write_json(values[0] if is_one else values)
    return stop.exit_status or int(any(report.still or report.outside for report in reports))


def print_report(report: ArtReport, console: Console, *, interrupted: bool = False) -> None:
    """Print a report as a table, and a line about minutes without change."""
    numbers = ("minutes", "shown", "generations", "wild", "reseeds", "fresh", "least change")
    table = plain_table(Column("scene", no_wrap=True), numbers=numbers, title=printable(report.programme))
    for scene in report.scenes:
        table.add_row(
            printable(scene.scene),
            f"{scene.seconds / 60:.1f}",
            str(scene.showings),
            f"{scene.generations:,}",
            str(scene.interventions),
            str(scene.reseeds),
            str(scene.arrivals),
            "-" if scene.least is None else f"{scene.least:.3%}",
        )
    console.print(table)
    measures = ("alive", "later", "changing", "later", "outside")
    table = plain_table(Column("in ten minutes", no_wrap=True), numbers=measures)
    for scene in report.scenes:
        outside = scene.presence.outside + scene.change.outside
        table.add_row(printable(scene.scene), *_entries(scene.presence), *_entries(scene.change), str(outside))
    console.print(table)
    if interrupted:
        console.print(f"interrupted after {report.seconds / 3600:.2f} hours", soft_wrap=True)
    console.print(verdict(report), soft_wrap=True)
    console.print(presence_verdict(report), soft_wrap=True)


def _entries(course: Course) -> tuple[str, str]:
    """Return texts for the table: the mean of the first ten minutes, and the later minutes' range relative to it."""
    if course.lowest is None or course.highest is None or not course.early:
        return f"{course.early:.1%}", "-"
    return f"{course.early:.1%}", f"x{course.lowest / course.early:.2f} to x{course.highest / course.early:.2f}"


def presence_verdict(report: ArtReport) -> str:
    """Return one line for the user that compares the later minutes of each scene with its first ten."""
    later = sum(scene.presence.compared for scene in report.scenes)
    if not later:
        return "no scene was shown for more than ten minutes, so there are no later minutes to compare"
    if not report.outside:
        return (
            f"{later} later minutes compared with their scene's first ten: the share of live cells stayed within a "
            f"factor of {MAX_RATIO:g}, the share of changing cells within a factor of {MAX_CHANGE_RATIO:g}"
        )
    named = ", ".join(
        f"{scene.scene} (live cells: {scene.presence.outside}, changing cells: {scene.change.outside})"
        for scene in report.scenes
        if scene.presence.outside or scene.change.outside
    )
    return (
        f"{later} later minutes compared with their scene's first ten; number of minutes in which the share of live "
        f"cells differs by more than a factor of {MAX_RATIO:g}, or the share of changing cells by more than "
        f"{MAX_CHANGE_RATIO:g}: {named}"
    )


def verdict(report: ArtReport) -> str:
    """Return one line that tells the user in which minutes the picture did not change."""
    if not report.minutes:
        return "less than a minute was played: too short for a verdict"
    if not report.still:
        return f"something changed in every minute ({report.minutes} played)"
    named = [f"{minute // 60}:{minute % 60:02} ({scenes})" for minute, scenes in report.still[:_MAX_LISTED_MINUTES]]
    more = len(report.still) - len(named)
    return (
        f"{len(report.still)} of {report.minutes} minutes without change: {', '.join(named)}"
        + (f" and {more} more" if more else "")
    )  # fmt: skip


def report_as_json(report: ArtReport, *, interrupted: bool) -> dict[str, Any]:
    """Return the report as JSON values."""
    return {
        "programme": report.programme,
        "seed": report.seed,
        "seconds": report.seconds,
        "interrupted": interrupted,
        "scenes": [asdict(scene) for scene in report.scenes],
        "minutes": report.minutes,
        "still_minutes": [{"minute": minute, "scenes": scenes} for minute, scenes in report.still],
        "verdict": verdict(report),
        "minutes_outside": report.outside,
        "presence_verdict": presence_verdict(report),
    }
