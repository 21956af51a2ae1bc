"""``gpulife art``: shows a programme, reports on one, or installs the display for every log-in."""

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
        "Kinetic art: programmes of scenes that never come to rest (see gpulife list programmes), shown\n"
        "until somebody ends it with Ctrl+Q or Shift+Escape. Any key, pad or click wakes the games.\n\n"
        "--report plays a programme for hours as fast as possible, every generation of it, without showing\n"
        "it, and reports what was done to keep each scene alive. Exit status 0 if no minute was without\n"
        "change, else 1. Ctrl-C ends it early, with the table of what was played."
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
            option("programme", "PROGRAMME", "a name, or a .toml file (default: all of them)", nargs="?"),
            option("--seed", "N", "seed of the order and all scenes (default: random; for a report: 1)", type=seed),
        ],
        "on which screen": [
            flag("--fullscreen", "fill a monitor (default: as the window last did)", default=None),
            option(
                "--monitor",
                "NAME",
                "on that monitor: its name, its number, or a part of the\n"
                "desktop, as in 800x600+0+0; may be repeated for several monitors",
                action="append",
            ),
            (
                flag("--span", "one picture over all monitors"),
                flag("--mirror", "the same picture on all monitors"),
                flag("--independent", "a scene of its own on each monitor"),
            ),
        ],
        "what is shown": [
            option("--scene", "NAME", "only that scene of the programme, again and again"),
            flag("--fresh", "begin anew instead of going on where the last time ended"),
            flag("--preview", "choose the programme from small moving pictures"),
            flag("--titles", "show each scene's name for some seconds"),
            option(
                "--brightness",
                "PLAN",
                'by the time of day, as in "08:00=1, 20:00=0.5, 23:00=0.15"\n(default: as the settings say)',
            ),
            Option(
                ("--reduced-flashing",),
                {
                    "action": argparse.BooleanOptionalAction,
                    "help": "keep changes slow and soft (default: as the settings say, or yes if they do not say)",
                },
            ),
        ],
        "unattended": [
            flag("--no-wake", "keys, pads and clicks do nothing; Ctrl+Q and Shift+Escape still quit"),
            option(
                "--idle",
                "MIN",
                "minutes without input until the art comes back after\n"
                "somebody woke the games (default: 3, or as the settings say)",
                type=number(float, 0.05, 1440, "a number of minutes from 0.05 to 1440"),
            ),
            choice(
                "--drill",
                ["crash", "context", "monitor"],
                "let something go wrong after ten seconds, to see that the display survives:\n"
                "a crash of the scene, a lost OpenGL context, an unplugged monitor",
            ),
        ],
        "without showing it": [
            flag("--report", "play it without showing it, and report how lively it stays"),
            option(
                "--hours",
                "H",
                "hours of the display's time, from midnight on (default: 24)",
                type=number(float, 0.001, 10000, "a number of hours from 0.001 to 10000"),
                default=24.0,
            ),
            ENGINE,
            flag("--json", "the report as JSON"),
        ],
        "with the desktop": [
            flag("--install", "start it at every log-in, with the other options given here (systemd)"),
            flag("--uninstall", "no longer start it at log-in"),
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Show a programme, report on it, or install the display, and return the exit status."""
    if arguments.install or arguments.uninstall:
        return _install(arguments)
    if arguments.report:
        from gpulife.art.playlist import programmes_of
        from gpulife.art.soak_report import art_report
        from gpulife.window.art.headless_match import HeadlessMatch

        return art_report(arguments, programmes_of(arguments.programme, arguments.scene), HeadlessMatch)
    if not has_display():
        raise UsageError("there is no display to show anything on; gpulife art --report and gpulife render need none")
    from gpulife.window.art.main import art

    return art(arguments)


def _install(arguments: argparse.Namespace) -> int:
    """Install the display for every log-in with the present options, or uninstall it.

    Raises:
        GpulifeError: the options contradict each other, there is no such programme, or the files cannot be written.
    """
    from gpulife.art import install
    from gpulife.window.art.show_options import require_showable

    if arguments.install and (arguments.uninstall or arguments.report):
        other = "--uninstall" if arguments.uninstall else "--report"
        raise install.InstallError(f"--install cannot go with {other}: give one of them")
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
    """Return the arguments with which the display starts at log-in; a programme's file has its absolute path there."""
    arguments = [argument for argument in argv if argument not in ("--install", "--debug")]
    if programme is not None and programme.lower().endswith(".toml"):
        arguments[arguments.index(programme)] = os.path.abspath(os.path.expanduser(programme))  # noqa: PTH100, PTH111
    return arguments
