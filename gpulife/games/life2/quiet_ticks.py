"""Quiet ticks of LIFE-2: clocks go on, sticks are held, and nothing else."""

from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Board
from gpulife.games.core.quiet_time import FOR_EVER, QuietTime, ticks_to_second
from gpulife.games.life2.input import FIRST_REPEAT, NEXT_REPEAT
from gpulife.games.life2.rules import GRACE, LAST_SECONDS, count_empty
from gpulife.games.life2.state import PLAYERS, Hand, Life2Phase, Life2State


def quiet_ticks(state: Life2State, board: Board) -> int:
    """Return the number of quiet ticks to come; see ``QuietTime``."""
    if state.is_asking or (state.choosing and state.empty != count_empty(board)):
        return 0
    if not state.choosing:
        if state.halted or not state.playing:
            return FOR_EVER
        return max(state.wait - 1, 0) if state.phase is Life2Phase.REVEAL else 0
    ticks = FOR_EVER
    for player, hand in enumerate(state.hands):
        if _is_pushed(state, player, hand):
            ticks = min(ticks, _ticks_to_step(hand.cursor.held_ticks))
    if state.halted:
        return ticks
    if state.clock:
        ticks = min(ticks, ticks_to_second(state.clock, LAST_SECONDS))
    return min(ticks, max(state.wait - 1, 0)) if _is_ready(state) else ticks


def after_quiet_ticks(state: Life2State, ticks: int, _board: Board) -> Life2State:
    """Return the state after quiet ticks."""
    consent = state.consent and state.consent.after(ticks)
    if not state.choosing:
        wait = state.wait - ticks if state.phase is Life2Phase.REVEAL and not state.halted else state.wait
        return replace(state, wait=wait, consent=consent)
    left, right = (
        replace(hand, cursor=replace(hand.cursor, held_ticks=hand.cursor.held_ticks + ticks))
        if _is_pushed(state, player, hand)
        else hand
        for player, hand in enumerate(state.hands)
    )
    wait, clock = state.wait, state.clock
    if not state.halted:
        wait = wait - ticks if _is_ready(state) else GRACE
        clock = clock and clock - ticks
    return replace(state, hands=(left, right), wait=wait, clock=clock, consent=consent)


def _is_pushed(state: Life2State, player: int, hand: Hand) -> bool:
    return hand.cursor.stick != (0, 0) and state.may_choose(player)


def _ticks_to_step(held: int) -> int:
    """Return the ticks before that in which a stick, held for ``held`` ticks, steps again."""
    return (FIRST_REPEAT - held if held < FIRST_REPEAT else NEXT_REPEAT - (held - FIRST_REPEAT) % NEXT_REPEAT) - 1


def _is_ready(state: Life2State) -> bool:
    return all(state.is_ready(player) for player in range(PLAYERS))


QUIET = QuietTime(quiet_ticks, after_quiet_ticks)
