"""What a server says of matches that are over and of its players: asked for in threads, and read strictly."""

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

# What a server says of matches that are over and of its players, read strictly: it may be anybody's.

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


# Asks a server for its results and replays in threads of its own, so that no window waits for it.


@dataclass(frozen=True, slots=True)
class FetchedReplay:
    """A replay, and what its server says of the match."""

    recording: Recording
    match: RecordedMatch


class RecordsLoader:
    """A server's results and replays, as far as they have come.

    Args:
        address: the server.
        fetch_: fetches what a server has at a path.

    Attributes:
        records: its results; None as long as they have not come.
        replay: the replay that was asked for; None as long as it has not come.
        problem: one line that says what did not work last; "" for nothing.
        busy: whether a replay is on its way.
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
        """Ask for the results once more."""
        self.problem = ""
        self._thread = self._begin(self._load)

    def ask_for_replay(self, match: RecordedMatch) -> None:
        """Ask for the replay of a match that has one, unless one is on its way."""
        if not self.busy:
            self.busy, self.problem, self.replay = True, "", None
            self._thread = self._begin(lambda: self._load_replay(match))

    def wait(self, seconds: float) -> None:
        """Wait for what was asked for last, as tests do."""
        self._thread.join(seconds)

    def _begin(self, work: Callable[[], None]) -> Thread:
        def work_() -> None:
            try:
                work()
            except GpulifeError as error:
                self.problem = str(error)
            except MemoryError:
                self.problem = "there is not enough memory for what the server sends"
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
