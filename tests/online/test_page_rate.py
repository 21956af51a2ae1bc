"""How often pages get updates, measured with a simulated clock and slightly late ticks."""

import json
import random

import numpy as np
import pytest
from online.hosted import SECRET, hosted

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.online.server import _broadcast as broadcast_module
from gpulife.online.server._broadcast import Broadcast
from gpulife.online.server._link import Link
from gpulife.online.server._people import Members
from gpulife.online.server._room_computers import RoomComputers
from gpulife.online.server.serving import make_feed
from gpulife.seats import PERSON

SECONDS, TICKS = 8, 60
LATE = 0.016
"""Maximum delay of a tick in seconds."""


class Socket:
    transport = None


class Table:
    """A match with one page, at a seat or watching, and the frames sent to the page."""

    def __init__(self, game: str, seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hosted = hosted(game)
        self.frames: list[list[bytes | str]] = [[] for _ in range(SECONDS)]
        self.now, self._chance = 100.0, random.Random(1)  # noqa: S311 - no secret
        monkeypatch.setattr(broadcast_module, "send_to", lambda _, frames: self.frames[self.second].extend(frames))
        members = Members([PERSON] * self.hosted.session.game.players)
        link = Link(Socket(), "127.0.0.1", self.now)  # type: ignore[arg-type]
        link.is_page, link.seat, link.needs_moment = True, seat, True
        members.add(b"page", "Ada", seat).link = link
        computers = RoomComputers(None, "1", self.hosted, SECRET, members, fill=False)
        self.broadcast = Broadcast(self.hosted, members, computers, make_feed, self.now)
        self.broadcast.watch()
        self.second = 0

    def do(self, player: int, kind: ActionKind, a: int = 0, b: int = 0) -> None:
        self.hosted.act(Action(player, kind, a, b))

    def play(self, each_tick) -> None:
        for tick in range(SECONDS * TICKS):
            self.second = tick // TICKS
            each_tick(tick)
            self.hosted.pass_ticks(1)
            self.broadcast.tell_what_is_due(self.now + tick / TICKS + self._chance.uniform(0, LATE))

    def rates(self, part: str) -> list[int]:
        """Return, for each second, the number of frames with a part of the view, or with cells for ""."""
        return [
            sum(part in json.loads(frame) if isinstance(frame, str) else not part for frame in frames)
            for frames in self.frames
        ]


@pytest.mark.parametrize("game", ["biowar", "seed-list", "realtime", "p2life"])
def test_moving_cursor_is_sent_ten_times_a_second(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(game, 0, monkeypatch)
    for player in (0, 1) if game == "biowar" else (0,):
        table.do(player, ActionKind.DONE if game == "biowar" else ActionKind.START)

    def steer(tick: int) -> None:
        table.do(0, ActionKind.POINT, 5, 3 + tick % 7)

    table.play(steer)
    assert min(table.rates("cursors")[1:]) >= 10


@pytest.mark.parametrize("seat", [0, NOBODY])
def test_changing_cells_are_sent_ten_times_a_second(seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("seed-list", seat, monkeypatch)
    table.do(0, ActionKind.START)

    def paint(tick: int) -> None:
        if tick > 5:  # computers and people plant one cell after another, in all halves
            table.hosted.session.engine.paint(tick % 80, tick % 150, np.full((1, 1), 1 + tick % 2, np.uint8))
            table.hosted.session.board.changed()

    table.play(paint)
    assert min(table.rates("")[1:]) >= 10
