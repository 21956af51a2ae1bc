"""People and tokens, bans, and retention."""

# ruff: noqa: S106 - the tokens of people who do not exist

from __future__ import annotations

from pathlib import Path

import pytest
from online.storage.stored import Clock, a_match, finish_match, open_quiet, stick
from sqlalchemy import text

from gpulife.online.storage import BadNameError, Database, Placement, StorageError, UnknownMatchError
from gpulife.online.storage import _retention as retention
from gpulife.online.storage import people as people_module
from gpulife.online.storage._ratings import MIN_RATED_TICKS
from gpulife.online.storage._retention import BAN_SECONDS, DAY, FORGOTTEN, LOG_SECONDS, OPEN_SECONDS, REPLAY_SECONDS


def everything_stored(database: Database) -> str:
    """All rows of all tables as text."""
    with database._transactions._engine.connect() as connection:
        names = ["people", "matches", "seats", "ratings", "results", "placements", "bans"]
        return "".join(repr(connection.execute(text(f"SELECT * FROM {name}")).all()) for name in names)  # noqa: S608


def test_person_is_found_by_token(location: str | Path) -> None:
    clock = Clock()
    with open_quiet(location, clock) as database:
        ada, token = database.people.new(" Ada ")
        bob, other = database.people.new("Bob")
        assert (ada.name, ada.created, len(token)) == ("Ada", clock.now, 22)
        assert token != other
        assert ada.id != bob.id
        assert database.people.find(token) == ada
        for wrong in ("", token[:-1], token + "A", "x" * 10_000, "\0", "\ud800"):
            assert database.people.find(wrong) is None
            assert database.people.greet(wrong) is None
        clock.sleep(DAY)
        seen = database.people.greet(token)
        assert seen is not None
        assert (seen.seen, seen.created) == (clock.now, ada.created)
        database.people.rename(token, "Lovelace")
        found = database.people.find(token)
        assert found is not None
        assert found.name == "Lovelace"
        with pytest.raises(BadNameError):
            database.people.rename(token, "")
        with pytest.raises(StorageError, match="nobody has this token"):
            database.people.rename("wrong", "Eve")
        assert token not in everything_stored(database)


def test_bans(location: str | Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_module, "MAX_BANS", 4)
    with open_quiet(location, Clock()) as database:
        here, there = (database.create_match(a_match(), 2).id for _ in range(2))
        bans = database.bans
        bans.ban(here, token="hers", address="192.0.2.7")
        assert bans.is_banned(here, token="hers")
        assert bans.is_banned(here, token="another", address="192.0.2.7")
        assert not bans.is_banned(here, token="another", address="192.0.2.8")
        assert not bans.is_banned(here)
        assert not bans.is_banned(there, token="hers", address="192.0.2.7")
        bans.ban(None, token="evil")
        assert bans.is_banned(there, token="evil")
        assert bans.is_banned(None, token="evil")
        assert not bans.is_banned(None, token="hers", address="192.0.2.7")
        assert "192.0.2" not in everything_stored(database)
        assert bans.is_banned(here, token="evil")
        with pytest.raises(StorageError, match="a token or an address"):
            bans.ban(here)
        for number in range(4):
            bans.ban(there, token=str(number))
        with pytest.raises(StorageError, match="4 bans already"):
            bans.ban(there, token="more")


def finished(database: Database, *tokens: str) -> int:
    match_id = database.create_match(a_match(), 2, host=tokens[0]).id
    for seat, token in enumerate(tokens):
        database.take_seat(match_id, seat, token, f"Player {'AB'[seat]}")
    database.append(match_id, [(1, stick())], urgent=True)
    placements = [Placement(0, 1), Placement(1, 2)]
    return finish_match(database, match_id, placements, ticks=MIN_RATED_TICKS, replay=b"replay").match_id


def test_forget_deletes_a_person(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        (_, hers), (_, his) = database.people.new("Ada"), database.people.new("Bob")
        over = finished(database, hers, his)
        running = database.create_match(a_match(), 2, host=hers).id
        database.take_seat(running, 1, hers, "Ada")
        database.append(running, [(1, stick(1))], urgent=True)
        assert database.forget(hers)
        assert database.people.find(hers) is None
        result = database.results.of(over)
        assert result is not None
        assert [player.name for player in result.players] == [FORGOTTEN, "Player B"]
        assert database.load_match(running).seats == ()
        assert len(database.load_match(running).log) == 1
        stored = everything_stored(database)
        assert "Ada" not in stored
        assert "Player A" not in stored
        assert people_module.hash_token(hers).hex() not in stored
        assert repr(people_module.hash_token(hers))[2:-1] not in stored
        assert not database.forget(hers)
        assert database.people.find(his) is not None
        # A seat without a person, like that of a player by mail.
        database.take_seat(running, 0, "mail", "Carl")
        assert database.forget("mail")
        assert database.load_match(running).seats == ()


def test_retention_times(location: str | Path) -> None:
    clock = Clock()
    with open_quiet(location, clock) as database:
        (_, hers), (_, his), (_, unused) = (database.people.new(name) for name in ("Ada", "Bob", "Carl"))
        over = finished(database, hers, his)
        forgotten, running = (database.create_match(a_match(), 2).id for _ in range(2))
        database.begin_match(running)
        database.bans.ban(None, token="evil")
        nothing = database.prune()
        assert nothing.is_complete
        assert (nothing.matches, nothing.logs, nothing.people) == (0, 0, 0)

        clock.sleep(OPEN_SECONDS + 1)
        database.append(running, [(1, stick())], urgent=True)
        assert database.prune().matches == 1
        with pytest.raises(UnknownMatchError):
            database.load_match(forgotten)

        clock.sleep(LOG_SECONDS)
        pruned = database.prune()
        assert (pruned.logs, pruned.people) == (1, 1)
        assert database.people.find(unused) is None
        stored = database.load_match(over)
        assert (stored.seats, stored.info.host) == ((), None)
        result = database.results.of(over)
        assert result is not None
        assert result.replay_id is not None
        assert [player.name for player in result.players] == ["Player A", "Player B"]

        clock.sleep(REPLAY_SECONDS)
        database.people.greet(hers)
        pruned = database.prune()
        assert (pruned.replays, pruned.matches) == (1, 1)
        assert database.results.replay(result.replay_id) is None
        assert database.prune().replays == 0
        assert BAN_SECONDS <= REPLAY_SECONDS
        assert not database.bans.is_banned(1, token="evil")

        clock.sleep(retention.PERSON_SECONDS - DAY)
        assert database.prune().people == 1
        assert database.people.find(hers) is not None
        assert database.people.find(his) is None
        result = database.results.of(over)
        assert result is not None
        assert [player.name for player in result.players] == ["Player A", FORGOTTEN]


def test_prune_deletes_in_small_steps(location: str | Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "MAX_AT_ONCE", 2)
    clock = Clock()
    with open_quiet(location, clock) as database:
        for _ in range(5):
            database.create_match(a_match(), 2)
        clock.sleep(OPEN_SECONDS + 1)
        counts = []
        while not (pruned := database.prune()).is_complete:
            counts.append(pruned.matches)
        assert [*counts, pruned.matches] == [2, 2, 1]
        assert database.open_matches() == ()
