"""Plays matches to their end without a window and without waiting: for tournaments, bots and environments."""

from collections.abc import Callable, Sequence
from typing import Any

from gpulife.games.core.game import TICKS_PER_SECOND, Match
from gpulife.games.core.game_spec import LIMIT, Census, GameSpec, Outcome, Tournament
from gpulife.games.core.player import Player, is_done
from gpulife.games.matches import new_match
from gpulife.games.registry import find_game
from gpulife.rules import parse_rule
from gpulife.session.session import Session

HALF_AN_HOUR = 30 * 60 * TICKS_PER_SECOND
_TICKS_PER_STOP_CHECK = 60
_WITHOUT_TOURNAMENTS: Tournament[Any] = Tournament(end_text="")


def unattended_match(game: str, shape: tuple[int, int], seed: int, option: str = "", limit: int = 0) -> Match:
    """Return a match as tournaments of the game are played.

    Args:
        game: the game's name.
        shape: (rows, columns) of the board.
        seed: seed of everything random.
        option: one of the game's options; "" for the default.
        limit: turns or generations after which the match is stopped; 0 for no limit.

    Raises:
        GpulifeError: there is no such game or option, or the board does not suit the game.
    """
    spec = find_game(game)
    rules = spec.tournament or _WITHOUT_TOURNAMENTS
    if rules.make_match is not None:
        return rules.make_match(shape, seed, option, limit)
    return new_match(game, parse_rule(rules.rule or spec.rule), shape, seed, option)


def play_to_end(
    session: Session[Any], players: Sequence[Player[Any]], limit: int, stopped: Callable[[], bool] = lambda: False
) -> Outcome | None:
    """Play a session until the game ends or is stopped; return the outcome, or None if ``stopped`` returned True.

    Args:
        session: the session, with its first actions played.
        players: its players; ticks in which none of them will do anything are skipped where the game allows it.
        limit: turns or generations after which the game is stopped, and decided by its scores; 0 for no limit.
        stopped: called now and then.
    """
    spec, census, steps = session.game, session.board.census, 0
    max_ticks = (spec.tournament or _WITHOUT_TOURNAMENTS).max_ticks
    last_tick = HALF_AN_HOUR if max_ticks is None or not limit else max_ticks(limit, session.match.option)
    while (outcome := outcome_of(spec, session.state, limit, census)) is None:
        if session.ticks >= last_tick:
            return _decided_by_scores(spec.scores(session.state, census()), LIMIT)
        if steps % _TICKS_PER_STOP_CHECK == 0 and stopped():
            return None
        steps += 1
        session.tick()
        if all(is_done(player, session.state) for player in players):
            session.skip_idle(last_tick - session.ticks)
    return outcome


def outcome_of(spec: GameSpec[Any], state: Any, limit: int, census: Callable[[], Census]) -> Outcome | None:
    """Return the outcome of a game; None if the game continues.

    A game that has reached ``limit`` (0 for no limit) is decided by its scores.
    """
    outcome = spec.outcome(state)
    if outcome is None and (ending := (spec.tournament or _WITHOUT_TOURNAMENTS).stop_reason(state, limit)):
        outcome = _decided_by_scores(spec.scores(state, census()), ending)
    return outcome


def _decided_by_scores(scores: Sequence[float], ending: str) -> Outcome:
    most = max(scores)
    winners = [seat for seat, score in enumerate(scores) if score == most]
    return Outcome(winners[0] if len(winners) == 1 else None, ending)
