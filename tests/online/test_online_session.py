"""Clients show their own input at once, and equal the server's match once all is confirmed, on every engine."""

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
@settings(max_examples=examples(3))
@given(data=st.data())
def test_clients_agree_with_server_when_confirmed(game, kind, data, open_kind):
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
def test_own_cursor_moves_at_once(delay):
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
def test_delay_of_others_actions(delay):
    world, (one, two) = two_players(delay)
    before = cursor_of(two, 0)
    one.pressed = [Action(0, ActionKind.STICK, 1, 1)]
    ticks = 0
    while cursor_of(two, 0) == before:
        world.tick()
        ticks += 1
    assert ticks <= 2 * delay + 2


def test_stopped_peer_does_not_block():
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


def test_only_cursor_moves_after_a_second_of_silence():
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


def test_client_clock_is_steady_and_close_to_target():
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


def test_desync_is_found_within_sixty_ticks_and_repaired():
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
def test_each_sound_is_played_once(delay, held):
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


def test_refused_actions_are_not_sent():
    _, (one, _) = two_players()
    one.session.tick([Action(NOBODY, ActionKind.CLEAR), Action(1, ActionKind.SOUP, data="0.5")])
    assert one.outbox == []
    assert one.session.refusals == ["players cannot do this in Seed List Game"] * 2


def test_spectator_session():
    world = World(hosted("seed-list"))
    player, watcher = (world.join(seat, Link(3), Link(3)) for seat in (0, NOBODY))
    player.pressed = [Action(0, ActionKind.START)]
    world.tick(30)
    watcher.pressed = [Action(0, ActionKind.TRIGGER, 1)]
    world.tick(30)
    assert watcher.session.refusals == ["you are watching: take a seat to play"]
    world.settle()
    assert_same_as_the_server(world)


def test_mouse_positions_are_limited_but_precede_clicks():
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


def test_keyframe_amid_own_actions():
    world, (one, _) = two_players(6)
    for number in range(8):
        one.pressed = [Action(0, ActionKind.TRIGGER, 1 - number % 2), Action(0, ActionKind.STICK, number % 3 - 1, 1)]
        world.tick(3)
        world._tell()
        world._send(one, world.match.keyframe(0))
    world.tick(30)
    world.settle()
    assert_same_as_the_server(world)


def test_rewind_is_refused():
    _, (one, _) = two_players()
    with pytest.raises(RewindError, match="on-line match"):
        one.session.seek(0)
