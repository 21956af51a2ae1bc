"""The result of a tournament: standings and decision times, as tables for people and as JSON."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from rich.table import Table
from rich.text import Text

from gpulife.games.registry import find_game
from gpulife.rich_console import plain_table
from gpulife.tools.tournament.match import Fixture, GameResult


@dataclass(frozen=True, slots=True)
class PairResult:
    """The result of a pairing.

    Attributes:
        first: level of the first player.
        second: level of its opponent.
        games: number of games played.
        wins: games that the first won.
        losses: games that the first lost.
        ties: games that nobody won.
        share: part of the games that the first won, 0 to 1.
        generations: median number of generations of these games.
    """

    first: int
    second: int
    games: int
    wins: int
    losses: int
    ties: int
    share: float
    generations: float


def standings(played: Sequence[GameResult]) -> list[PairResult]:
    """Return the result of each pairing, in the order of their first games."""
    pairs = dict.fromkeys((game.first, game.second) for game in played)
    lines = []
    for pair in pairs:
        games = [game for game in played if (game.first, game.second) == pair]
        wins, losses = (sum(game.winner == side for game in games) for side in ("first", "second"))
        generations = median(game.generations for game in games)
        lines.append(
            PairResult(*pair, len(games), wins, losses, len(games) - wins - losses, wins / len(games), generations)
        )
    return lines


def decision_times(played: Sequence[GameResult]) -> dict[int, tuple[float, float]]:
    """Return the (median, longest) milliseconds of a whole decision, by each level that looks ahead."""
    times: dict[int, list[tuple[float, float]]] = {}
    for game in played:
        for level, spent in zip((game.first, game.second), game.decision_ms, strict=True):
            if spent[1]:
                times.setdefault(level, []).append(spent)
    return {
        level: (round(median(middle for middle, _ in spent), 2), max(longest for _, longest in spent))
        for level, spent in sorted(times.items())
    }


def tournament_table(played: Sequence[GameResult]) -> Table:
    """Make a table of the standings for people."""
    table = plain_table("pairing", numbers=("games", "won", "lost", "tied", "share", "median generations"))
    for line in standings(played):
        table.add_row(
            Text.assemble((f"level {line.first}", "cyan"), f" against level {line.second}"),
            *map(str, (line.games, line.wins, line.losses, line.ties)),
            f"{line.share:.0%}",
            f"{line.generations:.0f}",
        )
    return table


def time_lines(game: str, played: Sequence[GameResult]) -> list[str]:
    """Say how long each level of the computer in ``game`` thinks, a line each."""
    levels = find_game(game).levels
    return [
        f"a decision of level {level} ({levels[level - 1].title}): median {middle:.1f} ms, at most {longest:.1f} ms"
        for level, (middle, longest) in decision_times(played).items()
    ]


def as_json(games: Sequence[Fixture], played: Sequence[GameResult]) -> dict[str, Any]:
    """Return the tournament, its standings and all its games, for ``json.dumps``."""
    first = games[0]
    return {
        "game": first.game,
        "option": first.option,
        "size": f"{first.shape[1]}x{first.shape[0]}",
        "engine": first.engine,
        "limit": first.limit or None,
        "planned": len(games),
        "standings": [asdict(line) for line in standings(played)],
        "decision_ms": {
            str(level): {"median": middle, "most": longest}
            for level, (middle, longest) in decision_times(played).items()
        },
        "games": [asdict(game) for game in played],
    }
