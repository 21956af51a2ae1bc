"""``gpulife bench``: measure how fast this machine computes boards, draws the window, and handles on-line play."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gpulife.cli.on_ranks import on_ranks
from gpulife.cli.options import (
    ENGINE,
    MASSIVE_BOARD_OPTIONS,
    MEASURED_RULE,
    RANKS,
    CommandLine,
    density,
    flag,
    json_file,
    number,
    option,
    positive_generations,
    rule_name,
    seed,
    square_or_size,
)
from gpulife.errors import UsageError
from gpulife.printing import STANDARD_OUTPUT, write_json
from gpulife.ranks.mpi import launched_ranks

if TYPE_CHECKING:
    from gpulife.ranks.world import World

PROFILED = ("Life", "Immigration", "QuadLife")
PROFILED_BOARD = (8192, 8192)
"""The rules that ``--profile`` measures by default, and the (rows, columns) of their board."""

COMMAND_LINE = CommandLine(
    description=(
        "Measure the speed of gpulife on this machine, in cells a second: all cells of the board count,\n"
        "dead or alive. Without --size: a table of boards from 160x96 to 32768x32768, as far as memory\n"
        "allows."
    ),
    epilog=(
        "examples:\n"
        "  gpulife bench --size 8192 --peers\n"
        "  gpulife bench --size 8192 --settled --json figures.json --plot figures.png\n"
        "  gpulife bench --profile\n"
        "  gpulife bench --ranks 2\n"
        "  gpulife bench --window\n"
        "  gpulife bench --window --size 16384 --frames 100\n"
        "  gpulife bench --window --idle\n"
        "  gpulife bench --scenes 10000\n"
        "  gpulife bench --online --quick\n"
        "  gpulife bench --online --servers 4 --db postgresql://gpulife@localhost/bench"
    ),
    options={
        "what to measure": [
            option("--size", "N|WxH", "measure one board of this size instead of the table", type=square_or_size),
            MEASURED_RULE,
            ENGINE,
            *MASSIVE_BOARD_OPTIONS,
            option(
                "--generations",
                "N",
                "generations to measure (default: as many as --seconds allow)",
                type=positive_generations,
            ),
            option("--soup", "D", "density of the soup (default: 0.35)", type=density, default=0.35),
            option("--seed", "N", "seed of the soup (default: 1)", type=seed, default=1),
            # After 15000 generations nothing in a soup of Life moves but a few gliders; after 5000 a tenth of the board
            # is still active.
            option(
                "--settled",
                "N",
                "also measure the soup after N generations, when most of it is at rest, and compare both speeds "
                "(default of N: 15000)",
                nargs="?",
                const=15000,
                type=positive_generations,
            ),
            option(
                "--seconds",
                "S",
                "seconds to measure each board (default: 5)",
                type=number(float, 0.1, 86400, "a number of seconds from 0.1 to 86400"),
                default=5.0,
            ),
            flag("--peers", "also measure other programs: Golly if installed, numpy.roll, ..."),
            option(
                "--profile",
                "RULE",
                "measure each shader of the engine 'planes' instead; if NVIDIA's compiler is installed, also list the "
                f"registers and instruction slots of each shader (default of RULE: {', '.join(PROFILED)})",
                nargs="*",
                type=rule_name,
            ),
            RANKS,
            flag(
                "--window",
                "measure the window instead: time per frame at 30 generations a second, with panels and the default "
                "look, on a board of --size (default: 160x96) and --rule",
            ),
            option(
                "--frames",
                "N",
                "with --window: number of frames (default: 600)",
                type=number(int, 10, 10**6, "a whole number from 10 to 1000000"),
                default=600,
            ),
            flag(
                "--idle",
                "with --window: measure the CPU use of an untouched window instead (start screen, halted universe, "
                "minimised window), each for --seconds",
            ),
            flag("--record", "with --window: compare frames with and without recording a film"),
            option(
                "--scenes",
                "N",
                "test the display of gpulife art instead: change scenes N times and check that memory does not grow",
                type=positive_generations,
            ),
            option(
                "--phones",
                "N",
                "measure phone gamepads instead: the delay of N button presses, from a local socket to the board",
                type=number(int, 10, 10**5, "a whole number from 10 to 100000"),
            ),
            flag(
                "--online", "measure on-line play instead, over real sockets, and check each figure against its limit"
            ),
            flag("--quick", "with --online: take less time, with the same number of people and matches"),
            option(
                "--servers",
                "N",
                "with --online: measure only how many matches can run on 1, 2, ... N servers that share a database",
                type=number(int, 1, 64, "a whole number from 1 to 64"),
            ),
            option(
                "--db", "ADDRESS", "with --servers: the shared database, postgresql://... (default: a file)", default=""
            ),
        ],
        "what to write": [
            json_file("write the figures as JSON to FILE; without FILE, print JSON instead of the table"),
            option("--plot", "FILE.png", "save a plot of the figures (needs matplotlib)", type=Path),
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Measure what the options ask for, and return the exit status.

    Raises:
            GpulifeError: an option is wrong, or a file cannot be written. This is raised before anything is measured.
    """
    if arguments.record and not arguments.window:
        raise UsageError("--record needs --window: only the window records films")
    if arguments.idle and not arguments.window:
        raise UsageError("--idle needs --window: it measures an untouched window")
    if arguments.quick and not arguments.online:
        raise UsageError("--quick needs --online: to measure engines for less time, use --seconds")
    if arguments.servers and not arguments.online:
        raise UsageError("--servers needs --online")
    if arguments.db and not arguments.servers:
        raise UsageError("--db needs --servers N: the number of servers that share the database")
    if arguments.online:
        return _bench_online(arguments)
    if arguments.ranks is not None or launched_ranks() > 1:
        return on_ranks(arguments, _bench_ranks)
    if arguments.phones:
        return _bench_phones(arguments)
    if arguments.scenes:
        return _bench_scenes(arguments)
    if arguments.window:
        return _bench_window(arguments)
    if arguments.profile is not None:
        return _bench_passes(arguments)
    from gpulife.rich_console import PlainConsole
    from gpulife.tools.bench_report import as_json, plot_report, print_report, require_files
    from gpulife.tools.bench_suite import measure_all
    from gpulife.tools.measure import Plan
    from gpulife.tools.peers import BenchCase

    require_files(arguments.json, arguments.plot)
    case = BenchCase(
        contender=arguments.engine,
        rule=arguments.rule,
        plan=Plan(
            density=arguments.soup,
            seed=arguments.seed,
            generations=arguments.generations,
            seconds=arguments.seconds,
            settled=arguments.settled or 0,
        ),
        tune=not arguments.no_tune,
        memory=arguments.memory,
    )
    report = measure_all(case, arguments.size, PlainConsole(stderr=True), peers=arguments.peers)
    if arguments.plot is not None:
        plot_report(report, arguments.plot)
    write_json(as_json(report), arguments.json)
    if arguments.json != STANDARD_OUTPUT:
        print_report(report, PlainConsole())
    return 0


def _bench_ranks(arguments: argparse.Namespace, world: "World | None") -> int:
    from dataclasses import asdict

    from gpulife.log import NoticeHandler, attached
    from gpulife.rich_console import PlainConsole, ProgressBar
    from gpulife.rules import parse_rule
    from gpulife.tools.bench_report import require_files
    from gpulife.tools.rank_scaling import STRIP, ScalingPlan, measure_scaling, pairs_of_rounds, scaling_table

    others = arguments.peers or arguments.settled or arguments.plot or arguments.window or arguments.generations
    if others or arguments.scenes or arguments.phones:
        raise UsageError(
            "--ranks can be combined only with --size (the board of one rank), --rule, --engine, --memory, --no-tune,"
            " --soup, --seed, --seconds and --json"
        )
    if world is None:
        raise UsageError("--ranks is 1, so no other rank shares the work: give 2 or more")
    require_files(arguments.json, None)
    rule = parse_rule(arguments.rule)
    plan = ScalingPlan(
        shape=arguments.size or rule.size or STRIP,
        density=arguments.soup,
        seed=arguments.seed,
        seconds=arguments.seconds,
        tune=not arguments.no_tune,
        memory=arguments.memory,
    )
    progress = PlainConsole(stderr=True)
    bar = ProgressBar(progress, "pairs of rounds", pairs_of_rounds(world.size, plan))
    with attached(NoticeHandler()), bar:
        report = measure_scaling(world, arguments.engine, replace(rule, size=None), plan, bar.advance)
    write_json(asdict(report), arguments.json)
    if arguments.json != STANDARD_OUTPUT:
        PlainConsole().print(*report.lines, "", scaling_table(report.figures), sep="\n", soft_wrap=True)
    return 0


def _bench_passes(arguments: argparse.Namespace) -> int:
    from dataclasses import asdict

    from gpulife.rich_console import PlainConsole
    from gpulife.rules import parse_rule
    from gpulife.tools.bench_report import require_files
    from gpulife.tools.bench_suite import status_on
    from gpulife.tools.gl_profile import HEAD, line_of, profile_passes
    from gpulife.tools.measure import Plan

    if arguments.peers or arguments.settled or arguments.plot:
        raise UsageError("--profile measures only shaders: leave out --peers, --settled and --plot")
    require_files(arguments.json, None)
    rules = [replace(parse_rule(name), size=None) for name in arguments.profile or PROFILED]
    plan = Plan(
        density=arguments.soup, seed=arguments.seed, generations=arguments.generations, seconds=arguments.seconds
    )
    with status_on(PlainConsole(stderr=True)):
        found = list(profile_passes(rules, arguments.size or PROFILED_BOARD, plan))
    write_json([asdict(figures) for figures in found], arguments.json)
    if arguments.json != STANDARD_OUTPUT:
        PlainConsole().print(HEAD, *map(line_of, found), sep="\n", soft_wrap=True, highlight=False, markup=False)
    return 0


def _bench_window(arguments: argparse.Namespace) -> int:
    from dataclasses import asdict

    from gpulife.rules import parse_rule
    from gpulife.tools.bench_report import write_result
    from gpulife.window.window_bench import MIN_RECORDED, measure_window

    if arguments.peers or arguments.settled or arguments.plot:
        raise UsageError("--window measures only the window: leave out --peers, --settled and --plot")
    if arguments.idle:
        return _bench_idle(arguments)
    if arguments.record and arguments.frames < MIN_RECORDED:
        raise UsageError(f"--record needs more frames to compare: give --frames {MIN_RECORDED} or more")
    figures = measure_window(
        arguments.frames,
        parse_rule(arguments.rule),
        arguments.size,
        density=arguments.soup,
        seed=arguments.seed,
        film=arguments.record,
    )
    write_result(arguments.json, asdict(figures), figures.line)
    return 0


def _bench_idle(arguments: argparse.Namespace) -> int:
    from dataclasses import asdict

    from gpulife.tools.bench_report import write_result
    from gpulife.window.idle_bench import measure_idle

    if arguments.record or arguments.size:
        raise UsageError("--idle measures a window in which nothing runs: leave out --record and --size")
    figures = measure_idle(arguments.seconds)
    write_result(arguments.json, asdict(figures), figures.line)
    return 0


def _bench_phones(arguments: argparse.Namespace) -> int:
    from dataclasses import asdict

    from gpulife.tools.bench_report import write_result
    from gpulife.window.phones.phone_bench import measure_phones

    if arguments.size or arguments.peers or arguments.settled or arguments.plot or arguments.window:
        raise UsageError(
            "--phones measures only the delay of button presses: leave out --size, --peers, --settled, --plot and"
            " --window"
        )
    figures = measure_phones(arguments.phones)
    write_result(arguments.json, asdict(figures), figures.line)
    return 0


def _bench_scenes(arguments: argparse.Namespace) -> int:
    """Show scenes of kinetic art one by one. Return the exit status: 1 if a scene failed or memory grew, else 0."""
    from dataclasses import asdict

    from gpulife.rich_console import PlainConsole, ProgressBar
    from gpulife.signals import stop_on_signals
    from gpulife.tools.bench_report import write_result
    from gpulife.window.art.scene_soak import measure_scenes

    if arguments.size or arguments.peers or arguments.settled or arguments.plot or arguments.window:
        raise UsageError("--scenes tests only the display: leave out --size, --peers, --settled, --plot and --window")
    with stop_on_signals() as stop, ProgressBar(PlainConsole(stderr=True), "changing scenes", arguments.scenes) as bar:

        def keep_going(changes: int) -> bool:
            bar.update(changes)
            return stop.signal is None

        figures = measure_scenes(arguments.scenes, keep_going)
    write_result(arguments.json, {**asdict(figures), "growth": figures.growth, "passed": figures.passed}, figures.line)
    return stop.exit_status or int(not figures.passed)


def _bench_online(arguments: argparse.Namespace) -> int:
    """Measure on-line play; return the exit status: 0 if every measured value is within its limit, else 1."""
    from gpulife.rich_console import PlainConsole
    from gpulife.tools.bench_report import require_files
    from gpulife.tools.online_bench import load_figures
    from gpulife.tools.online_bench.figures import print_figures
    from gpulife.tools.online_bench.suite import QUICK, Amounts, measure_online

    if arguments.size or arguments.peers or arguments.settled or arguments.plot or arguments.window or arguments.scenes:
        raise UsageError("--online measures only on-line play: it takes only --quick, --servers, --db and --json")
    require_files(arguments.json, None)
    progress = PlainConsole(stderr=True)
    if arguments.servers:
        growth = load_figures.QUICK if arguments.quick else load_figures.Growth()
        report = load_figures.measure_servers(arguments.servers, arguments.db, growth, progress)
    else:
        report = measure_online(QUICK if arguments.quick else Amounts(), progress)
    write_json(report.as_json(), arguments.json)
    if arguments.json != STANDARD_OUTPUT:
        print_figures(report, PlainConsole())
    return int(not report.is_good)
