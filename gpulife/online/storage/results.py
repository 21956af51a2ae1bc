"""Finished matches: who came where, whether it was rated, and the replay."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, insert, select, update

from gpulife.online.storage.match_log import Lease
from gpulife.online.storage.match_rows import MatchState, Visibility, read_match_text
from gpulife.online.storage.ratings import Placement, rate_match, why_unrated
from gpulife.online.storage.tables import (
    ACTIONS,
    KEYFRAMES,
    LEASES,
    MATCHES,
    PEOPLE,
    PLACEMENTS,
    RESULTS,
    SEATS,
)
from gpulife.online.storage.tokens import new_replay_id
from gpulife.online.storage.transactions import Transactions

MAX_REPLAY_BYTES = 16 << 20
"""Limit on a replay."""
MAX_RESULTS = 200
"""Limit on the results that are listed at once."""
_AGAIN = "the same two have played too often today"
_REPLAY_KEY_LENGTH = 40


@dataclass(frozen=True, slots=True)
class PlacedPlayer:
    """Where a player came.

    Attributes:
        seat: number of the seat, from 0.
        name: name that the player had there; "" if nobody with a name sat there.
        place: 1 for the first; several may share one.
        quit: whether the player left before the end.
        rating: rating before and after; None if it was not rated.
    """

    seat: int
    name: str
    place: int
    quit: bool
    rating: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A finished match.

    Attributes:
        match_id: number of the match.
        name: name that its host gave it.
        game: what was played.
        ended: when, in seconds since 1970.
        ticks: how long it was.
        rated: whether it was rated.
        why_not: in words why not; "" if it was.
        replay_id: what a link to its replay has; None if there is none.
        secret: the server's own seed, which anybody may see now.
        players: who came where, by seat.
    """

    match_id: int
    name: str
    game: str
    ended: float
    ticks: int
    rated: bool
    why_not: str
    replay_id: str | None
    secret: bytes
    players: tuple[PlacedPlayer, ...]


class Results:
    """All finished matches."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    def latest(self, *, game: str = "", limit: int = 50) -> tuple[MatchResult, ...]:
        """Return finished public matches, the last one first.

        Args:
            game: of this game only; "" for all.
            limit: how many, at most ``MAX_RESULTS``.

        Raises:
            StorageError: the database refused.
        """
        where = [MATCHES.c.visibility == Visibility.PUBLIC]
        if game:
            where.append(RESULTS.c.game == game)
        return self._transactions.read(lambda connection: _find(connection, where, min(limit, MAX_RESULTS)))

    def of(self, match_id: int) -> MatchResult | None:
        """Return the result of a match; None if it has none yet.

        Raises:
            StorageError: the database refused.
        """
        found = self._transactions.read(lambda connection: _find(connection, [RESULTS.c.match_id == match_id], 1))
        return found[0] if found else None

    def replay(self, replay_id: str) -> bytes | None:
        """Return the replay of a link; None if there is none.

        Raises:
            StorageError: the database refused.
        """
        if len(replay_id) > _REPLAY_KEY_LENGTH or not replay_id.isascii() or not replay_id.isprintable():
            return None
        query = select(RESULTS.c.replay).where(RESULTS.c.replay_id == replay_id)
        found = self._transactions.read(lambda connection: connection.scalar(query))
        return None if found is None else bytes(found)


def finish(
    connection: Connection,
    lease: Lease,
    placements: Sequence[Placement],
    *,
    ticks: int,
    outcome: str,
    replay: bytes,
    now: float,
) -> MatchResult:
    """Note that a match has ended, and how; rate it; its log goes if there is a replay. Nobody owns it any more."""
    match_id = lease.match_id
    of_match = SEATS.c.match_id == match_id
    names = {row.seat: row.name for row in connection.execute(select(SEATS).where(of_match))}
    with_tokens = select(SEATS.c.seat, PEOPLE.c.id).join(PEOPLE, PEOPLE.c.token_hash == SEATS.c.token_hash)
    people = {row.seat: row.id for row in connection.execute(with_tokens.where(of_match))}
    people = {placement.seat: people[placement.seat] for placement in placements if placement.seat in people}
    text = connection.execute(select(MATCHES.c.match).where(MATCHES.c.id == match_id)).scalar_one()
    game = read_match_text(text).game
    why_not = why_unrated(placements, people, ticks)
    rated = {} if why_not else rate_match(connection, game, placements, people, now)
    why_not = why_not or ("" if rated else _AGAIN)
    connection.execute(
        insert(RESULTS).values(
            match_id=match_id,
            game=game,
            ended=now,
            ticks=ticks,
            rated=not why_not,
            why_not=why_not,
            replay_id=new_replay_id() if replay else None,
            replay=replay or None,
        )
    )
    for placement in placements:
        before, after = rated.get(placement.seat, (None, None))
        connection.execute(
            insert(PLACEMENTS).values(
                match_id=match_id,
                seat=placement.seat,
                person_id=people.get(placement.seat),
                name=names.get(placement.seat, ""),
                place=placement.place,
                quit=placement.quit,
                rating_before=None if before is None else before.rating,
                rating_after=None if after is None else after.rating,
            )
        )
    connection.execute(
        update(MATCHES).where(MATCHES.c.id == match_id).values(state=str(MatchState.ENDED), ended=now, outcome=outcome)
    )
    connection.execute(update(LEASES).where(LEASES.c.match_id == match_id).values(owner=None, epoch=LEASES.c.epoch + 1))
    connection.execute(delete(KEYFRAMES).where(KEYFRAMES.c.match_id == match_id))
    if replay:
        connection.execute(delete(ACTIONS).where(ACTIONS.c.match_id == match_id))
    return _find(connection, [RESULTS.c.match_id == match_id], 1)[0]


def _find(connection: Connection, where: Sequence[ColumnElement[bool]], limit: int) -> tuple[MatchResult, ...]:
    columns = [column for column in RESULTS.c if column is not RESULTS.c.replay]
    query = (
        select(*columns, MATCHES.c.name, MATCHES.c.secret)
        .join(MATCHES, MATCHES.c.id == RESULTS.c.match_id)
        .where(*where)
    )
    rows = connection.execute(query.order_by(RESULTS.c.ended.desc(), RESULTS.c.match_id.desc()).limit(limit)).all()
    players: dict[int, list[PlacedPlayer]] = {row.match_id: [] for row in rows}
    of_rows = select(PLACEMENTS).where(PLACEMENTS.c.match_id.in_(players))
    for row in connection.execute(of_rows.order_by(PLACEMENTS.c.match_id, PLACEMENTS.c.seat)):
        players[row.match_id].append(_player(row))
    return tuple(
        MatchResult(
            match_id=row.match_id,
            name=row.name,
            game=row.game,
            ended=row.ended,
            ticks=row.ticks,
            rated=row.rated,
            why_not=row.why_not,
            replay_id=row.replay_id,
            secret=bytes(row.secret),
            players=tuple(players[row.match_id]),
        )
        for row in rows
    )


def _player(row: Row[Any]) -> PlacedPlayer:
    rating = None if row.rating_after is None else (row.rating_before, row.rating_after)
    return PlacedPlayer(row.seat, row.name, row.place, row.quit, rating)
