"""Finished games: results, replays, ratings, and unrated games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from online.storage.stored import Clock, a_match, finish_match, open_quiet, stick

from gpulife.online.protocol import MAX_REPLAY_BYTES
from gpulife.online.storage import Database, MatchResult, NotOwnerError, Placement, StorageError, Visibility
from gpulife.online.storage._ratings import (
    MAX_PAIR_MATCHES,
    MIN_RATED_TICKS,
    PAIR_SECONDS,
    PROVISIONAL_GAMES,
    Rating,
    rate,
)

FIRST, SECOND = Placement(0, 1), Placement(1, 2)


def play(
    database: Database,
    tokens: Sequence[str],
    placements: Sequence[Placement] = (FIRST, SECOND),
    ticks: int = MIN_RATED_TICKS,
    replay: bytes = b"replay",
) -> MatchResult:
    match_id = database.create_match(a_match(), len(placements)).id
    for seat, token in enumerate(tokens):
        if token:
            database.take_seat(match_id, seat, token, f"P{seat + 1}")
    database.append(match_id, [(ticks, stick())], urgent=True)
    return finish_match(database, match_id, placements, ticks=ticks, outcome={"winner": 0}, replay=replay)


def people(database: Database, count: int) -> list[str]:
    return [database.people.new(f"Person {number}")[1] for number in range(count)]


def test_end_of_a_match(location: str | Path) -> None:
    clock = Clock()
    with open_quiet(location, clock) as database:
        ada, bob = people(database, 2)
        result = play(database, (ada, bob))
        assert (result.rated, result.why_not, result.game, result.ended) == (True, "", "biowar", clock.now)
        winner, loser = result.players
        after = rate(Rating(), [(Rating(), 1.0)], 0.0).rating
        assert winner.rating == pytest.approx((1500.0, after))
        assert loser.rating == pytest.approx((1500.0, 3000.0 - after))
        assert (winner.name, winner.place, loser.place) == ("P1", 1, 2)
        assert result.replay_id is not None
        assert database.results.replay(result.replay_id) == b"replay"
        assert database.results.latest() == (result,)
        assert database.results.of(result.match_id) == result
        stored = database.load_match(result.match_id)
        assert (stored.log, stored.outcome, stored.info.state) == ((), {"winner": 0}, "ended")
        assert len(stored.secret) == 32
        assert result.secret == stored.secret
        assert database.open_matches() == ()
        assert database.leases.orphans() == ()
        for work in (
            lambda: database.append(result.match_id, [(9, stick())], urgent=True),
            lambda: database.take_over(result.match_id),
            lambda: finish_match(database, result.match_id, [], ticks=1),
        ):
            with pytest.raises(NotOwnerError):
                work()


def test_log_is_kept_without_a_replay(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        result = play(database, ("", ""), replay=b"")
        assert result.replay_id is None
        assert len(database.load_match(result.match_id).log) == 1
        assert database.results.replay("None") is None
        assert database.results.replay("\0") is None
        match_id = database.create_match(a_match(), 2).id
        with pytest.raises(StorageError, match="is too large: the limit is"):
            finish_match(database, match_id, [], ticks=1, replay=bytes(MAX_REPLAY_BYTES + 1))


@pytest.mark.parametrize(
    ("seats", "placements", "ticks", "why"),
    [
        ((0, None), (FIRST, SECOND), MIN_RATED_TICKS, "fewer than two"),
        ((0, 0), (FIRST, SECOND), MIN_RATED_TICKS, "several seats"),
        ((0, 1), (FIRST, SECOND), MIN_RATED_TICKS - 1, "too short"),
        ((0, 1, None), (FIRST, SECOND, Placement(2, 3, computer=True)), MIN_RATED_TICKS, "computer"),
    ],
)
def test_unrated_games(
    location: str | Path, seats: tuple[int | None, ...], placements: tuple[Placement, ...], ticks: int, why: str
) -> None:
    with open_quiet(location, Clock()) as database:
        tokens = people(database, 2)
        result = play(database, ["" if seat is None else tokens[seat] for seat in seats], placements, ticks)
        assert not result.rated
        assert why in result.why_not
        assert all(player.rating is None for player in result.players)
        assert database.ratings.table("biowar", provisional=True) == ()


def test_quitter_loses(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        result = play(database, people(database, 2), (Placement(0, 1, quit=True), Placement(1, 2)))
        quitter, other = result.players
        assert quitter.rating is not None
        assert other.rating is not None
        assert quitter.rating[1] < 1500 < other.rating[1]
        best, worst = database.ratings.table("biowar", provisional=True)
        assert (best.name, best.wins, worst.name, worst.losses) == ("Person 1", 1, "Person 0", 1)


def test_each_pair_of_three_counts(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        tokens = people(database, 3)
        play(database, tokens, (Placement(0, 1), Placement(1, 1), Placement(2, 3)))
        one, two, three = database.ratings.table("biowar", provisional=True)
        fresh = Rating()
        assert one.rating == two.rating == rate(fresh, [(fresh, 0.5), (fresh, 1.0)], 0.0)
        assert three.rating == rate(fresh, [(fresh, 0.0), (fresh, 0.0)], 0.0)
        assert (one.draws, two.draws, three.losses, one.games) == (1, 1, 1, 1)


def test_same_pair_counts_a_few_times_a_day(location: str | Path) -> None:
    clock = Clock()
    with open_quiet(location, clock) as database:
        tokens = people(database, 3)
        for _ in range(MAX_PAIR_MATCHES):
            assert play(database, tokens[:2]).rated
            clock.sleep(1)
        farmed = play(database, tokens[:2])
        assert (farmed.rated, farmed.why_not) == (False, "the same players have met too often today")
        assert play(database, tokens[1:]).rated
        three = play(database, tokens, (FIRST, SECOND, Placement(2, 3)))
        assert three.rated
        before, after = three.players[0].rating or (0, 0)
        assert after > before
        assert database.ratings.table("biowar", provisional=True)[0].games == MAX_PAIR_MATCHES + 1
        clock.sleep(PAIR_SECONDS)
        assert play(database, tokens[:2]).rated


def test_ratings_are_provisional_at_first(location: str | Path) -> None:
    clock = Clock()
    with open_quiet(location, clock) as database:
        tokens = people(database, 2)
        for number in range(PROVISIONAL_GAMES):
            assert database.ratings.table("biowar") == ()
            assert play(database, tokens).rated
            clock.sleep(PAIR_SECONDS if number % MAX_PAIR_MATCHES == MAX_PAIR_MATCHES - 1 else 1)
        best, worst = database.ratings.table("biowar")
        assert (best.wins, worst.losses, best.provisional) == (PROVISIONAL_GAMES, PROVISIONAL_GAMES, False)
        assert best.rating.deviation < 350
        assert database.ratings.table("biowar", limit=1) == (best,)
        assert database.ratings.table("life-2") == ()


def test_private_results_are_not_listed(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        _, token = database.people.new("Ada")
        match_id = database.create_match(a_match(), 2, visibility=Visibility.INVITE).id
        database.take_seat(match_id, 0, token, "Ada")
        result = finish_match(database, match_id, [FIRST], ticks=1)
        assert database.results.latest() == ()
        assert database.results.of(match_id) == result


def test_repeated_result_is_rated_once(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        tokens = people(database, 2)
        match_id = database.create_match(a_match(), 2).id
        for seat, token in enumerate(tokens):
            database.take_seat(match_id, seat, token, f"P{seat + 1}")

        def keep(number: int, winner: int, ticks: int) -> MatchResult:
            placements = (Placement(winner, 1), Placement(1 - winner, 2))
            began = ticks - MIN_RATED_TICKS
            return database.endings.keep_result(
                match_id, placements, number=number, began=began, ticks=ticks, replay=b"%d" % number
            )

        first = keep(1, 0, MIN_RATED_TICKS)
        assert (first.rated, first.length) == (True, MIN_RATED_TICKS)
        assert keep(1, 1, 9 * MIN_RATED_TICKS) == first  # as after a crash between storing and answering
        second = keep(2, 1, 3 * MIN_RATED_TICKS)
        assert (second.number, second.length) == (2, MIN_RATED_TICKS)
        assert [(each.games, each.wins) for each in database.ratings.table("biowar", provisional=True)] == [(2, 1)] * 2
        assert database.results.latest() == (second, first)
        assert database.results.of(match_id) == second
        assert database.results.of_replay(first.replay_id or "") == first
        assert database.results.replay(second.replay_id or "") == b"2"
        assert database.load_match(match_id).info.state == "open", "the match itself goes on"
        short = database.endings.keep_result(match_id, (FIRST, SECOND), number=3, began=9000, ticks=9001)
        assert "too short" in short.why_not
        database.endings.end_match(match_id)
        assert database.load_match(match_id).info.state == "ended"


def test_earlier_owners_name_survives_forget(location: str | Path) -> None:
    with open_quiet(location, Clock()) as database:
        ada, bob = people(database, 2)
        match_id = database.create_match(a_match(), 2).id
        for number, token in enumerate((ada, bob), 1):
            database.take_seat(match_id, 0, token, f"P{number}")
            database.endings.keep_result(match_id, [FIRST], number=number, began=0, ticks=1)
            database.leave_seat(match_id, 0)
        database.take_seat(match_id, 0, bob, "P2")
        database.forget(bob)
        assert [result.players[0].name for result in database.results.latest()] == ["(deleted)", "P1"]
