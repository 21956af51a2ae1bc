"""Runs the window for the command line: opens everything, shows frames, saves and closes everything."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import NamedTuple

from gpulife.errors import GpulifeError
from gpulife.games.core.consent import people_need_consent
from gpulife.games.core.game import Action, Match
from gpulife.input.commands import Open
from gpulife.log import PendingWarnings, attached
from gpulife.ranks.world import World
from gpulife.seats import MAX_LOCAL_SEATS, Seats, parse_seats
from gpulife.session.autosave import Autosave, TakenSession, take_newest, why_nothing_to_resume
from gpulife.session.history import Recording
from gpulife.session.replay import write_replay
from gpulife.settings import Settings, load_settings, settings_path
from gpulife.signals import stop_on_signals
from gpulife.storage.folders import data_folder
from gpulife.window.event_loop import open_window
from gpulife.window.play.board_makers import RankBoards
from gpulife.window.play.file_commands import FileScope
from gpulife.window.play.seating import seats_of
from gpulife.window.screens import WindowScreens
from gpulife.window.shell import Shell

_LOG = logging.getLogger(__name__)


class MeasuredFrame(NamedTuple):
    """Measurements of one frame."""

    seconds: float
    """Duration of the frame, in seconds."""
    computed: int
    """Number of generations computed since the window opened, up to the end of this frame."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOptions:
    """What the command line asks of the window.

    Attributes:
        match: the match to begin; None to show the start screen.
        first_actions: actions for the match's first tick.
        recording: a recorded match to play back.
        opens: a file to open.
        resume: True to continue the newest autosaved session.
        fullscreen: True to fill a monitor; None to do as the user's settings say.
        monitor: name or number of the monitor to fill.
        record: file for the session's replay, written at the end.
        levels: the computer's level on the left and the right seat, 0 for a person; None to use the user's settings.
        names: the players' names, for two or for up to six players; None to use the user's settings.
        seats: who plays in games for up to six, in the format of the settings; None to use the user's settings.
        mute: True to begin without sound, even if the settings turn it on.
        frames: number of frames to measure, after which the window closes; None for no limit.
        settings: settings to use instead of the user's; then nothing is saved. None to use the user's settings.
        rests: True to let an unchanging window skip frames during a measurement, as it does otherwise.
        on_measured: called at the end with each frame's measurement and the renderer's name.
        before_frame: called before each frame with the shell and the frame's number.
        begin: called to open the first screen; None to open it as ``match`` and the other attributes say.
        world: the ranks (processes) that compute universes together; None for this process alone.
    """

    match: Match | None = None
    first_actions: tuple[Action, ...] = ()
    recording: Recording | None = None
    opens: str | None = None
    resume: bool = False
    fullscreen: bool | None = None
    monitor: str | None = None
    record: Path | None = None
    levels: tuple[int | None, int | None] = (None, None)
    names: tuple[str, ...] | None = None
    seats: tuple[str, ...] | None = None
    mute: bool = False
    frames: int | None = None
    settings: Settings | None = None
    rests: bool = False
    on_measured: Callable[[list[MeasuredFrame], str], None] | None = None
    before_frame: Callable[[Shell, int], None] | None = None
    begin: Callable[[Shell], None] | None = None
    world: World | None = None


def run_window(options: WindowOptions) -> int:
    """Open the window and run it until it is closed; return the exit status.

    Raises:
        GpulifeError: there is no display, no OpenGL, no such monitor, or no session to resume.
    """
    with attached(PendingWarnings()) as warnings:
        return _run_window(options, warnings)


def _run_window(options: WindowOptions, warnings: PendingWarnings) -> int:
    settings = load_settings(settings_path()) if options.settings is None else options.settings
    folder = data_folder() / "autosave"
    resumed = None
    if options.resume:
        resumed, damaged = take_newest(folder)
        if resumed is None:
            raise GpulifeError(f"there is nothing to resume: {'; '.join(damaged) or why_nothing_to_resume(folder)}")
        for line in damaged:
            _LOG.warning(line)
    monitor = options.monitor or settings.monitor or "1"
    fullscreen = settings.fullscreen if options.fullscreen is None else options.fullscreen
    measures = options.settings is not None
    fullscreen_on = monitor if fullscreen or options.monitor else None
    with (
        stop_on_signals() as stop,
        open_window(
            "gpulife", settings, _seats(settings, options), fullscreen_on=fullscreen_on, measures=measures
        ) as opened,
    ):
        shell = opened.shell
        if options.monitor is not None:
            shell.window.require_monitor(options.monitor)
        shell.warnings = warnings
        shell.motion.may_rest |= options.rests
        shell.sound.muted |= options.mute
        if (world := options.world) is not None:
            shell.boards = RankBoards(world, shell.window.device)
            shell.guard.is_over = lambda: world.is_broken
        autosave = None if measures else Autosave(folder, time.perf_counter(), settings.autosave_seconds)
        screens = WindowScreens(shell, autosave)
        try:
            _begin(screens, options, resumed)
            with _saved_on_error(screens, options.record):
                measured = _frames(opened.frames(screens.frame, stop), screens, options)
            if options.on_measured is not None:
                options.on_measured(measured, shell.window.device.renderer)
            screens.save(ends=True)
            if options.record is not None:
                write_replay(options.record, screens.play_screen.play.session.recording())
        finally:
            opened.finish()
            screens.close()
    return stop.exit_status


@contextmanager
def _saved_on_error(screens: WindowScreens, record: Path | None) -> Iterator[None]:
    """If the ``with`` block raises an error, save the session as interrupted and write its replay to ``record``."""
    try:
        yield
    except Exception:
        with suppress(Exception):  # report the first error only
            screens.save()
        if record is not None:
            with suppress(Exception):
                write_replay(record, screens.play_screen.play.session.recording())
        raise


def _seats(settings: Settings, options: WindowOptions) -> dict[int, Seats]:
    """Return who plays, keyed by the number of seats. Command-line options override the settings for this run."""
    two = seats_of(settings)[len(options.levels)]
    for player, level in enumerate(options.levels):
        if options.names:
            two = two.with_seat(player, name=options.names[player])
        if level is not None:
            two = two.with_seat(player, level=level)
    all_ = parse_seats(options.seats or settings.party_seats, options.names or settings.party_names)
    return {len(two.seats): two, MAX_LOCAL_SEATS: all_}


def _frames(frames: Iterator[float], screens: WindowScreens, options: WindowOptions) -> list[MeasuredFrame]:
    """Show frames. If ``options.frames`` is not None, return the measurement of each frame, else an empty list."""
    measured: list[MeasuredFrame] = []
    for number in count() if options.frames is None else range(options.frames):
        if options.before_frame is not None:
            options.before_frame(screens.shell, number)
        if (seconds := next(frames, None)) is None:
            break
        if options.frames is not None:
            measured.append(MeasuredFrame(seconds, screens.play_screen.play.session.computed))
    return measured


def _begin(screens: WindowScreens, options: WindowOptions, resumed: TakenSession | None) -> None:
    if resumed is not None:
        screens.play_screen.saver.resume_taken(resumed)
    elif options.begin is not None:
        options.begin(screens.shell)
    elif options.recording is not None and people_need_consent(options.recording.match):
        screens.begin_backdrop()
        screens.start_menu.open()
        screens.shell.watch(options.recording)  # such a match can only be watched
    elif options.match is not None:
        screens.shell.begin(options.match, options.first_actions, recording=options.recording)
    else:
        screens.begin_backdrop()
        screens.start_menu.open()
        if options.opens is not None:
            FileScope(screens.play_screen.controller).carry_out(Open(options.opens))
            if screens.top is screens.start_menu:  # a folder was opened: its patterns need a universe
                screens.begin_first_universe()
