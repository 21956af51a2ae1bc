"""Finished games of matches, with places, ratings and replays."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, insert, select, update

from gpulife.games.registry import find_game
from gpulife.online.shown_text import computer_level, seat_title
from gpulife.online.storage._match_log import MatchState, Visibility, read_match_text, read_settings
from gpulife.online.storage._ratings import Placement, rate_match, why_not_rated
from gpulife.online.storage._tables import ACTIONS, KEYFRAMES, LEASES, MATCHES, PEOPLE, PLACEMENTS, RESULTS, SEATS
from gpulife.online.storage._writer import Transactions
from gpulife.online.storage.people import new_replay_id

MAX_RESULTS = 200
"""Maximum number of results that a query returns."""
_AGAIN = "the same players have met too often today"
_REPLAY_KEY_LENGTH = 40


@dataclass(frozen=True, slots=True)
class PlacedPlayer:
    """A player's place in a finished game.

    Attributes:
        seat: number of the seat, from 0.
        name: the player's name in the match; "" if no named person had the seat.
        place: 1 for the winner; players may share a place.
        quit: True if the player left before the game ended.
        rating: (rating before the game, rating after); None if the game was not rated.
    """

    seat: int
    name: str
    place: int
    quit: bool
    rating: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A finished game of a match.

    Attributes:
        match_id: number of the match.
        number: number of the game within the match, from 1.
        name: title that the host gave the match.
        game: name of the game.
        began: tick of the match at which the game began.
        ended: time when the game ended, in seconds since 1970.
        ticks: tick of the match at which the game ended.
        rated: True if the game was rated.
        why_not: reason why the game was not rated, in words; "" if it was rated.
        replay_id: identifier in the link to the replay; None if there is no replay.
        secret: secret from which random numbers are derived. It must not be revealed before the whole match has ended.
        players: the players and their places, in the order of their seats.
    """

    match_id: int
    number: int
    name: str
    game: str
    began: int
    ended: float
    ticks: int
    rated: bool
    why_not: str
    replay_id: str | None
    secret: bytes
    players: tuple[PlacedPlayer, ...]

    @property
    def length(self) -> int:
        """The length of the game in ticks."""
        return self.ticks - self.began


class Results:
    """Reads the finished games and their replays from the database."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    def latest(self, *, game: str = "", limit: int = 50) -> tuple[MatchResult, ...]:
        """Return finished games of public matches, the latest first.

        Args:
            game: name of the game; "" for all games.
            limit: maximum number of results, at most ``MAX_RESULTS``.

        Raises:
            StorageError: the database failed.
        """
        where = [MATCHES.c.visibility == Visibility.PUBLIC]
        if game:
            where.append(RESULTS.c.game == game)
        return self._transactions.read(lambda connection: _find(connection, where, min(limit, MAX_RESULTS)))

    def of(self, match_id: int) -> MatchResult | None:
        """Return the result of the latest finished game of a match; None if no game is finished.

        Raises:
            StorageError: the database failed.
        """
        found = self._transactions.read(lambda connection: _find(connection, [RESULTS.c.match_id == match_id], 1))
        return found[0] if found else None

    def of_replay(self, replay_id: str) -> MatchResult | None:
        """Return the result of the game that a replay shows; None if there is no such replay.

        Raises:
            StorageError: the database failed.
        """
        if not _is_replay_id(replay_id):
            return None
        found = self._transactions.read(lambda connection: _find(connection, [RESULTS.c.replay_id == replay_id], 1))
        return found[0] if found else None

    def replay(self, replay_id: str) -> bytes | None:
        """Return the content of a replay file; None if there is no such replay.

        Raises:
            StorageError: the database failed.
        """
        if not _is_replay_id(replay_id):
            return None
        query = select(RESULTS.c.replay).where(RESULTS.c.replay_id == replay_id)
        found = self._transactions.read(lambda connection: connection.scalar(query))
        return None if found is None else bytes(found)


def keep(
    connection: Connection,
    match_id: int,
    placements: Sequence[Placement],
    *,
    number: int,
    began: int,
    ticks: int,
    replay: bytes,
    why_unrated: str,
    now: float,
) -> MatchResult:
    """Store the result of a game, and rate the game. If the result is stored already, it is returned unchanged.

    The arguments are those of ``MatchEndings.keep_result``; ``now`` is the time in seconds since 1970.
    """
    if known := _find(connection, [RESULTS.c.match_id == match_id, RESULTS.c.number == number], 1):
        return known[0]
    of_match = SEATS.c.match_id == match_id
    names = {row.seat: row.name for row in connection.execute(select(SEATS).where(of_match))}
    with_tokens = select(SEATS.c.seat, PEOPLE.c.id).join(PEOPLE, PEOPLE.c.token_hash == SEATS.c.token_hash)
    people = {row.seat: row.id for row in connection.execute(with_tokens.where(of_match))}
    people = {placement.seat: people[placement.seat] for placement in placements if placement.seat in people}
    text, settings = connection.execute(
        select(MATCHES.c.match, MATCHES.c.settings).where(MATCHES.c.id == match_id)
    ).one()
    game = read_match_text(text).game
    kinds = read_settings(settings).get("seats", [])
    levels = tuple(level.title for level in find_game(game).levels)
    names = {seat: seat_title(kind, levels) for seat, kind in enumerate(kinds) if computer_level(kind)} | names
    why_not = why_unrated or why_not_rated(placements, people, ticks - began)
    rated = {} if why_not else rate_match(connection, game, placements, people, now)
    why_not = why_not or ("" if rated else _AGAIN)
    connection.execute(
        insert(RESULTS).values(
            match_id=match_id,
            number=number,
            game=game,
            began=began,
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
                number=number,
                seat=placement.seat,
                person_id=people.get(placement.seat),
                name=names.get(placement.seat, ""),
                place=placement.place,
                quit=placement.quit,
                rating_before=None if before is None else before.rating,
                rating_after=None if after is None else after.rating,
            )
        )
    return _find(connection, [RESULTS.c.match_id == match_id, RESULTS.c.number == number], 1)[0]


def end(connection: Connection, match_id: int, *, outcome: str, now: float) -> None:
    """Mark a match as ended, and give up its ownership. If its replay is stored, delete its log.

    ``outcome`` is the server's own data about the end, as JSON. ``now`` is the time in seconds since 1970.
    """
    connection.execute(
        update(MATCHES).where(MATCHES.c.id == match_id).values(state=str(MatchState.ENDED), ended=now, outcome=outcome)
    )
    connection.execute(update(LEASES).where(LEASES.c.match_id == match_id).values(owner=None, epoch=LEASES.c.epoch + 1))
    connection.execute(delete(KEYFRAMES).where(KEYFRAMES.c.match_id == match_id))
    with_replay = select(RESULTS.c.number).where(RESULTS.c.match_id == match_id, RESULTS.c.replay_id.is_not(None))
    if connection.execute(with_replay.limit(1)).first() is not None:
        connection.execute(delete(ACTIONS).where(ACTIONS.c.match_id == match_id))


def _is_replay_id(text: str) -> bool:
    return len(text) <= _REPLAY_KEY_LENGTH and text.isascii() and text.isprintable()


def _find(connection: Connection, where: Sequence[ColumnElement[bool]], limit: int) -> tuple[MatchResult, ...]:
    columns = [column for column in RESULTS.c if column is not RESULTS.c.replay]
    query = (
        select(*columns, MATCHES.c.name, MATCHES.c.secret)
        .join(MATCHES, MATCHES.c.id == RESULTS.c.match_id)
        .where(*where)
    )
    newest = (RESULTS.c.ended.desc(), RESULTS.c.match_id.desc(), RESULTS.c.number.desc())
    rows = connection.execute(query.order_by(*newest).limit(limit)).all()
    players: dict[tuple[int, int], list[PlacedPlayer]] = {(row.match_id, row.number): [] for row in rows}
    of_rows = select(PLACEMENTS).where(PLACEMENTS.c.match_id.in_({row.match_id for row in rows}))
    for row in connection.execute(of_rows.order_by(PLACEMENTS.c.match_id, PLACEMENTS.c.number, PLACEMENTS.c.seat)):
        if (row.match_id, row.number) in players:
            players[row.match_id, row.number].append(_player(row))
    return tuple(
        MatchResult(
            match_id=row.match_id,
            number=row.number,
            name=row.name,
            game=row.game,
            began=row.began,
            ended=row.ended,
            ticks=row.ticks,
            rated=row.rated,
            why_not=row.why_not,
            replay_id=row.replay_id,
            secret=bytes(row.secret),
            players=tuple(players[row.match_id, row.number]),
        )
        for row in rows
    )


def _player(row: Row[Any]) -> PlacedPlayer:
    rating = None if row.rating_after is None else (row.rating_before, row.rating_after)
    return PlacedPlayer(row.seat, row.name, row.place, row.quit, rating)
