"""The logs of matches: rows that are appended by the match's owner only, each once, and read in order.

Owner, epoch and the number of the first new row are compared in the transaction that appends. So a process that lost
its lease cannot append any more, a group that is written twice is there once, and no row follows one that is missing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from sqlalchemy import Connection, bindparam, insert, select, update

from gpulife.errors import GpulifeError
from gpulife.games.core.game import Action, ActionKind
from gpulife.online.storage.errors import NotOwnerError, StorageError
from gpulife.online.storage.tables import ACTIONS, LEASES, MATCHES

MAX_TEXT = 1 << 16
"""Limit on the letters of an action."""
_MAX_NUMBER = 1 << 63
_ROW_BYTES = 64
_KINDS = {int(kind): kind for kind in ActionKind}

Entry = tuple[int, Action]
"""A tick, and what is done in it."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A match that a server owns.

    Attributes:
        match_id: the match.
        owner: the server.
        epoch: number that grows when the match changes hands.
    """

    match_id: int
    owner: str
    epoch: int


@dataclass(frozen=True, slots=True)
class Append:
    """Rows for the log of a match.

    Attributes:
        lease: by which this server owns the match.
        first: the number of the first row: how many there are before it.
        entries: the rows.
        size: their size in bytes, about.
    """

    lease: Lease
    first: int
    entries: tuple[Entry, ...]
    size: int


def checked(entries: Sequence[Entry], after: int) -> tuple[tuple[Entry, ...], int]:
    """Return rows as they can be stored, and their size in bytes, about.

    Args:
        entries: the rows.
        after: the tick of the row before them.

    Raises:
        StorageError: they are not in order, or one has what cannot be stored.
    """
    for before, (tick, action) in zip(accumulate((after, *(tick for tick, _ in entries)), max), entries, strict=False):
        if tick < before:
            raise StorageError(f"tick {tick} after tick {before}: a log is in order")
        if not all(-_MAX_NUMBER <= number < _MAX_NUMBER for number in (tick, action.a, action.b)):
            raise StorageError(f"{action.kind.name} has a number of more than 64 bits")
        text = action.data
        if len(text) > MAX_TEXT or "\0" in text or (not text.isascii() and not _is_encodable(text)):
            raise StorageError(f"{action.kind.name} has a text that cannot be stored: {text[:40]!r}")
    return tuple(entries), sum(_ROW_BYTES + 4 * len(action.data) for _, action in entries)


def append_all(connection: Connection, appends: Sequence[Append], now: float) -> list[int | GpulifeError]:
    """Append rows of several matches; return for each the number of rows of its log, or why it was refused.

    Args:
        connection: in whose transaction.
        appends: the rows, in order.
        now: seconds since 1970.
    """
    matches = sorted({append.lease.match_id for append in appends})
    rows = connection.execute(
        select(LEASES.c.match_id, LEASES.c.owner, LEASES.c.epoch, MATCHES.c.entries)
        .join(MATCHES, MATCHES.c.id == LEASES.c.match_id)
        .where(LEASES.c.match_id.in_(matches))
        .order_by(LEASES.c.match_id)
        .with_for_update(read=True, of=LEASES)  # in PostgreSQL nobody can take the match over before the commit
    ).all()
    owners = {row.match_id: Lease(row.match_id, row.owner, row.epoch) for row in rows}
    ends = {row.match_id: row.entries for row in rows}
    outcomes: list[int | GpulifeError] = []
    new: list[dict[str, object]] = []
    ticks: dict[int, int] = {}
    for append in appends:
        match_id, last = append.lease.match_id, append.first + len(append.entries)
        if owners.get(match_id) != append.lease or append.first != ends[match_id] < last:
            outcomes.append(NotOwnerError(f"match {match_id} is not this server's any more"))
            continue
        outcomes.append(last)
        if ends[match_id] >= last:  # committed before without our knowing, or empty
            continue
        new += [
            _row(match_id, append.first + place, tick, action) for place, (tick, action) in enumerate(append.entries)
        ]
        ends[match_id], ticks[match_id] = last, append.entries[-1][0]
    if new:
        connection.execute(insert(ACTIONS), new)
        connection.execute(
            update(MATCHES)
            .where(MATCHES.c.id == bindparam("of"))
            .values(entries=bindparam("end"), tick=bindparam("last"), changed=now),
            [{"of": match_id, "end": ends[match_id], "last": tick} for match_id, tick in sorted(ticks.items())],
        )
    return outcomes


def read_log(connection: Connection, match_id: int, since_tick: int = 0) -> tuple[Entry, ...]:
    """Return the log of a match from a tick on, in order.

    Raises:
        StorageError: a newer gpulife wrote it.
    """
    query = (
        select(ACTIONS.c.tick, ACTIONS.c.player, ACTIONS.c.kind, ACTIONS.c.a, ACTIONS.c.b, ACTIONS.c.data)
        .where(ACTIONS.c.match_id == match_id, ACTIONS.c.tick >= since_tick)
        .order_by(ACTIONS.c.number)
    )
    return tuple(
        (tick, _action(player, kind, a, b, data)) for tick, player, kind, a, b, data in connection.execute(query)
    )


def _action(player: int, kind: int, a: int, b: int, data: str) -> Action:
    if kind not in _KINDS:
        raise StorageError(f"action kind {kind} is unknown: a newer gpulife may know it")
    return Action(player, _KINDS[kind], a, b, data)


def _row(match_id: int, number: int, tick: int, action: Action) -> dict[str, object]:
    return {
        "match_id": match_id,
        "number": number,
        "tick": tick,
        "player": action.player,
        "kind": int(action.kind),
        "a": action.a,
        "b": action.b,
        "data": action.data,
    }


def _is_encodable(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
