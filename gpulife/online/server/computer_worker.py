"""A worker process that runs the computer players of many matches.

It processes one message of each match in turn. The process ends when the server closes its end of the socket.
"""

import os
import signal
import socket
import sys
import traceback
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpulife.games.core.game import Action
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.core.player import Player, is_done
from gpulife.online.followed_match import FollowedMatch, read_match
from gpulife.online.match_codec import action_of, action_row
from gpulife.online.protocol import ActionRow, Seated, ServerMessage, Ticks, read_server_message
from gpulife.online.server._computer_messages import Report, Rise, Sit, Tell, ToWorker, packed, worker_inbox

# A client without a window: a copy of a match as one seat sees it, and computer players that play from this copy. Each
# player is asked once a tick, as in a local session, so it plays the same. But its actions take effect some ticks later
# here. So the player's clock stops until it sees its own action happen. Otherwise it would repeat the action, or steer
# by a cursor that has not moved yet. Without delay the player behaves exactly as in a local session.

PATIENCE_TICKS = 120
"""Ticks after which a computer player stops waiting for its action to happen. By then, the server must have dropped the
action."""
MAX_ASKED_TICKS = 8
"""Maximum number of ticks by which a slow computer player may be behind the match and still act."""


@dataclass(slots=True)
class SeatedComputer:
    """A computer player on a seat of a match.

    Attributes:
        seat: number of the seat.
        player: the computer player.
        delay: number of ticks by which the computer player's clock lags behind the match.
        pending: an action of the computer that has not taken effect in the match yet; None if there is none.
        waited: number of ticks that the computer has waited for ``pending`` to take effect.
    """

    seat: int
    player: Player[Any]
    delay: int = 0
    pending: Action | None = None
    waited: int = 0

    def skip(self, ticks: int) -> None:
        """Record that ``ticks`` ticks have passed in which the computer player was not asked for an action."""
        self.delay += ticks

    def ask(self, copy: FollowedMatch) -> Action | None:
        """Return the computer player's action for the next tick, given a copy of the match; None if it does nothing."""
        if self.pending is not None:
            self.waited += 1
            if self.waited <= PATIENCE_TICKS:
                self.skip(1)
                return None
        actions = self.player.actions((copy.ticks or 0) - self.delay, copy.state, copy.board)
        self.pending, self.waited = (actions[0] if actions else None), 0
        return self.pending

    def see(self, action: Action) -> None:
        """Record that an action of the computer player's seat has taken effect in the match."""
        if action == self.pending:
            self.pending = None


class HeadlessClient:
    """A copy of a match, and the computer players that know only this copy.

    Args:
        copy: the copy of the match.

    Attributes:
        copy: the copy of the match.
        computers: the computer players, keyed by number.
        bugs: computer players that failed and were removed, as (number, traceback).
    """

    def __init__(self, copy: FollowedMatch) -> None:
        self.copy = copy
        self.computers: dict[int, SeatedComputer] = {}
        self.bugs: list[tuple[int, str]] = []

    @property
    def wakes(self) -> int:
        """The first tick for which the server must send a ``Tell`` even if there is no news; 0 for every tick."""
        idle = getattr(self.copy.state, "idle", 0)
        if not idle or any(not self._sleeps(computer) for computer in self.computers.values()):
            return 0
        return (self.copy.ticks or 0) + int(idle)

    def _sleeps(self, computer: SeatedComputer) -> bool:
        return computer.pending is None and is_done(computer.player, self.copy.state)

    def take(self, frame: bytes) -> list[tuple[int, Action]]:
        """Process a frame from the server; return the computer players' actions as (number of the player, action).

        Raises:
            ProtocolError: the frame is invalid.
        """
        message = read_server_message(frame)
        if not isinstance(message, Ticks):
            return self._jump(message)
        copy, acts, done = self.copy, deque(message.acts), list[tuple[int, Action]]()
        while copy.ticks is not None and copy.ticks < message.upto and copy.wants_keyframe is None:
            here, rows = copy.ticks, []
            while acts and acts[0].tick <= here:
                rows.append(acts.popleft())
            end = here + 1
            if not rows and (wakes := self.wakes) > end:
                end = min(wakes, message.upto, acts[0].tick if acts else message.upto)
            copy.take(Ticks(end, tuple(rows)))
            self._show(rows)
            if copy.wants_keyframe is None:
                done += self._ask(is_late=message.upto - end > MAX_ASKED_TICKS)
        return done

    def _jump(self, message: ServerMessage) -> list[tuple[int, Action]]:
        """Process a message that may set the copy to another tick, such as a keyframe.

        Return the actions with which the computer players respond, as (number of the player, action).
        """
        copy, before = self.copy, self.copy.ticks
        copy.take(message)
        if copy.ticks is None or copy.ticks == before:
            return []
        # A pending action may be in the new state already, or still to come. The player waits for a while, and never
        # repeats it.
        for computer in self.computers.values():
            if before is not None:
                computer.skip(copy.ticks - before - 1)
        return self._ask(is_late=False)

    def _show(self, rows: list[ActionRow]) -> None:
        for row in rows:
            for computer in self.computers.values():
                if computer.seat == row.player:
                    computer.see(action_of(row))

    def _ask(self, *, is_late: bool) -> list[tuple[int, Action]]:
        done = []
        for number, computer in list(self.computers.items()):
            if is_late:
                computer.skip(1)
                continue
            try:
                action = computer.ask(self.copy)
            except Exception:  # noqa: BLE001 - a failing computer must not end others, or other matches
                del self.computers[number]
                self.bugs.append((number, traceback.format_exc()))
            else:
                done += [] if action is None else [(number, action)]
        return done


# The worker.

PAUSE_TICKS = 24
"""Ticks that a computer player waits between two moves, so that people can follow its play."""
_NICENESS = 5
_CHUNK = 1 << 16


class View:
    """What one viewer may see of a match, and the messages for this viewer that are not processed yet.

    Args:
        number: number of the view.
        group: number of the match.
        client: the copy of the match, as the viewer sees it, and the computers that see this copy.
    """

    def __init__(self, number: int, group: int, client: HeadlessClient) -> None:
        self.number, self.group, self.client = number, group, client
        self.waiting: deque[Tell] = deque()
        self._wakes = 0

    def take_next(self) -> Report | None:
        """Process the oldest message that waits; return a report for the server, or None if none is needed."""
        tell, client = self.waiting.popleft(), self.client
        acts, lost, was_lost = list[tuple[int, ActionRow]](), "", client.copy.wants_keyframe is not None
        try:
            for frame in tell.frames:
                acts += [(number, action_row(client.copy.ticks or 0, action)) for number, action in client.take(frame)]
        except Exception as error:  # noqa: BLE001 - a match that fails must not end others
            lost = f"{type(error).__name__}: {error}"
        if client.copy.wants_keyframe is not None and not was_lost:
            lost = lost or f"the copy of the match differs from the server's at tick {client.copy.wants_keyframe.tick}"
        wakes = client.wakes if not self.waiting else 0
        bugs, client.bugs = tuple(client.bugs), []
        if not (acts or lost or bugs or tell.answer or wakes != self._wakes):
            return None
        self._wakes = wakes
        return Report(self.number, tell.number, tuple(acts), wakes, lost, bugs)


class Worker:
    """All views of a worker process, and the order in which their messages are processed.

    This class uses no sockets and no processes.
    """

    def __init__(self) -> None:
        self._views: dict[int, View] = {}
        self._groups: dict[int, deque[View]] = {}
        """Views with waiting messages, keyed by number of the match. The first view of each match is processed next."""
        self._failed: list[Report] = []

    @property
    def is_idle(self) -> bool:
        """True if no messages wait to be processed."""
        return not (self._groups or self._failed)

    def take(self, message: ToWorker) -> None:
        """Process a message, or queue it for :meth:`work` if that may take long."""
        match message:
            case Sit():
                try:
                    self._sit(message)
                except Exception:  # noqa: BLE001 - a match that fails must not end others
                    self._failed.append(Report(message.view, 0, bugs=((message.sitting, traceback.format_exc()),)))
            case Rise():
                self._rise(message)
            case Tell():
                if (view := self._views.get(message.view)) is not None:
                    if not view.waiting:
                        self._groups.setdefault(view.group, deque()).append(view)
                    view.waiting.append(message)

    def work(self) -> list[Report]:
        """Process one waiting message of each match; return the reports for the server."""
        reports, self._failed = self._failed, []
        for group, views in list(self._groups.items()):
            view = views.popleft()
            if view.waiting and (report := view.take_next()) is not None:
                reports.append(report)
            if view.waiting:
                views.append(view)
            if not views:
                del self._groups[group]
        return reports

    def _sit(self, sit: Sit) -> None:
        view = self._views.get(sit.view)
        if view is None:
            seated = read_server_message(sit.seated)
            assert isinstance(seated, Seated)  # noqa: S101 - the pool sends nothing else
            view = View(sit.view, sit.group, HeadlessClient(FollowedMatch(read_match(seated), seated.seat)))
            self._views[sit.view] = view
        view.client.computers[sit.sitting] = SeatedComputer(sit.seat, _computer(view.client.copy, sit))

    def _rise(self, rise: Rise) -> None:
        view = self._views.get(rise.view)
        if view is None:
            return
        view.client.computers.pop(rise.sitting, None)
        if not view.client.computers:
            view.waiting.clear()
            del self._views[rise.view]


def _computer(copy: FollowedMatch, sit: Sit) -> Any:
    return copy.game.computer(
        ComputerSeat(seat=sit.seat, level=sit.level, seed=sit.seed, people=frozenset(sit.people), pause=PAUSE_TICKS)
    )


def main() -> None:
    """Run a worker process. Its socket is standard input; on Windows the socket is sent through standard input."""
    if sys.platform == "win32":
        connection = socket.fromshare(sys.stdin.buffer.read())
    else:
        connection = socket.socket(fileno=os.dup(0))
        with Path(os.devnull).open("rb") as nothing:
            os.dup2(nothing.fileno(), 0)
    run_worker(connection)


def run_worker(connection: socket.socket) -> None:
    """Run a worker process until the other end of its socket closes."""
    for name in ("SIGINT", "SIGHUP"):  # a terminal sends these signals to every process; the server handles them
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(_NICENESS)
    worker, inbox = Worker(), worker_inbox()
    with connection, suppress(ConnectionError):
        while True:
            connection.settimeout(None if worker.is_idle else 0)
            try:
                if not (data := connection.recv(_CHUNK)):
                    return
                for message in inbox.take(data):
                    worker.take(message)
                if len(data) == _CHUNK:
                    continue  # there may be more
            except BlockingIOError:
                pass
            if reports := worker.work():
                connection.settimeout(None)
                connection.sendall(packed(reports))
