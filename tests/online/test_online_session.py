"""Clients show their own input at once, and after all is confirmed they have the server's match, on every engine."""

import numpy as np
import pytest
from conftest import kinds_of
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from online.hosted import GAMES, acts, hosted, online_match
from online.simulated_network import Link, World

from gpulife.games.core.game import NOBODY, Action, ActionKind
from gpulife.rules import parse_rule
from gpulife.session.history import RewindError


def games_and_kinds():
    """Each game with numpy and, in turns, with one of the other engines."""
    for number, game in enumerate(GAMES):
        kinds = [kind for kind in kinds_of(online_match(game).rule) if "bands" not in kind and kind != "numpy"]
        yield from ((game, "numpy"), (game, kinds[number % len(kinds)]))


def assert_same_as_the_server(world):
    server = world.match.session
    for client in world.clients:
        session = client.session
        assert session.confirmed.wants_keyframe is None
        assert session.waiting == 0
        assert np.array_equal(session.engine.read_all(), server.engine.read_all())
        assert session.engine.generation == server.engine.generation
        assert session.state == server.seen_by(session.viewer)
        assert session.computed == server.computed
        assert session.ticks == server.ticks or server.is_still


def action_of(act):
    return Action(0, ActionKind(act.kind), act.a, act.b, act.data)


@pytest.mark.parametrize(("game", "kind"), list(games_and_kinds()))
@settings(max_examples=examples(6))
@given(data=st.data())
def test_after_all_is_confirmed_clients_have_the_servers_match(game, kind, data, open_kind):
    world = World(hosted(game))
    rule = parse_rule(world.match.session.match.rule)
    links = st.builds(
        Link, st.integers(0, 20), st.integers(0, 4), st.sampled_from([0.0, 0.05, 0.3]), st.integers(0, 999)
    )
    seats = data.draw(st.sampled_from([[0, 1], [0, 1, NOBODY], [1]]))
    for seat in seats:
        engine = open_kind(kind, rule, rule.size)
        world.join(seat, data.draw(links), data.draw(links), engine)
    for client in world.clients:
        client.pressed = [Action(0, ActionKind.START)]
    world.tick(data.draw(st.integers(1, 80)))
    players = st.sampled_from([client for client in world.clients if client.seat != NOBODY])
    turns = st.tuples(players, st.lists(acts(game), min_size=1, max_size=3), st.sampled_from([0, 1, 5, 30, 100]))
    for client, done, ticks in data.draw(st.lists(turns, max_size=12)):
        client.pressed += map(action_of, done)
        world.tick(ticks)
    world.settle()
    assert_same_as_the_server(world)


def two_players(delay=0, jitter=0, held=0.0, game="seed-list"):
    world = World(hosted(game))
    clients = [
        world.join(seat, Link(delay, jitter, held, 10 + seat), Link(delay, jitter, held, 20 + seat)) for seat in (0, 1)
    ]
    clients[0].pressed = [Action(0, ActionKind.START)]
    world.tick(4 * delay + 100)
    assert all(client.session.state.accepts_input for client in clients)
    return world, clients


def cursor_of(client, seat):
    cursor = client.session.state.cursors[seat]
    return cursor.row, cursor.column


@pytest.mark.parametrize("delay", [0, 6, 60])
def test_the_own_cursor_moves_in_the_tick_in_which_it_is_pushed(delay):
    world, (one, _) = two_players(delay)
    before = cursor_of(one, 0)
    front = one.session.front
    one.session.tick([Action(0, ActionKind.STICK, 1, 1)])
    assert one.session.front == front + 1
    row, column = cursor_of(one, 0)
    assert (row, column) == (before[0] + 1, before[1] + 1)
    world.tick(60)
    assert cursor_of(one, 0) > (row, column)


@pytest.mark.parametrize("delay", [0, 3, 6, 12, 20])
def test_others_see_an_action_after_half_of_both_round_trips_and_two_ticks(delay):
    world, (one, two) = two_players(delay)
    before = cursor_of(two, 0)
    one.pressed = [Action(0, ActionKind.STICK, 1, 1)]
    ticks = 0
    while cursor_of(two, 0) == before:
        world.tick()
        ticks += 1
    assert ticks <= 2 * delay + 2


def test_nobody_waits_for_a_peer_that_stops():
    world, (one, two) = two_players(6, 2)
    two.runs = False
    two.up.stopped = two.down.stopped = True
    world.tick(120)
    for _ in range(30):
        front, ticks = one.session.front, world.match.session.ticks
        one.pressed = [Action(0, ActionKind.STICK, 1, 0)]
        world.tick(30)
        one.pressed = [Action(0, ActionKind.STICK, -1, 0)]
        world.tick(30)
        assert world.match.session.ticks == ticks + 60
        assert abs(one.session.front - front - 60) <= 2
    world.settle()
    assert_same_as_the_server(world)


def test_only_the_cursor_goes_on_when_nothing_comes_for_a_second():
    world, (one, _) = two_players(3)
    one.down.stopped = True
    world.tick(80)
    held = one.session.ticks
    before = cursor_of(one, 0)
    one.pressed = [Action(0, ActionKind.STICK, 0, 1)]
    world.tick(1)
    assert cursor_of(one, 0) == (before[0], before[1] + 1)
    world.tick(20)
    assert one.session.ticks == held == one.session.confirmed.ticks + 60
    one.pressed = [Action(0, ActionKind.STICK)]
    world.tick(1)
    predicted = cursor_of(one, 0)
    one.down.stopped = False
    world.tick(30)
    assert one.session.ticks > held
    assert cursor_of(one, 0) == predicted
    world.settle()
    assert_same_as_the_server(world)


def test_time_is_close_to_where_actions_come_in_time_and_goes_steadily():
    world, (one, _) = two_players(6, 2, 0.05)
    world.tick(120)
    leads, steps, last = [], [], one.session.front
    for _ in range(600):
        world.tick()
        leads.append(one.session.front - world.match.session.ticks)
        steps.append(one.session.front - last)
        last = one.session.front
    assert 5 <= np.mean(leads) <= 11
    assert max(steps) <= 2
    assert steps.count(1) > 560


def test_an_injected_desync_is_found_within_sixty_ticks_and_healed_by_a_keyframe():
    world, (one, _) = two_players(6)
    reported = []
    one.session.on_desync = reported.append
    copy = one.session.confirmed
    copy.engine.paint(3, 3, (1 - copy.engine.read(3, 3, 1, 1)).astype(np.uint8))
    copy.board.changed()
    ticks = 0
    while not reported:
        world.tick()
        ticks += 1
    assert ticks <= 60 + 6 + 6
    assert reported[0].digest
    world.tick(20)
    assert len(reported) == 1
    world.settle()
    assert_same_as_the_server(world)


def sounds_of(client):
    heard = [sound for result in client.results for sound in result.sounds]
    client.results.clear()
    return heard


@pytest.mark.parametrize(("delay", "held"), [(0, 0.0), (6, 0.05), (15, 0.0)])
def test_each_sound_is_heard_once_by_everybody(delay, held):
    world, clients = two_players(delay, 2, held)
    world.tick(120)
    for client in clients:
        sounds_of(client)
    for number in range(6):
        mover = clients[number % 2]
        mover.pressed = [Action(0, ActionKind.TRIGGER, 1)]
        world.tick(4)
        assert [sound.name for sound in sounds_of(mover)].count("plant") == 1  # at once
        mover.pressed = [Action(0, ActionKind.TRIGGER), Action(0, ActionKind.STICK, 1, 0)]
        world.tick(20)
        mover.pressed = [Action(0, ActionKind.STICK)]
        world.tick(60)
        assert "plant" not in [sound.name for sound in sounds_of(mover)]
        other = clients[1 - number % 2]
        assert [sound.name for sound in sounds_of(other)].count("plant") == 1


def test_what_a_seat_may_not_do_is_not_sent():
    _, (one, _) = two_players()
    one.session.tick([Action(NOBODY, ActionKind.CLEAR), Action(1, ActionKind.SOUP, data="0.5")])
    assert one.outbox == []
    assert one.session.refusals == ["a seat cannot do that in Seed List Game"] * 2


def test_whoever_watches_sees_the_match_and_does_nothing():
    world = World(hosted("seed-list"))
    player, watcher = (world.join(seat, Link(3), Link(3)) for seat in (0, NOBODY))
    player.pressed = [Action(0, ActionKind.START)]
    world.tick(30)
    watcher.pressed = [Action(0, ActionKind.TRIGGER, 1)]
    world.tick(30)
    assert watcher.session.refusals == ["you only watch: take a seat to play"]
    world.settle()
    assert_same_as_the_server(world)


def test_the_mouse_tells_its_place_twenty_times_a_second_and_before_each_click():
    world, (one, _) = two_players(3)
    one.session.tick([Action(0, ActionKind.POINT, 5, 5)])
    one.outbox.clear()
    for column in range(60):
        one.session.tick([Action(0, ActionKind.POINT, 5, column), Action(0, ActionKind.POINT, 6, column)])
    assert 18 <= len(one.outbox) <= 21
    one.session.tick([Action(0, ActionKind.POINT, 7, 7), Action(0, ActionKind.TRIGGER, 1)])
    world.tick(20)
    world.settle()
    assert_same_as_the_server(world)


def test_a_keyframe_from_the_server_that_comes_amid_own_actions_is_taken_over():
    world, (one, _) = two_players(6)
    for number in range(8):
        one.pressed = [Action(0, ActionKind.TRIGGER, 1 - number % 2), Action(0, ActionKind.STICK, number % 3 - 1, 1)]
        world.tick(3)
        world._tell()
        world._send(one, world.match.keyframe(0))
    world.tick(30)
    world.settle()
    assert_same_as_the_server(world)


def test_nobody_goes_back_in_an_online_match():
    _, (one, _) = two_players()
    with pytest.raises(RewindError, match="on-line match"):
        one.session.seek(0)
