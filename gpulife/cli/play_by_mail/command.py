"""``gpulife realtime``: a game of Real-Time Life by text orders."""

import argparse
import re
from pathlib import Path

from gpulife.cli.options import CommandLine, Option, converter, count, flag, option, seed, size
from gpulife.seats import SEAT_FORM, parse_levels

_HOUR = 3600
_TICK_STEP = 0.25
_UNITS = {"": 1, "s": 1, "m": 60, "min": 60, "h": _HOUR}
REALTIME_OPTIONS = ("players", "tick", "limit")
"""The names of the options of ``gpulife play`` that are for Real-Time Life only."""


def tick_seconds(text: str) -> float:
    """Convert a duration such as 0.25s, 5min or 1h to seconds, for argparse; whole numbers of them are ints."""
    match = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,4})?)(s|m|min|h|)", text.strip().lower().replace(" ", ""))
    seconds = float(match[1]) * _UNITS[match[2]] if match else 0.0
    if not _TICK_STEP <= seconds <= _HOUR or seconds % _TICK_STEP:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is no time from 0.25s to 1h in quarters of a second, such as 0.25s, 10s, 5min or 1h"
        )
    return int(seconds) if seconds.is_integer() else seconds


def new_game_options(*, players_default: str, tick_default: str) -> tuple[Option, ...]:
    """Return the options of every new game of Real-Time Life, all None unless given."""
    return (
        option(
            "--players",
            "N",
            f"the clock starts when N players have joined (default: {players_default})",
            type=count("players", 1, 26),
        ),
        option(
            "--tick",
            "TIME",
            f"time from one tick to the next: 0.25s to 1h (default: {tick_default})",
            type=tick_seconds,
        ),
        option(
            "--limit",
            "N",
            "end after N generations; 0 for no end (default)",
            type=count("generations", 0, 1_000_000_000),
        ),
    )


def _names(text: str) -> tuple[str, ...]:
    from gpulife.games.realtime.texts import read_names

    return converter(read_names)(text)


def _address(text: str) -> str:
    from gpulife.games.realtime.texts import is_address

    if not is_address(text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no address, such as life@example.net")
    return text


COMMAND_LINE = CommandLine(
    usage="gpulife realtime [FILE] [options]",
    description=(
        "Real-Time Life by text orders, in a terminal, for up to 26 players. The game is kept in FILE and\n"
        "goes on by the clock: the time that has passed is caught up at the next start.\n"
        "Without --orders: orders are read from the terminal, or from standard input.\n"
        "FILE of --orders may be a mail as it came: greetings, quotations and signatures in it are skipped."
    ),
    epilog=(
        "orders, one a line:\n"
        "  JOIN name a1 b1 ...   join with ten dead places that touch\n"
        "  MOVE a1 b2 c3         move the cell at a1 to b2 and on to c3; name: MOVE ... for another player\n"
        "  SHOW  SCORE  QUIT     the board; the table of scores; leave the game\n"
        "  CHALLENGE address     invite somebody by mail\n"
        "Who quits may JOIN again after the next generation, 5 steps or more from others' cells.\n\n"
        "by mail:\n"
        "  Whoever joins by --orders gets a token, and writes the line with it, token 7K3M-9QXR-..., into each\n"
        "  message with orders: nobody else can give them. --reply-dir makes a reply for each player, with the\n"
        "  board, the points, and what was carried out, refused and skipped: a file as a mail, with its addresses.\n"
        "  Fetching and sending is for other programs: examples/mail_loop is one. A player with a token may invite\n"
        "  three people a day, each address once in a game, ten people a day in all: they get one mail.\n\n"
        "examples:\n"
        "  gpulife realtime spring.gpumail --players 5 --limit 60 --reply-dir replies\n"
        "  gpulife realtime spring.gpumail --orders monday.txt\n"
        "  gpulife realtime spring.gpumail --orders ada.eml --reply-dir replies\n"
        "  gpulife realtime spring.gpumail --reply-dir replies        # let the time pass: after a generation\n"
        "  gpulife realtime --server http://host:7171/#match=K7PQ2MXA --orders ada.eml --reply-dir replies\n"
        "  gpulife realtime --new --tick 10s --seats person,computer:2,computer:3"
    ),
    options={
        "": [
            option("file", "FILE", "the game (default: one in the program's own folder)", nargs="?", type=Path),
            option("--orders", "FILE", "carry out the orders in that mail or text, - for standard input, and end"),
            option(
                "--reply-dir",
                "DIR",
                "write a reply to each player there, once the orders are on disk, and to all after a generation",
                type=Path,
            ),
            option(
                "--address",
                "MAIL",
                "the game's own address, from which replies are (default: the one to which a player wrote)",
                type=_address,
            ),
            option(
                "--server",
                "LINK",
                "play in a match on a server instead of in FILE, by its link: --orders brings "
                "a player's orders there; with --reply-dir alone everybody is told how things stand",
            ),
            option("--new-token", "NAME", "make a new token for that player, who has lost the old one"),
            (
                flag(
                    "--tokens",
                    "orders need tokens (default in a new game with --orders or --reply-dir; at the terminal never)",
                    default=None,
                ),
                Option(
                    ("--no-tokens",),
                    {"dest": "tokens", "action": "store_false", "help": "a new game in which anybody gives all orders"},
                ),
            ),
            option(
                "--ticks",
                "N",
                "first let N ticks of the game pass at once",
                type=count("ticks", 0, 1_000_000),
                default=0,
            ),
            flag("--begin", "start the clock with those who have joined (after the orders)"),
            option("--replay", "FILE", "write the game's replay", type=Path),
        ],
        "a new game": [
            flag("--new", "begin a new game, also if there is one in FILE"),
            *new_game_options(players_default="2", tick_default="1h"),
            option(
                "--seats",
                "A,B",
                f"who plays with the first letters: {SEAT_FORM} (default: people)",
                type=converter(parse_levels),
            ),
            option("--names", "A,B", "names of expected players, in the order of their letters", type=_names),
            option("--size", "WxH", "cells of a board that does not grow (default: 72 wide, growing)", type=size),
            option("--seed", "N", "seed of all random choices (default: random)", type=seed),
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Let the game catch up, carry out orders, and return the exit status."""
    from gpulife.cli.play_by_mail.visit import realtime

    return realtime(arguments)
