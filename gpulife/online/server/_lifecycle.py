"""Sets up matches on the server, resumes stored matches, and records the results of games."""

import logging
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gpulife.engines.checkpoint import take_snapshot
from gpulife.errors import GpulifeError, RuleError, UnknownRuleError
from gpulife.games.core.game import GameError, Match
from gpulife.games.matches import new_match, require_playable
from gpulife.games.realtime.match_settings import growing_shape
from gpulife.games.registry import find_game
from gpulife.online._games_played import GamesPlayed, PlayedGame
from gpulife.online.hosted_match import HostedMatch
from gpulife.online.match_codec import new_board, read_cells, read_state
from gpulife.online.protocol import MAX_BOARD_CELLS, Host, Keyframe, read_server_message
from gpulife.online.seat_rules import hosted_games, hosted_settings
from gpulife.online.shown_text import computer_level
from gpulife.online.storage import Placement, StorageError, StoredKeyframe, StoredMatch
from gpulife.rules import parse_rule
from gpulife.seats import NOBODY, PERSON, SEAT_FORM, SeatError, level_text, parse_level
from gpulife.session.history import Keyframe as SessionKeyframe
from gpulife.session.history import Recording
from gpulife.session.replay import replay_content

# Set up a match that a client wants to host.

HOST_NAME = "host"
"""Key in a match's stored settings: the host's name, which lists of matches show."""
_SEATS = "seats"
_MIN_SEATS = 2


@dataclass(frozen=True, slots=True)
class Setup:
    """A match that a client wants the server to host.

    Attributes:
        match: the match.
        seats: kind of each seat: "person", "computer:N" or "nobody".
        fill: True if computers play for people who are disconnected.
    """

    match: Match
    seats: tuple[str, ...]
    fill: bool


def set_up(host: Host) -> Setup:
    """Return the match that a client's request to host describes.

    Raises:
        GpulifeError: the game, option, rule, board or seats are invalid; the message says in one line what is expected.
    """
    if host.game not in hosted_games():
        raise GameError(f"game {host.game!r} cannot be hosted: use one of {', '.join(hosted_games())}")
    game = find_game(host.game)
    seats = _seats(host.seats, game.players)
    for seat in seats:
        if level := computer_level(seat):
            game.require_level(level)
    seed = secrets.randbits(32)
    shape = (host.rows or game.shape[0], host.columns or game.shape[1])
    if shape[0] * shape[1] > MAX_BOARD_CELLS:
        raise GameError(
            f"board {shape[1]}x{shape[0]} is too large: on-line boards have at most {MAX_BOARD_CELLS:,} cells"
        )
    if game.default_match is not None:
        seats = _with_players(seats)
        match = game.default_match(seed)
        rule = parse_rule(f"{game.rule.partition(':')[0]}:{len(seats)}").on_board(growing_shape(len(seats)))
        match = replace(match, rule=str(rule), settings={**match.settings, _SEATS: _levels_text(seats)})
    else:
        try:
            rule = parse_rule(host.rule or game.rule)
        except UnknownRuleError:  # strangers must not learn the path of its file
            raise RuleError(f"unknown rule {host.rule!r}: use Life, Bx/Sy or another rule's name") from None
        match = new_match(host.game, rule, shape, seed, host.option)
    settings: dict[str, Any] = {**match.settings, **host.settings, **hosted_settings(game)}
    match = replace(match, settings=settings)
    require_playable(match)
    return Setup(match, seats, host.fill)


def _seats(asked: tuple[str, ...], count: int) -> tuple[str, ...]:
    if len(asked) > count:
        raise SeatError(f"{len(asked)} seats are too many: the game has {count}")
    for seat in asked:
        if seat != NOBODY:
            try:
                parse_level(seat)
            except SeatError as error:
                raise SeatError(f"seat {seat!r} should be {SEAT_FORM}, or {NOBODY}") from error
    seats = tuple(seat if seat == NOBODY else level_text(parse_level(seat)) for seat in asked)
    seats += (PERSON,) * (count - len(asked))
    if PERSON not in seats:
        raise SeatError("at least one seat should be for a person")
    return seats


def _with_players(seats: tuple[str, ...]) -> tuple[str, ...]:
    """Remove the "nobody" seats at the end of ``seats``, as each seat makes the board larger.

    See R20 in ``docs/rulings.md``.
    """
    last = max(place for place, seat in enumerate(seats) if seat != NOBODY)
    return seats[: max(last + 1, _MIN_SEATS)]


def _levels_text(seats: tuple[str, ...]) -> str:
    """Return the kinds of the seats as text for the setting ``_SEATS``, separated by commas.

    The text ends with the last computer player's seat, and a "nobody" seat becomes "person" in it.
    """
    last = max((place for place, seat in enumerate(seats) if computer_level(seat)), default=-1)
    return ",".join(PERSON if seat == NOBODY else seat for seat in seats[: last + 1])


# Resuming a stored match: from its latest readable keyframe to the end of its log.

_LOG = logging.getLogger(__name__)


def resumed_match(stored: StoredMatch, load_all: Callable[[], StoredMatch]) -> HostedMatch:
    """Resume a stored match: load its latest keyframe and replay the log after it.

    If that keyframe is damaged, the keyframe before it is used. If both are damaged, the whole log is replayed from the
    beginning of the match.

    Args:
        stored: the match, with its log from the latest keyframe on.
        load_all: returns the match with its whole log.

    Raises:
        GpulifeError: the match itself is damaged, or the database failed.
    """
    try:
        return _opened(stored, stored.keyframe)
    except GpulifeError as error:
        if stored.keyframe is None:
            raise
        _warn(stored.keyframe, stored, error)
    whole = load_all()
    if whole.spare_keyframe is not None:
        try:
            return _opened(whole, whole.spare_keyframe)
        except GpulifeError as error:
            _warn(whole.spare_keyframe, whole, error)
    return _opened(whole, None)


def _opened(stored: StoredMatch, keyframe: StoredKeyframe | None) -> HostedMatch:
    """Load a stored keyframe of a match and replay the log after it.

    If ``keyframe`` is None, replay the whole log from the beginning of the match.
    """
    frame = None if keyframe is None else _moment(stored, keyframe)
    last = max((tick + 1 for tick, _ in stored.log), default=0)
    recording = Recording(stored.match, max(last, frame.tick if frame else 0), stored.log)
    games = None if keyframe is None else GamesPlayed.of_text(keyframe.games)
    return HostedMatch.open(stored.match, stored.secret, recording=recording, keyframe=frame, games=games)


def _moment(stored: StoredMatch, keyframe: StoredKeyframe) -> SessionKeyframe:
    message = read_server_message(keyframe.content)
    if not isinstance(message, Keyframe):
        raise StorageError("it is not a keyframe")
    engine = new_board(stored.match)
    state = read_state(find_game(stored.match.game), stored.match, engine.shape, message.state)
    engine.paint(0, 0, read_cells(engine, message.cells))
    engine.generation = message.generation
    return SessionKeyframe(message.tick, message.computed, state, take_snapshot(engine))


def _warn(keyframe: StoredKeyframe, stored: StoredMatch, error: GpulifeError) -> None:
    _LOG.warning("match %s: the keyframe at tick %d is damaged: %s", stored.info.id, keyframe.tick, error)


# The end of a game in an on-line match: places and replay.


@dataclass(frozen=True, slots=True)
class PlacedGame:
    """A finished game of a match, with the final ranking of its players.

    Attributes:
        game: record of the game.
        placements: final rank of each player.
        why_unrated: reason why the game must not be rated, in words; "" if it may be rated.
    """

    game: PlayedGame
    placements: tuple[Placement, ...]
    why_unrated: str = ""


def placed_game(
    game: PlayedGame, quitters: Collection[int], seats: Mapping[int, bool], why_unrated: str = ""
) -> PlacedGame:
    """Rank the players of a finished game by ``PlayedGame.merits``; players who quit come last.

    Args:
        game: record of the game.
        quitters: seats whose owners quit before the game ended.
        seats: True for a computer player, False for a person, keyed by seat. Seats without a player are missing.
        why_unrated: reason why the game must not be rated, in words; "" if it may be rated.
    """

    def result(seat: int) -> tuple[bool, tuple[float, float]]:
        return seat not in quitters, game.merits[seat]

    placements = (
        Placement(
            seat, 1 + sum(result(other) > result(seat) for other in seats), quit=seat in quitters, computer=is_computer
        )
        for seat, is_computer in seats.items()
    )
    return PlacedGame(game, tuple(placements), why_unrated)


def game_replay(match: Match, game: PlayedGame, log: Sequence[tuple[int, Any]]) -> bytes:
    """Return a replay file that starts at the beginning of a match and stops at the end of one of its games.

    Args:
        match: the match.
        game: record of the game at whose end the replay stops.
        log: all actions of the match, as (tick, action). Those after the end of ``game`` are left out of the file.
    """
    until = tuple(entry for entry in log if entry[0] < game.ticks)
    return replay_content(Recording(match, game.ticks, until, game.hashes, game.end_hash))


def played_seats(kinds: Sequence[str], taken: Collection[int]) -> dict[int, bool]:
    """Return who played, keyed by seat: True for a computer player, False for a person. Empty seats are left out.

    Args:
        kinds: kind of each seat: "person", "computer:N" or "nobody".
        taken: seats that people had taken.
    """
    computers = {seat for seat, kind in enumerate(kinds) if computer_level(kind)}
    return {seat: seat in computers for seat in range(len(kinds)) if seat in taken or seat in computers}
