"""The rules of P2Life (Levene and Roussos, 2003): two players add tokens to two competing colours.

First the players take turns to place ten tokens each. Then generations are computed. After every few generations each
player may place one more token. A player without cells loses. After 200 generations the player with more cells wins
(ruling R32 in docs/rulings.md).
"""

from gpulife.games.core import board_edit
from gpulife.games.core.consent import consent_of
from gpulife.games.core.consented_action import act_with_consent
from gpulife.games.core.cursor import board_area, hold_for
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import EDITS, Action, ActionKind, Board, Cursor, Match
from gpulife.games.core.game_spec import FOR_EVER, QuietTime
from gpulife.games.core.order import Erase, Flash, Order, Paint, Sound, Sow, Step
from gpulife.games.core.pace import GENERATION, Beat, Pace
from gpulife.games.core.round_end import WIN_FLASH_TICKS, Ending, ending_sound, give_up_set
from gpulife.games.core.series import series_of
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.core.wild import order_intervention
from gpulife.games.p2life.input import handle_input, home, repeat_held_sticks
from gpulife.games.p2life.state import (
    MAX_GENERATIONS,
    MAX_WAITED,
    OPENING_TOKENS,
    OPTIONS,
    PLAYERS,
    P2LifeState,
    Phase,
    Side,
)

_PACE = Pace(rate=8000)
"""The default pace, slow enough to see the effect of a token."""
_INPUT_KINDS = (ActionKind.STICK, ActionKind.TRIGGER, ActionKind.POINT, ActionKind.PLACE, ActionKind.DONE)


def start(match: Match, shape: tuple[int, int]) -> P2LifeState:
    """Return the first state, which waits for START.

    Raises:
        GameError: the match's setting for a set of rounds is not valid.
    """
    sides = Side(Cursor(*home(0, shape))), Side(Cursor(*home(1, shape)))
    return P2LifeState(
        sides,
        option=match.option,
        seed=match.seed,
        beat=Beat(_PACE),
        consent=consent_of(match),
        series=series_of(match),
    )


def advance(state: P2LifeState, actions: tuple[Action, ...], board: Board) -> tuple[P2LifeState, tuple[Order, ...]]:
    """Play one tick: carry out the actions in order, move cursors whose sticks are held, advance the generation."""
    staged = StagedBoard(board)
    state = act_with_consent(state, actions, _act, staged)
    return _pass_time(repeat_held_sticks(state, staged), staged), tuple(staged.orders)


def _act(state: P2LifeState, action: Action, staged: StagedBoard) -> P2LifeState:
    kind = action.kind
    if kind in _INPUT_KINDS:
        return handle_input(state, action, staged)
    is_over, is_seated = state.phase is Phase.OVER, 0 <= action.player < PLAYERS
    match kind:
        case ActionKind.START:
            return _begin_game(state, staged, number=1)
        case ActionKind.AGAIN if is_over:
            set_is_over = state.series is not None and state.series.over
            return _begin_game(state, staged, number=1 if set_is_over else state.round + 1)
        case ActionKind.RESIGN if state.playing and is_seated:
            return _end_game(state, Ending.RESIGNED, 1 - action.player, staged)
        case ActionKind.RESIGN if is_over and is_seated:
            return give_up_set(state, action.player, staged)
        case ActionKind.HALT if state.playing:
            staged.order(Sound("run" if state.halted else "halt"))
            return replace(state, halted=not state.halted)
        case ActionKind.STEP if state.phase is Phase.GROWTH:
            staged.order(Sound("step"))
            if state.halted and not state.beat.going and staged.is_known:
                return _next_generation(state, 0, staged)
            return replace(state, halted=True)
        case ActionKind.STEP:
            staged.order(*board_edit.REFUSED)
        case ActionKind.PACE:
            return replace(state, beat=replace(state.beat, pace=Pace.of_action(action.a, action.b)))
        case ActionKind.WILD:
            return order_intervention(state, staged)[0]
        case kind if kind in EDITS and state.running:
            staged.order(*board_edit.REFUSED)
        case kind if kind in EDITS:
            return replace(state, draws=board_edit.edit(action, staged, state.seed, state.draws))
    return state


def _begin_game(state: P2LifeState, staged: StagedBoard, *, number: int) -> P2LifeState:
    """Begin game ``number`` on an empty board. Keep the pace, held sticks and the sequence of random numbers."""
    staged.order(*board_edit.clear(staged.shape), Sound("start"))
    left, right = (
        Side(
            replace(Cursor(*home(player, staged.shape)), stick=side.cursor.stick, trigger=side.cursor.trigger),
            OPENING_TOKENS,
            wins=side.wins if number > 1 else 0,
        )
        for player, side in enumerate(state.sides)
    )
    state = replace(
        state,
        sides=(left, right),
        phase=Phase.OPENING,
        waited=0,
        generation=0,
        halted=False,
        winner=None,
        ending=None,
        starts=state.starts + (number == 1),
        round=number,
        draws=state.draws + 1,
        beat=Beat(state.pace),
        series=state.series and (state.series.new_set() if number == 1 else state.series),
        consent=state.consent and state.consent.for_new_round(),
    )
    return replace(state, mover=state.first)


def _pass_time(state: P2LifeState, staged: StagedBoard) -> P2LifeState:
    # Cells that an action changes in this tick can be counted only in the next.
    is_edited = any(isinstance(order, Paint | Erase | Sow | Step) for order in staged.orders)
    if state.phase is Phase.GROWTH:
        return state if is_edited else _grow(state, staged)
    if not state.choosing or state.halted:
        return state
    is_full = not is_edited and int(staged.census().sum()) == staged.shape[0] * staged.shape[1]
    if is_full or not any(state.seeds):
        staged.order(Sound("play"))
        generations = min(OPTIONS[state.option], MAX_GENERATIONS - state.generation)
        left, right = (replace(side, tokens=0, last=None) for side in state.sides)
        return replace(state, sides=(left, right), phase=Phase.GROWTH, beat=Beat(state.pace, left=generations))
    return replace(state, waited=min(state.waited + 1, MAX_WAITED))


def _grow(state: P2LifeState, staged: StagedBoard) -> P2LifeState:
    """Advance the current generation by one tick. At the generation's end, evaluate it and begin the next."""
    beat, ended = state.beat.tick()
    state = replace(state, beat=beat)
    if beat.going and not ended:
        return state
    if ended:
        state = _evaluate_generation(state, staged)
        if state.phase is not Phase.GROWTH:
            return state
    if state.halted:
        return replace(state, beat=replace(state.beat, going=False, phase=0))
    return _next_generation(state, ended, staged)


def _next_generation(state: P2LifeState, ended: int, staged: StagedBoard) -> P2LifeState:
    """Begin the next generation; ``ended`` is the number of generations that have just ended.

    At most one begins in each tick, since it may end the game.
    """
    beat, count = state.beat.begin(ended, min(state.pace.speed(staged, slow=False), GENERATION))
    staged.order(Step(count))
    return replace(state, beat=beat)


def _evaluate_generation(state: P2LifeState, staged: StagedBoard) -> P2LifeState:
    """End the game if a side has no cells or the limit is reached. Otherwise start the phase TOKENS if it is due."""
    left, right = (int(count) for count in staged.census()[:PLAYERS])
    staged.order(Sound("generation", min((left + right) / (staged.shape[0] * staged.shape[1]), 1.0)))
    state = replace(state, generation=min(state.generation + 1, MAX_GENERATIONS))
    if not (left and right) or state.generation == MAX_GENERATIONS:
        winner = None if left == right else int(right > left)
        return _end_game(state, Ending.LIMIT if left and right else Ending.SHUT_OUT, winner, staged)
    if state.beat.left:
        return state
    left_side, right_side = (replace(side, tokens=1) for side in state.sides)
    return replace(
        state, sides=(left_side, right_side), phase=Phase.TOKENS, mover=state.first, waited=0, beat=Beat(state.pace)
    )


def _end_game(state: P2LifeState, ending: Ending, winner: int | None, staged: StagedBoard) -> P2LifeState:
    series = state.series and state.series.with_round(winner)
    state = replace(
        state,
        phase=Phase.OVER,
        ending=ending,
        winner=winner,
        halted=False,
        waited=0,
        beat=Beat(state.pace),
        series=series,
    )
    staged.order(ending_sound(winner, series))
    if winner is None:
        return state
    staged.order(Flash(WIN_FLASH_TICKS, winner + 1))
    return state.with_side(winner, wins=state.sides[winner].wins + 1)


def quiet_ticks(state: P2LifeState, board: Board) -> int:
    """Return how many ticks can be skipped because nothing happens in them if nobody acts; see ``QuietTime``."""
    if state.is_asking:
        return 0
    if state.phase is Phase.GROWTH:
        if state.beat.going:
            return state.beat.quiet_ticks
        return FOR_EVER if state.halted and not state.beat.phase else 0
    if state.choosing and not state.halted:
        is_full = int(board.census().sum()) == board.shape[0] * board.shape[1]
        return 0 if is_full or not any(state.seeds) else FOR_EVER
    return FOR_EVER


def after_quiet_ticks(state: P2LifeState, ticks: int, board: Board) -> P2LifeState:
    """Return the state after skipping ``ticks`` ticks in which nothing happens; see ``QuietTime``."""
    left, right = state.sides
    if state.playing and not state.frozen:
        area = board_area(board.shape)
        left, right = (
            side
            if side.cursor.stick == (0, 0)
            else replace(side, cursor=hold_for(side.cursor, ticks, board.shape, area))
            for side in state.sides
        )
    waits = state.choosing and not state.halted
    return replace(
        state,
        sides=(left, right),
        beat=state.beat.after(ticks) if state.phase is Phase.GROWTH else state.beat,
        waited=min(state.waited + ticks, MAX_WAITED) if waits else state.waited,
        consent=state.consent and state.consent.after(ticks),
    )


QUIET = QuietTime(quiet_ticks, after_quiet_ticks)
