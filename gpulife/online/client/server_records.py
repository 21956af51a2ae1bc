"""Fetches a server's finished matches and ratings in threads, and reads them strictly."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from threading import Thread
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from gpulife.errors import GpulifeError
from gpulife.online.client.http_fetch import fetch
from gpulife.online.client.server_address import ServerAddress
from gpulife.online.followed_match import require_hosted
from gpulife.online.protocol import MAX_REPLAY_BYTES
from gpulife.session.history import Recording
from gpulife.session.replay import parse_replay
from gpulife.storage.bounded_reading import ReadError

# Records of a server, read strictly because any server may have sent them.

MAX_BYTES = 1 << 20
"""Maximum size in bytes of a list from a server."""
_REPLAY = re.compile(r"/?(replays/[A-Za-z0-9_-]{1,64}\.gpureplay)", re.ASCII)
_Text = Annotated[str, Meta(max_length=200)]
_Name = Annotated[str, Meta(max_length=64)]
_Natural = Annotated[int, Meta(ge=0, le=1 << 53)]
_Number = Annotated[int, Meta(ge=-(1 << 53), le=1 << 53)]


class RecordedPlayer(Struct, frozen=True):
    """A player of a finished game.

    Attributes:
        seat: number of the seat, from 0.
        name: name of the player; "" if the player has none.
        place: 1 for the winner; players may share a place.
        quit: True if the player left before the game ended.
        rating: (rating before, rating after); None if the game was not rated.
    """

    seat: Annotated[int, Meta(ge=0, le=25)]
    name: _Name
    place: Annotated[int, Meta(ge=1, le=26)]
    quit: bool = False
    rating: tuple[_Number, _Number] | None = None


class RecordedMatch(Struct, frozen=True):
    """A finished game of a match.

    Attributes:
        game: name of the game.
        players: the players.
        ended: time when the game ended, in seconds since 1970.
        name: title that its host gave the match.
        rated: True if the game counts for ratings.
        why_not: reason why the game does not count for ratings; "" if it counts.
        began: tick of the recording at which this game begins. Earlier ticks belong to earlier games.
        replay: path of the game's replay as sent by the server, unchecked; see :func:`replay_path`.
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
        """The player's name on each seat; "" for a seat without a named person."""
        names = {player.seat: player.name for player in self.players}
        return tuple(names.get(seat, "") for seat in range(max(names, default=-1) + 1))


class PlayerRating(Struct, frozen=True):
    """A player's rating in a game, and the player's record there.

    Attributes:
        name: name of the player.
        rating: the rating in points.
        games: number of rated games.
        wins: games won.
        draws: games drawn.
        losses: games lost.
        provisional: True if there are too few games for a reliable rating.
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
    """A server's finished matches and ratings.

    Attributes:
        matches: finished matches, the latest first.
        ratings: maps the name of each game to the ratings of its players, the best first.
    """

    matches: tuple[RecordedMatch, ...] = ()
    ratings: Ratings = {}

    @property
    def games(self) -> tuple[str, ...]:
        """The names of games that have finished matches or ratings."""
        return tuple(dict.fromkeys((*self.ratings, *(match.game for match in self.matches))))


def read_records(results: bytes, players: bytes) -> ServerRecords:
    """Read a server's ``results.json`` and ``players.json``.

    Raises:
        ReadError: the content is not valid.
    """
    matches = _read(results, Annotated[tuple[RecordedMatch, ...], Meta(max_length=500)])
    ratings = _read(players, Annotated[_GameRatings, Meta(max_length=40)])
    return ServerRecords(matches, ratings)


def replay_path(match: RecordedMatch) -> str:
    """Return the path of a match's replay, relative to the server's address; "" if it is missing or invalid."""
    found = _REPLAY.fullmatch(match.replay)
    return found[1] if found else ""


def _read(content: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ReadError("the server's results are not valid: is it a gpulife server?") from error


# Loading results and replays in threads, so that no window has to wait.


@dataclass(frozen=True, slots=True)
class FetchedReplay:
    """A replay, and the server's record of the game in it."""

    recording: Recording
    match: RecordedMatch


class RecordsLoader:
    """Loads a server's results and replays in threads.

    Args:
        address: the server.
        fetch_: function that returns the content at a path of a server.

    Attributes:
        records: the server's results; None until they are loaded.
        replay: the requested replay; None until it is loaded.
        problem: reason, in one line, why the latest load failed; "" if it did not fail.
        busy: True while a replay is being loaded.
    """

    def __init__(self, address: ServerAddress, fetch_: Callable[[ServerAddress, str, int], bytes] = fetch) -> None:
        self.address = address
        self._fetch = fetch_
        self.records: ServerRecords | None = None
        self.replay: FetchedReplay | None = None
        self.problem = ""
        self.busy = False
        self._thread = self._begin(self._load)

    def ask_again(self) -> None:
        """Load the server's results again, in a thread."""
        self.problem = ""
        self._thread = self._begin(self._load)

    def ask_for_replay(self, match: RecordedMatch) -> None:
        """Start loading the replay of a match. Do nothing if the match has none, or if a replay is being loaded."""
        if not self.busy:
            self.busy, self.problem, self.replay = True, "", None
            self._thread = self._begin(lambda: self._load_replay(match))

    def wait(self, seconds: float) -> None:
        """Wait up to ``seconds`` until the latest request is done. Only tests use this."""
        self._thread.join(seconds)

    def _begin(self, work: Callable[[], None]) -> Thread:
        def work_() -> None:
            try:
                work()
            except GpulifeError as error:
                self.problem = str(error)
            except MemoryError:
                self.problem = "there is not enough memory for the server's answer"
            finally:
                self.busy = False

        thread = Thread(target=work_, name="gpulife-results", daemon=True)
        thread.start()
        return thread

    def _load(self) -> None:
        results, players = (self._fetch(self.address, path, MAX_BYTES) for path in ("results.json", "players.json"))
        self.records = read_records(results, players)

    def _load_replay(self, match: RecordedMatch) -> None:
        path = replay_path(match)
        content = self._fetch(self.address, path, MAX_REPLAY_BYTES)
        recording = parse_replay(content, Path(PurePosixPath(path).name))
        require_hosted(recording.match)
        self.replay = FetchedReplay(recording, match)
