"""Deletes stored data: after some time, or at a person's request. The constants say how long data is kept.

The only data about a person is a name, the hash of a token, and times of visits. Addresses are stored only in bans, as
keyed hashes.
"""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, delete, exists, select, update

from gpulife.online.storage._match_log import MatchState
from gpulife.online.storage._tables import ACTIONS, BANS, MATCHES, PEOPLE, PLACEMENTS, RATINGS, RESULTS, SEATS, SERVERS
from gpulife.online.storage.people import find_person, hash_token

DAY = 24 * 3600.0
OPEN_SECONDS = 7 * DAY
"""Seconds without activity after which a match that never began is deleted."""
IDLE_SECONDS = 90 * DAY
"""Seconds without activity after which a match that began but never ended is deleted."""
LOG_SECONDS = 30 * DAY
"""Seconds for which an ended match's seats are kept, to settle disputes. If there is no replay, the log is kept,
too."""
REPLAY_SECONDS = 365 * DAY
"""Seconds for which replays are kept. Results are kept for ever."""
PERSON_SECONDS = 2 * 365 * DAY
"""A person is deleted, together with the person's ratings, this many seconds after the latest visit."""
UNUSED_SECONDS = 30 * DAY
"""A person without a rating is deleted this many seconds after the latest visit."""
BAN_SECONDS = 365 * DAY
"""Seconds for which a ban from all matches is kept. A ban from one match is deleted together with the match."""
SERVER_SECONDS = DAY
"""The record of a server is deleted this many seconds after the server's lease has ended."""
FORGOTTEN = "(deleted)"
"""Name that results show for a person who has been deleted."""
MAX_AT_ONCE = 1000
"""Maximum number of rows of each kind that one call deletes. Other writes wait until the call ends."""


@dataclass(frozen=True, slots=True)
class Pruned:
    """How many records a call of :func:`prune` deleted.

    Attributes:
        matches: number of unfinished matches that nobody used any more.
        logs: number of logs of ended matches.
        replays: number of replays.
        people: number of people.
        bans: number of bans.
        servers: number of records of servers.
    """

    matches: int
    logs: int
    replays: int
    people: int
    bans: int
    servers: int

    @property
    def is_complete(self) -> bool:
        """True if all expired data is deleted, so that no further call is needed."""
        return max(self.matches, self.logs, self.replays, self.people, self.bans, self.servers) < MAX_AT_ONCE


def prune(connection: Connection, now: float) -> Pruned:
    """Delete data stored for longer than allowed, at most ``MAX_AT_ONCE`` rows of each kind.

    Args:
        connection: connection with an open transaction.
        now: current time in seconds since 1970.
    """
    rated = exists().where(RATINGS.c.person_id == PEOPLE.c.id)
    idle = ((MATCHES.c.state == MatchState.OPEN) & (MATCHES.c.changed < now - OPEN_SECONDS)) | (
        (MATCHES.c.state == MatchState.RUNNING) & (MATCHES.c.changed < now - IDLE_SECONDS)
    )
    old = _ids(connection, MATCHES.c.id, (idle,))
    connection.execute(delete(MATCHES).where(MATCHES.c.id.in_(old)))
    has_rows = exists().where(ACTIONS.c.match_id == MATCHES.c.id) | exists().where(SEATS.c.match_id == MATCHES.c.id)
    logs = _ids(connection, MATCHES.c.id, (MATCHES.c.ended < now - LOG_SECONDS, has_rows))
    connection.execute(delete(ACTIONS).where(ACTIONS.c.match_id.in_(logs)))
    connection.execute(delete(SEATS).where(SEATS.c.match_id.in_(logs)))
    connection.execute(delete(BANS).where(BANS.c.match_id.in_(logs)))
    connection.execute(update(MATCHES).where(MATCHES.c.id.in_(logs)).values(host=None))
    old_replays = select(RESULTS.c.replay_id).where(
        RESULTS.c.ended < now - REPLAY_SECONDS, RESULTS.c.replay_id.is_not(None)
    )
    replays = connection.scalars(old_replays.order_by(RESULTS.c.replay_id).limit(MAX_AT_ONCE)).all()
    connection.execute(update(RESULTS).where(RESULTS.c.replay_id.in_(replays)).values(replay=None, replay_id=None))
    gone = (PEOPLE.c.seen < now - PERSON_SECONDS) | ((PEOPLE.c.seen < now - UNUSED_SECONDS) & ~rated)
    plays = exists().where(SEATS.c.token_hash == PEOPLE.c.token_hash)
    people = _ids(connection, PEOPLE.c.id, (gone, ~plays))
    _delete_people(connection, people)
    bans = _ids(connection, BANS.c.id, (BANS.c.match_id.is_(None), BANS.c.made < now - BAN_SECONDS))
    connection.execute(delete(BANS).where(BANS.c.id.in_(bans)))
    servers = connection.execute(delete(SERVERS).where(SERVERS.c.until < now - SERVER_SECONDS)).rowcount
    return Pruned(len(old), len(logs), len(replays), len(people), len(bans), servers)


def forget(connection: Connection, token: str) -> bool:
    """Delete a person: name, token, ratings, seats, and name in results. Return False if the token is unknown.

    Actions and chat in matches are kept, because they concern other people; in Real-Time Life, they include the
    player's name. Bans of the token are kept, too.
    """
    token_hash = hash_token(token)
    person = find_person(connection, token)
    matches = connection.scalars(select(SEATS.c.match_id).where(SEATS.c.token_hash == token_hash)).all()
    with_name = select(SEATS.c.match_id, SEATS.c.seat).where(SEATS.c.token_hash == token_hash)
    for match_id, seat in connection.execute(with_name).all():
        connection.execute(
            update(PLACEMENTS)
            .where(PLACEMENTS.c.match_id == match_id, PLACEMENTS.c.seat == seat, PLACEMENTS.c.person_id.is_(None))
            .values(name=FORGOTTEN)
        )
    connection.execute(delete(SEATS).where(SEATS.c.token_hash == token_hash))
    connection.execute(update(MATCHES).where(MATCHES.c.host == token_hash).values(host=None))
    if person is not None:
        _delete_people(connection, [person.id])
    return person is not None or bool(matches)


def _delete_people(connection: Connection, people: list[int]) -> None:
    """Delete people with their ratings. Results show FORGOTTEN instead of their names."""
    connection.execute(update(PLACEMENTS).where(PLACEMENTS.c.person_id.in_(people)).values(name=FORGOTTEN))
    connection.execute(delete(PEOPLE).where(PEOPLE.c.id.in_(people)))


def _ids(connection: Connection, column: ColumnElement[int], where: tuple[ColumnElement[bool], ...]) -> list[int]:
    return list(connection.scalars(select(column).where(*where).order_by(column).limit(MAX_AT_ONCE)).all())
