"""The entry of Real-Time Life in the list of games: its texts, settings, functions and computer levels."""

from gpulife.games.core.bounds import MAX_PLAYERS
from gpulife.games.core.consent import CONSENT, CONSENT_SETTING
from gpulife.games.core.game import TICKS_PER_SECOND, Action, ActionKind, Match
from gpulife.games.core.game_spec import ComputerLevel, Credit, GameSpec, Preview, Shape, Tournament, press_start
from gpulife.games.core.preview_boards import PREVIEW_SHAPE, patches
from gpulife.games.realtime.match_settings import (
    REAL_TIME,
    SETTINGS,
    growing_shape,
    new_local_match,
    new_realtime,
)
from gpulife.games.realtime.observation import end_reason
from gpulife.games.realtime.rules import QUIET, advance, check_realtime, start
from gpulife.games.realtime.state import TICKS_PER_GENERATION, RealTimeState

_SEATS, _TICK_SECONDS = 2, 5  # in a tournament
_EXTRA_TICKS = 10  # for joining, and for the count after the last generation


def _tournament_match(shape: Shape, seed: int, option: str, limit: int) -> Match:
    """Make a match for two players, on a board that does not grow."""
    if option:
        REALTIME.require_option(option)
    size = None if shape == growing_shape(_SEATS) else shape
    return new_realtime(seed, letters=_SEATS, players=_SEATS, tick_seconds=_TICK_SECONDS, limit=limit, shape=size)


REALTIME = GameSpec(
    name=REAL_TIME,
    title="Real-Time Life",
    about="Real-Time Life: up to 26 players spend points to move their cells, twelve ticks a generation",
    tagline="move your cells and outgrow computers or friends",
    help_files=("realtime/help.md", "core/laws_help.md"),
    players=MAX_PLAYERS,
    lasts_for_days=True,
    shape=growing_shape(MAX_PLAYERS),
    rule=f"RealTime:{MAX_PLAYERS}",
    own_family_only=True,
    min_live_states=2,
    settings={**SETTINGS, CONSENT: CONSENT_SETTING},
    state_type=RealTimeState,
    first_state=start,
    check_state=check_realtime,
    advance=advance,
    quiet=QUIET,
    explain_end=end_reason,
    scores=lambda state, _census: tuple(seat.score for seat in state.seats),
    default_match=new_local_match,
    levels=(
        ComputerLevel("Beginner", "moves a random cell every four ticks at most, and never to its own harm"),
        ComputerLevel("Gardener", "compares the results of a few moves"),
        ComputerLevel("Rival", "compares many moves, and several ways to start"),
        ComputerLevel("Survivor", "compares nearly all moves, also those of two steps"),
    ),
    computer_factory="gpulife.games.realtime.ai:RealTimePlayer",
    tournament=Tournament(
        end_text="when a player has died out, or after {limit} generations; highest total wins",
        limit=50,
        max_ticks=lambda limit, _option: TICKS_PER_SECOND * _TICK_SECONDS * TICKS_PER_GENERATION * limit + _EXTRA_TICKS,
        shape=growing_shape(_SEATS),
        make_match=_tournament_match,
        decides_in_one_tick=True,
    ),
    credit=Credit(
        "Real-Time Life",
        2000,
        "a player on a mailing list (no name is given)",
        "Electronic mail, twelve hours a generation",
        "Any number of players, who spend points to move their cells. A player called Noseynick showed that neutral "
        "cells do not take over the board.",
    ),
    preview=Preview(
        cells=lambda rng: patches(PREVIEW_SHAPE, (2, 2), 4, 0.3, rng),
        rule="RealTime:4",
        seconds=0.2,
        generations=120,
        skipped=12,
    ),
    online_kinds=frozenset({ActionKind.JOIN, ActionKind.MOVE, ActionKind.START}),
    begin=lambda state, seats: tuple(Action(seat, ActionKind.HALT) for seat in seats[:1] if state.playing),
    again=press_start,
    window="gpulife.window.games.realtime.controller:WINDOW",
    page="gpulife.online.page_view.realtime:PAGE",
)
