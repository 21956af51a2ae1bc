"""Hosted matches for tests, and what people may do in them."""

from hypothesis import strategies as st

from gpulife.games.core.game import NOBODY, ActionKind
from gpulife.games.core.game_spec import GameSpec
from gpulife.games.matches import new_match
from gpulife.games.registry import find_game
from gpulife.online.hosted_match import HostedMatch
from gpulife.online.protocol import Act
from gpulife.online.seat_rules import checked_action, hosted_games, hosted_settings
from gpulife.rules import parse_rule

GAMES = hosted_games()
SECRET = bytes(range(32))


def online_match(game: str, **settings):
    spec: GameSpec = find_game(game)
    match = (
        spec.default_match(1)
        if spec.default_match is not None
        else new_match(game, parse_rule(spec.rule), spec.shape, 1)
    )
    match.settings.update(hosted_settings(spec))
    match.settings.update(settings)
    if game == "realtime":
        match.settings["seats"] = ""
    return match


def hosted(game: str, **settings) -> HostedMatch:
    return HostedMatch.open(online_match(game, **settings), SECRET)


def viewers(game: str) -> list[int]:
    return [*range(min(find_game(game).players, 3)), NOBODY]


def acts(game: str):
    """Return random actions that a seat of a game may do, mostly ones with an effect."""
    spec = find_game(game)
    rows, columns = spec.shape
    rows, columns = min(rows, 30), min(columns, 30)
    kinds = [
        ActionKind.TRIGGER,
        ActionKind.STICK,
        ActionKind.POINT,
        ActionKind.DONE,
        ActionKind.START,
        ActionKind.AGREE,
    ]
    kinds += [ActionKind.AGAIN, ActionKind.HALT, ActionKind.RESIGN, ActionKind.PACE, *(spec.online_kinds or ())]
    sign = st.integers(-1, 1)
    values = {
        ActionKind.STICK: st.tuples(sign, sign),
        ActionKind.TRIGGER: st.tuples(st.integers(0, 1), st.just(0)),
        ActionKind.AGREE: st.tuples(st.integers(0, 1), st.just(0)),
        ActionKind.DIGIT: st.tuples(st.integers(1, 5), st.just(0)),
        ActionKind.PACE: st.tuples(st.sampled_from([-1, 60_000, 1_000_000]), st.just(0)),
    }
    place = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    texts = st.sampled_from(
        ["hello", "Ada a1 b1 c1 d1 e1 a2 b2 c2 d2 e2", "Eva h6 i6 j6 h7 i7 j7 h8 i8 j8 h9", "a1 a2"]
    )

    def act(kind):
        return st.builds(
            lambda numbers, data: Act(0, int(kind), numbers[0], numbers[1], data),
            values.get(kind, place),
            texts if kind in (ActionKind.SAY, ActionKind.JOIN, ActionKind.MOVE) else st.just(""),
        )

    return st.sampled_from(kinds).flatmap(act)


def do(match: HostedMatch, seat: int, act: Act) -> str:
    action = checked_action(match.session.game, seat, act)
    return action if isinstance(action, str) else match.act(action)
