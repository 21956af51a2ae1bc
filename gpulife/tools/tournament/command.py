"""The command ``gpulife tournament``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from gpulife.games.registry import find_game
from gpulife.printing import write_out
from gpulife.rich_console import PlainConsole
from gpulife.storage.atomic_io import atomic_write, require_writable
from gpulife.tools.tournament.match import fixtures
from gpulife.tools.tournament.runner import run_tournament
from gpulife.tools.tournament.standings import as_json, time_lines, tournament_table


def tournament(arguments: argparse.Namespace) -> int:
    """The command: play, and print the table or write JSON; returns the exit status.

    Raises:
        GpulifeError: something that was asked for there is not, or the file cannot be written.
    """
    to_file = None if arguments.json in (None, "-") else Path(arguments.json)
    if to_file is not None:
        require_writable(to_file)
    pairs = arguments.pairs or every_pair(arguments.levels or range(1, 1 + len(find_game(arguments.game).levels)))
    games = fixtures(
        list(dict.fromkeys(pairs)), arguments.games, arguments.seed, arguments.game, arguments.option,
        arguments.size, arguments.engine, arguments.limit,
    )  # fmt: skip
    played, status = run_tournament(games, arguments.jobs, PlainConsole(stderr=True))
    text = json.dumps(as_json(games, played), indent=2)
    if arguments.json == "-":
        write_out(text + "\n")
        return status
    if to_file is not None:
        with atomic_write(to_file, "w") as file:
            file.write(text + "\n")
    console = PlainConsole()
    if played:
        console.print(tournament_table(played))
        for line in time_lines(arguments.game, played):
            console.print(line, soft_wrap=True)
    if status:
        console.print(f"interrupted: {len(played)} of {len(games)} games were played")
    return status


def every_pair(levels: Sequence[int]) -> list[tuple[int, int]]:
    """Each of the levels against each other, the higher one first, neighbours before others."""
    pairs = [(high, low) for low, high in combinations(sorted(levels), 2)]
    return sorted(pairs, key=lambda pair: (pair[0] - pair[1], pair))
