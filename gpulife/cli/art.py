"""``gpulife art``: the display of a programme, a report of one, or the display at every log-in."""

import argparse
import os
from collections.abc import Sequence

from gpulife.cli.arg_types import number, seed
from gpulife.environment import has_display
from gpulife.errors import UsageError
from gpulife.printing import say

FAULTS = ("crash", "context", "monitor")
_NOT_AT_LOGIN = ("--install", "--debug")
_minutes = number(float, 0.05, 1440, "a number of minutes from 0.05 to 1440")
_hours = number(float, 0.001, 10000, "a number of hours from 0.001 to 10000")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the command."""
    parser.usage = "gpulife art [PROGRAMME] [options]"
    parser.description = (
        "Kinetic art: programmes of scenes that never come to rest (see gpulife list programmes), shown\n"
        "until somebody ends it with Ctrl+Q or Shift+Escape. Any key, pad or click wakes the games.\n\n"
        "--report plays one for hours as fast as it goes, every generation of it, without showing it, and\n"
        "tells of each scene what was done to keep it alive. Exit status 0 if no minute was without\n"
        "change, else 1. Ctrl-C ends it early, with the table of what was played."
    )
    parser.epilog = (
        "examples:\n"
        "  gpulife art quiet --fullscreen\n"
        "  gpulife art --no-wake --independent --brightness '08:00=1, 22:00=0.3'\n"
        "  gpulife art quiet --report --hours 24\n"
        "  gpulife art ./mine.toml --report --hours 0.5 --json"
    )
    add = parser.add_argument
    add("programme", nargs="?", metavar="PROGRAMME", help="a name, or a .toml file (default: all of them)")
    add("--seed", type=seed, metavar="N", help="of the order and all scenes (default: any; of a report: 1)")
    _add_display(parser)
    add = parser.add_argument_group("without showing it").add_argument
    add("--report", action="store_true", help="play it without showing it, and tell how it went")
    add("--hours", type=_hours, default=24.0, metavar="H", help="of the display's time, from midnight on (default: 24)")
    add("--engine", default="auto", metavar="NAME", help="auto, planes, gl or numpy (default: auto)")
    add("--json", action="store_true", help="the report as JSON")
    add = parser.add_argument_group("with the desktop").add_argument
    add("--install", action="store_true", help="start it at every log-in, with the other options given here (systemd)")
    add("--uninstall", action="store_true", help="do so no longer")


def _add_display(parser: argparse.ArgumentParser) -> None:
    """Add the options that show a programme."""
    screens = parser.add_argument_group("on which screen")
    add = screens.add_argument
    add("--fullscreen", action="store_true", default=None, help="fill a monitor (default: as the window last did)")
    add("--monitor", action="append", metavar="NAME", help="on that monitor, by name, number, or as a part of the\n"
        "desktop, as in 800x600+0+0; may be given again for more than one")  # fmt: skip
    several = screens.add_mutually_exclusive_group()
    several.add_argument("--span", action="store_true", help="one picture over all monitors")
    several.add_argument("--mirror", action="store_true", help="the same picture on all monitors")
    several.add_argument("--independent", action="store_true", help="a scene of its own on each monitor")
    add = parser.add_argument_group("what is shown").add_argument
    add("--scene", metavar="NAME", help="only that scene of the programme, again and again")
    add("--fresh", action="store_true", help="begin anew instead of going on where the last time ended")
    add("--preview", action="store_true", help="choose the programme from small moving pictures")
    add("--titles", action="store_true", help="show each scene's name for some seconds")
    add("--brightness", metavar="PLAN", help='by the time of the day, as in "08:00=1, 20:00=0.5, 23:00=0.15"\n'
        "(default: as the settings say)")  # fmt: skip
    add(
        "--reduced-flashing",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="keep changes slow and soft (default: as the settings say; if nobody was ever asked, yes)",
    )
    add = parser.add_argument_group("unattended").add_argument
    add("--no-wake", action="store_true", help="keys, pads and clicks do nothing; Ctrl+Q and Shift+Escape still quit")
    add("--idle", type=_minutes, metavar="MIN", help="without anybody until the art comes back after\n"
        "somebody woke the games (default: 3, or as the settings say)")  # fmt: skip
    add("--drill", choices=FAULTS, help="let something go wrong after ten seconds, to see that the display survives:\n"
        "a crash of the scene, a lost OpenGL context, an unplugged monitor")  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Show, report or install as the options say, and return the exit status."""
    if arguments.install or arguments.uninstall:
        return _install(arguments)
    if arguments.report:
        from gpulife.cli.art_report import art_report
        from gpulife.window.art.headless_match import HeadlessMatch
        from gpulife.window.art.request import programmes_of

        return art_report(arguments, programmes_of(arguments.programme, arguments.scene), HeadlessMatch)
    if not has_display():
        raise UsageError("there is no display to show anything on; gpulife art --report and gpulife render need none")
    from gpulife.window.art.main import art

    return art(arguments)


def _install(arguments: argparse.Namespace) -> int:
    """Install the display for every log-in with the options that are given now, or uninstall it.

    Raises:
        GpulifeError: the options contradict each other, there is no such programme, or the files cannot be written.
    """
    from gpulife.art import install
    from gpulife.window.art.request import require_showable

    if arguments.install and (arguments.uninstall or arguments.report):
        other = "--uninstall" if arguments.uninstall else "--report"
        raise install.InstallError(f"--install cannot go with {other}: give one of them")
    if arguments.uninstall:
        lines = install.uninstall(install.run_systemctl)
    else:
        require_showable(arguments)
        command = install.display_command(login_arguments(arguments.argv, arguments.programme))
        lines = install.install(command, install.run_systemctl)
    say(*lines)
    return 0


def login_arguments(argv: Sequence[str], programme: str | None) -> list[str]:
    """Return the arguments to start the display with at log-in; a programme's file by its absolute path."""
    kept = [each for each in argv if each not in _NOT_AT_LOGIN]
    if programme is not None and programme.lower().endswith(".toml"):
        kept[kept.index(programme)] = os.path.abspath(os.path.expanduser(programme))  # noqa: PTH100, PTH111
    return kept
