"""Study Mode of Survival of the Fittest (1982): no clock, no border, no winner; draw, plant and watch.

It follows sections 2.1, 3.1 and 3.2 of the manual. Both cursors can go anywhere. While the universe is halted, as it is
at first, players plant, draw and erase single cells freely. While it runs, each player plants one cell a generation.

With HCAP both players first type where their counters of seeds start; a player who does not finish starts from 99.
Seeds never run out: after 0 a counter continues with 99.
"""

from dataclasses import dataclass, field
from typing import Self, TypeVar

from gpulife.games.core import board_edit
from gpulife.games.core.bounds import Digit
from gpulife.games.core.cursor import at_slow_speed, hold, steer_cursor
from gpulife.games.core.dataclass_json import ADDED_LATER
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import EDITS, Action, ActionKind, Board, Cursor, Match, Place
from gpulife.games.core.order import Order, Renumber, Sound
from gpulife.games.core.pace import MAX_BURST, Beat, Pace
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.core.state_checks import (
    check_cursors,
    check_same,
    check_timed_state,
    require,
    require_length,
    require_on_board,
)
from gpulife.games.core.timed_state import TimedState
from gpulife.games.core.wild import begin_generations, order_intervention, schedule_intervention
from gpulife.games.survival1982.input import QUOTA_DIGITS, hold_digit, steer_digit, type_digit
from gpulife.games.survival1982.state import HANDICAP_RULINGS, MAX_SEEDS, OPTIONS, PLAYERS, Seeds, handicap_of

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class StudyState(TimedState):
    """The state of Study Mode at one tick.

    Attributes:
        cursors: cursors, one for each player.
        seeds: counters of seeds, 0 to 99, one for each player.
        pressed: for each player, True if the trigger was pressed at the cursor's place during this halt; a second
            press erases.
        pending: for each player, the place of a cell to plant at the end of the current generation; None for none.
        handicap: numbers that the counters start from with HCAP, if set before the match; empty otherwise.
        types: True if players type the numbers that the counters start from.
        digits: digits typed so far.
        dial: digit being chosen with a stick; None if there is none.
    """

    cursors: tuple[Cursor, ...]
    seeds: tuple[Seeds, ...]
    pressed: tuple[bool, ...] = (False,) * PLAYERS
    pending: tuple[Place | None, ...] = (None,) * PLAYERS
    handicap: tuple[int, ...] = field(default=(), metadata=ADDED_LATER)
    types: bool = field(default=False, metadata=ADDED_LATER)
    digits: tuple[Digit, ...] = field(default=(), metadata=ADDED_LATER)
    dial: Digit | None = field(default=None, metadata=ADDED_LATER)

    @property
    def typing(self) -> bool:
        """True while players type the numbers that the counters start from."""
        return self.types and len(self.digits) < PLAYERS * QUOTA_DIGITS

    def cursor_of(self, player: int) -> Cursor:
        """Return the player's cursor."""
        return self.cursors[player]

    def with_cursor(self, player: int, cursor: Cursor) -> Self:
        """Return the state with the player's cursor replaced."""
        return replace(self, cursors=_with_item(self.cursors, player, value=cursor))

    def with_quota(self, player: int, seeds: int) -> Self:
        """Return the state with the player's counter of seeds set to ``seeds``."""
        return replace(self, seeds=_with_item(self.seeds, player, value=seeds))


def start(match: Match, shape: tuple[int, int]) -> StudyState:
    """Return the first state: halted, with the cursors in the middle of the left and the right half.

    Raises:
        GameError: the handicap in the match's settings is not valid.
    """
    option = OPTIONS[match.option]
    handicap = handicap_of(match) if option.handicap else ()
    types = option.handicap and not handicap and match.rulings >= HANDICAP_RULINGS
    rows, columns = shape
    cursors = tuple(Cursor(rows // 2, columns * (1 + 2 * player) // 4) for player in range(PLAYERS))
    state = StudyState(
        cursors,
        handicap or (option.seeds,) * PLAYERS,
        handicap=handicap,
        types=types,
        option=match.option,
        seed=match.seed,
    )
    return schedule_intervention(state) if option.wild else state


def check_study(state: StudyState, start: StudyState, shape: tuple[int, int]) -> None:
    """Raise ImplausibleError unless a session that began with ``start`` on a board of ``shape`` can be in ``state``."""
    check_timed_state(state, start)
    check_same(state, start, "handicap", "seed")
    require(start.types or not state.types, '"types" is true, but players type no numbers in this match')
    require_length("digits", state.digits, 0, PLAYERS * QUOTA_DIGITS)
    for name in ("cursors", "seeds", "pressed", "pending"):
        require_length(name, getattr(state, name), PLAYERS)
    check_cursors(state.cursors, shape)
    require_on_board("a pending cell", state.pending, shape)


def advance(state: StudyState, actions: tuple[Action, ...], board: Board) -> tuple[StudyState, tuple[Order, ...]]:
    """Play one tick: carry out the actions in order, move the cursors with held sticks, then advance the generation."""
    staged = StagedBoard(board)
    for action in actions:
        state = _act(state, action, staged)
    if state.typing:
        return _pass_time(hold_digit(state, staged), staged), tuple(staged.orders)
    for player in range(PLAYERS):
        state = _moved(state, player, *hold(state.cursors[player], board.shape), staged)
    return _pass_time(state, staged), tuple(staged.orders)


def _act(state: StudyState, action: Action, staged: StagedBoard) -> StudyState:
    if state.typing and action.kind in (ActionKind.HALT, ActionKind.STEP):
        # Starting ends the typing: a player who has not typed both digits keeps 99.
        typed_digits = state.digits[: len(state.digits) // QUOTA_DIGITS * QUOTA_DIGITS]
        missing = PLAYERS * QUOTA_DIGITS - len(typed_digits)
        state = replace(state, digits=(*typed_digits, *(9,) * missing), dial=None)
    match action.kind:
        case ActionKind.STICK | ActionKind.TRIGGER if state.typing:
            return steer_digit(state, action, staged)
        case ActionKind.DIGIT if state.typing and 0 <= action.a <= 9:
            return type_digit(state, action.a, staged)
        case ActionKind.HALT:
            staged.order(Sound("halt" if state.beat.left else "run"))
            return replace(state, beat=state.beat.halt_or_resume())
        case ActionKind.STEP if action.a > 0:
            return _step_at_once(state, action.a, staged)
        case ActionKind.STEP:
            staged.order(Sound("step"))
            return replace(state, beat=state.beat.halt_or_step())
        case ActionKind.PACE:
            pace = Pace.of_action(action.a, action.b)
            # The new pace applies at once, not only after the current generation.
            speed = pace.speed(staged, slow=OPTIONS[state.option].slow) if state.running else 0
            return replace(state, beat=replace(state.beat, pace=pace, speed=speed))
        case ActionKind.START:
            return _restart(state, staged)
        case ActionKind.WILD:
            return order_intervention(state, staged)[0]
        case kind if kind in EDITS:
            return replace(state, draws=board_edit.edit(action, staged, state.seed, state.draws))
        case ActionKind.STICK | ActionKind.TRIGGER | ActionKind.POINT if 0 <= action.player < PLAYERS:
            return _handle_input(state, action, staged)
    return state


def _step_at_once(state: StudyState, generations: int, staged: StagedBoard) -> StudyState:
    """Halt, and compute ``generations`` in this tick; with the option WILD, only up to the next random change."""
    if state.beat.going:
        state = _end_generation(state, staged)
    wild = OPTIONS[state.option].wild
    count = min(generations, MAX_BURST, max(1, state.wild_in) if wild else MAX_BURST)
    state = replace(state, beat=Beat(state.pace), pressed=(False,) * PLAYERS)
    return begin_generations(state, count, staged, wild=wild)


def _handle_input(state: StudyState, action: Action, staged: StagedBoard) -> StudyState:
    player = action.player
    cursor, path, goes_down = steer_cursor(state.cursors[player], action, staged.shape)
    if action.kind is ActionKind.TRIGGER:
        state = state.with_cursor(player, cursor)
        return _press(state, player, staged) if goes_down else state
    if action.kind is ActionKind.POINT and not path:
        return state
    return _moved(state, player, cursor, path, staged)


def _moved(state: StudyState, player: int, cursor: Cursor, path: list[Place], staged: StagedBoard) -> StudyState:
    """Move the cursor along ``path``. A held trigger draws while the universe is halted."""
    state = state.with_cursor(player, cursor)
    if path:
        state = replace(state, pressed=_with_item(state.pressed, player, value=False))
    if cursor.trigger and not state.running:
        for place in path:
            state = _plant(state, player, place, staged)
    return state


def _press(state: StudyState, player: int, staged: StagedBoard) -> StudyState:
    """Press the trigger: plant a cell, now or at the generation's end. A second press at the same place erases it."""
    cursor = state.cursors[player]
    place = cursor.row, cursor.column
    if state.running:
        return replace(state, pending=_with_item(state.pending, player, value=state.pending[player] or place))
    if not staged.is_known:  # a soup is sown in this tick
        return state
    own = _own_state(player, staged)
    if state.pressed[player] and staged.read(*place, 1, 1)[0, 0] == own:
        staged.put(*place, 0)
        staged.order(Sound("erase", player=player))
        # Erasing counts up from 99 to 0, the reverse of planting, so that both together change nothing.
        seeds = _with_item(state.seeds, player, value=(state.seeds[player] + 1) % (MAX_SEEDS + 1))
        return replace(state, seeds=seeds, pressed=_with_item(state.pressed, player, value=False))
    state = _plant(state, player, place, staged)
    return replace(state, pressed=_with_item(state.pressed, player, value=True))


def _plant(state: StudyState, player: int, place: Place, staged: StagedBoard) -> StudyState:
    """Plant a cell at ``place`` unless the player's own is there, and lower the counter of seeds; after 0 comes 99."""
    own = _own_state(player, staged)
    if not staged.is_known or staged.read(*place, 1, 1)[0, 0] == own:
        return state
    staged.put(*place, own)
    staged.order(Sound("plant", player=player))
    seeds = _with_item(state.seeds, player, value=(state.seeds[player] - 1) % (MAX_SEEDS + 1))
    return replace(state, seeds=seeds).with_cursor(player, at_slow_speed(state.cursors[player]))


def _pass_time(state: StudyState, staged: StagedBoard) -> StudyState:
    beat, ended = state.beat.tick()
    if beat.going and not ended:
        return replace(state, beat=beat)
    if ended:
        state = _end_generation(state, staged)
    option = OPTIONS[state.option]
    beat, count = beat.begin(ended, beat.pace.speed(staged, slow=option.slow) if beat.left else 0)
    state = replace(state, beat=beat)
    if count == 0:
        return state
    state = replace(state, pressed=(False,) * PLAYERS)
    return begin_generations(state, count, staged, wild=option.wild)


def _end_generation(state: StudyState, staged: StagedBoard) -> StudyState:
    """Plant both players' pending cells after a generation (ruling R4).

    A place that both have chosen goes to one player in even generations and to the other in odd ones.
    """
    places = [
        (cursor.row, cursor.column) if pending is None and cursor.trigger else pending
        for pending, cursor in zip(state.pending, state.cursors, strict=True)
    ]
    state = replace(state, pending=(None,) * PLAYERS)
    # Check both against the board before either plants: a player who already has the cell does not plant it again.
    allowed = [
        (player, place)
        for player, place in enumerate(places)
        if place is not None and staged.is_known and staged.read(*place, 1, 1)[0, 0] != _own_state(player, staged)
    ]
    top = staged.generation % PLAYERS
    for player, place in sorted(allowed, key=lambda planting: planting[0] == top):
        state = _plant(state, player, place, staged)
    return state


def _restart(state: StudyState, staged: StagedBoard) -> StudyState:
    """Carry out START: begin with a dead board. Keep the pace and the held sticks."""
    staged.order(*board_edit.clear(staged.shape), Renumber(0), Sound("start"))
    # Start under rulings 1, then copy the fields of later rulings from the old state.
    fresh = start(Match("study", "", state.seed, state.option, rulings=1), staged.shape)
    fresh = replace(
        fresh,
        cursors=tuple(
            replace(new, stick=old.stick, trigger=old.trigger)
            for new, old in zip(fresh.cursors, state.cursors, strict=True)
        ),
        seeds=state.handicap or fresh.seeds,
        draws=state.draws + 1,
        types=state.types,
        handicap=state.handicap,
        beat=Beat(state.pace),
    )
    return schedule_intervention(fresh) if OPTIONS[state.option].wild else fresh


def _own_state(player: int, staged: StagedBoard) -> int:
    """Return the state of a player's cells: the player's species, or 1 if the rule has only one."""
    return player + 1 if player < staged.rule.species else 1


def _with_item(items: tuple[_Item, ...], place: int, *, value: _Item) -> tuple[_Item, ...]:
    return (*items[:place], value, *items[place + 1 :])
