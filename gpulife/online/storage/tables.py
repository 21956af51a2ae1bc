"""The tables of a server, the same in SQLite and PostgreSQL.

Times are seconds since 1970, as numbers. Hashes are 32 bytes of SHA-256. What is JSON is text, since only gpulife reads
it. ``schema_version`` says in which version they are.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.types import TypeEngine

METADATA = MetaData()

_Key = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts up by itself in INTEGER columns only


def _given(name: str, kind: type[TypeEngine[Any]], *, unique: bool | None = None) -> Column[Any]:
    """Return a column that has a value in every row."""
    return Column(name, kind, nullable=False, unique=unique)


def _match(*, primary: bool = False) -> Column[int]:
    """Return the column of the match that a row belongs to; the row goes with it."""
    return Column("match_id", _Key, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=primary, nullable=False)


SCHEMA = Table(
    "schema_version",
    METADATA,
    Column("id", Integer, primary_key=True),
    _given("version", Integer),
    _given("address_key", LargeBinary),
)
"""One row: the version of these tables, and the key that addresses are hashed with."""

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", _Key, primary_key=True, autoincrement=True),
    _given("invite", Text, unique=True),
    _given("name", Text),
    _given("match", Text),
    _given("seat_count", SmallInteger),
    Column("host", LargeBinary),
    _given("state", Text),
    _given("visibility", Text),
    _given("settings", Text),
    _given("secret", LargeBinary),
    _given("created", Double),
    _given("changed", Double),
    Column("ended", Double),
    _given("tick", BigInteger),
    _given("entries", BigInteger),
    _given("outcome", Text),
    Index("matches_by_state", "state", "created"),
    Index("matches_by_change", "state", "changed"),
    Index("matches_by_host", "host", "state"),
    sqlite_autoincrement=True,  # the number of a deleted match is not given again
)
"""``entries`` counts the rows of its log, ``tick`` is that of the last one, and ``changed`` is when that was written or
somebody sat down. ``secret`` is the server's own seed, and ``host`` the hash of the token of who made it."""

ACTIONS = Table(
    "actions",
    METADATA,
    _match(primary=True),
    Column("number", BigInteger, primary_key=True),
    _given("tick", BigInteger),
    _given("player", SmallInteger),
    _given("kind", SmallInteger),
    _given("a", BigInteger),
    _given("b", BigInteger),
    _given("data", Text),
    sqlite_with_rowid=False,
)
"""The logs of all matches; ``number`` counts the rows of one match from 0 without a gap."""

KEYFRAMES = Table(
    "keyframes",
    METADATA,
    _match(primary=True),
    Column("tick", BigInteger, primary_key=True),
    _given("content", LargeBinary),
    _given("games", Text),
)
"""Moments of matches; ``games`` is what the server says of the games that went before."""

SEATS = Table(
    "seats",
    METADATA,
    _match(primary=True),
    Column("seat", SmallInteger, primary_key=True),
    _given("token_hash", LargeBinary),
    _given("name", Text),
    _given("taken", Double),
    Index("seats_by_token", "token_hash"),
)

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", _Key, primary_key=True, autoincrement=True),
    _given("token_hash", LargeBinary, unique=True),
    _given("name", Text),
    _given("created", Double),
    _given("seen", Double),
    sqlite_autoincrement=True,
)

RATINGS = Table(
    "ratings",
    METADATA,
    Column("person_id", _Key, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    _given("rating", Double),
    _given("deviation", Double),
    _given("volatility", Double),
    _given("games", Integer),
    _given("wins", Integer),
    _given("draws", Integer),
    _given("losses", Integer),
    _given("changed", Double),
    Index("ratings_by_game", "game", "rating"),
)

RESULTS = Table(
    "results",
    METADATA,
    _match(primary=True),
    Column("number", Integer, primary_key=True),
    _given("game", Text),
    _given("began", BigInteger),
    _given("ended", Double),
    _given("ticks", BigInteger),
    _given("rated", Boolean),
    _given("why_not", Text),
    Column("replay_id", Text, unique=True),
    Column("replay", LargeBinary),
    Index("results_by_end", "ended"),
)
"""The games of matches that are over, by ``number`` from 1; ``began`` and ``ticks`` are ticks of the match before
it and up to its end, and ``replay_id`` is what a link to the replay has."""

PLACEMENTS = Table(
    "placements",
    METADATA,
    _match(primary=True),
    Column("number", Integer, primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("person_id", _Key, ForeignKey("people.id", ondelete="SET NULL")),
    _given("name", Text),
    _given("place", SmallInteger),
    _given("quit", Boolean),
    Column("rating_before", Double),
    Column("rating_after", Double),
    Index("placements_by_person", "person_id"),
)
"""Who came where in a game of a match; a person who was forgotten is only a name that says so."""

BANS = Table(
    "bans",
    METADATA,
    Column("id", _Key, primary_key=True, autoincrement=True),
    Column("match_id", _Key, ForeignKey("matches.id", ondelete="CASCADE")),
    Column("token_hash", LargeBinary),
    Column("address_hash", LargeBinary),
    _given("made", Double),
    UniqueConstraint("match_id", "token_hash", "address_hash"),
    sqlite_autoincrement=True,
)
"""Without a match a ban is for all of them."""

SERVERS = Table(
    "servers",
    METADATA,
    Column("id", Text, primary_key=True),
    _given("address", Text),
    _given("until", Double),
)
"""Processes that serve matches; one is dead when nothing has been heard of it ``until`` then."""

LEASES = Table(
    "leases",
    METADATA,
    _match(primary=True),
    Column("owner", Text),
    _given("epoch", BigInteger),
    Index("leases_by_owner", "owner"),
)
"""Which server owns a match; ``epoch`` grows with each change of hands. No foreign key: dead servers are deleted."""
