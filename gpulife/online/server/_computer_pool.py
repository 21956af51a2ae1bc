"""The computer players of on-line matches. They run in worker processes, because thinking takes longer than a tick.

A computer plays like a native client without a window: it gets the same bytes as a client on its seat, and knows
nothing else. The server does this::

    with ComputerPool(processes=2) as pool:
        pool.seat(key, seat, level, match, secret, people, keyframes)    # keyframes(viewer) -> the frame of a Keyframe
        hosted.watch_for({*viewers, *pool.seats(key)})
        hosted.computers_play = True
        # in each tick, for each match with computers:
        pool.tell(key, hosted.session.ticks, news)                       # news: frames by viewer; {} if there are none
        # in each tick:
        for key, seat, action in pool.take_actions(): ...                # to HostedMatch.act

Nothing here blocks the server. A worker that falls too far behind gets a keyframe instead of an ever longer queue. A
worker that dies is replaced, and its computers continue from a keyframe. All workers end with the server.
"""

import hmac
import logging
import os
import socket
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from gpulife.closing import Closing
from gpulife.games.core.dataclass_json import to_json
from gpulife.games.core.game import Action, Match
from gpulife.games.registry import find_game
from gpulife.online.hosted_match import EVERYBODY, has_secrets
from gpulife.online.match_codec import action_of
from gpulife.online.protocol import Seated, Ticks, encode
from gpulife.online.server._computer_messages import Report, Rise, Sit, Tell, ToWorker, packed, pool_inbox

# The server's end of a worker process. It never blocks, and its send queue is bounded.

_LOG = logging.getLogger(__name__)
_CHUNK = 1 << 16
_CLOSE_SECONDS = 2.0
_MAIN = "import sys; sys.path[:] = sys.argv[1:]; from gpulife.online.server.computer_worker import main; main()"


class WorkerProcess(Closing):
    """A worker process. It starts when the object is made, and ends with the server's process.

    Attributes:
        is_alive: True if the connection to the process works.
        has_answered: True if the process has ever sent anything.
    """

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        self._socket, self._inbox = ours, pool_inbox()
        self._batch: list[ToWorker] = []
        self._unsent = bytearray()
        self.is_alive, self.has_answered = True, False
        ours.settimeout(0)
        with theirs:
            self._process = _start(theirs)

    @property
    def pid(self) -> int:
        """Process id."""
        return self._process.pid

    @property
    def unsent(self) -> int:
        """The number of bytes not yet sent, because the worker reads too slowly."""
        return len(self._unsent)

    def fileno(self) -> int:
        """Return the process's file descriptor. It becomes readable when :meth:`receive` has data."""
        return self._socket.fileno()

    def say(self, message: ToWorker) -> None:
        """Queue a message for the next :meth:`flush`."""
        self._batch.append(message)

    def flush(self) -> None:
        """Send the queued messages, as many as the worker can take now."""
        if self._batch:
            self._unsent += packed(self._batch)
            self._batch = []
        try:
            while self._unsent:
                del self._unsent[: self._socket.send(self._unsent)]
        except BlockingIOError:
            pass
        except OSError:
            self.is_alive = False

    def receive(self) -> Sequence[Report]:
        """Return the reports that the worker has sent since the previous call."""
        found: list[Report] = []
        try:
            while data := self._socket.recv(_CHUNK):
                found += self._inbox.take(data)
            self.is_alive = False
        except BlockingIOError:
            pass
        except (OSError, ValueError) as error:
            _LOG.warning("lost a worker process for computer players: %s", error)
            self.is_alive = False
        self.has_answered |= bool(found)
        return found

    def close(self) -> None:
        """End the process."""
        self.is_alive = False
        self._socket.close()
        try:
            self._process.wait(_CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _start(theirs: socket.socket) -> "subprocess.Popen[bytes]":
    """Start a worker process; ``theirs`` is the worker's end of the socket pair."""
    command = [sys.executable, "-c", _MAIN, *sys.path]
    if sys.platform == "win32":
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        assert process.stdin is not None  # noqa: S101 - it is a pipe
        with process.stdin as pipe:
            pipe.write(theirs.share(process.pid))
        return process
    # Not forked: a child must not have the sockets or OpenGL. ``multiprocessing`` would run the main module again.
    return subprocess.Popen(command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL)


# The pool, which distributes matches among workers.

ANSWER_EVERY = 30
"""Number of messages to a view after which the worker must send a report."""
MAX_WAITING_TELLS, MAX_WAITING_BYTES = 240, 1 << 18
"""Maximum number, and maximum total size in bytes, of a view's messages that wait in the worker to be processed.

Above either limit, the view gets no more messages until it gets a keyframe.
"""
MAX_UNSENT = 4 << 20
"""Maximum number of bytes that wait to be sent to a process. Above it, the views of the process get no more
messages."""
MAX_BUGS = 3
"""Number of failures of computer players on a seat after which none may play on that seat."""
MAX_FRUITLESS_STARTS = 3

Keyframes = Callable[[int], bytes]


def default_processes() -> int:
    """Return how many worker processes to start by default: one less than the processors, but from 1 to 4."""
    return min(4, max(1, (os.cpu_count() or 2) - 1))


def computer_seed(secret: bytes, seat: int) -> int:
    """Return a seed of 62 bits for a seat's computer player. Nobody can know it before the secret is revealed."""
    digest = hmac.digest(secret, f"computer {seat}".encode(), "sha256")
    return int.from_bytes(digest[:8], "big") >> 2


@dataclass(slots=True)
class _View:
    """What one viewer may see of a match, and the computer players that play from it.

    Attributes:
        sits: the computers that play, keyed by number.
        told: number of the latest message to the worker.
        upto: number of ticks played, according to the latest message.
        waiting: (number, size in bytes) of each message that the worker has not confirmed yet.
        lacking: True if the computers need a keyframe, as at first and after missing news.
        wakes: first tick for which the computers must get a message even if there is no news.
        bugs: number of failures of computer players on each seat.
    """

    number: int
    viewer: int
    sits: dict[int, Sit] = field(default_factory=dict)
    told: int = 0
    upto: int = 0
    waiting: deque[tuple[int, int]] = field(default_factory=deque)
    waiting_bytes: int = 0
    lacking: bool = True
    wakes: int = 0
    bugs: Counter[int] = field(default_factory=Counter)

    def forget_waiting(self, done: int) -> None:
        while self.waiting and self.waiting[0][0] <= done:
            self.waiting_bytes -= self.waiting.popleft()[1]


@dataclass(slots=True)
class _Table:
    """A match in which computer players play.

    Attributes:
        number: number of the match.
        key: the value by which the caller names the match.
        keyframes: returns the keyframe for a viewer, as a frame.
        place: index of the worker process in which the match's computer players run.
        views: the views of the match, keyed by viewer.
    """

    number: int
    key: Hashable
    match: Match
    keyframes: Keyframes
    place: int
    views: dict[int, _View] = field(default_factory=dict)


class ComputerPool(Closing):
    """Computer players in a few worker processes.

    Args:
        processes: number of processes. Each is started when it is needed.
    """

    def __init__(self, processes: int = 1) -> None:
        self._processes: list[WorkerProcess | None] = [None] * max(1, processes)
        self._fruitless = [0] * len(self._processes)
        self._tables: dict[Hashable, _Table] = {}
        self._views: dict[int, tuple[_Table, _View]] = {}
        self._numbers = count(1)
        self._done: list[tuple[Hashable, int, Action]] = []

    def seats(self, key: Hashable) -> frozenset[int]:
        """Return the seats on which computer players play in a match."""
        return frozenset(seat for _, seat, _ in self._sittings(key))

    def seat(
        self,
        key: Hashable,
        seat: int,
        level: int,
        match: Match,
        secret: bytes,
        people: frozenset[int],
        keyframes: Keyframes,
    ) -> None:
        """Let a computer player play on a seat, in place of any other computer player there.

        Args:
            key: any value by which the caller names the match.
            seat: number of the seat.
            level: level of the computer player; the game must have this level.
            match: the match.
            secret: secret of the match, from which the computer's random numbers are derived.
            people: numbers of the seats that are for people.
            keyframes: returns the keyframe for a viewer, as a frame; :meth:`tell` calls it.

        Raises:
            GameError: the game has no such level.
        """
        spec = find_game(match.game)
        spec.require_level(level)
        self.unseat(key, seat)
        table = self._tables.get(key)
        if table is None:
            loads = [sum(table.place == place for table in self._tables.values()) for place in self._places()]
            table = _Table(next(self._numbers), key, match, keyframes, loads.index(min(loads)))
            self._tables[key] = table
        viewer = seat if has_secrets(spec) else EVERYBODY
        view = table.views.get(viewer)
        if view is None:
            view = table.views[viewer] = _View(next(self._numbers), viewer)
            self._views[view.number] = table, view
        sitting = next(self._numbers)
        seated = Seated("", "", to_json(match), viewer)
        seed = computer_seed(secret, seat)
        sit = Sit(view.number, table.number, sitting, seat, level, seed, tuple(sorted(people)), encode(seated))
        view.sits[sitting] = sit
        if (process := self._process(table.place)) is not None:
            process.say(sit)

    def unseat(self, key: Hashable, seat: int) -> None:
        """Remove the computer player from a seat, and discard its actions that the server has not taken yet."""
        for view, at, sitting in list(self._sittings(key)):
            if at == seat:
                self._remove(self._tables[key], view, sitting)

    def forget(self, key: Hashable) -> None:
        """Remove all computer players from a match."""
        for _, seat, _ in list(self._sittings(key)):
            self.unseat(key, seat)

    def tell(self, key: Hashable, upto: int, news: Mapping[int, Sequence[bytes]] | None = None) -> None:
        """Send a match's news to its computer players, without waiting. Those that fall behind get a keyframe later.

        Call this after ticks were played and when there is news. Before the call, take all news from the match: the
        call may make a keyframe, and that keyframe already contains all news.

        Args:
            key: the value by which the caller names the match.
            upto: number of ticks that the match has played.
            news: frames for each viewer, encoded from what ``HostedMatch.take_news`` returns; None for no news.
        """
        table = self._tables.get(key)
        for view in table.views.values() if table else ():
            process = self._process(table.place) if table else None
            if table is None or process is None:
                return
            frames = tuple(news.get(view.viewer, ())) if news else ()
            if view.lacking:
                if view.waiting or process.unsent > MAX_UNSENT:
                    continue
                frames, view.lacking = (table.keyframes(view.viewer),), False
            elif not frames:
                if upto <= max(view.upto, view.wakes - 1):
                    continue
                frames = (encode(Ticks(upto)),)
            view.upto, view.wakes = upto, 0
            self._tell(process, view, frames)

    def next_tick(self, key: Hashable) -> int:
        """Return the tick at which :meth:`tell` must be called for a match even if there is no news."""
        table = self._tables.get(key)
        views = table.views.values() if table else ()
        return min((max(view.upto + 1, view.wakes) for view in views), default=0)

    def _tell(self, process: WorkerProcess, view: _View, frames: tuple[bytes, ...]) -> None:
        size = sum(map(len, frames))
        is_too_much = len(view.waiting) >= MAX_WAITING_TELLS or view.waiting_bytes + size > MAX_WAITING_BYTES
        if view.waiting and (is_too_much or process.unsent > MAX_UNSENT):
            view.lacking, frames, size = True, (), 0
        view.told += 1
        view.waiting.append((view.told, size))
        view.waiting_bytes += size
        process.say(Tell(view.number, view.told, frames, view.lacking or view.told % ANSWER_EVERY == 0))

    def flush(self) -> None:
        """Send the queued messages, as many as the worker processes can take now."""
        for process in self._processes:
            if process is not None:
                process.flush()

    def take_actions(self) -> list[tuple[Hashable, int, Action]]:
        """Return and clear the computer players' actions, as (key of match, seat, action). Also calls :meth:`flush`."""
        self.flush()
        for place, process in enumerate(self._processes):
            if process is None:
                continue
            for report in process.receive():
                self._take_report(process, report)
            if not process.is_alive:
                self._bury(place, process)
        done, self._done = self._done, []
        return done

    def _take_report(self, process: WorkerProcess, report: Report) -> None:
        if report.view not in self._views:
            return
        table, view = self._views[report.view]
        view.forget_waiting(report.done)
        if report.done == view.told:
            view.wakes = report.wakes
        for sitting, row in report.acts:
            sit = view.sits.get(sitting)
            if sit is not None and sit.seat == row.player:
                self._done.append((table.key, sit.seat, action_of(row)))
        if report.lost:
            _LOG.info(
                "the computer players' view %d of match %s needs a keyframe: %s", view.viewer, table.key, report.lost
            )
            view.lacking = True
            self._tell(process, view, ())
        for sitting, text in report.bugs:
            if (sit := view.sits.get(sitting)) is None:
                continue
            _LOG.warning("the computer on seat %d of match %s failed: %s", sit.seat, table.key, text)
            view.bugs[sit.seat] += 1
            if view.bugs[sit.seat] < MAX_BUGS:
                process.say(sit)

    def close(self) -> None:
        """End the worker processes."""
        for process in self._processes:
            if process is not None:
                process.close()
        self._processes = [None] * len(self._processes)
        self._tables, self._views = {}, {}

    @property
    def waiting_bytes(self) -> int:
        """The number of bytes, for all matches, that were sent to workers and are not processed yet."""
        return sum(view.waiting_bytes for _, view in self._views.values())

    @property
    def pids(self) -> tuple[int, ...]:
        """Process ids of the running workers."""
        return tuple(process.pid for process in self._processes if process is not None)

    def _places(self) -> range:
        return range(len(self._processes))

    def _sittings(self, key: Hashable) -> Iterator[tuple[_View, int, int]]:
        table = self._tables.get(key)
        for view in table.views.values() if table else ():
            for sitting, sit in view.sits.items():
                yield view, sit.seat, sitting

    def _process(self, place: int) -> WorkerProcess | None:
        """Return the worker process with index ``place``. Start it if needed; return None if it keeps failing."""
        if (process := self._processes[place]) is None and self._fruitless[place] < MAX_FRUITLESS_STARTS:
            process = self._processes[place] = WorkerProcess()
        return process

    def _bury(self, place: int, process: WorkerProcess) -> None:
        """Replace a worker process that has died, if it has matches in which computer players still play."""
        process.close()
        self._processes[place] = None
        self._fruitless[place] = 0 if process.has_answered else self._fruitless[place] + 1
        _LOG.warning("worker process %d for computer players has died", place)
        for table in self._tables.values():
            if table.place != place:
                continue
            for view in table.views.values():
                view.waiting.clear()
                view.waiting_bytes, view.lacking = 0, True
                if (other := self._process(place)) is not None:
                    for sit in view.sits.values():
                        other.say(sit)

    def _remove(self, table: _Table, view: _View, sitting: int) -> None:
        seat = view.sits.pop(sitting).seat
        self._done = [done for done in self._done if done[:2] != (table.key, seat)]
        if (process := self._processes[table.place]) is not None:
            process.say(Rise(view.number, sitting))
        if not view.sits:
            del table.views[view.viewer], self._views[view.number]
        if not table.views:
            del self._tables[table.key]
