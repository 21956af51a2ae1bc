"""Type each player's number of seeds (HCAP) as two digits, the left player first, then the right one.

Number keys type digits. So does each player's stick and trigger: up and down change the digit under the cursor, the
trigger enters it, and left takes back the last one. This is the same in Study Mode and in the games between two.
"""

from typing import Any, ClassVar, Protocol, Self, TypeVar

from gpulife.games.core.cursor import steer_cursor
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Action, Cursor
from gpulife.games.core.order import Sound
from gpulife.games.core.staged_board import StagedBoard
from gpulife.games.survival1982.options import PLAYERS

QUOTA_DIGITS = 2
"""Number of digits that each player types."""
_UP, _LEFT = -1, -1
_FIRST_REPEAT, _REPEAT = 24, 8
"""Ticks for which a stick is held until it repeats, and ticks between later repeats."""


class SeedTyping(Protocol):
    """A game's state in which players type their numbers of seeds."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def digits(self) -> tuple[int, ...]:
        """The digits typed so far."""

    @property
    def dial(self) -> int | None:
        """The digit that a stick is choosing; None before."""

    def cursor_of(self, player: int) -> Cursor:
        """Return the player's cursor."""

    def with_cursor(self, player: int, cursor: Cursor) -> Self:
        """Return the state with another cursor for the player."""

    def with_quota(self, player: int, seeds: int) -> Self:
        """Return the state with that number of seeds for the player to begin with."""


_State = TypeVar("_State", bound=SeedTyping)


def typing_player(state: SeedTyping) -> int:
    """Return the player whose turn it is to type."""
    return min(len(state.digits) // QUOTA_DIGITS, PLAYERS - 1)


def type_digit(state: _State, digit: int, staged: StagedBoard) -> _State:
    """Type one more digit, 0 to 9; the last of a player's digits sets that player's number of seeds."""
    staged.order(Sound("digit", digit / 9, typing_player(state)))
    digits = (*state.digits, digit)
    state = replace(state, digits=digits, dial=None)
    if len(digits) % QUOTA_DIGITS == 0:
        tens, ones = digits[-QUOTA_DIGITS:]
        state = state.with_quota(len(digits) // QUOTA_DIGITS - 1, 10 * tens + ones)
    return state


def all_typed(state: SeedTyping) -> bool:
    """Return whether all digits are typed."""
    return len(state.digits) == PLAYERS * QUOTA_DIGITS


def steer_digit(state: _State, action: Action, staged: StagedBoard) -> _State:
    """Carry out STICK and TRIGGER of the player who types; of others only remember what is held."""
    player = action.player
    if not 0 <= player < PLAYERS:
        return state
    before = state.cursor_of(player).stick
    cursor, _, goes_down = steer_cursor(state.cursor_of(player), action, staged.shape, moves=False)
    state = state.with_cursor(player, cursor)
    if player != typing_player(state):
        return state
    if cursor.stick[0] and cursor.stick[0] != before[0]:
        return _turn_digit(state, cursor.stick[0], staged)
    if cursor.stick[1] == _LEFT != before[1]:
        return _take_back(state, staged)
    if not goes_down:
        return state
    if state.dial is None:
        staged.order(Sound("refused", player=player))
        return state
    return type_digit(state, state.dial, staged)


def hold_digit(state: _State, staged: StagedBoard) -> _State:
    """Let a tick pass for the typing player's stick, which changes the digit again while it is held."""
    player = typing_player(state)
    cursor = state.cursor_of(player)
    if not cursor.stick[0]:
        return state
    held = cursor.held_ticks + 1
    state = state.with_cursor(player, replace(cursor, held_ticks=held))
    due = held >= _FIRST_REPEAT and (held - _FIRST_REPEAT) % _REPEAT == 0
    return _turn_digit(state, cursor.stick[0], staged) if due else state


def _turn_digit(state: _State, rows: int, staged: StagedBoard) -> _State:
    """Change the digit by one, up or down, round from 9 to 0. The question mark becomes 0 upwards and 9 downwards."""
    dial = (state.dial - rows) % 10 if state.dial is not None else 0 if rows == _UP else 9
    staged.order(Sound("choose", dial / 9, typing_player(state)))
    return replace(state, dial=dial)


def _take_back(state: _State, staged: StagedBoard) -> _State:
    """Go back to the digit before this one, of the same player."""
    if len(state.digits) % QUOTA_DIGITS == 0:
        staged.order(Sound("refused", player=typing_player(state)))
        return state
    return replace(state, digits=state.digits[:-1], dial=state.digits[-1])
