"""The command line: find the command in the arguments, run it, and report any error in one line.

Each command has a module with ``COMMAND_LINE`` (its options) and ``run(arguments)``, which returns the exit status.
``run`` imports heavy modules itself, so that ``--help``, ``--version`` and errors in options are fast.
"""

import argparse
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from importlib import import_module
from logging import Handler, NullHandler
from pathlib import Path
from typing import Any, NoReturn

from gpulife import __version__
from gpulife.cli import live
from gpulife.cli.on_ranks import is_quiet_rank
from gpulife.errors import GpulifeError, UnknownRuleError, UsageError
from gpulife.log import LOGGER, ConsoleHandler, attached, debug_log, log_error
from gpulife.printing import (
    StandardOutputError,
    flush_output,
    prepare_streams,
    say_on_stderr,
    silence_broken_output,
    write_out,
)
from gpulife.ranks.link import launcher_link
from gpulife.ranks.mpi import launched_rank
from gpulife.signals import STATUS_HANG_UP, detach_lost_terminal, ended_by_signals

COMMANDS = {
    "open": ("gpulife.cli.open", ""),  # not listed: the usage line shows its short form, gpulife FILE
    "play": ("gpulife.cli.play", "play a game; each player is a person or the computer"),
    "join": ("gpulife.cli.join", "play in an on-line match, or watch one"),
    "realtime": (
        "gpulife.cli.play_by_mail.command",
        "play Real-Time Life by typed or mailed orders; it lasts minutes or weeks",
    ),
    "serve": ("gpulife.cli.serve", "run a server for on-line play, at home or on the internet"),
    "run": ("gpulife.cli.run", "compute generations of a pattern or soup and save the result"),
    "render": ("gpulife.cli.render", "make a film or a picture of a pattern, a soup or a recorded session"),
    "replay": ("gpulife.cli.replay", "play back a recorded session, or verify it"),
    "teletype": ("gpulife.cli.teletype", "play LIFE-2 in the terminal, as on paper in 1978"),
    "art": ("gpulife.cli.art", "show kinetic art, or report how lively it stays over hours"),
    "identify": ("gpulife.cli.identify", "say what a pattern is: its kind, period, speed and fate"),
    "list": ("gpulife.cli.list", "list all rules, patterns, engines, games and programmes"),
    "doctor": ("gpulife.cli.doctor", "find out what this machine can do and what would improve it"),
    "tournament": ("gpulife.cli.tournament", "let computer players of different levels play against each other"),
    "bench": ("gpulife.cli.bench", "measure the speed on this machine"),
    "stress": ("gpulife.cli.stress", "run the largest possible universe for hours and check it"),
}  # fmt: skip
"""Maps the name of each command to (its module, its description). Without a command, ``gpulife.cli.live`` is run."""

_STATUS_BUG, _STATUS_USER_ERROR, _STATUS_INTERRUPTED, _STATUS_BROKEN_PIPE = 1, 2, 130, 141


class _Parser(argparse.ArgumentParser):
    """A parser that raises UsageError for a wrong command line, with a hint to use ``--help``."""

    def __init__(self, **settings: Any) -> None:
        # Makes room for the longest option beside its help.
        formatter = partial(argparse.RawDescriptionHelpFormatter, max_help_position=30, width=96)
        super().__init__(formatter_class=formatter, allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")

    def _print_message(self, message: str, _file: Any = None) -> None:
        """Print the text of --help or --version. Unlike argparse's own method, raise an error if printing fails."""
        write_out(message)

    def add_options_of(self, command: Any) -> None:
        """Add the options of a command's module, and store its function ``run`` in the parsed arguments."""
        command.COMMAND_LINE.add_to(self)
        self.add_argument("--debug", action="store_true", help="show where an error comes from, and write a log")
        self.set_defaults(run=command.run)


class CommandParser(_Parser):
    """The parser of one command. The command's module is imported only when this parser is used.

    Args:
        module: name of the command's module.
        settings: keyword arguments for ``argparse.ArgumentParser``.
    """

    def __init__(self, *, module: str, **settings: Any) -> None:
        super().__init__(**settings)
        self._module = module

    def declare(self) -> None:
        """Import the command's module and add its options."""
        self.add_options_of(import_module(self._module))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as argparse does. argparse calls this method only for the command that the user gave."""
        self.declare()
        return super().parse_known_args(args, namespace)


def build_parser() -> argparse.ArgumentParser:
    """Build the parser. In parsed arguments, ``command`` is the command's name, or None without a command."""
    parser = _Parser(
        prog="gpulife",
        epilog="commands (each has its own --help):\n"
        + "".join(f"  {name:<22}{about}\n" for name, (_, about) in COMMANDS.items() if about),
    )
    parser.add_argument("--version", action="version", version=f"gpulife {__version__}")
    parser.add_options_of(live)
    parser.usage = "gpulife [FILE] [options]\n       gpulife COMMAND ..."
    commands = parser.add_subparsers(
        prog="gpulife",
        metavar="COMMAND",
        dest="command",
        help=argparse.SUPPRESS,
        title=argparse.SUPPRESS,
        parser_class=CommandParser,
    )
    for name, (module, _) in COMMANDS.items():
        commands.add_parser(name, module=module)
    return parser


def entry_point() -> NoReturn:
    """Run the program ``gpulife``."""
    sys.exit(main())


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return the exit status.

    Args:
        argv: the arguments without the program's name; None for the arguments of this process.

    Raises:
        SystemExit: after ``--help`` and ``--version``, and when SIGTERM or SIGHUP ends the program at once.
    """
    argv = sys.argv[1:] if argv is None else list(argv)
    prepare_streams()
    handler: Handler = NullHandler() if is_quiet_rank(argv) else ConsoleHandler()
    # A launcher has already printed where the log is.
    debug = debug_log(argv, launched_rank(), is_told=launcher_link() is None) if "--debug" in argv else nullcontext()
    try:
        with attached(handler), debug:
            status = _main(argv)
    finally:
        silence_broken_output()
    # Some launchers kill all ranks when one fails, so only rank 0, which reports the error, returns the failure.
    return 0 if status == _STATUS_USER_ERROR and is_quiet_rank(argv) else status


def _main(argv: Sequence[str]) -> int:
    try:
        with ended_by_signals():
            status = _run_command(argv)
        flush_output()
    except BrokenPipeError:
        return _STATUS_BROKEN_PIPE
    except KeyboardInterrupt:
        return _STATUS_INTERRUPTED
    except (GpulifeError, MemoryError) as error:
        if isinstance(error, StandardOutputError) and detach_lost_terminal():  # before SIGHUP comes
            return STATUS_HANG_UP
        _show_traceback(argv)
        LOGGER.error((str(error) or "not enough memory") + _where_rules_are_listed(error))
        return _STATUS_USER_ERROR
    except Exception as error:  # noqa: BLE001 - the last line of defence: a bug is reported in one line, too
        if isinstance(error, OSError) and detach_lost_terminal():  # as above
            return STATUS_HANG_UP
        _show_traceback(argv)
        path = log_error("ended by", error)
        where = f"; see {path} for the details" if path is not None else ""
        LOGGER.error("this is a bug in gpulife: %s: %s%s", type(error).__name__, error, where)
        return _STATUS_BUG
    return status


def _run_command(argv: Sequence[str]) -> int:
    try:
        arguments = build_parser().parse_args(_with_command(argv), argparse.Namespace(argv=tuple(argv)))
    except SystemExit:  # --help and --version
        flush_output()
        raise
    if arguments.command and (stray := live.first_given(arguments)):
        raise UsageError(f"{stray} is before the command: write options after the command")
    status: int = arguments.run(arguments)
    return status


def _with_command(argv: Sequence[str]) -> list[str]:
    """Return the arguments with the command ``open`` inserted if a file is given instead of a command."""
    options = list(live.COMMAND_LINE.all_options())
    valued = {name for option in options if option.takes_value for name in option.names}
    for place, word in enumerate(argv):
        if word.startswith("-") or (place and argv[place - 1] in valued):
            continue
        path = Path(word)
        if word in COMMANDS or not (os.path.exists(word) or path.suffix or len(path.parts) > 1):  # noqa: PTH110 - Path.exists raises an error for some names
            break
        of_file = {
            name for option in import_module(COMMANDS["open"][0]).COMMAND_LINE.all_options() for name in option.names
        }
        for name in (name for option in options for name in option.names if name not in of_file):
            if name in argv:
                raise UsageError(f"{name} is for gpulife without a file (see gpulife open --help)")
        return ["open", word, *argv[:place], *argv[place + 1 :]]
    return list(argv)


def _where_rules_are_listed(error: BaseException) -> str:
    """Return a hint to append to the message of ``error`` if its cause is an unknown rule name, else ""."""
    causes: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in causes:
        causes.append(cause)
        cause = cause.__cause__ or cause.__context__
    is_rule = any(isinstance(cause, UnknownRuleError) for cause in causes)
    return "; see gpulife list rules" if is_rule else ""


def _show_traceback(argv: Sequence[str]) -> None:
    # The option is looked up in argv because parsing argv may be what failed.
    if "--debug" in argv:
        for line in traceback.format_exc().splitlines():
            say_on_stderr(line)
        LOGGER.exception("ended by")
