"""The options of ``gpulife art``."""

from __future__ import annotations

import argparse
from typing import Any

from gpulife.art.display_options import add_display
from gpulife.option_types import number, seed

_MOST_HOURS = 10_000
_hours = number(float, 0.001, _MOST_HOURS, f"a number of hours from 0.001 to {_MOST_HOURS}")


def add_art(commands: Any) -> argparse.ArgumentParser:
    """Add the command to the parser's sub-parsers and return its own."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "art",
        usage="gpulife art [PROGRAMME] [options]",
        description="Kinetic art: programmes of scenes that never come to rest (see gpulife list programmes), shown\n"
        "until somebody ends it with Ctrl+Q or Shift+Escape. Any key, pad or click wakes the games.\n\n"
        "--report plays one for hours as fast as it goes, every generation of it, without showing it, and\n"
        "tells of each scene what was done to keep it alive. Exit status 0 if no minute was without\n"
        "change, else 1. Ctrl-C ends it early, with the table of what was played.",
        epilog="examples:\n"
        "  gpulife art quiet --fullscreen\n"
        "  gpulife art --no-wake --independent --brightness '08:00=1, 22:00=0.3'\n"
        "  gpulife art quiet --report --hours 24\n"
        "  gpulife art ./mine.toml --report --hours 0.5 --json",
    )
    parser.set_defaults(command="art")
    add = parser.add_argument
    add("programme", nargs="?", metavar="PROGRAMME", help="a name, or a .toml file (default: all of them)")
    add("--seed", type=seed, metavar="N", help="of the order and all scenes (default: any; of a report: 1)")
    add_display(parser)
    add = parser.add_argument_group("without showing it").add_argument
    add("--report", action="store_true", help="play it without showing it, and tell how it went")
    add("--hours", type=_hours, default=24.0, metavar="H", help="of the display's time, from midnight on (default: 24)")
    add("--engine", default="auto", metavar="NAME", help="auto, planes, gl or numpy (default: auto)")
    add("--json", action="store_true", help="the report as JSON")
    add = parser.add_argument_group("with the desktop").add_argument
    add("--install", action="store_true", help="start it at every log-in, with the other options given here (systemd)")
    add("--uninstall", action="store_true", help="do so no longer")
    return parser
