"""What is stored for how long, and how it goes: by time, or because a person asks for it.

Nothing is stored of people but a name, the hash of a token, and when they were here. Addresses are in bans only, hashed
with a key.
"""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, delete, exists, select, update

from gpulife.online.storage._match_log import MatchState
from gpulife.online.storage._tables import ACTIONS, BANS, MATCHES, PEOPLE, PLACEMENTS, RATINGS, RESULTS, SEATS, SERVERS
from gpulife.online.storage.people import find_person, hash_token

DAY = 24 * 3600.0
OPEN_SECONDS = 7 * DAY
"""A match that nobody began goes when nothing was done in it for so long."""
IDLE_SECONDS = 90 * DAY
"""A running match goes when nobody did anything in it for so long."""
LOG_SECONDS = 30 * DAY
"""The log and the seats of a match that has ended, where they are still there: for the post-mortem of an argument."""
REPLAY_SECONDS = 365 * DAY
"""Replays; the results stay."""
PERSON_SECONDS = 2 * 365 * DAY
"""People who were not here for so long, with their ratings."""
UNUSED_SECONDS = 30 * DAY
"""People who were not here for so long, and who have no rating."""
BAN_SECONDS = 365 * DAY
"""Bans for all matches; those of a match go with it."""
SERVER_SECONDS = DAY
"""Servers of which nothing was heard for so long."""
FORGOTTEN = "(deleted)"
"""What results call somebody who asked to be forgotten."""
MAX_AT_ONCE = 1000
"""Rows of a kind that one call deletes: others wait for the transaction."""


@dataclass(frozen=True, slots=True)
class Pruned:
    """How much was deleted.

    Attributes:
        matches: matches that nobody began, or in which nobody did anything any more.
        logs: logs of matches that have ended.
        replays: replays.
        people: people.
        bans: bans.
        servers: servers.
    """

    matches: int
    logs: int
    replays: int
    people: int
    bans: int
    servers: int

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left for another call."""
        return max(self.matches, self.logs, self.replays, self.people, self.bans, self.servers) < MAX_AT_ONCE


def prune(connection: Connection, now: float) -> Pruned:
    """Delete what has been stored for long enough.

    Args:
        connection: in whose transaction.
        now: seconds since 1970.
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
    """Delete a person: name, token, ratings, seats, and the name in results; return whether there was one.

    What was done and said in matches stays, as other people were there, too: in Real-Time Life also the name by which
    somebody joined. Bans of the token stay.
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
    """Delete people with their ratings, and their names in results."""
    connection.execute(update(PLACEMENTS).where(PLACEMENTS.c.person_id.in_(people)).values(name=FORGOTTEN))
    connection.execute(delete(PEOPLE).where(PEOPLE.c.id.in_(people)))


def _ids(connection: Connection, column: ColumnElement[int], where: tuple[ColumnElement[bool], ...]) -> list[int]:
    return list(connection.scalars(select(column).where(*where).order_by(column).limit(MAX_AT_ONCE)).all())
