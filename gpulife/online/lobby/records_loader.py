"""Asks a server for its results and replays in threads of its own, so that no window waits for it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from threading import Thread

from gpulife.errors import GpulifeError
from gpulife.online.followed_match import require_hosted
from gpulife.online.lobby.http_fetch import fetch
from gpulife.online.lobby.server_address import ServerAddress
from gpulife.online.lobby.server_records import (
    MAX_BYTES,
    RecordedMatch,
    ServerRecords,
    read_records,
    replay_path,
)
from gpulife.online.protocol import MAX_REPLAY_BYTES
from gpulife.session.history import Recording
from gpulife.session.replay import parse_replay


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
