"""The options of ``gpulife tournament``."""

from __future__ import annotations

import argparse
from typing import Any

from gpulife.option_types import bad, size, whole
from gpulife.tournament.limits import LIMITS, limit_of

_LEVELS = (1, 2, 3, 4)
_MOST_GAMES = 100_000
_MOST_JOBS = 256
_LARGEST_SEED = 2**63  # the games count on from it
_LARGEST_LIMIT = 1_000_000


def add_tournament(commands: Any) -> argparse.ArgumentParser:
    """Add the command to the parser's sub-parsers and return its own."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "tournament",
        description="Let the computer's levels play a game against each other, two at a time, without a window.\n"
        "Every pairing plays so many games, sides swapped every other game, at the game's own pace and with\n"
        "a person's hands, only faster than real time.",
        epilog="examples:\n"
        "  gpulife tournament --games 10\n"
        "  gpulife tournament --pair 4:1 --pair 4:3 --game one-seed --json result.json\n"
        "  gpulife tournament --game biowar --pair 2:1 --limit 30\n\n"
        "when a game is over (ties count for nobody):\n"
        "  seed-list, one-seed  by their rules; after half an hour of its own time by live cells\n"
        f"  biowar               after {limit_of('biowar')} turns, or when somebody has lost all cells: by points\n"
        f"  realtime             when somebody has died out, or after {limit_of('realtime')} generations: by totals\n"
        f"  life-2               when somebody has no live pieces; after {limit_of('life-2')} turns by live pieces\n\n"
        "The same options give the same games, on every engine. Ctrl-C ends it early with what was played.",
    )
    parser.set_defaults(command="tournament")
    add = parser.add_argument
    add("--games", type=whole("games", 1, _MOST_GAMES), default=100, metavar="N", help="a pairing (default: 100)")
    who = parser.add_mutually_exclusive_group().add_argument
    who("--levels", type=_levels, metavar="L,L", help="every pairing of these levels (default: 1,2,3,4)")
    who("--pair", type=_pair, action="append", metavar="A:B", dest="pairs", help="level A against B; may be repeated")
    add("--game", default=next(iter(LIMITS)), choices=[*LIMITS], help="default: %(default)s")
    add(
        "--option", default="", metavar="NAME", help="of the game, such as FAST; realtime has none (default: its first)"
    )
    add("--limit", type=whole("turns or generations", 1, _LARGEST_LIMIT), metavar="N",
        help="turns of biowar or life-2, generations of realtime, to play at most")  # fmt: skip
    add("--size", type=size, metavar="WxH", help="cells of the board (default: the game's own)")
    add("--seed", type=whole("seed", 0, _LARGEST_SEED), default=1, metavar="N",
        help="of the first game; the next have the numbers after it (default: 1)")  # fmt: skip
    add("--engine", default="auto", choices=["auto", "gl", "numpy"], help="what looks ahead (default: auto)")
    add("--jobs", type=whole("jobs", 1, _MOST_JOBS), metavar="N", help="games at once (default: one a processor)")
    add("--json", nargs="?", const="-", metavar="FILE", help="every game as JSON, to FILE or instead of the table")
    return parser


def _level(text: str) -> int:
    if text not in map(str, _LEVELS):
        raise bad(text, f"a level: use {', '.join(map(str, _LEVELS))}")
    return int(text)


def _levels(text: str) -> tuple[int, ...]:
    levels = tuple(sorted({_level(part.strip()) for part in text.split(",")}))
    if len(levels) < 2:
        raise bad(text, "two levels or more, such as 1,2,4")
    return levels


def _pair(text: str) -> tuple[int, int]:
    first, colon, second = text.partition(":")
    if not colon:
        raise bad(text, "two levels with a colon between, such as 4:1")
    return _level(first), _level(second)
