"""What a server says of matches that are over and of its players, read strictly: it may be anybody's."""

import re
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from gpulife.storage.bounded_reading import ReadError

MAX_BYTES = 1 << 20
"""Limit on the bytes of a list."""
_REPLAY = re.compile(r"/?(replays/[A-Za-z0-9_-]{1,64}\.gpureplay)", re.ASCII)
_Text = Annotated[str, Meta(max_length=200)]
_Name = Annotated[str, Meta(max_length=64)]
_Natural = Annotated[int, Meta(ge=0, le=1 << 53)]
_Number = Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)]


class RecordedPlayer(Struct, frozen=True):
    """A player of a match that is over.

    Attributes:
        seat: number of the seat, from 0.
        name: name; "" for none.
        place: 1 for the first; several may share one.
        quit: whether the player left before the end.
        rating: rating before and after; None if it was not rated.
    """

    seat: Annotated[int, Meta(ge=0, le=25)]
    name: _Name
    place: Annotated[int, Meta(ge=1, le=26)]
    quit: bool = False
    rating: tuple[_Number, _Number] | None = None


class RecordedMatch(Struct, frozen=True):
    """A match that is over.

    Attributes:
        game: name of its game.
        players: who played.
        ended: when it was over, in seconds since 1970.
        name: what its host called it.
        rated: whether it counts for ratings.
        why_not: why it does not.
        began: tick of the recording at which this game begins; others of the same people went before it.
        replay: path of its replay as the server says it; :func:`replay_path` checks it.
    """

    game: Annotated[str, Meta(max_length=20)]
    players: Annotated[tuple[RecordedPlayer, ...], Meta(max_length=26)]
    ended: _Natural = 0
    name: _Name = ""
    rated: bool = False
    why_not: _Text = ""
    began: _Natural = 0
    replay: _Text = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat; "" where nobody with a name sat."""
        names = {player.seat: player.name for player in self.players}
        return tuple(names.get(seat, "") for seat in range(max(names, default=-1) + 1))


class PlayerRating(Struct, frozen=True):
    """How well somebody plays a game.

    Attributes:
        name: name.
        rating: rating.
        games: number of rated games.
        wins: games won.
        draws: games drawn.
        losses: games lost.
        provisional: whether it comes from few games.
    """

    name: _Name
    rating: _Number
    games: _Natural = 0
    wins: _Natural = 0
    draws: _Natural = 0
    losses: _Natural = 0
    provisional: bool = False


Ratings = dict[str, tuple[PlayerRating, ...]]
_GameRatings = dict[Annotated[str, Meta(max_length=20)], Annotated[tuple[PlayerRating, ...], Meta(max_length=200)]]


class ServerRecords(Struct, frozen=True):
    """What is known of a server's matches and players.

    Attributes:
        matches: matches that are over, the last one first.
        ratings: for each game its players, the best first.
    """

    matches: tuple[RecordedMatch, ...] = ()
    ratings: Ratings = {}

    @property
    def games(self) -> tuple[str, ...]:
        """The games of which anything is known."""
        return tuple(dict.fromkeys((*self.ratings, *(match.game for match in self.matches))))


def read_records(results: bytes, players: bytes) -> ServerRecords:
    """Read a server's ``results.json`` and ``players.json``.

    Raises:
        ReadError: they are not what a server of gpulife has there.
    """
    matches = _read(results, Annotated[tuple[RecordedMatch, ...], Meta(max_length=500)])
    ratings = _read(players, Annotated[_GameRatings, Meta(max_length=40)])
    return ServerRecords(matches, ratings)


def replay_path(match: RecordedMatch) -> str:
    """Return the path of a match's replay below the server's address; "" if there is none, or it is none."""
    found = _REPLAY.fullmatch(match.replay)
    return found[1] if found else ""


def _read(content: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ReadError("the server's results are not what a server of gpulife has") from error
