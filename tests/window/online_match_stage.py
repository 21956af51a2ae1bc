"""An on-line match on a stage, with a server in the same process and no network."""

from __future__ import annotations

from online.hosted import hosted
from window.stage import Stage

from gpulife.games.core.dataclass_json import to_json
from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.online.client.connection import Status
from gpulife.online.client.server_address import ServerAddress
from gpulife.online.protocol import (
    Act,
    Leave,
    People,
    Person,
    Resync,
    Seated,
    Welcome,
)
from gpulife.online.seat_rules import checked_action
from gpulife.window.dialogs.ask_dialog import AskDialog
from gpulife.window.online.begin_online import begin_online


class Server:
    """A match, and a connection to it without any delay."""

    def __init__(self, stage: Stage, game: str, seat: int, *, is_own: bool = False) -> None:
        self.stage, self.seat = stage, seat
        self.match = hosted(game)
        self.match.watch_for([seat])
        self.status, self.problem, self.round_trip = Status.UP, "", 0.0
        self.welcome: Welcome | None = None
        self.sent: list = []
        self.closed = False
        self.address = ServerAddress("192.168.1.7")
        self._came: list = []
        self.seated = Seated("match", "CODE", to_json(self.match.session.match), seat, next_seq=1)
        self.tell(self.match.keyframe(seat))
        self.tell(
            People((Person(1, "Ada", 0, here=True, ping=9, muted=False),), ("Ada", "Bob", *[""] * 4)[: self._seats])
        )
        there = ServerAddress("192.168.1.9")
        begin_online(
            stage.shell,
            self,  # type: ignore[arg-type]
            self.seated,
            is_own=is_own,
            invitation=lambda address: None if address == ServerAddress("localhost") else there,
        )

    @property
    def _seats(self) -> int:
        return min(self.match.session.game.players, 6)

    def tell(self, message) -> None:
        self._came.append((self.now(), message))

    # The interface of Connection.

    def now(self) -> float:
        return self.stage.now

    def take(self):
        if self.status is Status.UP:
            self.match.pass_ticks(1)
            for message in self.match.take_news().get(self.seat if self.match.has_secrets else NOBODY, ()):
                self.tell(message)
        came, self._came = self._came, []
        return came

    def put_back(self, came) -> None:
        self._came[:0] = came

    def send(self, message) -> None:
        self.sent.append(message)
        assert not isinstance(message, Resync), "a copy went wrong"
        if isinstance(message, Act):
            action = checked_action(self.match.session.game, self.seat, message)
            assert isinstance(action, Action), action
            self.match.act(action)

    def leave(self, *, has_begun: bool) -> None:
        self.sent.append(Leave())
        self.left_begun = has_begun

    def close(self, *, waits: bool = True) -> None:
        del waits
        self.closed = True


def begun(stage: Stage, seat: int = 1, game: str = "seed-list", *, is_own: bool = False) -> Server:
    server = Server(stage, game, seat, is_own=is_own)
    stage.frames(2)
    if seat != NOBODY:
        stage.act(ActionKind.START)
    else:
        server.match.act(Action(0, ActionKind.START))
    return server


def cursor(stage: Stage, seat: int) -> tuple[int, int]:
    cursor = stage.play.session.state.cursors[seat]
    return cursor.row, cursor.column


def people(*names: str, away: tuple[str, ...] = ()) -> People:
    """Return the people at a match; "" is a free seat."""
    listed = (Person(place, name, place, name not in away, 9, muted=False) for place, name in enumerate(names) if name)
    return People(tuple(listed), names)


def shown(stage: Stage, written: list[str]) -> str:
    """Return the texts drawn in one more frame."""
    written.clear()
    stage.frames(1)
    return " ".join(written)


def asked(stage: Stage) -> str:
    assert isinstance(stage.screens.top, AskDialog)
    return stage.screens.top._question.text
