"""The end of a game of an on-line match: who came where, and its replay."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gpulife.games.core.game import Match
from gpulife.online.games_played import PlayedGame
from gpulife.online.seat_texts import computer_level
from gpulife.online.storage import Placement
from gpulife.session.history import Recording
from gpulife.session.replay import replay_content


@dataclass(frozen=True, slots=True)
class PlacedGame:
    """A game of a match that is over, and who came where in it.

    Attributes:
        game: the game.
        placements: who came where.
        why_unrated: in words why it is not to be rated, whoever played it; "" for no such reason.
    """

    game: PlayedGame
    placements: tuple[Placement, ...]
    why_unrated: str = ""


def placed_game(
    game: PlayedGame, quitters: Collection[int], seats: Mapping[int, bool], why_unrated: str = ""
) -> PlacedGame:
    """Return a game with who came where: by its merits; quitters come last.

    Args:
        game: the game.
        quitters: seats whose owners left before its end.
        seats: the seats that were played; True where a computer did.
        why_unrated: in words why it is not to be rated.
    """

    def result(seat: int) -> tuple[bool, tuple[float, float]]:
        return seat not in quitters, game.merits[seat]

    placements = (
        Placement(
            seat, 1 + sum(result(other) > result(seat) for other in seats), quit=seat in quitters, computer=is_computer
        )
        for seat, is_computer in seats.items()
    )
    return PlacedGame(game, tuple(placements), why_unrated)


def game_replay(match: Match, game: PlayedGame, log: Sequence[tuple[int, Any]]) -> bytes:
    """Return the content of a replay file of a match from its beginning to the end of one of its games.

    Args:
        match: the match.
        game: the game.
        log: (tick, action) of all that was done, also later.
    """
    until = tuple(entry for entry in log if entry[0] < game.ticks)
    return replay_content(Recording(match, game.ticks, until, game.hashes, game.end_hash))


def played_seats(kinds: Sequence[str], taken: Collection[int]) -> dict[int, bool]:
    """Return the seats that were played; True where a computer did.

    Args:
        kinds: who may sit on each seat.
        taken: seats that people have.
    """
    computers = {seat for seat, kind in enumerate(kinds) if computer_level(kind)}
    return {seat: seat in computers for seat in range(len(kinds)) if seat in taken or seat in computers}
