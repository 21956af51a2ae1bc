"""The command line: what ``gpulife`` and each of its commands do with their options.

Heavy modules are imported by the commands that need them, so that ``--help``, ``--version`` and a mistyped option
answer at once.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import nullcontext
from pkgutil import resolve_name
from typing import TYPE_CHECKING, NoReturn

from gpulife.cli.options import LIVE_OPTIONS, build_parser
from gpulife.errors import GpulifeError, NoWindowError, UsageError
from gpulife.log import LOGGER, ConsoleHandler, NoticeHandler, attached, debug_log, log_error
from gpulife.printing import (
    StandardOutputError,
    flush_output,
    let_go_of_output,
    prepare_streams,
    remark,
    say,
    write_out,
)
from gpulife.signals import STATUS_HANG_UP, ended_by_signals, let_go_of_terminal

if TYPE_CHECKING:
    from rich.console import Console

    from gpulife.rules import Rule

_STATUS_BUG, _STATUS_USER, _STATUS_INTERRUPTED, _STATUS_BROKEN_PIPE = 1, 2, 130, 141
_WINDOW_OPTIONS = ("live_fullscreen", "live_monitor", "live_resume", "live_record", "live_mute")
_TERMINAL_OPTIONS = ("live_engine", "live_generations")
_UNIVERSE_OPTIONS = ("live_rule", "live_size", "live_edges", "live_density", "live_seed", "live_fps")


def entry_point() -> NoReturn:
    """Run the program ``gpulife``."""
    sys.exit(main())


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with ``argv`` (without its name; by default the process's own) and return the exit status.

    Raises:
        SystemExit: after ``--help`` and ``--version``, and on SIGTERM and SIGHUP where they end it at once.
    """
    argv = sys.argv[1:] if argv is None else list(argv)
    prepare_streams()
    try:
        with attached(ConsoleHandler()), debug_log(argv) if "--debug" in argv else nullcontext():
            return _main(argv)
    finally:
        let_go_of_output()


def _main(argv: Sequence[str]) -> int:
    try:
        with ended_by_signals():
            status = _dispatch(argv)
        flush_output()
    except BrokenPipeError:
        return _STATUS_BROKEN_PIPE
    except KeyboardInterrupt:
        return _STATUS_INTERRUPTED
    except (GpulifeError, MemoryError) as error:
        if isinstance(error, StandardOutputError) and let_go_of_terminal():  # before its signal came
            return STATUS_HANG_UP
        _show_traceback(argv)
        LOGGER.error(str(error) or "not enough memory")
        return _STATUS_USER
    except Exception as error:  # noqa: BLE001 - the last line of defence: a bug is told in one line, too
        if isinstance(error, OSError) and let_go_of_terminal():  # likewise
            return STATUS_HANG_UP
        _show_traceback(argv)
        path = log_error("ended by", error)
        where = f"; where it happened is in {path}" if path is not None else ""
        LOGGER.error("this is a bug of gpulife: %s: %s%s", type(error).__name__, error, where)
        return _STATUS_BUG
    return status


def _dispatch(argv: Sequence[str]) -> int:
    try:
        arguments = build_parser().parse_args(argv, argparse.Namespace(argv=tuple(argv)))
    except SystemExit:  # --help and --version
        flush_output()
        raise
    command = arguments.command or "live"
    if command != "live" and (
        stray := next((name for name in LIVE_OPTIONS if getattr(arguments, name) is not None), None)
    ):
        option = LIVE_OPTIONS[stray]
        raise UsageError(f"{option} before a command is for gpulife without one; write options after the command")
    status: int = resolve_name(_COMMANDS[command])(arguments)
    return status


def _live(arguments: argparse.Namespace) -> int:
    for_window = [name for name in _WINDOW_OPTIONS if getattr(arguments, name) is not None]
    for_terminal = [name for name in _TERMINAL_OPTIONS if getattr(arguments, name) is not None]
    if for_window and (for_terminal or arguments.live_view == "terminal"):
        raise UsageError(f"{LIVE_OPTIONS[for_window[0]]} is for the window, not for the terminal")
    if for_terminal and arguments.live_view == "window":
        raise UsageError(f"{LIVE_OPTIONS[for_terminal[0]]} is for the terminal, not for the window")
    if arguments.live_view == "window" or for_window:
        return _in_window(arguments)
    if arguments.live_view is None and not for_terminal and has_display():
        try:
            return _in_window(arguments)
        except NoWindowError as error:
            LOGGER.warning("no window, but the terminal: %s", error)
    return _in_terminal(arguments)


def has_display() -> bool:
    """Tell whether there is a screen for a window."""
    return not sys.platform.startswith("linux") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def _universe_asked_for(arguments: argparse.Namespace) -> tuple[Rule, tuple[int, int], float, int]:
    """Return the rule, the shape of the board, and the density and seed of the soup."""
    from secrets import randbits

    from gpulife.cli.run import MIN_BOARD, fix_board
    from gpulife.rules import Edges, parse_rule

    edges = Edges(arguments.live_edges) if arguments.live_edges else None
    rule = parse_rule(arguments.live_rule or "Immigration")
    density = 0.35 if arguments.live_density is None else arguments.live_density
    seed = randbits(32) if arguments.live_seed is None else arguments.live_seed
    return *fix_board(rule, arguments.live_size, edges, MIN_BOARD), density, seed


def _in_window(arguments: argparse.Namespace) -> int:
    from dataclasses import replace

    from gpulife.games.start_presets import Mode
    from gpulife.storage.atomic_io import require_writable
    from gpulife.window.main import WindowOptions, run_window

    if arguments.live_record is not None:
        require_writable(arguments.live_record)
    options = WindowOptions(
        resume=bool(arguments.live_resume),
        fullscreen=arguments.live_fullscreen,
        monitor=arguments.live_monitor,
        record=arguments.live_record,
        mute=bool(arguments.live_mute),
    )
    asked = [name for name in _UNIVERSE_OPTIONS if getattr(arguments, name) is not None]
    if asked and options.resume:
        raise UsageError(
            f"--resume goes on with the universe that there was: {LIVE_OPTIONS[asked[0]]} is for a new one"
        )
    if asked:
        rule, shape, density, seed = _universe_asked_for(arguments)
        mode = Mode("", "", "", str(rule), shape, density, round(1000 * (arguments.live_fps or 30)))
        options = replace(options, match=mode.match(seed), first=mode.first_actions())
    return run_window(options)


def _play(arguments: argparse.Namespace) -> int:
    from gpulife.cli.play import play

    return play(arguments, has_display)


def _in_terminal(arguments: argparse.Namespace) -> int:
    from gpulife.cli.auto_reseed import PerpetualUniverse
    from gpulife.cli.terminal import run_in_terminal
    from gpulife.engines import open_engine

    rule, shape, density, seed = _universe_asked_for(arguments)
    with open_engine(arguments.live_engine or "auto", rule, shape) as engine:
        universe = PerpetualUniverse(engine, density, seed)
        return run_in_terminal(universe, _console(), arguments.live_fps or 30.0, arguments.live_generations)


def _replay(arguments: argparse.Namespace) -> int:
    if arguments.headless or arguments.verify:
        from gpulife.cli.replay import run_replay

        result, status = run_replay(
            arguments.file, _console(stderr=True), engine=arguments.engine, verify=arguments.verify
        )
        if arguments.json:
            write_out(result.as_json() + "\n")
        else:
            say(*result.lines)
        return status
    if arguments.json:
        raise UsageError("--json is for a replay without a window: give --headless or --verify, too")
    if not has_display():
        raise UsageError("there is no display for a window: use gpulife replay --headless")
    from gpulife.session.replay import read_replay
    from gpulife.window.main import WindowOptions, run_window

    recording = read_replay(arguments.file)
    return run_window(WindowOptions(match=recording.match, recording=recording))


def _run(arguments: argparse.Namespace) -> int:
    starts = [value for value in (arguments.pattern, arguments.soup, arguments.text) if value is not None]
    if len(starts) != 1:
        raise UsageError("give exactly one of PATTERN, --soup and --text (see gpulife run --help)")
    if arguments.seed is not None and arguments.soup is None:
        raise UsageError("--seed is for --soup; a pattern or text has nothing random")
    if arguments.zoom is not None and not any(path.suffix.lower() == ".png" for path in arguments.outputs):
        raise UsageError("--zoom is for pictures: give one with -o FILE.png")

    import json
    from dataclasses import asdict

    from gpulife.cli.run import Job, run
    from gpulife.rules import Edges
    from gpulife.run_summary import summary_lines

    job = Job(
        tune=not arguments.no_tune,
        memory=arguments.memory,
        generations=arguments.generations,
        pattern=arguments.pattern,
        soup=arguments.soup,
        text=arguments.text,
        rule=arguments.rule,
        engine=arguments.engine,
        edges=None if arguments.edges is None else Edges(arguments.edges),
        size=arguments.size,
        outputs=tuple(arguments.outputs),
        census=arguments.census,
        zoom=arguments.zoom or 1,
        seed=arguments.seed,
    )
    with attached(NoticeHandler()):
        summary, status = run(job, _console(stderr=True))
    if arguments.json:
        write_out(json.dumps(asdict(summary), indent=2) + "\n")
    elif not arguments.quiet:
        console = _console()
        for line in summary_lines(summary):
            console.print(line, soft_wrap=True)
    return status


def _list(arguments: argparse.Namespace) -> int:
    from gpulife.cli.list_command import list_kinds

    list_kinds(arguments.what, _console())
    return 0


def _art(arguments: argparse.Namespace) -> int:
    if arguments.install or arguments.uninstall:
        from gpulife.cli.art_tools import art_install
        from gpulife.window.art.request import require_showable

        return art_install(arguments, require_showable)
    if arguments.report:
        from gpulife.cli.art_tools import art_report
        from gpulife.window.art.headless_match import MeasuredBout
        from gpulife.window.art.request import programmes_of

        programmes = programmes_of(arguments.programme, arguments.scene)
        return art_report(arguments, programmes, _console(), _console(stderr=True), MeasuredBout)
    if not has_display():
        raise UsageError("there is no display to show anything on; gpulife art --report and gpulife render need none")
    from gpulife.window.art.main import art

    return art(arguments)


def _console(*, stderr: bool = False) -> Console:
    from gpulife.rich_console import PlainConsole

    return PlainConsole(stderr=stderr)


def _show_traceback(argv: Sequence[str]) -> None:
    # Looked up in argv: the error may be that the rest of it cannot be parsed.
    if "--debug" in argv:
        for line in traceback.format_exc().splitlines():
            remark(line)
        LOGGER.exception("ended by")


_COMMANDS = {
    "live": "gpulife.cli.main:_live",
    "play": "gpulife.cli.main:_play",
    "run": "gpulife.cli.main:_run",
    "render": "gpulife.cli.render.command:render_command",
    "list": "gpulife.cli.main:_list",
    "doctor": "gpulife.cli.doctor:doctor",
    "replay": "gpulife.cli.main:_replay",
    "realtime": "gpulife.cli.play_by_mail.command:realtime",
    "tournament": "gpulife.tools.tournament.command:tournament",
    "teletype": "gpulife.cli.teletype.command:teletype",
    "art": "gpulife.cli.main:_art",
    "bench": "gpulife.tools.bench.cli:bench",
    "stress": "gpulife.tools.bench.cli:stress_command",
}
"""Which function does a command: it takes the parsed arguments and returns the exit status."""
