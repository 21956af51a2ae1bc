"""Statistics of a competitive match, one entry for each generation; shown at the end of a round.

A Session records them for every game with ``GameSpec.round_stats``. Each entry counts from the beginning of the
round, so that other entries can be dropped.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

MAX_ENTRIES = 8192
"""Maximum number of entries, which take about 4 MB. If there are more, the entries of earlier rounds are dropped, then
every second entry of the last round."""

AVERAGED = 6
"""Number of generations over which scores are averaged to be read. Pulsars repeat every 3 generations, blinkers every
2."""


@dataclass(frozen=True, slots=True)
class RoundStats:
    """The statistics of a round at one tick. Tuples have one item for each player.

    Attributes:
        round: two numbers that identify the round within a match.
        began: generation at which the round began.
        generation: generation of the board.
        over: True if the round is over.
        scores: live cells.
        seeds: seeds left.
        spent: seeds spent, minus seeds returned for erased cells.
        earned: bonus seeds.
        planted: number of shapes planted, for each player and kind of shape.
        shapes: names of the kinds of shapes, in the order of ``planted``.
        wild: number of wild interventions: random changes of the board by the game itself (ruling R7).
        clock: height of the shot clock: the number of the board's rows when it is full, 0 when it has run out.
        winner: winner of a finished round; None for a tie, and before the end.
        halts: number of times that play was halted.
        halted: number of cells planted while play was halted.
        halted_edits: number of edits by mouse or console while play was halted.
    """

    round: tuple[int, int]
    began: int
    generation: int
    over: bool
    scores: tuple[int, ...]
    seeds: tuple[int, ...]
    spent: tuple[int, ...]
    earned: tuple[int, ...]
    planted: tuple[tuple[int, ...], ...]
    shapes: tuple[str, ...]
    wild: int = 0
    clock: int = 0
    winner: int | None = None
    halts: int = 0
    halted: tuple[int, ...] = ()
    halted_edits: int = 0

    @property
    def lead(self) -> int:
        """The number of cells by which the left player is ahead; negative if behind."""
        return self.scores[0] - self.scores[1]


@dataclass(frozen=True, slots=True)
class Entry:
    """The statistics at the end of a generation.

    Attributes:
        tick: number of ticks played until then.
        stats: statistics of the round until then.
    """

    tick: int
    stats: RoundStats

    @property
    def key(self) -> tuple[tuple[int, int], int]:
        """The pair (round, generation), unique within a match."""
        return self.stats.round, self.stats.generation


class ScoreHistory:
    """The entries of a match in the order of ticks. After a rewind, some are later than the current tick.

    Args:
        max_entries: maximum number of entries to keep.
    """

    def __init__(self, max_entries: int = MAX_ENTRIES) -> None:
        self._max_entries = max_entries
        self._entries: list[Entry] = []
        self._every = 1  # generations between two entries

    def __len__(self) -> int:
        return len(self._entries)

    def record(self, tick: int, stats: RoundStats | None) -> None:
        """Record the statistics after ``tick`` ticks; do nothing if they are already recorded or ``stats`` is None."""
        if stats is None:
            return
        entry = Entry(tick, stats)
        place = bisect_left(self._entries, tick, key=lambda entry: entry.tick)
        if place < len(self._entries) and self._entries[place].key == entry.key:
            return  # after a rewind: the final statistics of this generation are already recorded
        if place and self._replaces_last(place, entry):
            if self._entries[place - 1].stats != stats:
                self._entries[place - 1] = entry
            return
        self._entries.insert(place, entry)
        if len(self._entries) > self._max_entries:
            self._thin()

    def truncate(self, tick: int) -> tuple[Entry, ...]:
        """Remove the entries after ``tick`` ticks, and return them."""
        place = bisect_right(self._entries, tick, key=lambda entry: entry.tick)
        dropped = tuple(self._entries[place:])
        del self._entries[place:]
        return dropped

    def extend(self, entries: Iterable[Entry]) -> None:
        """Append entries that :meth:`truncate` returned; their ticks must be after all others."""
        self._entries.extend(entries)

    def round(self, tick: int, stats: RoundStats | None) -> tuple[Entry, ...]:
        """Return the entries of the current round up to ``tick``; () if ``stats`` is None.

        ``stats`` are the round's current statistics, which make the final entry.
        """
        if stats is None:
            return ()
        entries = [
            entry
            for entry in self._entries[: bisect_right(self._entries, tick, key=lambda entry: entry.tick)]
            if entry.stats.round == stats.round
        ]
        if entries and entries[-1].stats == stats:
            return tuple(entries)
        if entries and entries[-1].stats.generation == stats.generation:
            entries.pop()
        return (*entries, Entry(tick, stats))

    def rounds(self) -> tuple[tuple[Entry, ...], ...]:
        """Return the entries of each recorded round."""
        return tuple(tuple(entries) for _, entries in groupby(self._entries, key=lambda entry: entry.stats.round))

    def _replaces_last(self, place: int, entry: Entry) -> bool:
        """Return True if ``entry`` replaces the entry at index ``place - 1``; False to insert it after that entry.

        Entries of the same generation replace each other. In a thinned history, entries are ``_every`` generations
        apart, and an entry that comes sooner replaces the one before it.
        """
        last = self._entries[place - 1]
        if last.key == entry.key:
            return True
        if self._every == 1 or place < 2 or last.stats.round != entry.stats.round:
            return False
        before = self._entries[place - 2]
        same_round = before.stats.round == entry.stats.round
        return same_round and 0 <= entry.stats.generation - before.stats.generation < self._every

    def _thin(self) -> None:
        newest = self._entries[-1].stats.round
        entries = [entry for entry in self._entries if entry.stats.round == newest]
        if len(entries) > self._max_entries // 2:
            self._every *= 2
            entries = [*entries[:-1][::2], entries[-1]]
        self._entries = entries
