"""``gpulife realtime``: play Real-Time Life by typed orders or by mail."""

import argparse
import re
from pathlib import Path

from gpulife.cli.options import CommandLine, Option, converter, count, flag, option, seed, size
from gpulife.seats import SEAT_FORM, parse_levels

_HOUR = 3600
_TICK_STEP = 0.25
_UNITS = {"": 1, "s": 1, "m": 60, "min": 60, "h": _HOUR}
REALTIME_OPTIONS = ("players", "tick", "limit")
"""Names of the options of ``gpulife play`` that are only for Real-Time Life."""


def tick_seconds(text: str) -> float:
    """Convert a duration such as 0.25s, 5min or 1h to seconds, for argparse; whole seconds are returned as int."""
    match = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,4})?)(s|m|min|h|)", text.strip().lower().replace(" ", ""))
    seconds = float(match[1]) * _UNITS[match[2]] if match else 0.0
    if not _TICK_STEP <= seconds <= _HOUR or seconds % _TICK_STEP:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is not a time from 0.25s to 1h in steps of 0.25s, such as 0.25s, 10s, 5min or 1h"
        )
    return int(seconds) if seconds.is_integer() else seconds


def new_game_options(*, players_default: str, tick_default: str, limited: str = "generations") -> tuple[Option, ...]:
    """Return the options for a new game of Real-Time Life. Options that are not given are None.

    Args:
        players_default: describes the default of ``--players`` in the help.
        tick_default: describes the default of ``--tick`` in the help.
        limited: what the number after ``--limit`` counts.
    """
    return (
        option(
            "--players",
            "N",
            f"start the clock when N players have joined (default: {players_default})",
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
            f"end the game after N {limited}; 0 for no end (default)",
            type=count("generations", 0, 1_000_000_000),
        ),
    )


def _names(text: str) -> tuple[str, ...]:
    from gpulife.games.realtime.notation import read_names

    return converter(read_names)(text)


def _address(text: str) -> str:
    from gpulife.games.realtime.notation import is_address

    if not is_address(text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a mail address, such as life@example.net")
    return text


COMMAND_LINE = CommandLine(
    usage="gpulife realtime [FILE] [options]",
    description=(
        "Play Real-Time Life by typed orders, in a terminal or by mail, with up to 26 players. The game\n"
        "is saved in FILE and follows the clock: at each start, it catches up with the time that has\n"
        "passed. Without --orders, orders are read from the terminal or standard input. The FILE of\n"
        "--orders may be a mail as received: greetings, quotations and signatures are skipped."
    ),
    epilog=(
        "orders, one per line:\n"
        "  JOIN name a1 b1 ...   join with ten dead places that touch each other\n"
        "  MOVE a1 b2 c3         move the cell at a1 to b2, then c3; name: MOVE ... moves for that player\n"
        "  SHOW  SCORE  QUIT     show the board; show the scores; leave the game\n"
        "  CHALLENGE address     invite somebody by mail\n"
        "After QUIT, you may JOIN again after the next generation, at least 5 steps from others' cells.\n\n"
        "by mail:\n"
        "  A player who joins with --orders gets a token (token 7K3M-9QXR-...), and has to put this line\n"
        "  into each message with orders, so that nobody else can give them. --reply-dir writes a reply\n"
        "  to each player: a mail file with the board, the points, and all orders carried out, refused or\n"
        "  skipped. Another program has to fetch and send the mail, such as examples/mail_loop. A player\n"
        "  with a token may invite three people a day (all players together ten). An address gets one\n"
        "  invitation per game.\n\n"
        "examples:\n"
        "  gpulife realtime spring.gpumail --players 5 --limit 60 --reply-dir replies\n"
        "  gpulife realtime spring.gpumail --orders monday.txt\n"
        "  gpulife realtime spring.gpumail --orders ada.eml --reply-dir replies\n"
        "  gpulife realtime spring.gpumail --reply-dir replies        # catch up; reply after a generation\n"
        "  gpulife realtime --server http://host:7171/#match=K7PQ2MXA --orders ada.eml --reply-dir replies\n"
        "  gpulife realtime --new --tick 10s --seats person,computer:2,computer:3"
    ),
    options={
        "": [
            option("file", "FILE", "the saved game (default: one in gpulife's data folder)", nargs="?", type=Path),
            option("--orders", "FILE", "carry out the orders in this mail or text (- for standard input), and exit"),
            option(
                "--reply-dir",
                "DIR",
                "folder for replies: one for the sender of orders; one for each player if there are new generations",
                type=Path,
            ),
            option(
                "--address",
                "MAIL",
                "mail address from which replies are sent (default: the one that the player wrote to)",
                type=_address,
            ),
            option(
                "--server",
                "LINK",
                "play in an on-line match, given by its link, instead of FILE: --orders delivers "
                "a player's orders; --reply-dir alone writes the current board to all players",
            ),
            option("--new-token", "NAME", "make a new token for a player (name or letter) who has lost the old one"),
            (
                flag(
                    "--tokens",
                    "orders need tokens (default for a new game with --orders or --reply-dir; never at the terminal)",
                    default=None,
                ),
                Option(
                    ("--no-tokens",),
                    {
                        "dest": "tokens",
                        "action": "store_false",
                        "help": "start a new game without tokens: anybody may give any order",
                    },
                ),
            ),
            option(
                "--ticks",
                "N",
                "advance the game by N ticks at once, before any orders are carried out",
                type=count("ticks", 0, 1_000_000),
                default=0,
            ),
            flag("--begin", "start the clock after the orders, with the players who have joined"),
            option("--replay", "FILE", "save the game's replay", type=Path),
        ],
        "a new game": [
            flag("--new", "start a new game, even if FILE has one already"),
            *new_game_options(players_default="2", tick_default="1h"),
            option(
                "--seats",
                "A,B",
                f"players A, B and so on: {SEAT_FORM} (default: people)",
                type=converter(parse_levels),
            ),
            option("--names", "A,B", "names of the expected players, in the order of their letters", type=_names),
            option("--size", "WxH", "size of a fixed board, in cells (default: a growing board, 72 wide)", type=size),
            option("--seed", "N", "seed of all random choices (default: random)", type=seed),
        ],
    },
)
"""The options and the help of the command."""


def run(arguments: argparse.Namespace) -> int:
    """Bring the game up to the current time, carry out orders, and return the exit status."""
    from gpulife.cli.play_by_mail.visit import realtime

    return realtime(arguments)
