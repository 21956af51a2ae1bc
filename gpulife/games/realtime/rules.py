"""The rules of Real-Time Life (2000), a game by mail for up to 26 players: its start, its ticks, scores and end.

A turn tick lasts an hour, or as long as the match says, but at least a quarter of a second. Twelve turn ticks make a
generation. See ``moves`` for orders, ``input`` for cursors, and ``notation`` for orders as text.
"""

import numpy as np

from gpulife.games.core import board_edit
from gpulife.games.core.consent import consent_of
from gpulife.games.core.consented_action import act_with_consent
from gpulife.games.core.cursor import at_slow_speed, hold_for, steer_cursor, ticks_to_move
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import EDITS, TICKS_PER_SECOND, Action, ActionKind, Board, Cursor, GameError, Match
from gpulife.games.core.game_spec import FOR_EVER, QuietTime
from gpulife.games.core.order import Erase, Flash, Order, Renumber, Sound, Step
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.core.state_checks import (
    check_consent,
    check_cursors,
    check_same,
    check_seed,
    require,
    require_length,
    require_on_board,
    require_printable,
    require_range,
)
from gpulife.games.core.wild import intervene
from gpulife.games.realtime.input import handle_input, is_joining, repeat_held_sticks, steering_area, update_paths
from gpulife.games.realtime.match_settings import (
    HOUR_SECONDS,
    PRACTICE,
    REAL_TIME,
    SEATS,
    RealTimeSettings,
    growing_shape,
    is_practice,
    read_settings,
)
from gpulife.games.realtime.moves import (
    FROM_RULINGS,
    NOBODY_IN,
    NOT_ALL_IN,
    REACH,
    join,
    move,
    quit_game,
    refused,
    start_clock,
)
from gpulife.games.realtime.notation import require_player_name
from gpulife.games.realtime.state import (
    MIN_ROWS,
    ROWS_PER_PLAYER,
    TICK_UNIT,
    TICKS_PER_GENERATION,
    Count,
    Event,
    RealTimeEnding,
    RealTimePhase,
    RealTimeState,
    Seat,
    SeatStanding,
)
from gpulife.rules import Edges, parse_rule

_FLASH_TICKS = 30
_WARNED_TICKS, _LONGEST_WARNED = 3, 5 * TICKS_PER_SECOND
"""Number of turn ticks before a generation at which the clock beeps; longest turn tick for which it does."""


def count_cells(state: RealTimeState, staged: StagedBoard) -> RealTimeState:
    """Count the cells of each seat. After a generation also add scores to the totals and give new points."""
    if state.count is Count.NOTHING:
        return state
    census = staged.census()
    after_generation = state.count is Count.SCORE
    seats, died = [], []
    for number, before in enumerate(state.seats):
        seat = replace(before, cells=int(census[number])) if before.standing is SeatStanding.IN else before
        if seat.standing is SeatStanding.IN and after_generation:
            seat = replace(seat.scored().with_points(), message="")
        if seat.standing is SeatStanding.GONE and after_generation and state.rulings >= FROM_RULINGS:
            seat = replace(seat, message="")  # the wait for rejoining is over
        if seat.standing is SeatStanding.IN and not seat.cells:
            seat = replace(seat, standing=SeatStanding.OUT, points=0, chosen=None, path=())
            died.append(number)
        seats.append(seat)
    state = replace(state, seats=tuple(seats), count=Count.NOTHING, generation=state.generation + after_generation)
    staged.order(*(Sound("erase", player=number) for number in died))
    state = state.with_news(Event.DIED_OUT, *died) if died else state
    return end_if_over(state, staged)


def end_if_over(state: RealTimeState, staged: StagedBoard) -> RealTimeState:
    """End the game if fewer than two players are left, or the limit of generations is reached."""
    if state.phase is not RealTimePhase.PLAY:
        return state
    playing = state.playing
    others = [seat for seat in state.seats if seat.standing in (SeatStanding.OUT, SeatStanding.GONE)]
    if len(playing) + len(others) > 1 and len(playing) < 2:
        if not playing:
            return _end_game(state, None, RealTimeEnding.EXTINCT, staged)
        quit_all = all(seat.standing is SeatStanding.GONE for seat in others)
        return _end_game(
            state, playing[0], RealTimeEnding.RESIGNED if quit_all else RealTimeEnding.ANNIHILATION, staged
        )
    if state.limit and state.generation >= state.limit:
        return _end_game(state, leader(state.seats), RealTimeEnding.LIMIT, staged)
    return state


def leader(seats: tuple[Seat, ...]) -> int | None:
    """Return the seat with the highest total among players who have not quit; None for a tie, or if all have quit."""
    # A player who has died out can still win, as the source compares totals only. Quitting is giving up.
    left = {
        number: seat.total
        for number, seat in enumerate(seats)
        if seat.standing not in (SeatStanding.EMPTY, SeatStanding.GONE)
    }
    best = [number for number, total in left.items() if total == max(left.values())]
    return best[0] if len(best) == 1 else None


def _end_game(state: RealTimeState, winner: int | None, ending: RealTimeEnding, staged: StagedBoard) -> RealTimeState:
    staged.order(Sound("tie") if winner is None else Sound("win", player=winner))
    staged.order(Flash(_FLASH_TICKS, 0 if winner is None else winner + 1))
    state = replace(state, phase=RealTimePhase.OVER, winner=winner, ending=ending)
    return state.with_news(Event.NOBODY_WON) if winner is None else state.with_news(Event.WON, winner)


PACE_IN_SECONDS, PACE_IN_QUARTERS, PACE_IN_TICKS = -2, -3, -4
"""Value ``a`` of a PACE action: the unit of ``b``, the length of a turn tick. Session ticks are only for practice."""
_PACE_UNITS = {PACE_IN_SECONDS: TICKS_PER_SECOND, PACE_IN_QUARTERS: TICK_UNIT, PACE_IN_TICKS: 1}
_HURRIED_TICKS = 3
"""Length of a turn tick, in session ticks, while a lone person waits for the next generation."""


def pace_action(player: int, seconds: float) -> Action:
    """Return the action that makes a turn tick last ``seconds``: 0.25 or more, in steps of 0.25.

    For whole seconds it uses PACE_IN_SECONDS, which older servers and clients understand, too.
    """
    if seconds == int(seconds):
        return Action(player, ActionKind.PACE, PACE_IN_SECONDS, int(seconds))
    return Action(player, ActionKind.PACE, PACE_IN_QUARTERS, int(seconds * TICKS_PER_SECOND / TICK_UNIT))


def hurried_pace(player: int) -> Action:
    """Return the action that makes turn ticks so short that a generation comes in less than a second (practice)."""
    return Action(player, ActionKind.PACE, PACE_IN_TICKS, _HURRIED_TICKS)


def start(match: Match, shape: tuple[int, int]) -> RealTimeState:
    """Return the first state, which waits for players.

    A board of ``growing_shape`` starts with rows for the players that the match is set up for, and grows with each
    further player. Any other board keeps its size.

    Raises:
        GameError: the edges wrap, or a setting is invalid.
    """
    rule = parse_rule(match.rule)
    if rule.edges is not Edges.DEAD:
        raise GameError(f"{REAL_TIME} needs a rule RealTime:N with dead edges, not {match.rule[:40]}")
    settings = read_settings(match.settings)
    seats = rule.live_states - 1
    given = max(len(settings.seats), len(settings.names))
    if given > seats:
        raise GameError(f"{given} seats or names, but {match.rule[:40]} has only {seats} seats")
    if settings.practice and not is_practice(settings.seats):
        raise GameError(f"{PRACTICE} is for one person against computers: the seats cannot be {match.settings[SEATS]}")
    settings = replace(settings, players=min(settings.players, seats))
    grows = shape == growing_shape(seats)
    rows = MIN_ROWS + ROWS_PER_PLAYER * settings.players if grows else shape[0]
    state = _new_state(settings.names_of(seats), (rows, shape[1]), settings, match.seed, grows=grows)
    consent = consent_of(match)
    for seat, level in enumerate(settings.seats if consent is not None else ()):
        consent = consent and consent.with_seat(seat, level)
    practice = settings.practice and consent is not None and not consent.people
    return replace(state, consent=consent, rulings=match.rulings, practice=practice)


def advance(state: RealTimeState, actions: tuple[Action, ...], board: Board) -> tuple[RealTimeState, tuple[Order, ...]]:
    """Play one session tick: count cells if a count is due, carry out actions, move cursors, advance the clock."""
    staged = StagedBoard(board)
    counted = state.count is not Count.NOTHING
    state = count_cells(state, staged)
    state = act_with_consent(state, actions, _act, staged)
    state = state if state.frozen else repeat_held_sticks(state, staged)
    if staged.is_known and (counted or any(not isinstance(order, Sound) for order in staged.orders)):
        state = update_paths(state, staged)
    if state.running:
        state = replace(state, left=state.left - 1) if state.left > 1 else _tick(state, staged)
    return state, tuple(staged.orders)


def _new_state(
    names: tuple[str, ...], size: tuple[int, int], settings: RealTimeSettings, seed: int, *, grows: bool
) -> RealTimeState:
    rows, columns = size
    hour = int(settings.tick_seconds * TICKS_PER_SECOND)
    cursor = Cursor(rows // 2, columns // 2, visible=False)
    seats = tuple(Seat(name, cursor=cursor) for name in names)
    return RealTimeState(seats, rows, columns, grows, settings.players, hour, settings.limit, seed, hour, names)


def _act(state: RealTimeState, action: Action, staged: StagedBoard) -> RealTimeState:
    seated = 0 <= action.player < len(state.seats)
    match action.kind:
        case ActionKind.JOIN | ActionKind.MOVE if state.frozen:
            return state.with_message(action.player, "you cannot join or move while the clock is halted")
        case ActionKind.STICK | ActionKind.TRIGGER if seated and state.frozen:
            cursor = at_slow_speed(state.seats[action.player].cursor)
            cursor, _, _ = steer_cursor(cursor, action, (state.rows, state.columns), moves=False)
            return state.with_seat(action.player, cursor=cursor)
        case ActionKind.JOIN:
            return join(state, action.player, action.data, staged)
        case ActionKind.MOVE if seated:
            return move(state, action.player, action.data, staged)
        case ActionKind.RESIGN if seated:
            return end_if_over(quit_game(state, action.player, staged), staged)
        case ActionKind.STICK | ActionKind.TRIGGER | ActionKind.POINT if seated and not state.frozen:
            return handle_input(state, action, staged)
        case ActionKind.HALT | ActionKind.STEP if state.phase is RealTimePhase.WAITING:
            if state.practice and len(state.playing) < state.players:
                return refused(state, action.player, NOT_ALL_IN, staged)
            return start_clock(state, staged) if state.playing else refused(state, action.player, NOBODY_IN, staged)
        case ActionKind.HALT if state.phase is RealTimePhase.PLAY:
            staged.order(Sound("run" if state.halted else "halt"))
            return replace(state, halted=not state.halted)
        case ActionKind.STEP if state.phase is RealTimePhase.PLAY and state.count is Count.NOTHING:
            staged.order(Sound("step"))
            return _tick(state, staged) if state.halted else replace(state, halted=True)
        case ActionKind.START:
            return _restart(state, staged)
        case ActionKind.PACE if action.a in _PACE_UNITS and (state.practice or action.a != PACE_IN_TICKS):
            # The elapsed share of the current turn tick stays the same.
            hour = min(max(action.b, 1) * _PACE_UNITS[action.a], HOUR_SECONDS * TICKS_PER_SECOND)
            return replace(state, hour=hour, left=max(1, state.left * hour // state.hour))
        case ActionKind.WILD if staged.is_known:
            staged.order(*_wild_orders(state, staged), Sound("wild"), *_erase_below(state, staged))
            return replace(state, draws=state.draws + 1, count=_due_count(state))
        case kind if kind in EDITS:
            return _edit(state, action, staged)
    return state


def _edit(state: RealTimeState, action: Action, staged: StagedBoard) -> RealTimeState:
    """Carry out an edit of the board by console or mouse; refuse it while the clock runs."""
    if state.running:
        staged.order(*board_edit.REFUSED)
        return state.with_message(action.player, "halt the clock to edit the board")
    draws = board_edit.edit(action, staged, state.seed, state.draws)
    staged.order(*_erase_below(state, staged))
    return replace(state, draws=draws, count=_due_count(state))


def _restart(state: RealTimeState, staged: StagedBoard) -> RealTimeState:
    """Carry out START: clear the board and all seats. Keep the sequence of random numbers."""
    staged.order(*board_edit.clear(staged.shape), Renumber(0), Sound("start"))
    settings = RealTimeSettings(state.players, state.tick_seconds, state.limit)
    rows = MIN_ROWS + ROWS_PER_PLAYER * state.players if state.grows else state.rows
    fresh = _new_state(state.names, (rows, state.columns), settings, state.seed, grows=state.grows)
    held = tuple(
        replace(new, cursor=replace(new.cursor, stick=old.cursor.stick, trigger=old.cursor.trigger))
        for new, old in zip(fresh.seats, state.seats, strict=True)
    )
    consent = None if state.consent is None else state.consent.for_new_round()
    draws = state.draws + 1
    return replace(fresh, seats=held, draws=draws, consent=consent, rulings=state.rulings, practice=state.practice)


def _tick(state: RealTimeState, staged: StagedBoard) -> RealTimeState:
    """Play a turn tick: give new points or, in every twelfth tick, compute a generation and request a count."""
    state = replace(state, left=state.hour, hours=state.hours + 1)
    if tick := state.hours % TICKS_PER_GENERATION:
        if tick >= TICKS_PER_GENERATION - _WARNED_TICKS and state.hour <= _LONGEST_WARNED:
            staged.order(Sound("clock", 1 - (TICKS_PER_GENERATION - tick) / (_WARNED_TICKS + 1)))
        return replace(state, seats=tuple(seat.with_points() if seat.cells else seat for seat in state.seats))
    fullness = min(sum(seat.cells for seat in state.seats) / (state.rows * state.columns), 1.0)
    staged.order(Step(1), *_erase_below(state, staged), Sound("generation", fullness))
    return replace(state, count=Count.SCORE)


def _erase_below(state: RealTimeState, staged: StagedBoard) -> tuple[Order, ...]:
    """Return the order to erase cells born below the rows in play; () if there are no such rows."""
    rows = staged.shape[0] - state.rows
    return (Erase(state.rows, 0, rows, state.columns),) if rows > 0 else ()


def _due_count(state: RealTimeState) -> Count:
    """Return what the next tick must count after cells have changed: the count already due or, if none is, CELLS."""
    return Count.CELLS if state.count is Count.NOTHING else state.count


def _wild_orders(state: RealTimeState, board: Board) -> tuple[Order, ...]:
    """Return orders for a random change of the rows in play (ruling R7). New cells of absent players become neutral."""
    neutral = board.rule.live_states
    repainted = np.full(neutral + 1, neutral, np.uint8)
    repainted[0] = 0
    for number in state.playing:
        repainted[number + 1] = number + 1
    rng = np.random.default_rng((state.seed, state.draws))
    return intervene(_BoardInPlay(board, (state.rows, state.columns)), rng, repainted)


class _BoardInPlay(StagedBoard):
    """Shows a board to the rules as if it had only the rows in play (ruling R20)."""

    def __init__(self, board: Board, shape: tuple[int, int]) -> None:
        super().__init__(board)
        self.rule, self.shape = board.rule.on_board(shape), shape


def check_realtime(state: RealTimeState, start: RealTimeState, shape: tuple[int, int]) -> None:
    """Raise GameError unless ``state`` can be reached from the first state, ``start``, on a board of ``shape``."""
    check_same(state, start, "columns", "grows", "players", "limit", "names", "rulings", "practice")
    check_seed(state.seed, start.seed)
    check_consent(state, start)
    require_length("seats", state.seats, len(start.seats))
    require_range("rows", state.rows, start.rows, shape[0] if state.grows else start.rows)
    require_range("left", state.left, 1, state.hour)
    for seat in state.seats:
        _check_seat(seat, shape)
        require_range("the tick in which a player quit", seat.quit_hour or 0, 0, state.hours)
    require_range("the winner", state.winner or 0, 0, len(state.seats) - 1)
    require((state.phase is RealTimePhase.OVER) == (state.ending is not None), "the ending must match the phase")
    require_printable("a message", (state.reply, *state.news, *(item.name for item in state.events)))
    for item in state.events:
        require_range("the seat of an item of news", item.seat or 0, 0, len(state.seats) - 1)
        require((item.seat is None) == (item.event in (Event.STARTED, Event.NOBODY_WON)), "news must match their seat")


def _check_seat(seat: Seat, shape: tuple[int, int]) -> None:
    if seat.name or seat.standing is not SeatStanding.EMPTY:
        require_player_name(seat.name)
    cells = shape[0] * shape[1]
    require_range("cells", seat.cells, 0, cells)
    require_range("points", seat.points, 0, max(cells, 1))
    check_cursors((seat.cursor,), shape)
    require_length("steps", seat.path, 0, REACH)
    require_on_board("a place", (*seat.sketch, seat.chosen, *seat.path), shape)
    require_printable("a message", (seat.message,))


def quiet_ticks(state: RealTimeState, _board: Board) -> int:
    """Return how many ticks can be skipped because nothing happens in them if nobody acts; see ``QuietTime``."""
    if state.is_asking or state.count is not Count.NOTHING:
        return 0
    ticks = state.left - 1 if state.running else FOR_EVER
    if not state.frozen:
        for player, seat in enumerate(state.seats):
            if seat.cursor.stick != (0, 0):
                ticks = min(ticks, _free_ticks(state, player, seat))
    return max(ticks, 0)


def after_quiet_ticks(state: RealTimeState, ticks: int, _board: Board) -> RealTimeState:
    """Return the state after skipping ``ticks`` ticks in which nothing happens; see ``QuietTime``."""
    seats, shape = state.seats, (state.rows, state.columns)
    if not state.frozen and any(seat.cursor.stick != (0, 0) for seat in seats):
        seats = tuple(
            seat
            if seat.cursor.stick == (0, 0)
            else replace(seat, cursor=hold_for(seat.cursor, ticks, shape, steering_area(state, player)))
            for player, seat in enumerate(seats)
        )
    left = state.left - ticks if state.running else state.left
    return replace(state, seats=seats, left=left, consent=state.consent and state.consent.after(ticks))


def _free_ticks(state: RealTimeState, player: int, seat: Seat) -> int:
    """Return for how many ticks the player's held stick will only move the cursor."""
    area = steering_area(state, player)
    if seat.cursor not in area:
        return 0
    draws = seat.cursor.trigger if is_joining(state, player) else seat.chosen is not None or bool(seat.path)
    if not draws or state.phase is RealTimePhase.OVER:
        return FOR_EVER
    return ticks_to_move(seat.cursor, (state.rows, state.columns), area)


QUIET = QuietTime(quiet_ticks, after_quiet_ticks)
