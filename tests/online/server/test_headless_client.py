"""Remote computers play as computers in a session do, only later."""

import pytest
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from online.server.tables import (
    EVERY_LEVEL,
    SECRET,
    done_by,
    frames_of,
    keyframes,
    pass_locally,
    seat_locally,
    table,
)

from gpulife.games.core.game import Action, ActionKind
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.registry import find_game
from gpulife.online.followed_match import FollowedMatch
from gpulife.online.hosted_match import EVERYBODY
from gpulife.online.protocol import Act, Ticks, encode
from gpulife.online.seat_rules import checked_action
from gpulife.online.server._computer_pool import computer_seed
from gpulife.online.server.computer_worker import (
    MAX_ASKED_TICKS,
    PATIENCE_TICKS,
    PAUSE_TICKS,
    HeadlessClient,
    SeatedComputer,
)


def clients(match, levels):
    """Return one client for each seat."""
    for seat, level in levels.items():
        client = HeadlessClient(FollowedMatch(match.session.match, seat))
        spec = match.session.game
        player = spec.computer(
            ComputerSeat(seat=seat, level=level, seed=computer_seed(SECRET, seat), pause=PAUSE_TICKS)
        )
        client.computers[seat] = SeatedComputer(seat, player)
        yield client


def play(match, told, ticks, delay=0):
    """Pass ticks with clients that receive everything and whose actions come late."""
    match.take_news()
    actions = [action for client in told for _, action in client.take(keyframes(match)(client.copy.viewer))]
    late = []
    for number in range(ticks):
        late += [(number + delay, action) for action in actions]
        for when, action in late:
            if when <= number:
                assert match.act(action) == ""
        late = [entry for entry in late if entry[0] > number]
        match.pass_ticks(1)
        news, actions = frames_of(match), []
        for client in told:
            for frame in news.get(client.copy.viewer if match.has_secrets else EVERYBODY, ()):
                actions += [action for _, action in client.take(frame)]
            assert client.copy.wants_keyframe is None
            assert not client.bugs
        if match.session.is_over:
            return


@pytest.mark.parametrize(("game", "level"), EVERY_LEVEL)
def test_without_delay_computers_play_as_in_a_session(game, level):
    levels = {0: level, 1: 1}
    local, remote = table(game, levels), table(game, levels)
    seat_locally(local, levels)
    pass_locally(local, 300)
    play(remote, list(clients(remote, levels)), 300)
    entries = [(tick, action) for tick, action in local.session.log.entries() if tick < remote.session.ticks]
    assert sorted(entries, key=str) == sorted(remote.session.log.entries(), key=str)
    assert done_by(local, 0)


@pytest.mark.parametrize("game", ["life-2", "p2life"])
def test_delayed_computers_play_the_same_in_turn_games(game):
    levels = {0: 2, 1: 1}
    local, remote = table(game, levels), table(game, levels)
    seat_locally(local, levels)
    play(remote, list(clients(remote, levels)), 1000, delay=7)
    pass_locally(local, 1000)
    for seat in levels:
        did, did_locally = done_by(remote, seat), done_by(local, seat)
        assert len(did) > 5
        assert did == did_locally[: len(did)]


@pytest.mark.parametrize("game", ["seed-list", "biowar"])
def test_delayed_computers_release_and_do_not_repeat(game):
    match, levels = table(game, {0: 3, 1: 2}), {0: 3, 1: 2}
    play(match, list(clients(match, levels)), 1500, delay=2)
    for seat in levels:
        pulls = [a for kind, a, _, _ in done_by(match, seat) if kind is ActionKind.TRIGGER]
        assert len(pulls) > 2
        assert pulls == [1, 0] * (len(pulls) // 2) + [1] * (len(pulls) % 2)


def test_computers_only_do_what_seats_may():
    for game, level in EVERY_LEVEL:
        match, levels = table(game, {0: level, 1: 1}), {0: level, 1: 1}
        seat_locally(match, levels)
        pass_locally(match, 200)
        for _, action in match.session.log.entries():
            if action.player in levels and action.kind not in (ActionKind.SEAT, ActionKind.START):
                act = Act(0, int(action.kind), action.a, action.b, action.data)
                assert checked_action(find_game(game), action.player, act) == action


class Waiting:
    """A player who always wants the same action, and records the ticks in which it was asked."""

    is_live = False

    def __init__(self):
        self.asked = []

    def actions(self, tick, _state, _board):
        self.asked.append(tick)
        return (Action(0, ActionKind.DONE),)


def waiting_client(match):
    client, player = HeadlessClient(FollowedMatch(match.session.match, 0)), Waiting()
    client.computers[7] = SeatedComputer(0, player)
    match.take_news()
    assert [number for number, _ in client.take(keyframes(match)(EVERYBODY))] == [7]
    return client, player


def test_dropped_action_is_retried_after_two_seconds():
    client, player = waiting_client(table("p2life", {0: 1, 1: 1}))
    assert [client.take(encode(Ticks(upto))) for upto in range(1, PATIENCE_TICKS + 1)] == [[]] * PATIENCE_TICKS
    assert len(client.take(encode(Ticks(PATIENCE_TICKS + 1)))) == 1
    assert player.asked == [0, 1]  # its clock was stopped


def test_slow_computer_skips_old_ticks():
    client, player = waiting_client(table("p2life", {0: 1, 1: 1}))
    client.computers[7].pending = None
    client.take(encode(Ticks(1000)))
    assert client.computers[7].delay == 1000 - 1 - MAX_ASKED_TICKS + client.computers[7].waited
    assert client.copy.ticks == 1000
    assert player.asked == [0, 1]


def test_failing_computer_is_removed():
    client, _ = waiting_client(table("p2life", {0: 1, 1: 1}))
    client.computers[8] = SeatedComputer(1, None)
    client.take(encode(Ticks(1)))
    ((number, text),) = client.bugs
    assert number == 8
    assert "AttributeError" in text
    assert list(client.computers) == [7]


def test_idle_realtime_computers_need_no_ticks():
    levels = {0: 1, 1: 1}
    match = table("realtime", levels)
    told = list(clients(match, levels))
    play(match, told, 200)
    state = match.session.state
    wakes = [client.wakes for client in told]
    assert all(wake == 0 or match.session.ticks < wake <= match.session.ticks + state.left for wake in wakes)
    while not all(client.wakes for client in told):
        play(match, told, 1)
    assert min(client.wakes for client in told) > match.session.ticks


@settings(max_examples=examples(30), deadline=None)
@given(st.binary(max_size=32), st.integers(0, 25))
def test_seeds_depend_on_the_secret(secret, seat):
    seed = computer_seed(secret, seat)
    assert 0 <= seed < 1 << 62
    assert seed != computer_seed(secret + b"x", seat)
    assert seed != computer_seed(secret, seat + 1)


def test_keyframe_does_not_make_computers_repeat_actions():
    match = table("biowar", {2: 2})
    (client,) = clients(match, {2: 2})
    match.watch_for([2])
    match.take_news()
    client.take(keyframes(match)(2))
    assert match.act(checked_action(match.session.game, 0, Act(0, ActionKind.DONE))) == ""
    actions = []
    while not actions:
        match.pass_ticks(1)
        for frame in frames_of(match)[2]:
            actions += [action for _, action in client.take(frame)]
    match.pass_ticks(1)
    match.take_news()
    assert client.take(keyframes(match)(2)) == []
    for late in range(60):
        if late == 8:
            assert match.act(actions[0]) == ""
        match.pass_ticks(1)
        for frame in frames_of(match)[2]:
            assert client.take(frame) == []
    side = match.session.state.sides[2]
    assert (side.is_in, side.done) == (True, False)
