"""A client's own actions that the server has not yet put into a tick, in order."""

from dataclasses import dataclass

from gpulife.games.core.game import Action

MAX_WAIT = 120
"""Ticks after which an action that never came back is given up: the server has not taken it."""

_FAR = 1 << 62


@dataclass(slots=True)
class PendingAction:
    """An action that was sent.

    Attributes:
        seq: its number.
        action: the action.
        tick: tick in which it is predicted to happen.
        sent: tick at which it was sent.
    """

    seq: int
    action: Action
    tick: int
    sent: int


class PendingActions:
    """The actions that are on their way.

    Args:
        next_seq: number of the next one.

    Attributes:
        next_seq: likewise.
    """

    def __init__(self, next_seq: int = 1) -> None:
        self.next_seq = next_seq
        self._actions: list[PendingAction] = []

    def __len__(self) -> int:
        return len(self._actions)

    def add(self, action: Action, tick: int) -> int:
        """Add an action that is done in ``tick``, and return its number."""
        seq, self.next_seq = self.next_seq, self.next_seq + 1
        self._actions.append(PendingAction(seq, action, tick, tick))
        return seq

    def has(self, action: Action) -> bool:
        """Return whether such an action is pending."""
        return any(pending.action == action for pending in self._actions)

    def at(self, tick: int) -> tuple[Action, ...]:
        """Return what is predicted to be done in ``tick``, in order."""
        return tuple(pending.action for pending in self._actions if pending.tick == tick)

    def next_tick(self, tick: int) -> int:
        """Return the first tick from ``tick`` on for which something is predicted; one far off if there is none."""
        return min((pending.tick for pending in self._actions if pending.tick >= tick), default=_FAR)

    def confirm(self, action: Action) -> None:
        """Take in that the server has carried out an action of this seat.

        It carries them out in order, so that whatever was sent before has been carried out or dropped. Some the server
        does itself, as when it lets go of the stick of somebody who is away.
        """
        for place, pending in enumerate(self._actions):
            if pending.action == action:
                del self._actions[: place + 1]
                return

    def drop(self, seq: int) -> bool:
        """Take in that the server does not carry out the action with that number; return whether it was pending."""
        before = len(self._actions)
        self._actions = [pending for pending in self._actions if pending.seq != seq]
        return len(self._actions) < before

    def move_between(self, first: int, last: int) -> None:
        """Predict for ticks from ``first`` to ``last`` what has not happened before; give up the oldest."""
        self._actions = [pending for pending in self._actions if pending.sent > first - MAX_WAIT]
        for pending in self._actions:
            pending.tick = max(min(pending.tick, last), first)

    def forget_before(self, tick: int) -> None:
        """Forget what should have happened before ``tick``: a keyframe of that moment holds it."""
        self._actions = [pending for pending in self._actions if pending.tick >= tick]

    def restart(self, next_seq: int) -> None:
        """Forget all, and number the next one so."""
        self._actions.clear()
        self.next_seq = next_seq
