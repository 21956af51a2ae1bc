"""The rules of LIFE-2 (1978): two players place pieces in secret on a 5x5 board, to kill the opponent's pieces.

In the first turn each player places three pieces; in each later turn, one. A place that both choose stays empty. After
each turn one generation is computed. Then a player without live pieces loses; if both have none, it is a draw. The
rules follow the description of 1978 or, with the option CODED, the program that came with it (ruling R14 in
docs/rulings.md).
"""

from gpulife.games.core import board_edit
from gpulife.games.core.consent import consent_of
from gpulife.games.core.consented_action import act_with_consent
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import EDITS, TICKS_PER_SECOND, Action, ActionKind, Board, Cursor, Match, Place
from gpulife.games.core.game_spec import FOR_EVER, QuietTime, ticks_to_second
from gpulife.games.core.order import Erase, Flash, Order, Paint, Sound, Sow, Step
from gpulife.games.core.pace import GENERATION, Beat, Pace
from gpulife.games.core.round_end import WIN_FLASH_TICKS, Ending, ending_sound, give_up_set
from gpulife.games.core.series import series_of
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.core.state_checks import (
    check_cursors,
    check_series,
    check_timed_state,
    require,
    require_length,
    require_on_board,
    require_one_of,
    require_range,
)
from gpulife.games.core.wild import order_intervention
from gpulife.games.life2.input import FIRST_REPEAT, NEXT_REPEAT, digit_counts, handle_input, repeat_held_sticks
from gpulife.games.life2.state import HIDDEN_PLACE, OPENING_PIECES, PLAYERS, Hand, Life2Phase, Life2State, home

GRACE = 45
"""Ticks from the last choice to the reveal; until then choices can be taken back."""
_PACE = Pace(rate=1000)
"""Default pace: new pieces are shown for one second before the next generation."""
LAST_SECONDS = 3
"""For this many seconds before it runs out, the clock beeps once a second."""
_CHOICES = (
    ActionKind.STICK,
    ActionKind.TRIGGER,
    ActionKind.POINT,
    ActionKind.DIGIT,
    ActionKind.PLACE,
    ActionKind.WITHDRAW,
)


def start(match: Match, shape: tuple[int, int]) -> Life2State:
    """Return the first state, which waits for START.

    Raises:
        GameError: the match's setting for a set of rounds is not valid.
    """
    fresh = _new_state(match.option, match.seed, shape, _PACE)
    return replace(fresh, consent=consent_of(match), series=series_of(match))


def advance(state: Life2State, actions: tuple[Action, ...], board: Board) -> tuple[Life2State, tuple[Order, ...]]:
    """Play one tick: carry out the actions in order, move markers whose sticks are held, advance clock and phase."""
    staged = StagedBoard(board)
    if state.choosing:
        state = replace(state, empty=count_empty(staged))
    state = act_with_consent(state, actions, _act, staged)
    return _pass_time(repeat_held_sticks(state, staged), staged), tuple(staged.orders)


def _new_state(option: str, seed: int, shape: tuple[int, int], pace: Pace) -> Life2State:
    hand = Hand(Cursor(*home(shape)))
    return Life2State(hands=(hand, hand), option=option, seed=seed, beat=Beat(pace))


def _act(state: Life2State, action: Action, staged: StagedBoard) -> Life2State:
    kind = action.kind
    if kind in _CHOICES:
        return handle_input(state, action, staged)
    match kind:
        case ActionKind.START:
            return _begin(state, staged, wins=(0, 0), starts=state.starts + 1, number=1)
        case ActionKind.AGAIN if state.phase is Life2Phase.OVER and state.series is not None and state.series.over:
            return _begin(state, staged, wins=(0, 0), starts=state.starts + 1, number=1)
        case ActionKind.AGAIN if state.phase is Life2Phase.OVER:
            wins = state.hands[0].wins, state.hands[1].wins
            return _begin(state, staged, wins=wins, starts=state.starts, number=state.round + 1)
        case ActionKind.RESIGN if state.playing and 0 <= action.player < PLAYERS:
            return _end_game(state, Ending.RESIGNED, 1 - action.player, staged)
        case ActionKind.RESIGN if state.phase is Life2Phase.OVER and 0 <= action.player < PLAYERS:
            return give_up_set(state, action.player, staged)
        case ActionKind.HALT if state.playing:
            staged.order(Sound("run" if state.halted else "halt"))
            return replace(state, halted=not state.halted)
        case ActionKind.STEP if state.phase is Life2Phase.REVEAL:
            return _grow(state, staged)
        case ActionKind.STEP:
            staged.order(*board_edit.REFUSED)
        case ActionKind.PACE:
            return replace(state, beat=replace(state.beat, pace=Pace.of_action(action.a, action.b)))
        case ActionKind.WILD:
            return order_intervention(state, staged)[0]
        case kind if kind in EDITS:
            return _edit(state, action, staged)
    return state


def _edit(state: Life2State, action: Action, staged: StagedBoard) -> Life2State:
    """Carry out an edit by console or mouse; refuse it while a game is played and not halted."""
    if state.running:
        staged.order(*board_edit.REFUSED)
        return state
    return replace(state, draws=board_edit.edit(action, staged, state.seed, state.draws))


def _begin(state: Life2State, staged: StagedBoard, *, wins: tuple[int, int], starts: int, number: int) -> Life2State:
    """Begin a game with its opening, on an empty board. Keep the pace, held sticks and the sequence of random numbers.

    Args:
        state: state before the game.
        staged: collects the orders.
        wins: games won by each player so far.
        starts: number of times that START has been pressed.
        number: number of the game, 1 for the first since START.
    """
    staged.order(*board_edit.clear(staged.shape), Sound("start"))
    fresh = _new_state(state.option, state.seed, staged.shape, state.pace)
    for player, hand in enumerate(state.hands):
        cursor = replace(fresh.hands[player].cursor, stick=hand.cursor.stick, trigger=hand.cursor.trigger)
        fresh = fresh.with_hand(player, cursor=cursor, wins=wins[player])
    series = state.series and (state.series.new_set() if number == 1 else state.series)
    fresh = replace(fresh, draws=state.draws + 1, strikes=state.strikes, starts=starts, round=number, series=series)
    fresh = replace(fresh, consent=None if state.consent is None else state.consent.for_new_round())
    # The board is dead from the next tick on; this tick's census still counts the old cells.
    cells = staged.shape[0] * staged.shape[1]
    return _begin_choosing(replace(fresh, phase=Life2Phase.OPENING, empty=cells), state.rules.opening_seconds)


def _begin_choosing(state: Life2State, seconds: int) -> Life2State:
    """Let the players choose places, with ``seconds`` on the clock (0: no clock)."""
    return replace(state, wait=GRACE, clock=seconds * TICKS_PER_SECOND)


def count_empty(board: Board) -> int:
    """Return the number of dead cells on the board before this tick's orders."""
    return board.shape[0] * board.shape[1] - int(board.census().sum())


def _pass_time(state: Life2State, staged: StagedBoard) -> Life2State:
    if state.halted:
        return state
    match state.phase:
        case Life2Phase.OPENING | Life2Phase.TURN:
            return _reveal_when_due(state, staged)
        case Life2Phase.REVEAL:
            state = replace(state, wait=state.wait - 1)
            return _grow(state, staged) if state.wait <= 0 else state
        case Life2Phase.GROWTH if not any(isinstance(order, Paint | Erase | Sow | Step) for order in staged.orders):
            return _evaluate_generation(state, staged)
    return state


def _reveal_when_due(state: Life2State, staged: StagedBoard) -> Life2State:
    """Reveal the choices when both are ready and GRACE has passed, or when the clock has run out."""
    ready = all(state.is_ready(player) for player in range(PLAYERS))
    state = replace(state, wait=state.wait - 1 if ready else GRACE)
    if state.clock:
        state = replace(state, clock=state.clock - 1)
        seconds, part = divmod(state.clock, TICKS_PER_SECOND)
        if part == 0 and 0 < seconds <= LAST_SECONDS:
            staged.order(Sound("clock", 1 - seconds / (LAST_SECONDS + 1)))
        if state.clock == 0:
            return _reveal(state, staged)
    # Without a clock, or before it runs out, both have to be ready.
    return _reveal(state, staged) if ready and state.wait <= 0 else state


def _reveal(state: Life2State, staged: StagedBoard) -> Life2State:
    if not staged.is_known:  # a wild generation changes the board in this tick: wait for the next one
        return replace(state, wait=1, clock=max(state.clock, 1) if state.rules.turn_seconds else 0)
    left, right = (set(hand.chosen) for hand in state.hands)
    shared = tuple(sorted(left & right))
    mistaken = state.rules.coded and bool(shared)
    emptied = _emptied(shared[0], staged.shape) if mistaken else None
    placed = tuple(() if mistaken else _free(hand.chosen, shared, staged) for hand in state.hands)
    if emptied is not None:
        staged.order(Erase(*emptied, 1, 1))
    for player, places in enumerate(placed):
        for row, column in places:
            staged.put(row, column, player + 1)
    staged.order(Sound("play"))
    wait = max(1, -(-GENERATION // state.pace.speed(staged, slow=False)))
    return replace(state, phase=Life2Phase.REVEAL, wait=wait, placed=placed, shared=shared, emptied=emptied, clock=0)


def _free(chosen: tuple[Place, ...], shared: tuple[Place, ...], staged: StagedBoard) -> tuple[Place, ...]:
    """Return the places in ``chosen`` that get a piece: dead cells that are not in ``shared``."""
    return tuple(place for place in chosen if place not in shared and staged.read(*place, 1, 1)[0, 0] == 0)


def _emptied(shared: Place, shape: tuple[int, int]) -> Place | None:
    """Return the place that CODED empties if both players chose ``shared``; None if it is off the board."""
    row, column = shared[0] + 1, shared[1] + 1
    return (row, column) if row < shape[0] and column < shape[1] else None


def _grow(state: Life2State, staged: StagedBoard) -> Life2State:
    if not staged.is_known:
        return state
    staged.order(Step(1))
    return replace(state, phase=Life2Phase.GROWTH, wait=0)


def _evaluate_generation(state: Life2State, staged: StagedBoard) -> Life2State:
    """End the game if a player has no live pieces; otherwise begin the next turn."""
    left, right = (int(count) for count in staged.census()[:PLAYERS])
    staged.order(Sound("generation", min((left + right) / (staged.shape[0] * staged.shape[1]), 1.0)))
    if not (left and right):
        winner = None if left == right else int(right > left)
        return _end_game(state, Ending.SHUT_OUT, winner, staged)
    for player, hand in enumerate(state.hands):
        row, column = home(staged.shape)
        cursor = replace(hand.cursor, row=row, column=column)
        state = state.with_hand(player, cursor=cursor, chosen=(), typed=(), on_chosen=False, refused="")
    state = replace(state, phase=Life2Phase.TURN, turn=state.turn + 1, empty=count_empty(staged))
    return _begin_choosing(state, state.rules.turn_seconds)


def _end_game(state: Life2State, ending: Ending, winner: int | None, staged: StagedBoard) -> Life2State:
    series = state.series and state.series.with_round(winner)
    state = replace(
        state, phase=Life2Phase.OVER, ending=ending, winner=winner, halted=False, wait=0, clock=0, series=series
    )
    staged.order(ending_sound(winner, series))
    if winner is None:
        return state
    staged.order(Flash(WIN_FLASH_TICKS, winner + 1))
    return state.with_hand(winner, wins=state.hands[winner].wins + 1)


def quiet_ticks(state: Life2State, board: Board) -> int:
    """Return how many ticks can be skipped because nothing happens in them if nobody acts; see ``QuietTime``."""
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
    """Return the state after skipping ``ticks`` ticks in which nothing happens; see ``QuietTime``."""
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
    """Return how many ticks pass before a stick that was held for ``held`` ticks makes its next step."""
    return (FIRST_REPEAT - held if held < FIRST_REPEAT else NEXT_REPEAT - (held - FIRST_REPEAT) % NEXT_REPEAT) - 1


def _is_ready(state: Life2State) -> bool:
    return all(state.is_ready(player) for player in range(PLAYERS))


QUIET = QuietTime(quiet_ticks, after_quiet_ticks)


def check_life2(state: Life2State, start: Life2State, shape: tuple[int, int]) -> None:
    """Raise ImplausibleError if ``state`` is impossible on a board of ``shape`` in a game that began with ``start``."""
    check_timed_state(state, start)
    check_series(state.series, start.series)
    for hand in state.hands:
        check_cursors((hand.cursor,), shape)
        known = [place for place in hand.chosen if place != HIDDEN_PLACE]
        require_on_board("a place", known, shape)
        require(len(set(known)) == len(known), "a place is chosen twice")
        require_length("digits", hand.typed, 0, sum(digit_counts(shape)) - 1)
        require_one_of("refused", hand.refused, {"", "outside", "taken"})
    require_range("empty", state.empty, 0, shape[0] * shape[1])
    require_length("players", state.placed, PLAYERS)
    for places in (*state.placed, state.shared):
        require_length("places", places, 0, OPENING_PIECES)
        require_on_board("a place", places, shape)
    require_on_board("a place", [state.emptied], shape)
    require_one_of("ending", state.ending, {None, Ending.SHUT_OUT, Ending.RESIGNED})
    require((state.phase is Life2Phase.OVER) == (state.ending is not None), "phase and ending contradict each other")
