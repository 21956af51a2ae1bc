"""The rules of One Seed and Seed List, the two-player games of Survival of the Fittest (1982).

A round begins with a set-up, in which both players plant freely while the shot clock rises. Then comes play: each
player may plant one shape after each generation. The rules follow the original manual.
"""

from gpulife.games.core import board_edit
from gpulife.games.core.consent import consent_of, people_need_consent
from gpulife.games.core.consented_action import act_with_consent
from gpulife.games.core.cursor import Area, hold_for, ticks_to_move
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import EDITS, TICKS_PER_SECOND, Action, ActionKind, Board, Cursor, Match
from gpulife.games.core.game_spec import FOR_EVER, QuietTime
from gpulife.games.core.order import Erase, Flash, Order, Paint, Renumber, Sound, Sow, Step
from gpulife.games.core.pace import ENDLESS, GENERATION, Beat, Pace, PaceKind
from gpulife.games.core.round_end import WIN_FLASH_TICKS, Ending, ending_sound, give_up_set
from gpulife.games.core.series import series_of
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.core.state_checks import (
    check_cursors,
    check_same,
    check_series,
    check_timed_state,
    require,
    require_length,
    require_on_board,
    require_range,
)
from gpulife.games.core.wild import begin_generations, order_intervention, schedule_intervention
from gpulife.games.survival1982.input import (
    QUOTA_DIGITS,
    REPEAT_TICKS,
    TURNED_SHAPES,
    all_typed,
    cells_in_hand,
    cursor_area,
    fits,
    handle_input,
    hold_digit,
    is_single,
    middle,
    plant,
    planting_at,
    repeat_held_sticks,
    steer_digit,
    type_digit,
)
from gpulife.games.survival1982.state import (
    MAX_SEEDS,
    OPTIONS,
    PLAYERS,
    ContestState,
    Fairness,
    Ledger,
    Planting,
    RoundPhase,
    ShotClock,
    Side,
    handicap_of,
)

BONUS_SCORE = 1000
_CLOCK_WARNING = 0.1
"""While the clock is lower than this (0 to 1), a warning sounds at each generation."""
_AUTHENTIC_CELLS = 160 * 96
"""Boards of up to this many cells have the pace of 1982 by default (ruling R1 in docs/rulings.md)."""
TIME_TO_PLANT = 5 * TICKS_PER_SECOND
"""In a set-up, play waits up to this many ticks for a player without cells, who would lose (R23)."""


DONE_RULINGS = 3
"""The version of the rulings that introduced R31: if a match needs consent, play begins once both sides are done."""


def start(match: Match, shape: tuple[int, int]) -> ContestState:
    """Return the first state, which waits for START.

    Raises:
        GameError: the match's setting for a set of rounds or for the handicap is not valid.
    """
    pace = Pace(PaceKind.AUTHENTIC) if shape[0] * shape[1] <= _AUTHENTIC_CELLS else Pace()
    state = _new_state(match.game, match.option, match.seed, shape, pace)
    consent = consent_of(match)
    return replace(
        state,
        consent=consent,
        fair=None if consent is None else Fairness(),
        series=series_of(match),
        handicap=handicap_of(match),
        done_begins=match.rulings >= DONE_RULINGS and people_need_consent(match),
    )


def advance(state: ContestState, actions: tuple[Action, ...], board: Board) -> tuple[ContestState, tuple[Order, ...]]:
    """Play one tick: carry out the actions in order, move cursors with held sticks, advance clock and generation."""
    staged = StagedBoard(board)
    if state.recount and not state.running and state.phase is not RoundPhase.OVER:
        state = count_scores(state, staged)
    state = act_with_consent(state, actions, _act, staged)
    state = hold_digit(state, staged) if state.phase is RoundPhase.HANDICAP else repeat_held_sticks(state, staged)
    return _pass_time(state, staged), tuple(staged.orders)


def _new_state(game: str, option: str, seed: int, shape: tuple[int, int], pace: Pace) -> ContestState:
    quota = 0 if OPTIONS[option].handicap else OPTIONS[option].seeds
    left, right = (Side(Cursor(*middle(player, shape)), quota, quota) for player in range(PLAYERS))
    return ContestState(game, (left, right), ShotClock(shape[0]), option=option, seed=seed, beat=Beat(pace))


def _act(state: ContestState, action: Action, staged: StagedBoard) -> ContestState:
    match action.kind:
        case ActionKind.STICK | ActionKind.TRIGGER if state.phase is RoundPhase.HANDICAP:
            return _set_up_when_typed(steer_digit(state, action, staged))
        case ActionKind.STICK | ActionKind.TRIGGER | ActionKind.POINT:
            return handle_input(state, action, staged)
        case ActionKind.START:
            return _restart(state, staged)
        case ActionKind.AGAIN if state.phase is RoundPhase.OVER:
            set_is_over = state.series is not None and state.series.over
            return _restart(state, staged) if set_is_over else _next_round(state, staged)
        case ActionKind.RESIGN if state.phase is RoundPhase.OVER and 0 <= action.player < PLAYERS:
            return give_up_set(state, action.player, staged)
        case ActionKind.DIGIT if state.phase is RoundPhase.HANDICAP and 0 <= action.a <= 9:
            return _set_up_when_typed(type_digit(state, action.a, staged))
        case ActionKind.DONE if state.phase is RoundPhase.SET_UP and 0 <= action.player < PLAYERS:
            return _set_ready(state, action.player, staged)
        case ActionKind.RESIGN if state.accepts_input and 0 <= action.player < PLAYERS:
            return end_round(state, Ending.RESIGNED, 1 - action.player, staged)
        case ActionKind.HALT | ActionKind.STEP if state.accepts_input:
            return _halt_or_resume(state, action.kind, staged)
        case ActionKind.PACE:
            beat = replace(state.beat, pace=Pace.of_action(action.a, action.b))
            state = replace(state, beat=beat)
            # The new pace applies at once, not only after the current generation.
            return replace(state, beat=replace(beat, speed=_speed(state, staged))) if state.running else state
        case ActionKind.WILD:
            return order_intervention(replace(state, recount=True), staged)[0]
        case kind if kind in EDITS and state.accepts_input and not state.halted:
            staged.order(*board_edit.REFUSED)
        case kind if kind in EDITS:
            return _edit(state, action, staged)
    return state


def _edit(state: ContestState, action: Action, staged: StagedBoard) -> ContestState:
    """Carry out an edit by console or mouse. Count edits that are made while play is halted."""
    if state.fair is not None and state.halted:
        state = replace(state, fair=replace(state.fair, edits=state.fair.edits + 1))
    draws = board_edit.edit(action, staged, state.seed, state.draws)
    return replace(state, draws=draws, recount=True)


def _halt_or_resume(state: ContestState, kind: ActionKind, staged: StagedBoard) -> ContestState:
    """Carry out HALT or STEP. In the set-up, HALT begins play, and STEP begins it for one generation."""
    if state.phase is RoundPhase.SET_UP:
        generations = ENDLESS if kind is ActionKind.HALT else 1
        if state.fair is None:
            return _play(state, generations, staged)
        return _begin_play(replace(state, fair=replace(state.fair, begins=generations)), staged)
    if kind is ActionKind.STEP:
        staged.order(Sound("step"))
        return replace(state, beat=state.beat.halt_or_step())
    staged.order(Sound("halt" if state.beat.left else "run"))
    return replace(state, beat=state.beat.halt_or_resume())


def late_planters(state: ContestState) -> tuple[int, ...]:
    """Return the players for whom the set-up still waits (ruling R23): they have no cells, but have seeds."""
    if state.fair is None or state.phase is not RoundPhase.SET_UP or state.clock.ticks >= TIME_TO_PLANT:
        return ()
    return tuple(player for player, side in enumerate(state.sides) if side.seeds and not side.score)


def _begin_play(state: ContestState, staged: StagedBoard) -> ContestState:
    """Begin play if somebody asked for it and every player has had time to plant."""
    if state.fair is None or not state.fair.begins or late_planters(state):
        return state
    return _play(state, state.fair.begins, staged)


def _set_ready(state: ContestState, player: int, staged: StagedBoard) -> ContestState:
    """Carry out DONE in the set-up: mark the player as ready, and begin play if both are (ruling R31)."""
    fair, consent = state.fair, state.consent
    if fair is None or consent is None:
        return state
    left, right = fair.ready
    fair = replace(fair, ready=(True, right) if player == 0 else (left, True))
    if not (state.done_begins and all(fair.ready)):
        return replace(state, fair=fair)
    consent = replace(consent, question=None)  # an open question to begin is settled; its HALT would now halt
    return _begin_play(replace(state, consent=consent, fair=replace(fair, begins=ENDLESS)), staged)


def _restart(state: ContestState, staged: StagedBoard) -> ContestState:
    """Carry out START, or AGAIN after a set of rounds: begin with a dead board and no rounds won.

    The pace, the held sticks and the terms of the set stay.
    """
    staged.order(*board_edit.clear(staged.shape), Renumber(0), Sound("start"))
    fresh = _new_state(state.game, state.option, state.seed, staged.shape, state.pace)
    left, right = (
        replace(new, cursor=replace(new.cursor, stick=old.cursor.stick, trigger=old.cursor.trigger))
        for new, old in zip(fresh.sides, state.sides, strict=True)
    )
    fresh = replace(
        fresh,
        sides=(left, right),
        draws=state.draws + 1,
        starts=state.starts + 1,
        recount=False,
        consent=state.consent,
        fair=state.fair,  # of the last round, until the set-up begins
        series=state.series and state.series.new_set(),
        handicap=state.handicap,
        done_begins=state.done_begins,
    )
    has_handicap = OPTIONS[state.option].handicap
    if has_handicap and not state.handicap:
        return replace(fresh, phase=RoundPhase.HANDICAP)
    for player, seeds in enumerate(state.handicap if has_handicap else ()):
        fresh = fresh.with_quota(player, seeds)
    return _set_up(fresh)


def _next_round(state: ContestState, staged: StagedBoard) -> ContestState:
    """Carry out AGAIN: begin another round on the same board. Cursors return to the middle and keep their shapes."""
    staged.order(Sound("start"))
    for player, side in enumerate(state.sides):
        area = cursor_area(player, cells_in_hand(player, side).shape, staged.shape)
        row, column = area.nearest(*middle(player, staged.shape))
        cursor = Cursor(row, column, stick=side.cursor.stick, trigger=side.cursor.trigger)
        state = state.with_side(player, cursor=cursor, seeds=side.quota, ledger=Ledger(), pressed=False, at_menu=False)
    state = replace(
        count_scores(state, staged),
        winner=None,
        ending=None,
        round=state.round + 1,
        began=staged.generation,
        recount=True,
        clock=ShotClock(staged.shape[0]),
    )
    return _set_up(state)


def _set_up_when_typed(state: ContestState) -> ContestState:
    """With the option HCAP, begin the set-up once both players have typed their numbers of seeds."""
    return _set_up(state) if all_typed(state) else state


def _set_up(state: ContestState) -> ContestState:
    state = replace(state, phase=RoundPhase.SET_UP)
    if state.fair is not None and state.consent is not None:
        state = replace(state, fair=Fairness(), consent=state.consent.for_new_round())
    return schedule_intervention(state) if OPTIONS[state.option].wild else state


def _play(state: ContestState, generations: int, staged: StagedBoard) -> ContestState:
    staged.order(Sound("play"))
    return replace(state, phase=RoundPhase.PLAY, clock=state.clock.at_top(), beat=replace(state.beat, left=generations))


def _pass_time(state: ContestState, staged: StagedBoard) -> ContestState:
    if state.phase is RoundPhase.SET_UP:
        clock = state.clock.rise(OPTIONS[state.option].set_up_seconds)
        state = replace(state, clock=clock)
        state = _play(state, ENDLESS, staged) if clock.notches == clock.top else _begin_play(state, staged)
    if state.phase is not RoundPhase.PLAY:
        return state
    if state.running and any(isinstance(order, Paint | Erase | Sow | Step) for order in staged.orders):
        return state  # an intervention changes the board in this tick; it can be counted only in the next
    beat, ended = state.beat.tick()
    state = replace(state, beat=beat)
    if beat.going and not ended:
        return state
    if ended:
        state = end_generation(state, staged)
        if state.phase is RoundPhase.OVER:
            return state
    return _begin_generation(state, ended, staged)


def _begin_generation(state: ContestState, ended: int, staged: StagedBoard) -> ContestState:
    """Begin the next generation, or halt if none is left to compute; ``ended`` is how many have ended in this tick."""
    beat, count = state.beat.begin(ended, _speed(state, staged) if state.beat.left else 0)
    state = replace(state, beat=beat)
    if count == 0:
        if ended and state.fair is not None:  # play halts now; the report counts the halts
            state = replace(state, fair=replace(state.fair, halts=state.fair.halts + 1))
        return state
    left, right = (replace(side, pressed=False) for side in state.sides)
    state = replace(state, sides=(left, right))
    return begin_generations(state, count, staged, wild=OPTIONS[state.option].wild)


def _speed(state: ContestState, staged: StagedBoard) -> int:
    """Return how far each tick advances the generation: ``Pace.speed``, but at most one whole generation.

    Each generation may end the round, so two cannot be computed in one tick.
    """
    return min(state.pace.speed(staged, slow=OPTIONS[state.option].slow), GENERATION)


def count_scores(state: ContestState, staged: StagedBoard) -> ContestState:
    """Return the state with each player's score set to the number of live cells."""
    left, right = (replace(side, score=int(cells)) for side, cells in zip(state.sides, staged.census(), strict=False))
    return replace(state, sides=(left, right), generation=staged.generation, recount=False)


def end_generation(state: ContestState, staged: StagedBoard) -> ContestState:
    """End a generation: plant pending shapes, then update scores, seeds and clock, and end the round if it is over."""
    state, planted = _plant_pending(count_scores(state, staged), staged)
    for player, side in enumerate(state.sides):
        if side.score >= BONUS_SCORE:
            seeds = min(side.seeds + 1, MAX_SEEDS)
            ledger = replace(side.ledger, earned=side.ledger.earned + seeds - side.seeds)
            state = state.with_side(player, seeds=seeds, ledger=ledger)
    clock = state.clock.at_top() if planted else state.clock.drop(OPTIONS[state.option].notches)
    staged.order(Sound("generation", min(sum(state.scores) / (staged.shape[0] * staged.shape[1]), 1.0)))
    if clock.height < _CLOCK_WARNING:
        staged.order(Sound("clock", 1 - clock.height / _CLOCK_WARNING))
    return _evaluate_generation(replace(state, clock=clock), staged)


def _plant_pending(state: ContestState, staged: StagedBoard) -> tuple[ContestState, bool]:
    """Plant each player's pending shape, or a single cell if the trigger is held. Return True if any was planted."""
    any_planted = False
    for player, side in enumerate(state.sides):
        planting = side.pending
        if planting is None and side.drawing and is_single(side):
            planting = planting_at(state, player, (side.cursor.row, side.cursor.column), staged)
        state = state.with_side(player, pending=None)
        if planting is not None:
            state, planted = plant(state, player, planting, staged)
            any_planted |= planted
    return state, any_planted


def _evaluate_generation(state: ContestState, staged: StagedBoard) -> ContestState:
    left, right = state.scores
    if left and right and state.clock.notches and state.generations_left != 0:
        return state
    winner = None if left == right else int(right > left)
    on_board = Ending.LIMIT if state.clock.notches else Ending.CLOCK
    return end_round(state, on_board if left and right else Ending.SHUT_OUT, winner, staged)


def end_round(state: ContestState, ending: Ending, winner: int | None, staged: StagedBoard) -> ContestState:
    """End the round, won by ``winner`` (None: a tie). Shapes that wait to be planted are dropped."""
    series = state.series and state.series.with_round(winner)
    left, right = (replace(side, in_menu=False, drawing=False, pending=None) for side in state.sides)
    state = replace(
        state,
        sides=(left, right),
        phase=RoundPhase.OVER,
        ending=ending,
        winner=winner,
        beat=replace(state.beat, going=False, phase=0, left=0),
        series=series,
    )
    if winner is not None:
        state = state.with_side(winner, wins=state.sides[winner].wins + 1)
    staged.order(ending_sound(winner, series))
    staged.order(*(Flash(WIN_FLASH_TICKS, species) for species in state.flashing))
    return state


def quiet_ticks(state: ContestState, board: Board) -> int:
    """Return how many ticks can be skipped because nothing happens in them if nobody acts; see ``QuietTime``."""
    is_due = state.recount and not state.running and state.phase is not RoundPhase.OVER
    if is_due or state.is_asking:
        return 0
    ticks = _time_left(state)
    for player, side in enumerate(state.sides):
        if side.cursor.stick != (0, 0):
            ticks = min(ticks, _free_ticks(state, player, side, board))
    return ticks


def after_quiet_ticks(state: ContestState, ticks: int, board: Board) -> ContestState:
    """Return the state after skipping ``ticks`` ticks in which nothing happens; see ``QuietTime``."""
    sides = state.sides
    if state.accepts_input and not state.frozen:
        sides = _held(sides[0], 0, ticks, board), _held(sides[1], 1, ticks, board)
    consent = state.consent and state.consent.after(ticks)
    clock, beat = state.clock, state.beat
    if state.phase is RoundPhase.SET_UP:
        clock = _risen(state, ticks)
    elif state.phase is RoundPhase.PLAY:
        beat = beat.after(ticks)
    return replace(state, sides=sides, consent=consent, clock=clock, beat=beat)


def _time_left(state: ContestState) -> int:
    """Return the number of ticks until something happens if nobody acts."""
    match state.phase:
        case RoundPhase.SET_UP:
            waits = state.fair is None or not state.fair.begins
            return max(OPTIONS[state.option].set_up_ticks - state.clock.ticks - 1, 0) if waits else 0
        case RoundPhase.PLAY if state.running:
            return state.beat.quiet_ticks
        case RoundPhase.PLAY:
            return 0 if state.beat.left or state.beat.phase else FOR_EVER
    return FOR_EVER


def _free_ticks(state: ContestState, player: int, side: Side, board: Board) -> int:
    """Return for how many ticks the player's held stick will do nothing, or only move the cursor."""
    cursor = side.cursor
    if not state.accepts_input or state.frozen:
        return 0 if state.phase is RoundPhase.HANDICAP else FOR_EVER
    if side.in_menu:
        return max(REPEAT_TICKS - 1 - cursor.held_ticks, 0) if cursor.stick[1] else FOR_EVER
    area = _playing_area(player, side, board)
    if cursor not in area:
        return 0
    draws = side.drawing and is_single(side) and not state.running
    return ticks_to_move(cursor, board.shape, area) if draws or side.at_menu else FOR_EVER


def _held(side: Side, player: int, ticks: int, board: Board) -> Side:
    before = side.cursor
    if before.stick == (0, 0) or (side.in_menu and not before.stick[1]):
        return side
    if side.in_menu:
        return replace(side, cursor=replace(before, held_ticks=before.held_ticks + ticks))
    cursor = hold_for(before, ticks, board.shape, _playing_area(player, side, board))
    has_moved = (cursor.row, cursor.column) != (before.row, before.column)
    return replace(side, cursor=cursor, pressed=side.pressed and not has_moved)


def _risen(state: ContestState, ticks: int) -> ShotClock:
    clock = replace(state.clock, ticks=state.clock.ticks + ticks - 1)
    return clock.rise(OPTIONS[state.option].set_up_seconds)


def _playing_area(player: int, side: Side, board: Board) -> Area:
    return cursor_area(player, cells_in_hand(player, side).shape, board.shape)


QUIET = QuietTime(quiet_ticks, after_quiet_ticks)


def check_contest(state: ContestState, start: ContestState, shape: tuple[int, int]) -> None:
    """Raise ImplausibleError unless a competitive game can be in ``state`` on a board of ``shape``."""
    check_timed_state(state, start)
    check_same(state, start, "game", "handicap", "done_begins")
    check_series(state.series, start.series)
    require((state.fair is None) == (start.fair is None), '"fair" does not match the version of the rulings')
    for player, side in enumerate(state.sides):
        _check_side(side, player, shape)
    require_range("the clock's top", state.clock.top, shape[0], shape[0])
    require_range("the clock", state.clock.notches, 0, state.clock.top)
    require_length("digits", state.digits, 0, PLAYERS * QUOTA_DIGITS - (state.phase is RoundPhase.HANDICAP))
    require((state.phase is RoundPhase.OVER) == (state.ending is not None), "phase and ending contradict each other")


def _check_side(side: Side, player: int, shape: tuple[int, int]) -> None:
    check_cursors((side.cursor,), shape)
    require_range("the score", side.score, 0, shape[0] * shape[1])
    for entry, turn in enumerate(side.turns):
        require_range("a turn", turn, 0, len(TURNED_SHAPES[player][entry]) - 1)
    if side.pending is not None:
        _check_planting(side.pending, player, shape)


def _check_planting(planting: Planting, player: int, shape: tuple[int, int]) -> None:
    require_range("a turn", planting.turn, 0, len(TURNED_SHAPES[player][planting.entry]) - 1)
    height, width = TURNED_SHAPES[player][planting.entry][planting.turn].shape
    require(fits((height, width), shape), "a pending shape has no room on the board")
    corners = [(planting.row, planting.column), (planting.row + height - 1, planting.column + width - 1)]
    require_on_board("a pending shape", corners, shape)
