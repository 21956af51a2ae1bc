"""A worker process: it plays the computers of many matches, a frame at a time, each match in its turn.

It ends when the server's end of its socket is gone, however the server ended.
"""

import os
import signal
import socket
import sys
import traceback
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Any

from gpulife.games.core.game_spec import ComputerSeat
from gpulife.online.action_rows import action_row
from gpulife.online.computers.headless_client import HeadlessClient, SeatedComputer
from gpulife.online.computers.messages import Report, Rise, Sit, Tell, ToWorker, packed, worker_inbox
from gpulife.online.followed_match import FollowedMatch, read_match
from gpulife.online.protocol import ActionRow, Seated, read_server_message

PAUSE_TICKS = 24
"""Ticks that a computer waits between two moves, so that people can follow."""
_NICENESS = 5
_CHUNK = 1 << 16


class View:
    """A view of a match, with what it has been told and has not taken in.

    Args:
        number: its number.
        group: number of its match.
        client: the copy and its computers.
    """

    def __init__(self, number: int, group: int, client: HeadlessClient) -> None:
        self.number, self.group, self.client = number, group, client
        self.waiting: deque[Tell] = deque()
        self._wakes = 0

    def take_next(self) -> Report | None:
        """Take in what waits longest; return what the server has to know of it."""
        tell, client = self.waiting.popleft(), self.client
        acts, lost, was_lost = list[tuple[int, ActionRow]](), "", client.copy.wants_keyframe is not None
        try:
            for frame in tell.frames:
                acts += [(number, action_row(client.copy.ticks or 0, action)) for number, action in client.take(frame)]
        except Exception as error:  # noqa: BLE001 - a match that fails must not end others
            lost = f"{type(error).__name__}: {error}"
        if client.copy.wants_keyframe is not None and not was_lost:
            lost = lost or f"the copy differs in tick {client.copy.wants_keyframe.tick}"
        wakes = client.wakes if not self.waiting else 0
        bugs, client.bugs = tuple(client.bugs), []
        if not (acts or lost or bugs or tell.answer or wakes != self._wakes):
            return None
        self._wakes = wakes
        return Report(self.number, tell.number, tuple(acts), wakes, lost, bugs)


class Worker:
    """All views of a worker process, without the process."""

    def __init__(self) -> None:
        self._views: dict[int, View] = {}
        self._groups: dict[int, deque[View]] = {}
        """For each match that has something waiting, the views that have."""
        self._failed: list[Report] = []

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits."""
        return not (self._groups or self._failed)

    def take(self, message: ToWorker) -> None:
        """Take a message in; what costs time waits."""
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
        """Let every match with something waiting take in one message; return what the server has to know."""
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
    """Be a worker whose socket is its standard input, or on Windows comes through that."""
    if sys.platform == "win32":
        connection = socket.fromshare(sys.stdin.buffer.read())
    else:
        connection = socket.socket(fileno=os.dup(0))
        with Path(os.devnull).open("rb") as nothing:
            os.dup2(nothing.fileno(), 0)
    run_worker(connection)


def run_worker(connection: socket.socket) -> None:
    """Play until the other end of a socket is gone."""
    for name in ("SIGINT", "SIGHUP"):  # every process of a terminal is told of them: the server handles them
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
