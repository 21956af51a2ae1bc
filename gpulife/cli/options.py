"""The options of the command line: tables for argparse, and the words for what each takes. ``cli`` acts on them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from gpulife import __version__
from gpulife.arg_types import bad, number, read_with, seat, seed, size, soup
from gpulife.cli.art_options import add_art
from gpulife.cli.play_by_mail.options import add_realtime, add_realtime_play
from gpulife.cli.render.options import add_render
from gpulife.cli.teletype.options import add_teletype
from gpulife.errors import UsageError
from gpulife.games.registry import DEFAULT_GAME
from gpulife.printing import write_out
from gpulife.tools.tournament.options import add_tournament

_MAX_GENERATIONS = 10**15


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help with room for the longest option beside what it does."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30, width=96)


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are ours: one line, with a hint where to read more."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=_Formatter, allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")

    def _print_message(self, message: str, _file: Any = None) -> None:
        """Print --help and --version; argparse's own method hides that they could not be printed."""
        write_out(message)


KINDS = ("rules", "patterns", "engines", "games", "handicaps", "programmes", "credits")
"""What ``gpulife list`` knows, in its order."""
LIVE_OPTIONS = {
    "live_view": "--view",
    "live_rule": "--rule",
    "live_size": "--size",
    "live_edges": "--edges",
    "live_density": "--density",
    "live_seed": "--seed",
    "live_engine": "--engine",
    "live_fps": "--fps",
    "live_generations": "--generations",
    "live_fullscreen": "--fullscreen",
    "live_monitor": "--monitor",
    "live_resume": "--resume",
    "live_record": "--record",
    "live_mute": "--mute",
}
"""Where the options of ``gpulife`` without a command are kept, all None unless given, and their names."""


def build_parser() -> argparse.ArgumentParser:
    """Build the parser; ``command`` of what it returns names the command, None for a universe without one."""
    parser = _Parser(
        prog="gpulife",
        usage="gpulife [options]\n"
        "       gpulife play|art|realtime|teletype|run|render|replay|tournament|list|doctor|bench ...",
        description="Competing species of the Game of Life. Without a command: a universe in a window, or in the\n"
        "terminal where there is no display.",
        epilog="commands (each has its own --help):\n"
        "  play                  a game, for people, computers, or both\n"
        "  realtime              Real-Time Life by text orders, in a terminal or from files, for weeks\n"
        "  run                   compute generations of a pattern or soup and save the result\n"
        "  render                make a film or a picture of a pattern, a soup or a recorded session\n"
        "  replay                play a recorded session again, and verify it\n"
        "  teletype              LIFE-2 in the terminal, as on paper in 1978\n"
        "  art                   programmes of scenes for a wall, and how they fare over hours\n"
        "  list                  show the rules, patterns, engines, games and programmes that there are\n"
        "  doctor                find out what this machine can do, and what would help\n"
        "  tournament            let the computer's levels play against each other\n"
        "  bench                 measure how fast it goes\n"
        "  stress                run the largest universe for hours and check it\n",
    )
    parser.add_argument("--version", action="version", version=f"gpulife {__version__}")
    live = parser.add_argument_group("the universe").add_argument
    live("--view", dest="live_view", choices=["window", "terminal"],
         help="default: a window where there is a display")  # fmt: skip
    live("--rule", dest="live_rule", metavar="NAME", help="the rule (default: Immigration; see gpulife list rules)")
    live("--size", dest="live_size", type=size, metavar="WxH", help="cells of the board (default: 160x96)")
    live("--edges", dest="live_edges", choices=["torus", "dead"], help="what lies beyond the board")
    live("--density", dest="live_density", type=_density, metavar="D", help="part of cells alive first (default: 0.35)")
    live("--seed", dest="live_seed", type=seed, metavar="N", help="the same number gives the same universe")
    live("--fps", dest="live_fps", type=_fps, metavar="N", help="generations a second at first (default: 30)")
    window = parser.add_argument_group("the window").add_argument
    window("--fullscreen", dest="live_fullscreen", action="store_true", default=None, help="fill a monitor")
    window("--monitor", dest="live_monitor", metavar="NAME|N", help="that one; also fills it")
    window("--resume", dest="live_resume", action="store_true", default=None, help="go on where it ended last")
    window("--record", dest="live_record", type=Path, metavar="FILE", help="write the replay of the session")
    window("--mute", dest="live_mute", action="store_true", default=None, help="begin without sound; M switches it on")
    terminal = parser.add_argument_group("the terminal").add_argument
    terminal("--engine", dest="live_engine", metavar="NAME", help="auto, planes, gl or numpy (default: auto)")
    terminal("-g", "--generations", dest="live_generations", type=_generations, metavar="N", help="end after so many")

    commands = parser.add_subparsers(
        prog="gpulife", metavar="COMMAND", dest="command", help=argparse.SUPPRESS, title=argparse.SUPPRESS
    )
    for add in _COMMANDS:
        add(commands)
    for each in (parser, *commands.choices.values()):
        each.add_argument("--debug", action="store_true", help="show where an error comes from, and write a log")
    return parser


def _add_play(commands: Any) -> None:
    play = commands.add_parser(
        "play",
        usage="gpulife play [GAME] [options]",
        description="Open the window in a game and start it. Without GAME: seed-list.\n"
        "Who plays, and as what, is otherwise as the settings say.",
        epilog="examples:\n"
        "  gpulife play --right computer:3\n"
        "  gpulife play one-seed --option WILD --names Ada,Grace --size 320x192\n"
        "  gpulife play seed-list --left computer:4 --right computer:4 --fullscreen\n"
        "  gpulife play seed-list --series best-of-5 --handicap 20:40\n"
        "  gpulife play biowar --seats person,person,computer:2,computer:1 --option FAST\n"
        "  gpulife play survivor --level 1\n"
        "  gpulife play realtime --seats person,person,computer:3 --tick 10s --limit 20\n"
        "  gpulife play life-2 --option CODED --right computer:2",
    )
    game = play.add_argument_group("the game").add_argument
    game(
        "game", nargs="?", default=DEFAULT_GAME, metavar="GAME", help="one of gpulife list games (default: %(default)s)"
    )
    game(
        "--option",
        metavar="NAME",
        help="NORM (default), HCAP, WALL, FAST, WILD or SLOW; of biowar: NORM, FAST or SLOW; of life-2: PRINTED "
        "(default), CODED or FAST",
    )
    game("--handicap", type=_handicap, metavar="L:R",
         help="seeds of the left and the right player, fewer for the stronger one, such as 20:40; or a name of\n"
              "gpulife list handicaps; of study, one-seed and seed-list, with HCAP")  # fmt: skip
    game("--series", type=_series, metavar="SET",
         help="rounds that belong together: best-of-3, rounds-4 or double-or-nothing, any number after the dash;\n"
              "of seed-list, one-seed and life-2")  # fmt: skip
    game("--level", metavar="LEVEL", help="of survivor: a number, a name, or a file .toml (default: choose there)")
    game("--size", type=size, metavar="WxH", help="cells of the board (default: the game's own)")
    game("--edges", choices=["torus", "dead"], help="what lies beyond the board (default: the game's own)")
    game("--seed", type=seed, metavar="N", help="of everything random (default: another each time)")
    who = play.add_argument_group("who plays").add_argument
    who("--left", type=seat, metavar="WHO", help="person, or computer:1 to computer:4")
    who("--right", type=seat, metavar="WHO", help="likewise")
    who("--seats", type=_seats, metavar="WHO,WHO,...",
        help="in games for more than two: each person or computer:1 to computer:4; in biowar also nobody, or unseen, "
        "a person whose new cells are grey until they grow")  # fmt: skip
    who("--names", type=_names, metavar="A,B", help="what they are called, the left one or the first seat first")
    add_realtime_play(play)
    window = play.add_argument_group("the window").add_argument
    window("--fullscreen", action="store_true", default=None, help="fill a monitor")
    window("--monitor", metavar="NAME|N", help="that one; also fills it")
    window("--record", type=Path, metavar="FILE", help="write the replay of the session")
    window("--mute", action="store_true", help="begin without sound; M switches it on")


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
    start = run.add_argument_group("start with one of").add_argument
    start("pattern", nargs="?", metavar="PATTERN",
          help="a file (.rle, .mc, .npz, a picture), - or a name of gpulife list")  # fmt: skip
    start("--soup", type=soup, metavar="WxH:D", help="random cells of density D; WxH:D:3,1 has three A to one B")
    start("--text", metavar="TEXT", help="letters")
    law = run.add_argument_group("the universe").add_argument
    law("-g", "--generations", type=_generations, required=True, metavar="N", help="how many; 0 only converts")
    law("--rule", metavar="NAME", help="instead of the pattern's own rule (see gpulife list rules)")
    law("--size", type=size, metavar="WxH", help="a board of that size, the pattern in its middle")
    law("--edges", choices=["torus", "dead"], help="what lies beyond the board, where the rule does not say")
    law("--seed", type=seed, metavar="N", help="the same number gives the same soup (default: another each time)")
    law("--engine", default="auto", metavar="NAME", help="auto, planes, gl or numpy (default: auto)")
    _add_massive(law)
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
        usage="gpulife list [KIND] [options]",
        description="Show what there is to choose from: one line each, the name first. Without KIND: all kinds.",
        epilog="example:\n  gpulife list patterns | grep -i glider",
    )
    listing.add_argument(
        "what", nargs="?", choices=KINDS, metavar="KIND", help=f"{', '.join(KINDS[:-1])} or {KINDS[-1]} (default: all)"
    )


def _add_doctor(commands: Any) -> None:
    doctor = commands.add_parser(
        "doctor",
        description="Find out what this machine can do: OpenGL, engines and how fast they are, memory, the terminal;\n"
        "and what would help. Exit status 0 if gpulife can run here.",
    )
    doctor.add_argument("--json", action="store_true", help="the diagnosis as JSON")


def _add_replay(commands: Any) -> None:
    replay = commands.add_parser(
        "replay",
        description="Play a recorded session (.gpureplay) again: in the window, or without one as fast as it goes.",
    )
    add = replay.add_argument
    add("file", type=Path, metavar="FILE", help="what --record or Shift+F10 wrote")
    add("--headless", action="store_true", help="without a window")
    add("--verify", action="store_true", help="compare every hash of the board; without a window")
    add("--json", action="store_true", help="without a window: the summary, with a game's statistics, as JSON")
    add("--engine", default="auto", metavar="NAME", help="auto, planes, gl or numpy, without a window (default: auto)")


def _add_bench(commands: Any) -> None:
    bench = commands.add_parser(
        "bench",
        description="Measure how fast gpulife goes on this machine: cells a second, every cell of the board counted,\n"
        "dead or alive. Without --size: a table of boards from 160x96 to 32768x32768, as far as memory goes.",
        epilog="examples:\n"
        "  gpulife bench --size 8192 --peers\n"
        "  gpulife bench --size 8192 --settled --json figures.json --plot figures.png\n"
        "  gpulife bench --window\n"
        "  gpulife bench --scenes 10000",
    )
    what = bench.add_argument_group("what to measure").add_argument
    what("--size", type=_square_or_size, metavar="N|WxH", help="one board of that size instead of the table")
    what("--rule", default="Immigration", metavar="NAME", help="the rule (default: Immigration)")
    what("--engine", default="auto", metavar="NAME", help="see gpulife list engines (default: auto)")
    _add_massive(what)
    what("--generations", type=_some_generations, metavar="N", help="in a round (default: as many as fill the time)")
    what("--soup", type=_density, default=0.35, metavar="D", help="density of the soup (default: 0.35)")
    what("--seed", type=seed, default=1, metavar="N", help="of the soup (default: 1)")
    # After so many a soup of Life has come to rest, but for a few gliders; after 5000 a tenth of it has not.
    what(
        "--settled",
        nargs="?",
        const=15000,
        type=_some_generations,
        metavar="N",
        help="let the soup come to rest for N generations first (default of N: 15000), and compare with the fresh one",
    )
    what("--seconds", type=_seconds, default=5.0, metavar="S", help="to measure for, a board (default: 5)")
    what("--peers", action="store_true", help="measure others in the same run: Golly if installed, numpy.roll, ...")
    what("--window", action="store_true", help="instead the window: time a frame, with panels and default look")
    what("--frames", type=_frames, default=600, metavar="N", help="with --window: to draw (default: 600)")
    what("--record", action="store_true", help="with --window: by turns without and with a film being made")
    what("--scenes", type=_some_generations, metavar="N",
         help="instead the display of gpulife art: change scenes N times, and see whether memory grows")  # fmt: skip
    out = bench.add_argument_group("what to write").add_argument
    out("--json", nargs="?", const=Path("-"), type=Path, metavar="FILE", help="the figures as JSON; - or none: shown")
    out("--plot", type=Path, metavar="FILE.png", help="a picture of them (needs matplotlib)")


def _add_stress(commands: Any) -> None:
    stress = commands.add_parser(
        "stress",
        description="Run the largest universe that fits for hours, disturb it at random, and compare random\n"
        "windows of it with the reference, cell for cell. Exit status 0 if all was right, else 1.",
        epilog="example:\n  gpulife stress --hours 8 --plot night.png --json night.json",
    )
    add = stress.add_argument
    add("--hours", type=_hours, default=1.0, metavar="H", help="how long (default: 1)")
    add("--size", type=_square_or_size, metavar="N|WxH", help="cells of the board (default: as many as fit)")
    add("--rule", default="Immigration", metavar="NAME", help="the rule (default: Immigration)")
    add("--edges", choices=["torus", "dead"], help="what lies beyond the board")
    add("--engine", default="auto", metavar="NAME", help="see gpulife list engines (default: auto)")
    _add_massive(add)
    add("--seed", type=seed, default=1, metavar="N", help="of soup, interventions and windows (default: 1)")
    add("--json", nargs="?", const=Path("-"), type=Path, metavar="FILE", help="the log as JSON; - or none: shown")
    add("--plot", type=Path, metavar="FILE.png", help="speed and memory over time (needs matplotlib)")


def _add_massive(add: Callable[..., Any]) -> None:
    add("--no-tune", action="store_true", help="of massive boards: don't look for the fastest passes, once a device")
    add("--memory", choices=["auto", "full", "lean"], default="auto",
        help="of bit planes: a second copy of the board (full), or one spare band, slower (lean); auto is lean where\n"
             "nothing else fits (default: auto)")  # fmt: skip


_generations = number(int, 0, _MAX_GENERATIONS, "a number of generations, 0 or more")
_zoom = number(int, 1, 64, "a whole number from 1 to 64")
_density = number(float, 0, 1, "a number from 0 to 1")
_frames = number(int, 10, 10**6, "a whole number from 10 to 1000000")
_some_generations = number(int, 1, _MAX_GENERATIONS, "a number of generations, 1 or more")
_seconds = number(float, 0.1, 86400, "a number of seconds from 0.1 to 86400")
_hours = number(float, 0.0001, 10000, "a number of hours from 0.0001 to 10000")
_fps = number(float, 1, 1000, "a number from 1 to 1000")


def _square_or_size(text: str) -> tuple[int, int]:
    return size(f"{text}x{text}" if text.isdecimal() else text)


def _seats(text: str) -> tuple[str, ...]:
    from gpulife.seats import require_seat

    return tuple(read_with(require_seat, part) for part in text.split(","))


def _names(text: str) -> tuple[str, ...]:
    from gpulife.seats import require_name

    names = tuple(read_with(require_name, name) for name in text.split(","))
    if len(names) < 2:
        raise bad(text, "two names, as in Ada,Grace")
    return names


def _handicap(text: str) -> tuple[int, int]:
    from gpulife.games.survival1982.handicap_presets import parse_handicap

    return read_with(parse_handicap, text)


def _series(text: str) -> str:
    from gpulife.games.core.series import parse_series

    return read_with(parse_series, text).text


_COMMANDS = (
    _add_play, _add_run, add_render, _add_replay, _add_list, _add_doctor, add_realtime, add_tournament, add_teletype,
    add_art, _add_bench, _add_stress,
)  # fmt: skip
