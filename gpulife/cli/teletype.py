"""``gpulife teletype``: play LIFE-2 in the terminal."""

import argparse
from pathlib import Path

from gpulife.cli.options import CommandLine, choice, count, option, seat, seed, size

COMMAND_LINE = CommandLine(
    description=(
        "Play LIFE-2 in the terminal, as on the Teletype of 1978. Two players type hidden places as\n"
        "column,row: three each at first, then one each per turn. The board is printed after both have\n"
        "chosen."
    ),
    epilog=(
        "examples:\n"
        "  gpulife teletype\n"
        "  gpulife teletype --second computer:3\n"
        "  gpulife teletype --variant coded < moves.txt\n\n"
        "From a file or pipe, each line is a place: six for the opening (the first player's three first),\n"
        "then two per turn. If a place is refused, the next line is read instead."
    ),
    options={
        "": [
            choice(
                "--variant",
                ["printed", "coded"],
                "printed: a place chosen by both stays empty (default); coded: as in the program of 1978",
                default="printed",
            ),
            option(
                "--first",
                "WHO",
                "the first player: person (default), or computer:1 to computer:4",
                type=seat,
                default=0,
            ),
            option(
                "--second",
                "WHO",
                "the second player: person (default), or computer:1 to computer:4",
                type=seat,
                default=0,
            ),
            option("--size", "WxH", "size of the board in cells (default: 5x5, at most 99x99)", type=size),
            choice("--edges", ["dead", "torus"], "edges of the board: dead, or wrap around (torus) (default: dead)"),
            option("--seed", "N", "seed of the computer players' random choices (default: random)", type=seed),
            option("--turns", "N", "end the game after N turns", type=count("turns", 1, 10**6)),
            option("--record", "FILE", "save a replay of the game, even if it ends early", type=Path),
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Play a game and return the exit status."""
    from gpulife.cli.teletype_game import play_at_teletype

    return play_at_teletype(arguments)
