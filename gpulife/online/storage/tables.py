"""The tables of a server, the same in SQLite and PostgreSQL.

Times are seconds since 1970, as numbers. Hashes are 32 bytes of SHA-256. What is JSON is text, since only gpulife reads
it. ``schema_version`` says in which version they are.
"""

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

METADATA = MetaData()

_Key = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts up by itself in INTEGER columns only


def _match(*, primary: bool = False) -> Column[int]:
    """Return the column of the match that a row belongs to; the row goes with it."""
    return Column("match_id", _Key, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=primary, nullable=False)


SCHEMA = Table(
    "schema_version",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("address_key", LargeBinary, nullable=False),
)
"""One row: the version of these tables, and the key that addresses are hashed with."""

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", _Key, primary_key=True, autoincrement=True),
    Column("invite", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("match", Text, nullable=False),
    Column("seat_count", SmallInteger, nullable=False),
    Column("host", LargeBinary),
    Column("state", Text, nullable=False),
    Column("visibility", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    Column("ended", Double),
    Column("tick", BigInteger, nullable=False),
    Column("entries", BigInteger, nullable=False),
    Column("outcome", Text, nullable=False),
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
    Column("tick", BigInteger, nullable=False),
    Column("player", SmallInteger, nullable=False),
    Column("kind", SmallInteger, nullable=False),
    Column("a", BigInteger, nullable=False),
    Column("b", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""The logs of all matches; ``number`` counts the rows of one match from 0 without a gap."""

KEYFRAMES = Table(
    "keyframes",
    METADATA,
    _match(primary=True),
    Column("tick", BigInteger, primary_key=True),
    Column("content", LargeBinary, nullable=False),
)

SEATS = Table(
    "seats",
    METADATA,
    _match(primary=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("token_hash", LargeBinary, nullable=False),
    Column("name", Text, nullable=False),
    Column("taken", Double, nullable=False),
    Index("seats_by_token", "token_hash"),
)

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", _Key, primary_key=True, autoincrement=True),
    Column("token_hash", LargeBinary, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    sqlite_autoincrement=True,
)

RATINGS = Table(
    "ratings",
    METADATA,
    Column("person_id", _Key, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("changed", Double, nullable=False),
    Index("ratings_by_game", "game", "rating"),
)

RESULTS = Table(
    "results",
    METADATA,
    _match(primary=True),
    Column("game", Text, nullable=False),
    Column("ended", Double, nullable=False),
    Column("ticks", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("why_not", Text, nullable=False),
    Column("replay_id", Text, unique=True),
    Column("replay", LargeBinary),
    Index("results_by_end", "ended"),
)
"""Finished matches; ``replay_id`` is what a link to the replay has."""

PLACEMENTS = Table(
    "placements",
    METADATA,
    _match(primary=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("person_id", _Key, ForeignKey("people.id", ondelete="SET NULL")),
    Column("name", Text, nullable=False),
    Column("place", SmallInteger, nullable=False),
    Column("quit", Boolean, nullable=False),
    Column("rating_before", Double),
    Column("rating_after", Double),
    Index("placements_by_person", "person_id"),
)
"""Who came where; a person who was forgotten is only a name that says so."""

BANS = Table(
    "bans",
    METADATA,
    Column("id", _Key, primary_key=True, autoincrement=True),
    Column("match_id", _Key, ForeignKey("matches.id", ondelete="CASCADE")),
    Column("token_hash", LargeBinary),
    Column("address_hash", LargeBinary),
    Column("made", Double, nullable=False),
    UniqueConstraint("match_id", "token_hash", "address_hash"),
    sqlite_autoincrement=True,
)
"""Without a match a ban is for all of them."""

SERVERS = Table(
    "servers",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("address", Text, nullable=False),
    Column("until", Double, nullable=False),
)
"""Processes that serve matches; one is dead when nothing has been heard of it ``until`` then."""

LEASES = Table(
    "leases",
    METADATA,
    _match(primary=True),
    Column("owner", Text),
    Column("epoch", BigInteger, nullable=False),
    Index("leases_by_owner", "owner"),
)
"""Which server owns a match; ``epoch`` grows with each change of hands. No foreign key: dead servers are deleted."""
