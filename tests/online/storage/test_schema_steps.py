"""Databases of an older gpulife are upgraded with all their data."""

from __future__ import annotations

from pathlib import Path

import pytest
from online.storage.stored import Clock, a_match, open_quiet, stick
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    insert,
    text,
)

from gpulife.online.storage import Placement, StorageError
from gpulife.online.storage._ratings import MIN_RATED_TICKS
from gpulife.online.storage._tables import VERSION

_KEY = BigInteger().with_variant(Integer, "sqlite")


def make_version_1(connection: Connection) -> tuple[Table, Table, Table]:
    """Replace the tables that have changed by empty ones of version 1."""
    for name in ("results", "placements", "keyframes"):
        connection.execute(text(f"DROP TABLE {name}"))
    metadata = MetaData()
    for name in ("matches", "people"):
        Table(name, metadata, Column("id", _KEY, primary_key=True))

    def match() -> Column[int]:
        return Column("match_id", _KEY, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)

    results = Table(
        "results",
        metadata,
        match(),
        Column("game", Text, nullable=False),
        Column("ended", Double, nullable=False),
        Column("ticks", BigInteger, nullable=False),
        Column("rated", Boolean, nullable=False),
        Column("why_not", Text, nullable=False),
        Column("replay_id", Text, unique=True),
        Column("replay", LargeBinary),
        Index("results_by_end", "ended"),
    )
    placements = Table(
        "placements",
        metadata,
        match(),
        Column("seat", SmallInteger, primary_key=True),
        Column("person_id", _KEY, ForeignKey("people.id", ondelete="SET NULL")),
        Column("name", Text, nullable=False),
        Column("place", SmallInteger, nullable=False),
        Column("quit", Boolean, nullable=False),
        Column("rating_before", Double),
        Column("rating_after", Double),
        Index("placements_by_person", "person_id"),
    )
    keyframes = Table(
        "keyframes",
        metadata,
        match(),
        Column("tick", BigInteger, primary_key=True),
        Column("content", LargeBinary, nullable=False),
    )
    for table in (results, placements, keyframes):
        table.create(connection)
    connection.execute(text("UPDATE schema_version SET version = 1"))
    return results, placements, keyframes


def test_upgrade_from_version_1(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        ada, token = database.people.new("Ada")
        over, running = (database.create_match(a_match(), 2).id for _ in range(2))
        database.take_seat(over, 0, token, "Ada")
        database.endings.end_match(over)
        with database._transactions._engine.begin() as connection:
            results, placements, keyframes = make_version_1(connection)
            result = {"ended": 5.0, "ticks": 9000, "rated": True, "why_not": "", "replay_id": "abc", "replay": b"it"}
            connection.execute(insert(results).values(match_id=over, game="biowar", **result))
            placement = {"person_id": ada.id, "name": "Ada", "place": 1, "quit": False}
            connection.execute(
                insert(placements).values(match_id=over, seat=0, rating_before=1500, rating_after=1600, **placement)
            )
            connection.execute(insert(keyframes).values(match_id=running, tick=60, content=b"moment"))
    with open_quiet(location, Clock()) as database:
        (found,) = database.results.latest()
        assert (found.match_id, found.number, found.began, found.ticks, found.replay_id) == (over, 1, 0, 9000, "abc")
        assert [(player.name, player.rating) for player in found.players] == [("Ada", (1500.0, 1600.0))]
        assert database.results.replay("abc") == b"it"
        frame = database.take_over(running).keyframe
        assert frame is not None
        assert (frame.tick, frame.content, frame.games) == (60, b"moment", "{}")
        database.append(running, [(61, stick())], urgent=True)
        database.endings.keep_result(running, [Placement(0, 1)], number=1, began=0, ticks=MIN_RATED_TICKS)
        database.endings.keep_result(running, [Placement(0, 1)], number=2, began=9, ticks=MIN_RATED_TICKS)
        assert [result.number for result in database.results.latest()] == [2, 1, 1]
        with database._transactions._engine.begin() as connection:
            assert connection.execute(text("SELECT version FROM schema_version")).scalar_one() == VERSION
    with open_quiet(location, Clock()) as database:  # and is not upgraded again
        assert len(database.results.latest()) == 3


def test_failed_upgrade_changes_nothing(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database, database._transactions._engine.begin() as connection:
        make_version_1(connection)
        connection.execute(text("DROP INDEX results_by_end"))  # makes the upgrade fail halfway
    with pytest.raises(StorageError, match="cannot open the database"):
        open_quiet(location, Clock())
    with open_repaired(location) as database:
        assert database.results.latest() == ()


def open_repaired(location: str | Path):
    """Repair the missing part, which fits only the tables of version 1, and open the database."""
    from gpulife.online.storage._engines import open_engine

    engine = open_engine(location)
    with engine.begin() as connection:
        connection.execute(text("CREATE INDEX results_by_end ON results (ended)"))
    engine.dispose()
    return open_quiet(location, Clock())
