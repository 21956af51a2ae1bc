"""From the command line to the window and back: opens everything, runs the frames, closes everything."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from gpulife.app.kept_settings import KeptSettings
from gpulife.app.program import Program
from gpulife.app.seating import seats_of
from gpulife.app.shell import Shell
from gpulife.app.sounding import Sounding
from gpulife.audio.speaker import Audio
from gpulife.autosave import Autosave, Taken
from gpulife.errors import GpulifeError
from gpulife.games.base import Action, Match
from gpulife.input.bindings import build_bindings
from gpulife.input.names import InputError
from gpulife.input.pads import PadSource
from gpulife.input.poller import Poller
from gpulife.kept_sessions import take_newest, why_none
from gpulife.log import PendingWarnings, attached
from gpulife.modes import MODES
from gpulife.replays import write_replay
from gpulife.seats import MAX_SEATS, Seats, parse_seats
from gpulife.settings import Settings, data_folder, load_settings, mappings_path, settings_path
from gpulife.signals import Stop, stop_on_signals
from gpulife.timeline import Recording
from gpulife.ui.window import Window  # before everything that imports glfw

from gpulife.input.glfw_input import WindowInput  # isort: skip
from gpulife.input.glfw_pads import GlfwPads, load_mappings  # isort: skip
from gpulife.ui.layout import write_layout  # isort: skip
from gpulife.ui.host import Host  # isort: skip

_LOG = logging.getLogger(__name__)

_MINIMISED_WAIT = 0.1  # seconds between looks at a window that nobody sees


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOptions:
    """What the command line asks of the window.

    Attributes:
        match: to begin with; None shows the start screen.
        first: actions of its first tick.
        recording: to play back.
        resume: whether to go on with the autosaved session at once.
        fullscreen: whether to fill a monitor; None as the settings say.
        monitor: its name or number.
        record: file for the replay of the session, written at the end.
        levels: of the left and the right seat, 0 for a person; None as the settings say.
        names: of both, or of up to six in games for so many; None likewise.
        seats: of games for up to six (see ``seats``), None likewise.
        mute: whether to begin without sound, whatever the settings say.
        frames: to end after, None for no end: for measurements.
        settings: instead of the user's, which are left alone; nothing is saved then.
        measured: called at the end with the seconds of each frame and the renderer.
        before_frame: called before each frame, with its number.
    """

    match: Match | None = None
    first: tuple[Action, ...] = ()
    recording: Recording | None = None
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
    measured: Callable[[list[float], str], None] | None = None
    before_frame: Callable[[Program, int], None] | None = None


def run_window(options: WindowOptions) -> int:
    """Open the window and stay until it is closed; returns the exit status.

    Raises:
        GpulifeError: no display, no OpenGL, no such monitor, or nothing to resume.
    """
    with attached(PendingWarnings()) as warnings:
        return _run_window(options, warnings)


def _run_window(options: WindowOptions, warnings: PendingWarnings) -> int:
    path = settings_path()
    settings = load_settings(path) if options.settings is None else options.settings
    folder = data_folder() / "autosave"
    taken = None
    if options.resume:
        taken, damaged = take_newest(folder)
        if taken is None:
            raise GpulifeError(f"there is nothing to resume: {'; '.join(damaged) or why_none(folder)}")
        for line in damaged:
            _LOG.warning(line)
    on = options.monitor or settings.monitor or "1"
    fullscreen = settings.fullscreen if options.fullscreen is None else options.fullscreen
    with (
        Window(
            "gpulife",
            (settings.width, settings.height),
            vsync=settings.vsync and options.frames is None,
            fullscreen_on=on if fullscreen or options.monitor else None,
        ) as window,
        stop_on_signals() as stop,
    ):
        if options.monitor is not None:
            window.require_monitor(options.monitor)
        events = WindowInput(window.handle)  # before Dear ImGui, which calls the callbacks that it finds
        # Measurements are silent.
        with (
            Host(window, path.parent, settings.ui_scale) as host,
            Audio.opened() if options.settings is None else Audio() as audio,
        ):
            load_mappings(mappings_path())
            autosave = (
                Autosave(folder, time.perf_counter(), settings.autosave_seconds) if options.settings is None else None
            )
            kept = KeptSettings(path, settings) if options.settings is None else None
            pads = GlfwPads()
            poller = open_poller(settings, pads)
            seats = _seats(settings, options)
            shell = Shell(window, host, poller, pads, settings, seats, time.perf_counter(), secrets.randbits(32))
            shell.warnings = warnings
            shell.sound = Sounding(audio, muted=options.mute or settings.muted)
            program = Program(shell, autosave)
            try:
                _begin(program, options, taken)
                with _saved_in_a_crash(program, options.record):
                    times = _frames(program, window, events, stop, kept, options)
                if options.measured is not None:
                    options.measured(times, window.device.renderer)
                program.attract.end(program)  # whose match is nobody's to keep
                program.kept.finish(program, time.perf_counter())
                if options.record is not None:
                    write_replay(options.record, program.play.session.recording())
            finally:
                if kept is not None:
                    keep(program, host, window, kept)
                for line in program.shell.recorder.close():
                    _LOG.warning(line)
                program.close()
    return stop.exit_status


@contextmanager
def _saved_in_a_crash(program: Program, record: Path | None) -> Iterator[None]:
    """Save the session, which is offered as interrupted then, and its replay, if the block is left by an exception."""
    try:
        yield
    except Exception:
        with suppress(Exception):  # what went wrong is to be told, whatever comes of this
            program.attract.end(program)
            program.autosave()
        if record is not None:
            with suppress(Exception):
                write_replay(record, program.play.session.recording())
        raise


def _seats(settings: Settings, options: WindowOptions) -> dict[int, Seats]:
    """The settings' seats with what the command line says, which is for this time only."""
    seats = seats_of(settings)
    two = seats[len(options.levels)]
    for player, level in enumerate(options.levels):
        if options.names:
            two = two.with_seat(player, name=options.names[player])
        if level is not None:
            two = two.with_seat(player, level=level)
    all_ = parse_seats(options.seats or settings.party_seats, options.names or settings.party_names)
    return {len(two.seats): two, MAX_SEATS: all_}


def _frames(
    program: Program,
    window: Window,
    events: WindowInput,
    stop: Stop,
    kept: KeptSettings | None,
    options: WindowOptions,
) -> list[float]:
    """Frame after frame until somebody ends it; the seconds of each, where there is a number of them."""
    times: list[float] = []
    frames, before_frame = options.frames, options.before_frame
    drawn = 0
    next_frame = time.perf_counter()
    while not (program.shell.quitting or window.closing or stop.signal is not None or drawn == frames):
        if window.minimised:
            window.wait(_MINIMISED_WAIT)
        limit = program.shell.settings.frame_limit
        if limit:
            next_frame = max(next_frame + 1 / limit, time.perf_counter() - 1 / limit)
            while (left := next_frame - time.perf_counter()) > 0:
                window.wait(left)
        if before_frame is not None:
            before_frame(program, drawn)
        now = time.perf_counter()
        with program.shell.guard.frame():
            window.poll(now)
            program.frame(events.take(), now)
            if not window.minimised:
                window.swap()
        if kept is not None:
            with program.shell.guard.doing("saving the settings"):
                kept.save_if_due(program.shell.settings, now)
        drawn += 1
        if frames is not None:
            times.append(time.perf_counter() - now)
    return times


def _begin(program: Program, options: WindowOptions, taken: Taken | None) -> None:
    if taken is not None:
        program.kept.go_on(program, taken)
    elif options.match is not None:
        program.begin(options.match, options.first, recording=options.recording)
    else:
        begin_backdrop(program)
        program.show_start_screen()


def begin_backdrop(program: Program) -> None:
    """Let something live behind the start screen, too."""
    mode = MODES.get(program.shell.settings.last_mode) or next(iter(MODES.values()))
    small = mode if mode.shape[0] * mode.shape[1] <= 1 << 20 else next(iter(MODES.values()))
    program.begin(small.match(secrets.randbits(32)), small.first_actions(), backdrop=True)


def open_poller(settings: Settings, pads: PadSource) -> Poller:
    """Open the poller with the user's keys, or with the default ones after a warning that says why."""
    try:
        bindings = build_bindings(settings.bindings)
    except InputError as error:
        _LOG.warning("settings: %s; the default keys hold", error)
        bindings = build_bindings()
    return Poller(bindings, pads, dead_zone=settings.dead_zone)


def keep(program: Program, host: Host, window: Window, kept: KeptSettings) -> None:
    """Write layout and settings at the end; what goes wrong must not hide why it ended."""
    width, height = window.size
    try:
        write_layout(host.layout_file, host.layout_text())
        kept.save(replace(program.shell.settings, width=max(width, 320), height=max(height, 240)))
    except GpulifeError as error:
        _LOG.warning(error)
