"""The command line: ``gpulife`` and its commands, as little more than a table of options.

Heavy modules are imported by the commands that need them, so that ``--help``, ``--version`` and a mistyped option
answer at once.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from gpulife import __version__
from gpulife.errors import GpulifeError

if TYPE_CHECKING:
    from rich.console import Console

    from gpulife.patterns.soup import SoupSpec

_Value = TypeVar("_Value")
_LARGEST_SEED = 2**64 - 1
_MOST_GENERATIONS = 10**15
_MOST_ZOOM = 64
_STATUS_BUG, _STATUS_USER, _STATUS_INTERRUPTED, _STATUS_BROKEN_PIPE = 1, 2, 130, 141


class UsageError(GpulifeError):
    """The command line itself is wrong."""


def entry_point() -> NoReturn:
    """The program ``gpulife``."""
    sys.exit(main())


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with ``argv`` (without its name; by default the process's own) and return the exit status.

    Raises:
        SystemExit: after ``--help`` and ``--version``, and on SIGTERM.
    """
    argv = sys.argv[1:] if argv is None else list(argv)
    try:
        status = _dispatch(argv)
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_stdout()
        return _STATUS_BROKEN_PIPE
    except KeyboardInterrupt:
        return _STATUS_INTERRUPTED
    except (GpulifeError, MemoryError) as error:
        _show_traceback(argv)
        _tell("error", str(error) or "not enough memory")
        return _STATUS_USER
    except Exception as error:  # noqa: BLE001 - the last line of defence: a bug is told in one line, too
        _show_traceback(argv)
        _tell(
            "error", f"this is a bug of gpulife: {type(error).__name__}: {error}; run again with --debug to see where"
        )
        return _STATUS_BUG
    return status


def _dispatch(argv: Sequence[str]) -> int:
    arguments = _parser().parse_args(argv)
    command: Callable[[argparse.Namespace], int] = arguments.command
    if command is not _live and (
        stray := next((name for name in _LIVE_OPTIONS if getattr(arguments, name) is not None), None)
    ):
        option = _LIVE_OPTIONS[stray]
        raise UsageError(f"{option} before a command is for gpulife without one; write options after the command")
    return command(arguments)


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are ours: one line, with a hint where to read more."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")


_LIVE_OPTIONS = {
    "live_view": "--view",
    "live_rule": "--rule",
    "live_size": "--size",
    "live_edges": "--edges",
    "live_density": "--density",
    "live_seed": "--seed",
    "live_engine": "--engine",
    "live_fps": "--fps",
    "live_generations": "--generations",
}
"""Where the options of ``gpulife`` without a command are kept, all None unless given, and their names."""


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="gpulife",
        usage="gpulife [options]\n       gpulife run|list|doctor ...",
        description="Competing species of the Game of Life. Without a command: a universe live in the terminal.",
        epilog="commands (each has its own --help):\n"
        "  run                   compute generations of a pattern or soup and save the result\n"
        "  list                  show the rules, patterns and engines that there are\n"
        "  doctor                find out what this machine can do, and what would help\n",
    )
    parser.set_defaults(command=_live)
    parser.add_argument("--version", action="version", version=f"gpulife {__version__}")
    _add_debug(parser)
    live = parser.add_argument_group("the universe in the terminal").add_argument
    live("--view", dest="live_view", choices=["terminal"], help="how to show it (default: terminal)")
    live("--rule", dest="live_rule", metavar="NAME", help="the rule (default: Immigration; see gpulife list rules)")
    live("--size", dest="live_size", type=_size, metavar="WxH", help="cells of the board (default: 160x96)")
    live("--edges", dest="live_edges", choices=["torus", "dead"], help="what lies beyond the board")
    live("--density", dest="live_density", type=_density, metavar="D", help="part of cells alive first (default: 0.35)")
    live("--seed", dest="live_seed", type=_seed, metavar="N", help="the same number gives the same universe")
    live("--engine", dest="live_engine", metavar="NAME", help="auto, gl or numpy (default: auto)")
    live("--fps", dest="live_fps", type=_fps, metavar="N", help="generations a second at first (default: 30)")
    live("-g", "--generations", dest="live_generations", type=_generations, metavar="N", help="end after so many")

    commands = parser.add_subparsers(prog="gpulife", metavar="COMMAND", help=argparse.SUPPRESS, title=argparse.SUPPRESS)
    _add_run(commands)
    _add_list(commands)
    _add_doctor(commands)
    return parser


def _add_run(commands: Any) -> None:
    run = commands.add_parser(
        "run",
        usage="gpulife run (PATTERN | --soup SOUP | --text TEXT) -g N [options]",
        description="Compute generations without a view and save the result. The board is as large as the rule's\n"
        "suffix says (Life:T160,96), or --size; else as the soup; else 160x96 or as large as the pattern.",
        epilog="examples:\n"
        "  gpulife run glider.rle -g 1000 -o out.rle\n"
        "  gpulife run --soup 4096x4096:0.35 --seed 7 --rule Immigration -g 200 --census pops.csv -o last.png\n"
        '  gpulife run --text "HELLO" -g 50 -o hello.png --zoom 8\n\n'
        "Ctrl-C ends a run early: what was asked for is written as far as it got.",
    )
    run.set_defaults(command=_run)
    _add_debug(run)
    start = run.add_argument_group("start with one of").add_argument
    start("pattern", nargs="?", metavar="PATTERN", help="a file (.rle, .npz, a picture), - or a name of gpulife list")
    start("--soup", type=_soup, metavar="WxH:D", help="random cells of density D; WxH:D:3,1 has three A to one B")
    start("--text", metavar="TEXT", help="letters")
    law = run.add_argument_group("the universe").add_argument
    law("-g", "--generations", type=_generations, required=True, metavar="N", help="how many; 0 only converts")
    law("--rule", metavar="NAME", help="instead of the pattern's own rule (see gpulife list rules)")
    law("--size", type=_size, metavar="WxH", help="a board of that size, the pattern in its middle")
    law("--edges", choices=["torus", "dead"], help="what lies beyond the board, where the rule does not say")
    law("--seed", type=_seed, metavar="N", help="the same number gives the same soup (default: another each time)")
    law("--engine", default="auto", metavar="NAME", help="auto, gl or numpy (default: auto)")
    out = run.add_argument_group("what to save and show").add_argument
    out("-o", "--output", dest="outputs", action="append", default=[], type=Path, metavar="FILE",
        help="the last board, as .rle, .npz or .png; may be repeated")  # fmt: skip
    out("--census", type=Path, metavar="FILE.csv", help="the population of every generation")
    out("--zoom", type=_zoom, metavar="N", help="pixels a cell in .png files (default: 1)")
    shown = run.add_mutually_exclusive_group().add_argument
    shown("--json", action="store_true", help="the summary as JSON")
    shown("--quiet", action="store_true", help="no summary")


def _add_list(commands: Any) -> None:
    listing = commands.add_parser(
        "list",
        description="Show what there is to choose from: one line each, the name first.",
        epilog="example:\n  gpulife list patterns | grep -i glider",
    )
    listing.set_defaults(command=_list)
    _add_debug(listing)
    listing.add_argument("what", choices=["rules", "patterns", "engines"], help="what to show")


def _add_doctor(commands: Any) -> None:
    doctor = commands.add_parser(
        "doctor",
        description="Find out what this machine can do: OpenGL, engines and how fast they are, memory, the terminal;\n"
        "and what would help. Exit status 0 if gpulife can run here.",
    )
    doctor.set_defaults(command=_doctor)
    _add_debug(doctor)
    doctor.add_argument("--json", action="store_true", help="the diagnosis as JSON")


def _add_debug(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--debug", action="store_true", help="show where an error comes from")


def _live(arguments: argparse.Namespace) -> int:
    from secrets import randbits

    from gpulife.engines import open_engine
    from gpulife.headless import SMALLEST_BOARD, fix_board
    from gpulife.perpetual import PerpetualUniverse
    from gpulife.rules import Edges, parse_rule
    from gpulife.terminal_app import run_in_terminal

    edges = Edges(arguments.live_edges) if arguments.live_edges else None
    rule, shape = fix_board(
        parse_rule(arguments.live_rule or "Immigration"), arguments.live_size, edges, SMALLEST_BOARD
    )
    seed = randbits(32) if arguments.live_seed is None else arguments.live_seed
    density = 0.35 if arguments.live_density is None else arguments.live_density
    with open_engine(arguments.live_engine or "auto", rule, shape, _warn) as engine:
        universe = PerpetualUniverse(engine, density, seed)
        return run_in_terminal(universe, _console(), arguments.live_fps or 30.0, arguments.live_generations)


def _run(arguments: argparse.Namespace) -> int:
    starts = [value for value in (arguments.pattern, arguments.soup, arguments.text) if value is not None]
    if len(starts) != 1:
        raise UsageError("give exactly one of PATTERN, --soup and --text (see gpulife run --help)")
    if arguments.seed is not None and arguments.soup is None:
        raise UsageError("--seed is for --soup; a pattern or text has nothing random")
    if arguments.zoom is not None and not any(path.suffix.lower() == ".png" for path in arguments.outputs):
        raise UsageError("--zoom is for pictures: give one with -o FILE.png")

    from gpulife.headless import Job, run
    from gpulife.rules import Edges
    from gpulife.summary import summary_lines

    job = Job(
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
    summary, status = run(job, _warn, _console(stderr=True))
    if arguments.json:
        _print_json(summary)
    elif not arguments.quiet:
        _print_lines(summary_lines(summary))
    return status


def _list(arguments: argparse.Namespace) -> int:
    from rich.table import Table

    from gpulife.engines import ENGINES
    from gpulife.patterns.library import built_in_patterns
    from gpulife.rules import RULE_NAMES

    lines = {"rules": RULE_NAMES, "patterns": built_in_patterns(), "engines": ENGINES}[arguments.what]
    console = _console()
    if console.is_terminal:
        table = Table(arguments.what.removesuffix("s"), "what it is", box=None, header_style="bold", pad_edge=False)
        for name, description in lines.items():
            table.add_row(f"[cyan]{name}", description)
        console.print(table)
    else:
        width = max(map(len, lines))
        for name, description in lines.items():
            print(f"{name:<{width}}  {description}")
    return 0


def _doctor(arguments: argparse.Namespace) -> int:
    from gpulife.doctor import diagnose, diagnosis_lines

    diagnosis = diagnose(_console())
    if arguments.json:
        _print_json(diagnosis)
    else:
        _print_lines(diagnosis_lines(diagnosis))
    return 0 if diagnosis.usable else _STATUS_USER


def _print_json(data: Any) -> None:
    import json
    from dataclasses import asdict

    print(json.dumps(asdict(data), indent=2))


def _print_lines(lines: Any) -> None:
    console = _console()
    for line in lines:
        console.print(line, soft_wrap=True)


def _console(*, stderr: bool = False) -> Console:
    from rich.console import Console

    class PlainConsole(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # told by the exit status of main, not here

    return PlainConsole(stderr=stderr, highlight=False)


def _warn(line: str) -> None:
    _tell("warning", line)


def _tell(kind: str, text: str) -> None:
    """One line on stderr whatever the text holds: names of files can contain line ends and worse."""
    line = "".join(symbol if symbol.isprintable() else repr(symbol)[1:-1] for symbol in text)
    print(f"gpulife: {kind}: {line}", file=sys.stderr)


def _show_traceback(argv: Sequence[str]) -> None:
    # Looked up in argv: the error may be that the rest of it cannot be parsed.
    if "--debug" in argv:
        traceback.print_exc()


def _forget_stdout() -> None:
    """Let Python flush what is left into nothing at exit, instead of complaining about the closed pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _number(kind: type[int] | type[float], least: float, most: float, what: str) -> Callable[[str], Any]:
    """A converter for argparse, with the words for what it takes."""

    def convert(text: str) -> int | float:
        try:
            value = kind(text)
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not {what}")
        return value

    return convert


_generations = _number(int, 0, _MOST_GENERATIONS, "a number of generations, 0 or more")
_seed = _number(int, 0, _LARGEST_SEED, f"a whole number from 0 to {_LARGEST_SEED}")
_zoom = _number(int, 1, _MOST_ZOOM, f"a whole number from 1 to {_MOST_ZOOM}")
_density = _number(float, 0, 1, "a number from 0 to 1")
_fps = _number(float, 1, 1000, "a number from 1 to 1000")


def _size(text: str) -> tuple[int, int]:
    from gpulife.patterns.sizes import parse_size

    return _read(parse_size, text)


def _soup(text: str) -> SoupSpec:
    from gpulife.patterns.soup import parse_soup

    return _read(parse_soup, text)


def _read(reader: Callable[[str], _Value], text: str) -> _Value:
    """What ``reader`` makes of an option's text; its error becomes argparse's, which names the option."""
    try:
        return reader(text)
    except GpulifeError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
