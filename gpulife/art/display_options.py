"""The options of ``gpulife art`` that show a programme."""

from __future__ import annotations

import argparse

from gpulife.option_types import number

DRILLS = ("crash", "context", "monitor")
_MOST_MINUTES = 24 * 60
_minutes = number(float, 0.05, _MOST_MINUTES, f"a number of minutes from 0.05 to {_MOST_MINUTES}")


def add_display(parser: argparse.ArgumentParser) -> None:
    """Add them."""
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
    add("--drill", choices=DRILLS, help="let something go wrong after ten seconds, to see that the display survives:\n"
        "a crash of the scene, a lost OpenGL context, an unplugged monitor")  # fmt: skip
