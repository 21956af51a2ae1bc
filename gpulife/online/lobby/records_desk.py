"""Asks a server for its results and replays in threads of its own, so that no window waits for it."""

from collections.abc import Callable
from pathlib import Path, PurePosixPath
from threading import Thread

from gpulife.errors import GpulifeError
from gpulife.online.lobby.http_fetch import fetch
from gpulife.online.lobby.server_address import ServerAddress
from gpulife.online.lobby.server_records import MAX_BYTES, ServerRecords, read_records
from gpulife.session.history import Recording
from gpulife.session.replay import parse_replay

MAX_REPLAY = 16 << 20
"""Limit on the bytes of a replay."""


class RecordsDesk:
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
        self.replay: Recording | None = None
        self.problem = ""
        self.busy = False
        self._thread = self._begin(self._load)

    def ask_again(self) -> None:
        """Ask for the results once more."""
        self.problem = ""
        self._thread = self._begin(self._load)

    def ask_for_replay(self, path: str) -> None:
        """Ask for the replay at a path, unless one is on its way."""
        if not self.busy:
            self.busy, self.problem, self.replay = True, "", None
            self._thread = self._begin(lambda: self._load_replay(path))

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

    def _load_replay(self, path: str) -> None:
        content = self._fetch(self.address, path, MAX_REPLAY)
        self.replay = parse_replay(content, Path(PurePosixPath(path).name))
