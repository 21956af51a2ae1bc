"""The rules of BioWar (1986): in each turn up to six players place cells, and then one generation is computed.

Together with ``input``, which places cells and lets players join and leave, these are all the rules in the player's
guide of 1986.
"""

from itertools import cycle

import numpy as np
from numpy.typing import NDArray

from gpulife.games.biowar.input import (
    handle_input,
    idle_if_empty,
    join,
    leave,
    press_option,
    press_select,
    press_start,
    repeat_held_sticks,
    start_place,
    toggle_page,
)
from gpulife.games.biowar.state import (
    MAX_LETTERS,
    OVER_TICKS,
    BioWarState,
    Event,
    PlayerStanding,
    Side,
    TurnPhase,
)
from gpulife.games.core import board_edit
from gpulife.games.core.consent import consent_of
from gpulife.games.core.consented_action import act_with_consent
from gpulife.games.core.cursor import board_area, hold_for
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import EDITS, NOBODY, Action, ActionKind, Board, Cursor, Match
from gpulife.games.core.game_spec import FOR_EVER, LIMIT, QuietTime, ticks_to_second
from gpulife.games.core.order import Erase, Flash, Order, Paint, Renumber, Sound, Sow, Step
from gpulife.games.core.pace import Pace
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.core.wild import order_intervention
from gpulife.rules import parse_rule

WARNED_SECONDS = 5
_FLASH_TICKS = 30


def start(match: Match, shape: tuple[int, int]) -> BioWarState:
    """Return the first state: turn 0, in which everybody is a spectator."""
    sides = tuple(Side(Cursor(*start_place(player, shape))) for player in range(parse_rule(match.rule).live_states))
    return BioWarState(
        sides,
        option=match.option,
        seed=match.seed,
        consent=consent_of(match),
        rulings=match.rulings,
        limit=match.settings.get(LIMIT, 0),
    )


def advance(state: BioWarState, actions: tuple[Action, ...], board: Board) -> tuple[BioWarState, tuple[Order, ...]]:
    """Play one tick: carry out the actions in order, move the cursors whose sticks are held, advance the clock."""
    staged = StagedBoard(board)
    # A seat's START is its GAME or DONE key. It restarts nothing, and so needs no consent.
    own = (
        replace(action, kind=ActionKind.DONE) if action.kind is ActionKind.START and action.player != NOBODY else action
        for action in actions
    )
    state = repeat_held_sticks(act_with_consent(state, own, _act, staged), staged)
    return pass_time(state, staged), tuple(staged.orders)


def _act(state: BioWarState, action: Action, staged: StagedBoard) -> BioWarState:
    is_seated = 0 <= action.player < len(state.sides)
    match action.kind:
        case ActionKind.TRIGGER if is_seated and _wants_to_join(state, action):
            # A shared keyboard has no START for each player. The press that joins places no cell.
            state = press_start(state, action.player, staged)
            return state.with_side(action.player, cursor=replace(state.sides[action.player].cursor, trigger=True))
        case ActionKind.STICK | ActionKind.TRIGGER | ActionKind.POINT:
            return handle_input(state, action, staged)
        case ActionKind.DONE if is_seated and state.is_over:
            return _begin_another(state, action.player, staged)
        case ActionKind.DONE if is_seated:
            return press_start(state, action.player, staged)
        case ActionKind.START if action.player == NOBODY:
            return _restart(state, staged)
        case ActionKind.OPTION:
            return press_option(state, action.player, staged)
        case ActionKind.SELECT:
            return press_select(state, action.player, staged)
        case ActionKind.WHO if is_seated and state.has_own_pages:
            staged.order(Sound("menu", player=action.player))
            return toggle_page(state, action.player)
        case ActionKind.HIDE if is_seated and state.has_own_pages:
            return state.with_side(action.player, hides=action.a != 0)
        case ActionKind.RESIGN if is_seated:
            return leave(state, action.player, staged)
        case ActionKind.SAY:
            return _say(state, action, staged)
        case ActionKind.HALT if state.is_on:
            staged.order(Sound("run" if state.halted else "halt"))
            return replace(state, halted=not state.halted, to_play=0)
        case ActionKind.STEP if state.is_on:
            return _step(state, staged)
        case ActionKind.PACE:
            return _set_pace(state, Pace.of_action(action.a, action.b))
        case ActionKind.WILD:
            return order_intervention(state, staged, _states_for_absent(state, staged.rule.live_states))[0]
        case kind if kind in EDITS and state.running:
            staged.order(*board_edit.REFUSED)
        case kind if kind in EDITS:
            return replace(state, draws=board_edit.edit(action, staged, state.seed, state.draws))
    return state


def _wants_to_join(state: BioWarState, action: Action) -> bool:
    side = state.sides[action.player]
    is_new = side.standing is PlayerStanding.SPECTATOR and not state.is_over
    return is_new and action.a != 0 and not side.cursor.trigger


def _states_for_absent(state: BioWarState, species: int) -> NDArray[np.uint8] | None:
    """Return, for each state, the state that a wild intervention (ruling R7) paints instead of it.

    Cells that it would give to an empty seat go to the players in turn instead. The result has shape (live_states +
    1,), uint8; None if nobody plays.
    """
    playing = state.players
    if not playing:
        return None
    others = cycle(playing)
    players = (player if player in playing else next(others) for player in range(species))
    return np.array([0, *(player + 1 for player in players)], np.uint8)


def _restart(state: BioWarState, staged: StagedBoard) -> BioWarState:
    """Restart: clear the board and go back to turn 0. Keep the conversation, pace, open pages and held sticks."""
    staged.order(*board_edit.clear(staged.shape), Renumber(0), Sound("start"))
    sides = tuple(
        Side(
            Cursor(*start_place(player, staged.shape), stick=side.cursor.stick, trigger=side.cursor.trigger),
            who=side.who,
            hides=side.hides,
        )
        for player, side in enumerate(state.sides)
    )
    return BioWarState(
        sides,
        option=state.option,
        seed=state.seed,
        draws=state.draws + 1,
        rate=state.rate,
        remarks=state.remarks,
        who=state.who and state.has_own_pages,
        rulings=state.rulings,
        limit=state.limit,
        consent=state.consent and state.consent.for_new_round(),
    )


def _begin_another(state: BioWarState, player: int, staged: StagedBoard) -> BioWarState:
    """Begin another game after the end of one, and let the player join it."""
    return state if state.left else join(_restart(state, staged), player, staged)


def _say(state: BioWarState, action: Action, staged: StagedBoard) -> BioWarState:
    """Add a player's message to the conversation, and close this player's list of players.

    Characters that cannot be printed become spaces.
    """
    text = "".join(letter if letter.isprintable() else " " for letter in action.data[:MAX_LETTERS]).strip()
    if not text or not NOBODY <= action.player < len(state.sides):
        return state
    staged.order(Sound("digit", 0.5, action.player))
    state = state.with_remark(action.player, Event.SAID, text)
    if action.player == NOBODY or not state.has_own_pages:
        return replace(state, who=False)
    return state.with_side(action.player, who=False)


def _step(state: BioWarState, staged: StagedBoard) -> BioWarState:
    """Carry out STEP: halt a running game; in a halted one, play this turn at once and halt again."""
    staged.order(Sound("step"))
    if not state.stands_still:
        return replace(state, halted=True, to_play=0)
    return replace(state, to_play=1, left=1 if state.phase is TurnPhase.ADJUSTMENT else state.left)


def _set_pace(state: BioWarState, pace: Pace) -> BioWarState:
    """Change the pace. In a Growth phase, scale the ticks left to the phase's new length."""
    if state.phase is not TurnPhase.GROWTH:
        return replace(state, rate=pace)
    before = state.growth_ticks
    state = replace(state, rate=pace)
    return replace(state, left=min(max(state.left * state.growth_ticks // before, 1), state.growth_ticks))


def pass_time(state: BioWarState, staged: StagedBoard) -> BioWarState:
    """Advance the current phase of the turn by one tick."""
    if state.is_over:
        return replace(state, left=max(state.left - 1, 0))
    if state.phase is TurnPhase.IDLE or state.stands_still:
        return state
    if state.phase is TurnPhase.ADJUSTMENT:
        return _adjust(state, staged)
    if not state.grown:
        return _grow(state, staged)
    if any(isinstance(order, Paint | Erase | Sow | Step) for order in staged.orders):
        return state  # the board changes in this tick, and can be counted only in the next
    state = replace(state, left=max(state.left - 1, 0))
    return state if state.left else _end_turn(state, staged)


def points(cells: dict[int, int]) -> dict[int, int]:
    """Return each player's points for a turn: one for each opponent with fewer cells.

    ``cells`` has the number of cells of each player.
    """
    return {player: sum(other < own for other in cells.values()) for player, own in cells.items()}


def _adjust(state: BioWarState, staged: StagedBoard) -> BioWarState:
    """Advance the Adjustment phase by one tick. If all are DONE or time is up, put the marked cells on the board."""
    state = replace(state, left=max(state.left - 1, 0))
    if state.left and not all(state.sides[player].done for player in state.players):
        if state.left % 60 == 0 and state.left <= WARNED_SECONDS * 60:
            staged.order(Sound("clock", 1 - state.left / (WARNED_SECONDS * 60 + 60)))
        return state
    if not staged.is_known:
        return state  # a wild generation changes the board in this tick, so the empty places are not known yet
    state = _place_marks(state, staged)
    return replace(state, phase=TurnPhase.GROWTH, left=state.growth_ticks, grown=False)


def _place_marks(state: BioWarState, staged: StagedBoard) -> BioWarState:
    """Turn the marks into cells. If several players chose the same place, a random one of them gets it (ruling R11)."""
    wanted = state.wanted
    contested = sorted(place for place, players in wanted.items() if len(players) > 1)
    if contested:
        rng = np.random.default_rng((state.seed, state.draws))
        state = replace(state, draws=state.draws + 1)
        for place in contested:
            wanted[place] = [wanted[place][int(rng.integers(len(wanted[place])))]]
    placed = set()
    for place, (player,) in sorted(wanted.items()):
        if staged.read(*place, 1, 1)[0, 0] == 0:  # somebody may have edited the board meanwhile
            staged.put(*place, player + 1)
            placed.add(player)
    for player in state.players:
        side = state.sides[player]
        state = state.with_side(
            player,
            marks=(),
            done=False,
            has_placed=side.has_placed or bool(side.marks),
            had_cells=side.had_cells or player in placed,
        )
    if wanted:
        staged.order(Sound("play"))
    return state


def _grow(state: BioWarState, staged: StagedBoard) -> BioWarState:
    state = replace(state, left=max(state.left - 1, 1))
    if state.left > state.wave_ticks:
        return state  # show the new cells for a moment first
    rows, columns = staged.shape
    fullness = int(staged.census().sum()) / (rows * columns)
    staged.order(Step(1), Sound("generation", min(fullness, 1.0)))
    return replace(state, grown=True)


def _end_turn(state: BioWarState, staged: StagedBoard) -> BioWarState:
    """Count and score the cells, mark players without cells as out, and begin the next turn."""
    cells = {player: int(count) for player, count in enumerate(staged.census()) if player in state.players}
    gains = points(cells)
    for player, count in cells.items():
        side = state.sides[player]
        is_out = side.had_cells and not count  # R12: a player who never had cells is not out
        state = state.with_side(
            player,
            cells=count,
            had_cells=side.had_cells or count > 0,
            score=side.score + gains[player],
            gained=gains[player],
            standing=PlayerStanding.OUT if is_out else PlayerStanding.IN,
        )
        if is_out:
            staged.order(Sound("lost", player=player))
            state = state.with_remark(player, Event.OUT)
    if state.is_decided or (state.limit and state.turn >= state.limit):
        return _end_game(state, staged)
    state = replace(
        state,
        phase=TurnPhase.ADJUSTMENT,
        turn=state.turn + 1,
        left=state.adjustment_ticks,
        grown=False,
        to_play=max(state.to_play - 1, 0),
    )
    state = idle_if_empty(state)
    if state.phase is TurnPhase.ADJUSTMENT:
        staged.order(Sound("turn", player=NOBODY))
    return state


def leader(state: BioWarState) -> int | None:
    """Return the player with the most points. If points are equal, more cells decide; None if cells are equal, too."""
    ranks = {
        player: (side.score, side.cells)
        for player, side in enumerate(state.sides)
        if side.standing is not PlayerStanding.SPECTATOR
    }
    best = [player for player, rank in ranks.items() if rank == max(ranks.values())]
    return best[0] if len(best) == 1 else None


def decided_winner(state: BioWarState, seats: int) -> int | None:
    """Return the player whom nobody can overtake before the turn limit; None if there is none yet.

    A player gains at most one point for every other of the ``seats`` open seats in each turn that is left.
    """
    if not state.limit or not state.is_on:
        return None
    left = state.limit - state.turn + 1
    scores = sorted(
        (
            (side.score, player)
            for player, side in enumerate(state.sides)
            if side.standing is not PlayerStanding.SPECTATOR
        ),
        reverse=True,
    )
    if len(scores) < 2:
        return None
    return scores[0][1] if scores[0][0] - scores[1][0] > left * (seats - 1) else None


def is_far_behind(state: BioWarState, player: int, seats: int) -> bool:
    """Return True if a player is behind by more than half of the points that the turns up to the limit can bring.

    A player gains at most one point for every other of the ``seats`` open seats in each turn that is left.
    """
    if not state.limit or not state.is_on:
        return False
    best = max(side.score for side in state.sides)
    return 2 * (best - state.sides[player].score) > (state.limit - state.turn + 1) * (seats - 1)


def _end_game(state: BioWarState, staged: StagedBoard) -> BioWarState:
    """End a game that has reached its turn limit. The cells stay as they are until somebody begins another game."""
    winner = leader(state)
    staged.order(Sound("tie") if winner is None else Sound("win", player=winner))
    staged.order(Flash(_FLASH_TICKS, 0 if winner is None else winner + 1))
    return replace(state, phase=TurnPhase.OVER, left=OVER_TICKS, winner=winner, grown=False, halted=False, to_play=0)


def quiet_ticks(state: BioWarState, _board: Board) -> int:
    """Return how many ticks can be skipped because nothing happens in them if nobody acts; see ``QuietTime``."""
    if state.is_asking:
        return 0
    if not state.running:
        return FOR_EVER
    if state.left <= 0:
        return 0
    if state.phase is TurnPhase.ADJUSTMENT:
        is_done = all(side.done for side in state.sides if side.is_in)
        return 0 if is_done else ticks_to_second(state.left, WARNED_SECONDS)
    return state.left - 1 if state.grown else max(state.left - 1 - state.wave_ticks, 0)


def after_quiet_ticks(state: BioWarState, ticks: int, board: Board) -> BioWarState:
    """Return the state after skipping ``ticks`` ticks in which nothing happens; see ``QuietTime``."""
    area = board_area(board.shape)

    def held(player: int, side: Side) -> Side:
        if side.cursor.stick == (0, 0) or not state.can_place(player):
            return side
        return replace(side, cursor=hold_for(side.cursor, ticks, board.shape, area))

    stands = state.phase is TurnPhase.IDLE or state.stands_still
    left = max(state.left - ticks, 0) if state.is_over else state.left - ticks
    return replace(
        state,
        sides=tuple(held(player, side) for player, side in enumerate(state.sides)),
        left=state.left if stands else left,
        consent=state.consent and state.consent.after(ticks),
    )


QUIET = QuietTime(quiet_ticks, after_quiet_ticks)
