"""Skipping quiet ticks gives the same state as playing them one by one, which returns no orders."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from fuzzing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from gpulife.games.core.cursor import board_area, hold, hold_for
from gpulife.games.core.game import EDITS, NOBODY, Action, ActionKind, Cursor, Match
from gpulife.games.core.game_spec import GameSpec
from gpulife.games.matches import new_match
from gpulife.games.registry import GAMES, find_game
from gpulife.online.match_codec import new_board
from gpulife.online.seat_rules import hosted_games
from gpulife.rules import parse_rule
from gpulife.session.replay import read_replay
from gpulife.session.session import Session

K = ActionKind
GOLDEN = sorted((Path(__file__).parents[1] / "golden").rglob("*.gpureplay"))
MAX_TICKS = 60
"""Maximum number of quiet ticks compared in one go."""
AT = {1, 2, 3, 5, 8, 13, 21, 34, 55}
"""After how many quiet ticks the states are compared, beside the last."""
OFTEN = [K.STICK, K.STICK, K.STICK, K.TRIGGER, K.TRIGGER, K.POINT, K.DONE, K.PLACE, K.AGREE, K.HALT]
BEGINS = [K.START, K.DIGIT, K.DONE, K.AGAIN, K.JOIN]
SELDOM = [K.WITHDRAW, K.STEP, K.PACE, K.WILD, K.RESIGN, K.SEAT, K.OPTION, K.SELECT, K.HIDE, K.MOVE, *EDITS]
TEXTS = ["", "2x3", "0.5", "x = 2, y = 1\nAB!", "Ada a1 b1 c1 d1 e1 a2 b2 c2 d2 e2", "a1 a2"]


def some_match(game: GameSpec, chance: random.Random) -> Match:
    option = chance.choice(list(game.options) or [""])
    if game.default_match is not None:
        match = replace(game.default_match(chance.getrandbits(20)), option=option)
    else:
        rows, columns = chance.choice([game.shape, game.shape, (9, 15), (5, 5)])
        match = new_match(game.name, parse_rule(game.rule), (rows, columns), chance.getrandbits(20), option)
    asks = {"consent": True} if "consent" in game.settings and chance.random() < 0.4 else {}
    return replace(match, settings=match.settings | asks, rulings=chance.choice([1, 2, 3, 3, 3]))


def some_action(session: Session, chance: random.Random) -> Action:
    kind = chance.choice(OFTEN if chance.random() < 0.85 else BEGINS if chance.random() < 0.6 else SELDOM)
    seats = min(session.game.players, 3)
    player = NOBODY if kind in (K.START, K.WILD, *EDITS) or chance.random() < 0.1 else chance.randrange(seats)
    rows, columns = session.engine.shape
    a, b = chance.randrange(rows), chance.randrange(columns)
    match kind:
        case K.STICK:
            a, b = chance.choice([(0, 0), (0, 1), (1, 0), (-1, -1), (1, 1), (1, -1), (0, -1), (-1, 0)])
        case K.TRIGGER | K.AGREE | K.HIDE:
            a, b = chance.randrange(2), 0
        case K.PACE:
            a, b = chance.choice([(-1, 0), (0, 1), (300, 0), (8000, 0), (60_000, 0), (10**6, 0), (-2, 3)])
        case K.DIGIT | K.SEAT:
            a, b = chance.randrange(5), 0
    return Action(player, kind, a, b, chance.choice(TEXTS))


def compare(session: Session) -> int:
    """Compare up to MAX_TICKS coming quiet ticks with single ticks; return their number."""
    game, board, state = session.game, session.board, session.state
    assert game.quiet is not None
    count = game.quiet.ticks(state, board)
    assert count >= 0
    now = state
    last = min(count, MAX_TICKS)
    for ticks in range(1, last + 1):
        now, orders = game.advance(now, (), board)
        assert orders == ()
        if ticks in AT or ticks == last:
            assert game.quiet.after(state, ticks, board) == now
    return count


@pytest.mark.parametrize("game", hosted_games())
@settings(max_examples=examples(16))
@given(seed=st.integers(0, 2**40))
def test_quiet_ticks_at_once_equal_single_ticks(game: str, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - no secret
    spec = GAMES[game]
    match = some_match(spec, chance)
    session = Session(match, new_board(match), game=spec)
    begins = [Action(NOBODY, K.START), Action(0, K.DONE), Action(1, K.DONE), Action(NOBODY, K.HALT)]
    session.tick(begins[: chance.randrange(5)])
    for _ in range(20):
        session.tick([some_action(session, chance) for _ in range(chance.choice([1, 1, 2, 4]))])
        for _ in range(chance.choice([0, 0, 1, 2, 5, 30])):
            compare(session)
            session.tick()
        count = compare(session)
        for _ in range(min(count, chance.choice([0, 3, 20]))):
            session.tick()


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_quiet_ticks_of_old_replays(path: Path) -> None:
    recording = read_replay(path)
    spec = find_game(recording.match.game)
    if spec.quiet is None:
        return
    session = Session(recording.match, new_board(recording.match), recording=recording)
    chance = random.Random(7)  # noqa: S311 - no secret
    while session.ticks < min(session.recorded_ticks, 1500):
        if chance.random() < 0.02:
            compare(session)
        session.tick()


@settings(max_examples=examples(300))
@given(
    stick=st.tuples(st.integers(-1, 1), st.integers(-1, 1)),
    held=st.integers(0, 120),
    travelled=st.integers(0, 999),
    ticks=st.integers(1, 200),
    shape=st.sampled_from([(1, 1), (11, 24), (96, 160), (5000, 3000)]),
    data=st.data(),
)
def test_long_held_stick_equals_single_ticks(
    stick: tuple[int, int], held: int, travelled: int, ticks: int, shape: tuple[int, int], data: st.DataObject
) -> None:
    row, column = (data.draw(st.integers(0, side - 1)) for side in shape)
    cursor = now = Cursor(row, column, stick, min(held, 90), travelled)
    for _ in range(ticks):
        now, _ = hold(now, shape)
    assert hold_for(cursor, ticks, shape, board_area(shape)) == now


@pytest.mark.parametrize("game", [name for name in hosted_games() if name != "realtime"])
def test_most_ticks_are_quiet_with_held_sticks(game: str) -> None:
    spec = GAMES[game]
    match = new_match(spec.name, parse_rule(spec.rule), spec.shape, 1)
    session = Session(match, new_board(match), game=spec)
    session.tick([Action(NOBODY, K.START), Action(0, K.DONE)])
    session.tick([Action(0, K.STICK, 0, 1), Action(1, K.STICK, 1, 1)])
    assert spec.quiet is not None
    passed, played = 0, 0
    while passed < 300:
        count = min(spec.quiet.ticks(session.state, session.board), 300 - passed)
        session.state = spec.quiet.after(session.state, count, session.board)
        session.tick()
        passed, played = passed + count + 1, played + 1
    assert played < 40
