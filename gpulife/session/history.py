"""The history of a session: its actions and hashes, and keyframes from which any tick can be recomputed."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gpulife.errors import GpulifeError
from gpulife.games.core.game import TICKS_PER_SECOND, Action, Match

REWIND_BUDGET = 256 << 20
"""Default maximum size, in bytes, of all keyframes of a session."""

RECOUNTED_CELLS = 1000 * 160 * 96
"""Limit on the work of recomputing a score history when a session is continued, in cells times generations.

This work takes some seconds. If a recording needs more, its score history begins where the session is continued.
"""
RECOUNTED_TICKS = 1 << 18  # limit on the ticks replayed for the score history: more than an hour

_MIN_KEYFRAMES = 4
_MAX_KEYFRAMES = 4096
_STATE_BYTES = 2048  # approximate size of a state without its snapshot
_CELLS_PER_SECOND = 1 << 18  # keyframes of 2**18 cells are a second apart, larger ones proportionally more


class RewindError(GpulifeError):
    """Error: a session cannot go to the requested tick."""


@dataclass(frozen=True, slots=True)
class BoardHash:
    """The hash of the board at one moment of a session.

    Attributes:
        tick: the tick in which the hash was taken.
        computed: number of generations that the session had computed by that tick.
        generation: number of the board's generation. Edits can change this number, so that it differs from
            ``computed``.
        digest: the hash as text; see ``gpulife.games.core.board_hash``.
    """

    tick: int
    computed: int
    generation: int
    digest: str


@dataclass(frozen=True, slots=True)
class Recording:
    """Everything that was done in a session, from its beginning. This is the content of a replay file.

    Attributes:
        match: the match that was played.
        ticks: number of ticks played.
        log: the actions as pairs (tick, action), in order.
        hashes: hashes of the board, in the order of their ticks.
        end_hash: hash of state and board after the last tick; "" if not known.
    """

    match: Match
    ticks: int = 0
    log: tuple[tuple[int, Action], ...] = ()
    hashes: tuple[BoardHash, ...] = ()
    end_hash: str = ""


@dataclass(frozen=True, slots=True)
class Keyframe:
    """A saved state of a session: the game's state and the board. The session can return to it.

    Attributes:
        tick: number of ticks played before it was saved.
        computed: number of generations computed before it was saved.
        state: state of the game.
        snapshot: the board, as a compressed snapshot of the engine.
    """

    tick: int
    computed: int
    state: Any
    snapshot: bytes

    @property
    def size(self) -> int:
        """The approximate size of the keyframe in bytes."""
        return len(self.snapshot) + _STATE_BYTES


@dataclass(frozen=True, slots=True)
class PublicMoment:
    """The last moment before a player's secret choice. Everybody may see the session up to this moment.

    Attributes:
        keyframe: keyframe of that moment.
        end_hash: hash of state and board at that moment.
    """

    keyframe: Keyframe
    end_hash: str

    def cut(self, recording: Recording) -> Recording:
        """Return ``recording`` without what came after this moment."""
        tick = self.keyframe.tick
        log = tuple(entry for entry in recording.log if entry[0] < tick)
        hashes = tuple(known for known in recording.hashes if known.tick < tick)
        return replace(recording, ticks=tick, log=log, hashes=hashes, end_hash=self.end_hash)


class ActionLog:
    """A log of actions in the order of their ticks. Actions are added and removed only at its end."""

    def __init__(self, log: Iterable[tuple[int, Action]] = ()) -> None:
        self._entries = list(log)

    def at(self, tick: int) -> tuple[Action, ...]:
        """Return the actions of ``tick``, in order."""
        if not self._entries or self._entries[-1][0] < tick:  # fast path: no actions from here on
            return ()
        low, high = self._place(tick), self._place(tick + 1)
        return tuple(action for _, action in self._entries[low:high])

    def next_tick(self, tick: int, last: int) -> int:
        """Return the first tick from ``tick`` on that has an action; ``last`` if no tick before ``last`` has one."""
        place = self._place(tick)
        return min(self._entries[place][0], last) if place < len(self._entries) else last

    def add(self, tick: int, actions: Sequence[Action]) -> None:
        """Append the actions of ``tick``, which must not be earlier than the last tick of the log."""
        self._entries.extend((tick, action) for action in actions)

    def cut(self, tick: int) -> tuple[tuple[int, Action], ...]:
        """Remove the actions from ``tick`` on, and return them."""
        place = self._place(tick)
        forgotten = tuple(self._entries[place:])
        del self._entries[place:]
        return forgotten

    def extend(self, log: Iterable[tuple[int, Action]]) -> None:
        """Append pairs (tick, action) that :meth:`cut` has returned."""
        self._entries.extend(log)

    def entries(self) -> tuple[tuple[int, Action], ...]:
        """Return the whole log as pairs (tick, action)."""
        return tuple(self._entries)

    def _place(self, tick: int) -> int:
        """Return the index in the log of the first action from ``tick`` on."""
        return bisect_left(self._entries, tick, key=lambda entry: entry[0])


def max_recount(shape: tuple[int, int], frame: Keyframe, recorded_ticks: int) -> int | None:
    """Return how many generations to replay to get the scores up to ``frame``; None if a replay would take too long."""
    rows, columns = shape
    most = min(frame.computed, RECOUNTED_CELLS // (rows * columns))
    is_short = frame.computed <= most and frame.tick <= min(recorded_ticks, RECOUNTED_TICKS)
    return most if is_short else None


class Keyframes:
    """The keyframes of a session, with a limit on their total size. Near the current tick, they are closer together.

    Args:
        cells: number of the board's cells.
        budget: maximum size, in bytes, of all keyframes.

    Attributes:
        off_reason: one line that says why there are no keyframes; None if there are.
        interval: number of ticks from one keyframe to the next.
    """

    def __init__(self, cells: int, budget: int = REWIND_BUDGET) -> None:
        self.budget = budget
        self.interval = TICKS_PER_SECOND * max(1, cells // _CELLS_PER_SECOND)
        self.off_reason: str | None = None
        if cells + _STATE_BYTES > budget // _MIN_KEYFRAMES:
            needed = f"more than {budget / 2**20:.0f} MiB for keyframes"
            self.off_reason = f"rewind is off: a board of {cells:,} cells needs {needed}"
        self._frames: list[Keyframe] = []

    @property
    def size(self) -> int:
        """The size, in bytes, of all keyframes."""
        return sum(frame.size for frame in self._frames)

    @property
    def all(self) -> tuple[Keyframe, ...]:
        """All keyframes, in order."""
        return tuple(self._frames)

    @property
    def ticks(self) -> tuple[int, ...]:
        """The ticks of the keyframes, in order."""
        return tuple(frame.tick for frame in self._frames)

    def is_due(self, tick: int) -> bool:
        """Return True if a keyframe is due at ``tick``, because the last one is at least ``interval`` ticks old."""
        if self.off_reason:
            return False
        before = self.before(tick)
        return tick - (before.tick if before else 0) >= self.interval

    def before(self, tick: int) -> Keyframe | None:
        """Return the latest keyframe at or before ``tick``; None if there is none."""
        place = bisect_right(self._frames, tick, key=lambda frame: frame.tick)
        return self._frames[place - 1] if place else None

    def before_computed(self, computed: int) -> Keyframe | None:
        """Return the latest keyframe with at most ``computed`` computed generations before it, or None."""
        place = bisect_right(self._frames, computed, key=lambda frame: frame.computed)
        return self._frames[place - 1] if place else None

    def add(self, frame: Keyframe) -> None:
        """Add a keyframe. Then drop some keyframes if there are too many, or if their total size is too large."""
        place = bisect_left(self._frames, frame.tick, key=lambda other: other.tick)
        if place < len(self._frames) and self._frames[place].tick == frame.tick:
            return
        self._frames.insert(place, frame)
        while len(self._frames) > 1 and (self.size > self.budget or len(self._frames) > _MAX_KEYFRAMES):
            self._thin(frame.tick)

    def cut(self, tick: int) -> tuple[Keyframe, ...]:
        """Remove the keyframes after ``tick``, and return them."""
        place = bisect_right(self._frames, tick, key=lambda frame: frame.tick)
        forgotten = tuple(self._frames[place:])
        del self._frames[place:]
        return forgotten

    def _thin(self, now: int) -> None:
        """Drop the keyframe whose removal leaves the smallest gap, relative to the keyframe's distance from ``now``."""
        ticks = [0, *self.ticks]
        last = max(ticks)

        def gap_for_its_age(place: int) -> float:
            after = ticks[place + 2] if place + 2 < len(ticks) else last + self.interval
            return (after - ticks[place]) / (abs(now - ticks[place + 1]) + self.interval)

        del self._frames[min(range(len(self._frames)), key=gap_for_its_age)]
