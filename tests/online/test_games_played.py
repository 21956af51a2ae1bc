"""Start and end of a match's games, also after resuming from a stored moment, and the places of players."""

from __future__ import annotations

from functools import partial

import pytest
from online.hosted import SECRET, hosted, online_match

from gpulife.errors import GpulifeError
from gpulife.games.core.game import Action, ActionKind
from gpulife.online._games_played import GamesPlayed, PlayedGame
from gpulife.online.hosted_match import HostedMatch
from gpulife.online.match_codec import keyframe_of
from gpulife.online.protocol import encode
from gpulife.online.server._lifecycle import placed_game, resumed_match
from gpulife.online.storage import Database

BOTH = (0, 1)


def act(match: HostedMatch, *actions: tuple[int, ActionKind], ticks: int = 2) -> None:
    for seat, kind in actions:
        match.act(Action(seat, kind))
    match.pass_ticks(ticks)


def play(match: HostedMatch, winner: int, begin: ActionKind = ActionKind.START) -> None:
    """Play a game of Seed List for some generations, until one player resigns."""
    act(match, (0, begin))
    for row, column in ((40, 40), (40, 41), (41, 40), (41, 41)):  # a block each, which is stable
        for seat in BOTH:
            act(match, (seat, ActionKind.TRIGGER), ticks=1)
            match.act(Action(seat, ActionKind.POINT, row, column + 80 * seat))
            match.act(Action(seat, ActionKind.TRIGGER, 1))
            act(match, ticks=1)
    act(match, *((seat, ActionKind.DONE) for seat in BOTH), ticks=300)
    act(match, (1 - winner, ActionKind.RESIGN))


def test_each_game_has_ticks_and_winner():
    match = hosted("seed-list")
    act(match, (0, ActionKind.START), ticks=10)
    act(match, (1, ActionKind.RESIGN))
    games = match.session.games
    assert games.is_over
    assert games.ended == [], "no generation was computed"
    play(match, 1, ActionKind.AGAIN)
    assert games.is_over
    assert not games.is_in_play(match.session)
    assert [game.number for game in games.ended] == [2]
    assert games.ended[0].merits[1] > games.ended[0].merits[0]
    assert 0 < games.ended[0].began < games.ended[0].ticks <= match.session.ticks
    act(match, (0, ActionKind.AGAIN))
    assert not games.is_in_play(match.session)
    play(match, 0, ActionKind.HALT)
    assert [game.number for game in games.ended] == [2, 3]


def test_set_counts_as_one_game():
    match = hosted("seed-list", series="best-of-3")
    for number, winner in enumerate((1, 0, 1)):
        assert match.session.games.ended == []
        play(match, winner, ActionKind.AGAIN if number else ActionKind.START)
        assert match.session.is_over
        assert match.session.games.is_in_play(match.session) == (number < 2), "who leaves between two rounds quits"
    (game,) = match.session.games.ended
    assert (game.number, game.merits) == (1, ((0.0, 0.0), (1.0, 0.0)))


@pytest.mark.parametrize("rounds", [(0,), (0, 1)])
def test_games_are_counted_the_same_after_resuming(tmp_path, rounds):
    match = HostedMatch.open(online_match("seed-list"), SECRET)
    with Database.open(tmp_path) as database:
        info = database.create_match(match.session.match, 2, secret=SECRET)
        saved = []

        def save() -> None:
            session = match.session
            content = encode(keyframe_of(session.ticks, session.computed, session.state, session.engine))
            saved.append((session.ticks, content, session.games.text()))

        match.on_tick = lambda tick, actions: database.append(info.id, [(tick, each) for each in actions], urgent=False)
        save()
        for number, winner in enumerate(rounds):
            play(match, winner, ActionKind.AGAIN if number else ActionKind.START)
            save()
        act(match, (0, ActionKind.AGAIN), ticks=5)
        save()
        database.append(info.id, [(match.session.ticks, Action(0, ActionKind.STICK, 1, 0))], urgent=True).result()
        ended = match.session.games.ended
        assert len(ended) == len(rounds)
        for place, (tick, content, games) in enumerate(saved):
            database.save_keyframe(info.id, tick, content, games).result()
            stored = database.load_match(info.id, since_keyframe=True)
            again = resumed_match(stored, partial(database.load_match, info.id)).session.games
            # A game that was over at the stored moment ends once more, since its result may not have been stored.
            expected = ended[max(place - 1, 0) :] if place < len(saved) - 1 else []
            assert [(game.number, game.began, game.merits, game.end_hash) for game in again.ended] == [
                (game.number, game.began, game.merits, game.end_hash) for game in expected
            ]
            assert (again.number, again.is_over) == (len(rounds) + 1, False)


def test_stored_games_round_trip():
    games = GamesPlayed(3, 100, 7, {1, 4}, is_over=True)
    assert GamesPlayed.of_text(games.text()) == GamesPlayed(3, 100, 7, {1, 4})
    assert GamesPlayed.of_text("{}") == GamesPlayed()
    for damaged in ("", "[]", '{"number":0}', '{"began":-1}', '{"quitters":[77]}', '{"x":1}', "9" * 99999):
        with pytest.raises(GpulifeError, match="damaged"):
            GamesPlayed.of_text(damaged)


def test_places_by_win_points_and_quitting():
    game = PlayedGame(1, 0, 100, ((0.0, 30.0), (1.0, 5.0), (0.0, 99.0), (0.0, 30.0)), "", ())
    placed = placed_game(game, {2}, dict.fromkeys(range(4), False))
    assert [(each.seat, each.place, each.quit) for each in placed.placements] == [
        (0, 2, False),
        (1, 1, False),
        (2, 4, True),
        (3, 2, False),
    ]


def test_realtime_stays_over_until_restarted():
    match = hosted("realtime", tick_seconds=1, players=2)
    for seat, (name, rows) in enumerate((("Ada", (1, 2)), ("Bob", (20, 21)))):
        places = " ".join(f"{column}{row}" for row in rows for column in "abcde")
        match.act(Action(seat, ActionKind.JOIN, data=f"{name} {places}"))
    match.pass_ticks(13 * 60)
    assert match.session.games.is_in_play(match.session)
    act(match, (0, ActionKind.RESIGN))
    (game,) = match.session.games.ended
    assert game.merits[1] > game.merits[0]
    act(match, (1, ActionKind.START))
    assert (match.session.games.number, match.session.games.is_over) == (2, False)
    assert match.session.games.began >= game.ticks
