"""Clients' copies of matches equal the server's, for every viewer of every game, without secrets."""

import numpy as np
import pytest
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from online.hosted import GAMES, acts, do, hosted, viewers

from gpulife.games.core.game import NOBODY, ActionKind
from gpulife.online.followed_match import FollowedMatch
from gpulife.online.protocol import Act, Ticks, encode, read_server_message


def follow(match, copies):
    """Send all copies their news, as bytes."""
    news = match.take_news()
    for copy in copies:
        for message in news.get(copy.viewer if match.has_secrets else NOBODY, ()):
            copy.take(read_server_message(encode(message)))


def join(match, viewer):
    copy = FollowedMatch(match.session.match, viewer)
    copy.take(read_server_message(encode(match.keyframe(viewer))))
    return copy


def assert_same(match, copy):
    assert copy.wants_keyframe is None
    assert copy.ticks == match.session.ticks
    assert copy.computed == match.session.computed
    assert copy.engine.generation == match.session.engine.generation
    assert np.array_equal(copy.engine.read_all(), match.session.engine.read_all())
    if match.has_secrets:
        assert copy.state == match.session.seen_by(copy.viewer)
    else:
        assert copy.state == match.session.state


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=examples(8), deadline=None)
@given(data=st.data())
def test_copies_equal_each_viewers_view(game, data):
    match, seats = hosted(game), viewers(game)
    match.watch_for(seats)
    copies = [join(match, viewer) for viewer in seats]
    for seat in seats[:-1]:
        do(match, seat, Act(0, ActionKind.TRIGGER, 1))
        do(match, seat, Act(0, ActionKind.START))
    turns = st.tuples(st.sampled_from(seats[:-1]), acts(game), st.sampled_from([0, 1, 3, 30, 100]))
    for seat, act, ticks in data.draw(st.lists(turns, max_size=20)):
        do(match, seat, act)
        match.pass_ticks(ticks)
        follow(match, copies)
        for copy in copies:
            assert_same(match, copy)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=examples(5), deadline=None)
@given(data=st.data())
def test_late_joiner_has_the_same_copy(game, data):
    match, seats = hosted(game), viewers(game)
    match.watch_for(seats)
    for seat in seats[:-1]:
        do(match, seat, Act(0, ActionKind.START))
    for act in data.draw(st.lists(acts(game), max_size=20)):
        do(match, 0, act)
        match.pass_ticks(20)
    match.take_news()
    copies = [join(match, viewer) for viewer in seats]
    match.watch_for(seats)
    for act in data.draw(st.lists(acts(game), max_size=10)):
        do(match, 1, act)
        match.pass_ticks(20)
        follow(match, copies)
        for copy in copies:
            assert_same(match, copy)


def test_wrong_copy_requests_keyframe_within_sixty_ticks():
    match = hosted("seed-list")
    match.watch_for([0])
    do(match, 0, Act(0, ActionKind.START))
    match.pass_ticks(5)
    match.take_news()
    copy = join(match, 0)
    cells = 1 - copy.engine.read(3, 3, 1, 1)
    copy.engine.paint(3, 3, cells.astype(np.uint8))
    copy.board.changed()
    for _ in range(12):
        match.pass_ticks(5)
        follow(match, [copy])
    assert copy.wants_keyframe is not None
    assert copy.wants_keyframe.digest
    copy.take(match.keyframe(0))
    assert_same(match, copy)


def test_placements_are_secret_until_the_turn_ends():
    match = hosted("biowar")
    seats = [0, 1, NOBODY]
    match.watch_for(seats)
    for seat in (0, 1):
        do(match, seat, Act(0, ActionKind.DONE))
    match.pass_ticks(2)
    match.take_news()
    told = {viewer: [] for viewer in seats}
    for step in range(8):
        do(match, 0, Act(0, ActionKind.POINT, 3, 4 + step))
        do(match, 0, Act(0, ActionKind.TRIGGER, 1))
        match.pass_ticks(1)
        do(match, 0, Act(0, ActionKind.TRIGGER, 0))
        match.pass_ticks(1)
        for viewer, messages in match.take_news().items():
            told[viewer] += messages
    assert len(match.session.state.sides[0].marks) == 8
    mine = [row for message in told[0] if isinstance(message, Ticks) for row in message.acts]
    assert len(mine) >= 24
    for viewer in (1, NOBODY):
        assert all(isinstance(message, Ticks) for message in told[viewer])
        assert [row for message in told[viewer] for row in message.acts] == []


@pytest.mark.parametrize("game", ["biowar", "life-2"])
def test_reveal_at_timeout_is_sent_without_actions(game):
    match = hosted(game)
    match.watch_for([0, 1, NOBODY])
    for seat in (0, 1):
        do(match, seat, Act(0, ActionKind.START))
        do(match, seat, Act(0, ActionKind.DONE))
    match.pass_ticks(5)
    match.take_news()
    copies = [join(match, viewer) for viewer in (0, 1, NOBODY)]
    do(match, 0, Act(0, ActionKind.POINT, 3, 4))
    for _ in range(40):
        match.pass_ticks(50)
        follow(match, copies)
        for copy in copies:
            assert_same(match, copy)
