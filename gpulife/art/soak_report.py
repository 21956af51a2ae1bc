"""Plays a programme for hours without showing it, every generation of it, and tells whether it ever stood still."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from gpulife.art.playlist import Programme
from gpulife.art.scene import Scene
from gpulife.art.scene_runner import Act, Done, OpenEngine
from gpulife.art.schedule import ScheduleState, next_cue

_STEP = 1.0  # seconds of a match at a time
_MIDNIGHT = datetime(2000, 1, 1)  # noqa: DTZ001 - a clock on the wall, of no zone


@dataclass(slots=True)
class SceneReport:
    """What became of one scene.

    Attributes:
        scene: its name.
        seconds: that it was shown.
        showings: how often.
        generations: computed, held ones included.
        interventions: done.
        reseeds: likewise.
        troubles: how often something had to be done, by reason.
        least: the least, over its minutes, of the most change in a minute; None before a whole minute of it.
    """

    scene: str
    seconds: float = 0.0
    showings: int = 0
    generations: int = 0
    interventions: int = 0
    reseeds: int = 0
    troubles: dict[str, int] = field(default_factory=dict)
    least: float | None = None


@dataclass(frozen=True, slots=True)
class ArtReport:
    """What became of a programme.

    Attributes:
        programme: its name.
        seed: of the schedule.
        seconds: that were played; fewer than asked for when somebody stopped it.
        scenes: those of the programme, in its order.
        still: minutes without change, counted from 0 at the beginning (midnight), with the scenes shown in them.
    """

    programme: str
    seed: int
    seconds: float
    scenes: tuple[SceneReport, ...]
    still: tuple[tuple[int, str], ...]

    @property
    def minutes(self) -> int:
        """Return how many whole minutes were played."""
        return int(self.seconds // 60)


class _Minutes:
    """The most change of each minute, and which scenes it belongs to."""

    def __init__(self) -> None:
        self.most: dict[int, float] = {}
        self.moved: set[int] = set()
        self.scenes: dict[int, dict[int, None]] = {}

    def note(self, minute: int, scene: int, change: float, threshold: float) -> None:
        self.most[minute] = max(self.most.get(minute, 0.0), change)
        if change > threshold:
            self.moved.add(minute)
        self.scenes.setdefault(minute, {})[scene] = None


class Bout(Protocol):
    """A match between computers, as the scene that it is: a session plays it, which art knows nothing of."""

    @property
    def over(self) -> bool:
        """Tell whether the end has been shown for long enough."""

    @property
    def generations(self) -> int:
        """Return how many generations were computed so far."""

    def advance(self, seconds: float) -> tuple[float, ...]:
        """Let so much time pass.

        Returns:
            For each generation in it the share of cells that are other than two generations before.
        """


OpenBout = Callable[[Scene, int], Bout]
"""Begins the match of a scene with a game and of a seed."""


def play(
    programme: Programme,
    seconds: float,
    seed: int,
    open_engine: OpenEngine,
    open_bout: OpenBout,
    advance: Callable[[float], bool] = lambda _: True,
) -> ArtReport:
    """Play a programme from midnight on as a display would, only as fast as it goes.

    A minute is without change if in none of its samples more cells than the scene's threshold were other than two
    generations before: so what only blinks stands still.

    Args:
        programme: to play.
        seconds: of the display's time.
        seed: of the schedule.
        open_engine: for each scene.
        open_bout: for each scene with a game.
        advance: called with the seconds played so far; False stops it.

    Raises:
        GpulifeError: an engine cannot be opened.
    """
    state = ScheduleState(seed)
    reports = [SceneReport(scene.name) for scene in programme.scenes]
    minutes = _Minutes()
    now, goes_on = 0.0, True
    while now < seconds and goes_on:
        cue, state = next_cue(programme, state, int(now // 60) % (24 * 60))
        scene, report = programme.scenes[cue.scene], reports[cue.scene]
        report.showings += 1
        length = min(scene.duration, seconds - now)
        if scene.game:
            bout, shown = open_bout(scene, cue.seed), 0.0
            while shown < length and goes_on and not bout.over:
                step = min(_STEP, length - shown)
                for change in bout.advance(step):
                    minutes.note(int((now + shown) // 60), cue.scene, change, scene.remedies.threshold)
                shown += step
                goes_on = advance(now + shown)
            report.generations += bout.generations
        else:
            with Act(scene, cue.seed, open_engine, _MIDNIGHT + timedelta(seconds=now)) as act:
                last = scene.generations(length)
                while act.generation < last and goes_on:
                    before = act.latest
                    for event in act.advance(min(act.watch.every, last - act.generation)):
                        report.interventions += event.done is Done.INTERVENTION
                        report.reseeds += event.done is Done.RESEED
                        report.troubles[str(event.trouble)] = report.troubles.get(str(event.trouble), 0) + 1
                    if act.latest is not None and act.latest is not before:
                        # A generation is shown until the next one comes: the sample is of the time before its end.
                        minute = int((now + (act.latest.generation - 1) / scene.speed) // 60)
                        minutes.note(minute, cue.scene, act.latest.change_two, scene.remedies.threshold)
                    goes_on = advance(now + act.generation / scene.speed)
                report.generations += act.generation
                shown = length if goes_on else act.generation / scene.speed
        report.seconds += shown
        now += shown
    return _report(programme, seed, now, reports, minutes)


def _report(
    programme: Programme, seed: int, seconds: float, reports: list[SceneReport], minutes: _Minutes
) -> ArtReport:
    still = []
    for minute in range(int(seconds // 60)):
        scenes = minutes.scenes.get(minute, {})
        if minute not in minutes.moved:
            names = ", ".join(programme.scenes[index].name for index in scenes)
            still.append((minute, names or "nothing was measured"))
        for index in scenes:
            report = reports[index]
            if minute not in minutes.most:
                continue
            most = minutes.most[minute]
            report.least = most if report.least is None else min(report.least, most)
    return ArtReport(programme.name, seed, seconds, tuple(reports), tuple(still))
