"""``gpulife`` without a command: show a universe in the window, or in the terminal if there is no display."""

import argparse
from typing import TYPE_CHECKING

from gpulife.cli.on_ranks import on_ranks
from gpulife.cli.options import (
    EDGES,
    FULLSCREEN,
    MONITOR,
    MUTE,
    RANKS,
    RECORD,
    CommandLine,
    choice,
    density,
    flag,
    generations,
    number,
    option,
    rule_name,
    seed,
    seed_or_random,
    size,
)
from gpulife.errors import NoWindowError, UsageError
from gpulife.log import LOGGER
from gpulife.resources import has_display

if TYPE_CHECKING:
    from gpulife.ranks.world import World
    from gpulife.rules import Rule

_PREFIX = "live_"
"""Prefix of this module's options in the parsed arguments. It avoids clashes with the options of commands."""
_WINDOW_OPTIONS = ("--fullscreen", "--monitor", "--resume", "--record", "--mute")
_TERMINAL_OPTIONS = ("--engine", "--generations")
_UNIVERSE_OPTIONS = ("--rule", "--size", "--edges", "--density", "--seed", "--fps")


COMMAND_LINE = CommandLine(
    description="Competing species of the Game of Life: run a COMMAND, open a FILE, or show a universe.",
    options={
        "the universe": [
            choice(
                "--view", ["window", "terminal"], "where to show the universe (default: a window if there is a display)"
            ),
            option("--rule", "NAME", "the rule, or a .rule file (default: Immigration)", type=rule_name),
            option("--size", "WxH", "size of the board in cells (default: 160x96)", type=size),
            EDGES,
            option("--density", "D", "share of live cells at the start, 0 to 1 (default: 0.35)", type=density),
            option("--seed", "N", "seed of the universe (default: random)", type=seed),
            option(
                "--fps",
                "N",
                "generations a second at the start (default: 30)",
                type=number(float, 1, 1000, "a number from 1 to 1000"),
            ),
            RANKS,
        ],
        "the window": [
            FULLSCREEN,
            MONITOR,
            flag("--resume", "continue the last session", default=None),
            RECORD,
            MUTE,
        ],
        "the terminal": [
            option("--engine", "NAME", "a name from gpulife list engines (default: auto)"),
            option("-g --generations", "N", "end after N generations", type=generations),
        ],
    },
    prefix=_PREFIX,
)
"""The options of ``gpulife`` without a command. Options that were not given are None."""


def run(arguments: argparse.Namespace) -> int:
    """Show a universe, on several ranks if requested, and return the exit status."""
    arguments.ranks = arguments.live_ranks
    return on_ranks(arguments, _run)


def _run(arguments: argparse.Namespace, world: "World | None") -> int:
    for_window = first_given(arguments, _WINDOW_OPTIONS)
    for_terminal = first_given(arguments, _TERMINAL_OPTIONS)
    view = arguments.live_view
    if for_window and (for_terminal or view == "terminal"):
        raise UsageError(f"{for_window} is for the window, not for the terminal")
    if for_terminal and view == "window":
        raise UsageError(f"{for_terminal} is for the terminal, not for the window")
    if view == "window" or for_window:
        return _in_window(arguments, world)
    if view is None and not for_terminal and has_display():
        try:
            return _in_window(arguments, world)
        except NoWindowError as error:
            LOGGER.warning("showing the universe in the terminal instead of a window: %s", error)
    return _in_terminal(arguments, world)


def first_given(arguments: argparse.Namespace, options: tuple[str, ...] = ()) -> str | None:
    """Return the first of ``options`` that the user gave; None if the user gave none of these options.

    By default, all options of ``COMMAND_LINE`` are looked for.
    """
    given = [
        f"--{name.removeprefix(_PREFIX)}"
        for name, value in vars(arguments).items()
        if name.startswith(_PREFIX) and value is not None
    ]
    return next((option for option in options or given if option in given), None)


def _requested_universe(arguments: argparse.Namespace) -> "tuple[Rule, tuple[int, int], float, int]":
    """Return (rule, shape of the board, density of the soup, seed of the soup) for the given options."""
    from gpulife.cli.starting_board import fix_board
    from gpulife.patterns.pattern import LEAST_BOARD
    from gpulife.rules import EDGES, parse_rule

    edges = EDGES[arguments.live_edges] if arguments.live_edges else None
    rule = parse_rule(arguments.live_rule or "Immigration")
    density = 0.35 if arguments.live_density is None else arguments.live_density
    return *fix_board(rule, arguments.live_size, edges, LEAST_BOARD), density, seed_or_random(arguments.live_seed)


def _in_window(arguments: argparse.Namespace, world: "World | None") -> int:
    from dataclasses import replace

    from gpulife.games.core.game import NOBODY, Action, ActionKind
    from gpulife.games.start_presets import StartPreset
    from gpulife.storage.atomic_io import require_writable
    from gpulife.window.main import WindowOptions, run_window

    require_writable(arguments.live_record)
    options = WindowOptions(
        resume=bool(arguments.live_resume),
        fullscreen=arguments.live_fullscreen,
        monitor=arguments.live_monitor,
        record=arguments.live_record,
        mute=bool(arguments.live_mute),
        world=world,
    )
    if new := first_given(arguments, _UNIVERSE_OPTIONS):
        if options.resume:
            raise UsageError(f"--resume continues the last universe: leave out {new}, which is for a new universe")
        rule, shape, density, seed = _requested_universe(arguments)
        preset = StartPreset("", "", "", str(rule), shape, density, round(1000 * (arguments.live_fps or 30)))
        empty = (Action(NOBODY, ActionKind.CLEAR),)  # an empty board to draw on, not Study Mode with its cursors
        options = replace(options, match=preset.match(seed), first_actions=preset.first_actions() or empty)
    return run_window(options)


def _in_terminal(arguments: argparse.Namespace, world: "World | None") -> int:
    from gpulife.cli.terminal import ReseedingUniverse, run_in_terminal
    from gpulife.engines import open_engine
    from gpulife.rich_console import PlainConsole

    rule, shape, density, seed = _requested_universe(arguments)
    with open_engine(arguments.live_engine or "auto", rule, shape, world=world) as engine:
        return run_in_terminal(
            ReseedingUniverse(engine, density, seed),
            PlainConsole(),
            arguments.live_fps or 30.0,
            arguments.live_generations,
        )
