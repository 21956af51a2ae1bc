"""``gpulife art``: show a programme of kinetic art, report on it, or start it at every log-in."""

import argparse
import os
from collections.abc import Sequence

from gpulife.cli.options import ENGINE, CommandLine, Option, choice, flag, number, option, seed
from gpulife.errors import UsageError
from gpulife.printing import say
from gpulife.resources import has_display

COMMAND_LINE = CommandLine(
    usage="gpulife art [PROGRAMME] [options]",
    description=(
        "Show kinetic art: programmes of scenes that never come to rest (see gpulife list programmes).\n"
        "A click or a drag puts new life into the picture. Left and Right change the scene, Space halts it,\n"
        "F1 explains it, Ctrl+Q or Shift+Escape quits. Any other key or pad button opens the games.\n\n"
        "--report plays every generation of a programme as fast as possible, without showing it, and\n"
        "reports what was done to keep each scene alive. The exit status is 0 if something changed in\n"
        "every minute, and if each minute stayed close to the scene's first ten minutes: half to twice\n"
        "as many live cells, a quarter to four times as many changes. Otherwise it is 1. Ctrl-C ends the\n"
        "report early and prints the table so far."
    ),
    epilog=(
        "examples:\n"
        "  gpulife art quiet --fullscreen\n"
        "  gpulife art --no-wake --independent --brightness '08:00=1, 22:00=0.3'\n"
        "  gpulife art quiet --report --hours 24\n"
        "  gpulife art ./mine.toml --report --hours 0.5 --json"
    ),
    options={
        "": [
            option("programme", "PROGRAMME", "a name, or a .toml file (default: all programmes)", nargs="?"),
            option("--seed", "N", "seed of the order and of all scenes (default: random; for a report: 1)", type=seed),
        ],
        "the monitors": [
            flag("--fullscreen", "fill the monitor (default: the same as last time)", default=None),
            option(
                "--monitor",
                "NAME",
                "a monitor's name or number, or a part of the desktop,\n"
                "such as 800x600+0+0; may be repeated for several monitors",
                action="append",
            ),
            (
                flag("--span", "one picture that spans all monitors"),
                flag("--mirror", "the same picture on all monitors"),
                flag("--independent", "a different scene on each monitor"),
            ),
        ],
        "what is shown": [
            option("--scene", "NAME", "show only this scene, again and again"),
            flag("--fresh", "start from the beginning, not where the last run ended"),
            flag("--preview", "choose a programme from small moving previews"),
            flag("--titles", "show each scene's name for a few seconds"),
            option(
                "--brightness",
                "PLAN",
                'brightness by time of day, such as "08:00=1, 20:00=0.5, 23:00=0.15"\n(default: from the settings)',
            ),
            Option(
                ("--reduced-flashing",),
                {
                    "action": argparse.BooleanOptionalAction,
                    "help": "let the picture change slowly and softly (default: from the settings, else yes)",
                },
            ),
        ],
        "unattended": [
            flag("--no-touch", "a click adds no life to the picture; it opens the games, like a key"),
            flag("--no-wake", "ignore keys, gamepad buttons and clicks, except Ctrl+Q and\nShift+Escape, which quit"),
            option(
                "--idle",
                "MIN",
                "minutes without input after which the games close and the\n"
                "art comes back (default: from the settings, else 3)",
                type=number(float, 0.05, 1440, "a number of minutes from 0.05 to 1440"),
            ),
            choice(
                "--drill",
                ["crash", "context", "monitor"],
                "cause a failure after ten seconds, to test that the display survives it:\n"
                "a crash of the scene, a lost OpenGL context, an unplugged monitor",
            ),
        ],
        "the report": [
            flag("--report", "play the programme without showing it, and report how lively each scene stays"),
            option(
                "--hours",
                "H",
                "hours to play; the simulated time of day starts at midnight (default: 24)",
                type=number(float, 0.001, 10000, "a number of hours from 0.001 to 10000"),
                default=24.0,
            ),
            ENGINE,
            flag("--json", "print the report as JSON"),
        ],
        "starting at log-in": [
            flag(
                "--install",
                "start the art at every log-in, with the other options of this command line (needs systemd)",
            ),
            flag("--uninstall", "undo --install: the art no longer starts at log-in"),
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Show a programme, report on one, or set whether art starts at log-in; return the exit status."""
    if arguments.install or arguments.uninstall:
        return _install(arguments)
    if arguments.report:
        from gpulife.art.playlist import programmes_of
        from gpulife.art.soak_report import art_report
        from gpulife.window.art.headless_match import HeadlessMatch

        return art_report(arguments, programmes_of(arguments.programme, arguments.scene), HeadlessMatch)
    if not has_display():
        raise UsageError("there is no display: only gpulife art --report and gpulife render work without one")
    from gpulife.window.art.main import art

    return art(arguments)


def _install(arguments: argparse.Namespace) -> int:
    """Carry out ``--install`` or ``--uninstall``.

    ``--install`` makes the art start at every log-in, with the other options of this command line. ``--uninstall``
    undoes this.
    """
    from gpulife.art import install
    from gpulife.window.art.show_options import require_showable

    if arguments.install and (arguments.uninstall or arguments.report):
        other = "--uninstall" if arguments.uninstall else "--report"
        raise install.InstallError(f"--install and {other} exclude each other: give only one")
    if arguments.uninstall:
        lines = install.uninstall(install.run_systemctl)
    else:
        require_showable(arguments)
        lines = install.install(
            install.display_command(login_arguments(arguments.argv, arguments.programme)), install.run_systemctl
        )
    say(*lines)
    return 0


def login_arguments(argv: Sequence[str], programme: str | None) -> list[str]:
    """Return the arguments with which the art starts at log-in.

    These are ``argv`` without ``--install`` and ``--debug``. If ``programme`` is a file, its path is made absolute.
    """
    arguments = [argument for argument in argv if argument not in ("--install", "--debug")]
    if programme is not None and programme.lower().endswith(".toml"):
        arguments[arguments.index(programme)] = os.path.abspath(os.path.expanduser(programme))  # noqa: PTH100, PTH111
    return arguments
