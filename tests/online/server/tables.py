"""Matches of computers for tests: on the server with remote computers, or in a session with local ones."""

from online.hosted import GAMES, SECRET, hosted

from gpulife.games.core.game import NOBODY, ActionKind
from gpulife.games.core.game_spec import ComputerSeat
from gpulife.games.registry import find_game
from gpulife.online.hosted_match import HostedMatch
from gpulife.online.protocol import encode
from gpulife.online.server._computer_pool import computer_seed
from gpulife.online.server.computer_worker import PAUSE_TICKS

EVERY_LEVEL = [(game, level) for game in GAMES for level in range(1, len(find_game(game).levels) + 1)]
SETTINGS = {"realtime": {"tick_seconds": 1, "limit": 5, "players": 2}}


def table(game: str, levels: dict[int, int]) -> HostedMatch:
    """Return a match at its first tick, with computers of some levels on the seats."""
    match = hosted(game, **SETTINGS.get(game, {}))
    rules = find_game(game).tournament
    for action in rules.first_actions if rules else ():
        match.act(action)
    match.set_levels([levels.get(seat, 0) for seat in range(max(levels) + 1)])
    match.watch_for([*levels, NOBODY])
    match.computers_play = True
    return match


def seat_locally(match: HostedMatch, levels: dict[int, int], people=frozenset()) -> None:
    """Let computers play in a session, as in a window."""
    match.session.players = tuple(
        match.session.game.computer(
            ComputerSeat(
                seat=seat, level=level, seed=computer_seed(SECRET, seat), people=frozenset(people), pause=PAUSE_TICKS
            )
        )
        for seat, level in levels.items()
    )


def pass_locally(match: HostedMatch, ticks: int) -> None:
    """Pass ticks in which the session's players are asked."""
    match.pass_ticks(1)
    while match.session.ticks < ticks and not match.session.is_over:
        match.session.tick()


def frames_of(match: HostedMatch) -> dict[int, list[bytes]]:
    return {viewer: [encode(message) for message in messages] for viewer, messages in match.take_news().items()}


def done_by(match: HostedMatch, seat: int) -> list[tuple]:
    """Return a seat's actions, without their ticks."""
    return [
        (action.kind, action.a, action.b, action.data)
        for _, action in match.session.log.entries()
        if action.player == seat and action.kind is not ActionKind.SEAT
    ]


def keyframes(match: HostedMatch):
    return lambda viewer: encode(match.keyframe(viewer))
