"""The options of ``gpulife teletype``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from gpulife.arg_types import seat, seed, size, whole

_MAX_TURNS = 10**6


def add_teletype(commands: Any) -> None:
    """Add the command to the parser's sub-parsers."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "teletype",
        description="LIFE-2 in the terminal, as on the Teletype of 1978: two players type places as column,row, which\n"
        "are not shown, three each at first and then one each a turn; the board is printed after both.",
        epilog="examples:\n"
        "  gpulife teletype\n"
        "  gpulife teletype --second computer:3\n"
        "  gpulife teletype --variant coded < moves.txt\n\n"
        "In a file or pipe a line is a place: six for the opening (the first player's three come first), then two a\n"
        "turn. Places that are refused take another line.",
    )
    add = parser.add_argument
    add("--variant", choices=["printed", "coded"], default="printed",
        help="printed: what both choose stays empty (default); coded: as the program of 1978 does")  # fmt: skip
    add("--first", type=seat, default=0, metavar="WHO", help="person (default), or computer:1 to computer:4")
    add("--second", type=seat, default=0, metavar="WHO", help="likewise")
    add("--size", type=size, metavar="WxH", help="cells of the board (default: 5x5, at most 99x99)")
    add("--edges", choices=["dead", "torus"], help="what lies beyond the board (default: dead)")
    add("--seed", type=seed, metavar="N", help="of the computer (default: another each time)")
    add("--turns", type=whole("turns", 1, _MAX_TURNS), metavar="N", help="end after so many")
    add("--record", type=Path, metavar="FILE", help="write the replay of the game, as far as it got")
