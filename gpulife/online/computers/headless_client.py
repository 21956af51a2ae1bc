"""A client without a window: a copy of a match as a seat sees it, and the computers that play from this copy.

Each computer is asked once in every tick, as a session asks it, so that it plays the same as at home. But what it does
here takes effect some ticks later. Until it sees its own action happen its clock stands still: it neither repeats the
action, nor steers by a cursor that has not moved yet. Without any delay it does exactly what it does in a session.
"""

import traceback
from collections import deque
from dataclasses import dataclass
from typing import Any

from gpulife.games.core.game import Action
from gpulife.games.core.player import Player, is_done
from gpulife.online.action_rows import action_of
from gpulife.online.followed_match import FollowedMatch
from gpulife.online.protocol import ActionRow, ServerMessage, Ticks, read_server_message

PATIENCE_TICKS = 120
"""Ticks that a computer waits for its action to happen; then the server has dropped it."""
MAX_ASKED_TICKS = 8
"""Limit on the last ticks, of those that have passed, for which computers are asked: a slow one is asked less often."""


@dataclass(slots=True)
class SeatedComputer:
    """A computer in its seat.

    Attributes:
        seat: its seat.
        player: who decides.
        delay: ticks by which its clock is behind the match's.
        pending: what it did and has not seen happen yet.
        waited: ticks since then.
    """

    seat: int
    player: Player[Any]
    delay: int = 0
    pending: Action | None = None
    waited: int = 0

    def skip(self, ticks: int) -> None:
        """Let ticks pass in which it is not asked."""
        self.delay += ticks

    def ask(self, copy: FollowedMatch) -> Action | None:
        """Return what it does in the copy's next tick."""
        if self.pending is not None:
            self.waited += 1
            if self.waited <= PATIENCE_TICKS:
                self.skip(1)
                return None
        actions = self.player.actions((copy.ticks or 0) - self.delay, copy.state, copy.board)
        self.pending, self.waited = (actions[0] if actions else None), 0
        return self.pending

    def see(self, action: Action) -> None:
        """See something happen."""
        if action == self.pending:
            self.pending = None


class HeadlessClient:
    """A copy of a match, and the computers in it.

    Args:
        copy: the copy, new.

    Attributes:
        copy: the copy.
        computers: the computers by their numbers.
        bugs: computers that failed, and are not asked any more: their numbers, and tracebacks.
    """

    def __init__(self, copy: FollowedMatch) -> None:
        self.copy = copy
        self.computers: dict[int, SeatedComputer] = {}
        self.bugs: list[tuple[int, str]] = []

    @property
    def wakes(self) -> int:
        """The tick before which time need not be told, since no computer does anything; 0 if each tick counts."""
        idle = getattr(self.copy.state, "idle", 0)
        if not idle or any(not self._sleeps(computer) for computer in self.computers.values()):
            return 0
        return (self.copy.ticks or 0) + int(idle)

    def _sleeps(self, computer: SeatedComputer) -> bool:
        return computer.pending is None and is_done(computer.player, self.copy.state)

    def take(self, frame: bytes) -> list[tuple[int, Action]]:
        """Take a frame from the server in; return what computers do: their numbers, and their actions.

        Raises:
            ProtocolError: no server of gpulife sends that.
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
        """Take in what may put the copy into another tick."""
        copy, before = self.copy, self.copy.ticks
        copy.take(message)
        if copy.ticks is None or copy.ticks == before:
            return []
        # What a computer did may be in the new moment, or yet to come: it waits, but not for long, and repeats nothing.
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
            except Exception:  # noqa: BLE001 - one that fails must not end the others, nor those of other matches
                del self.computers[number]
                self.bugs.append((number, traceback.format_exc()))
            else:
                done += [] if action is None else [(number, action)]
        return done
