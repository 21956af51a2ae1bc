"""Make a match from what somebody asks a server to host."""

import secrets
from dataclasses import dataclass, replace
from typing import Any

from gpulife.errors import RuleError, UnknownRuleError
from gpulife.games.core.game import GameError, Match
from gpulife.games.matches import new_match, require_playable
from gpulife.games.realtime.match_settings import growing_shape
from gpulife.games.registry import find_game
from gpulife.online.protocol import MAX_BOARD_CELLS, Host
from gpulife.online.seat_rules import hosted_games, hosted_settings
from gpulife.online.seat_texts import computer_level
from gpulife.rules import parse_rule
from gpulife.seats import NOBODY, PERSON, SEAT_FORM, SeatError, level_text, parse_level

HOST_NAME = "host"
"""What is stored of a match beside its seats: the name of its host, for lists."""
_SEATS = "seats"
_MIN_SEATS = 2


@dataclass(frozen=True, slots=True)
class Setup:
    """A match to be hosted.

    Attributes:
        match: the match.
        seats: who may sit on each seat: "person", "computer:N" or "nobody".
        fill: whether the computer holds the seat of somebody who is away.
    """

    match: Match
    seats: tuple[str, ...]
    fill: bool


def set_up(host: Host) -> Setup:
    """Return the match that somebody wants to be hosted.

    Raises:
        GpulifeError: there is no such game, option, rule, board or seat; one line says what would be right.
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
        raise GameError(f"a board of {shape[1]}x{shape[0]}: on-line boards have up to {MAX_BOARD_CELLS:,} cells")
    if game.default_match is not None:
        seats = _with_players(seats)
        match = game.default_match(seed)
        rule = parse_rule(f"{game.rule.partition(':')[0]}:{len(seats)}").on_board(growing_shape(len(seats)))
        match = replace(match, rule=str(rule), settings={**match.settings, _SEATS: _levels_text(seats)})
    else:
        try:
            rule = parse_rule(host.rule or game.rule)
        except UnknownRuleError:  # where its file would lie is no stranger's business
            raise RuleError(f"unknown rule {host.rule!r}: use Life, Bx/Sy or another rule's name") from None
        match = new_match(host.game, rule, shape, seed, host.option)
    settings: dict[str, Any] = {**match.settings, **host.settings, **hosted_settings(game)}
    match = replace(match, settings=settings)
    require_playable(match)
    return Setup(match, seats, host.fill)


def _seats(asked: tuple[str, ...], count: int) -> tuple[str, ...]:
    if len(asked) > count:
        raise SeatError(f"{len(asked)} seats: there are {count}")
    for seat in asked:
        if seat != NOBODY:
            try:
                parse_level(seat)
            except SeatError as error:
                raise SeatError(f"seat {seat!r} should be {SEAT_FORM}, or {NOBODY}") from error
    seats = tuple(seat if seat == NOBODY else level_text(parse_level(seat)) for seat in asked)
    seats += (PERSON,) * (count - len(asked))
    if PERSON not in seats:
        raise SeatError("there is no seat for a person")
    return seats


def _with_players(seats: tuple[str, ...]) -> tuple[str, ...]:
    """Return the seats without those of nobody at the end: the board has room for the others alone (ruling R20)."""
    last = max(place for place, seat in enumerate(seats) if seat != NOBODY)
    return seats[: max(last + 1, _MIN_SEATS)]


def _levels_text(seats: tuple[str, ...]) -> str:
    """Return the seats up to the last computer, as the setting of a match of Real-Time Life has them."""
    last = max((place for place, seat in enumerate(seats) if computer_level(seat)), default=-1)
    return ",".join(PERSON if seat == NOBODY else seat for seat in seats[: last + 1])
