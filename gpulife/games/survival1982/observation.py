"""The overlay of the games of 1982, over and below the board: plain data made from the state.

Numbers are in cells of the board, rows downwards and columns to the right, or 0 to 1 where they say so.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from gpulife.games.core.game import TICKS_PER_SECOND, GameState, Place
from gpulife.games.core.round_end import Ending
from gpulife.games.core.series import Series
from gpulife.games.survival1982.half_board import corner, fits
from gpulife.games.survival1982.handicap import QUOTA_DIGITS, typing_player
from gpulife.games.survival1982.options import OPTIONS, PLAYERS, TITLES
from gpulife.games.survival1982.rules import late_planters
from gpulife.games.survival1982.seed_menu import TURNED_SHAPES, cells_in_hand
from gpulife.games.survival1982.study import StudyState
from gpulife.games.survival1982.survival_state import ContestState, RoundPhase
from gpulife.rules import Cells

_MISSING = "?"
_LAST_GENERATIONS = 500
"""Number of a round's last generations that are counted down, if it has a last one."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A shape of the seed menu, as it is turned.

    Attributes:
        player: player to whose half of the menu it belongs.
        entry: number of the entry in that half, 0 nearest to the edge of the screen.
        size: (rows, columns) of the shape.
        cells: places of the live cells in ``size``.
        chosen: whether it is the player's shape.
        lit: whether the player is in the menu, at this entry.
    """

    player: int
    entry: int
    size: tuple[int, int]
    cells: tuple[Place, ...]
    chosen: bool
    lit: bool


@dataclass(frozen=True, slots=True)
class Overlay:
    """Everything about a game that is not a cell of the board.

    Attributes:
        title: title of the game.
        option: name of the option.
        phase: "select", "handicap", "set-up", "play", "halted" or "over".
        selecting: whether title and option stand in the place of the status line.
        status: texts of left score, left seeds, generation, right seeds, right score.
        border: number of columns left of the line down the middle (a half more on odd boards); None for no line.
        clock: height of the shot clock, 0 (bottom) to 1; None where there is none.
        menu: entries of the seed menu from left to right; empty where there is none.
        cursors: for each player the places that planting now would fill: one place where the shape has no room on its
            half, none while the player is not on the board.
        winner: 0 or 1 when the game is over; None before, and for a tie.
        ending: end of the game, "shut-out", "clock" or "resigned"; "" before.
        wins: number of rounds won by each player.
        round: number of the round, 1 for the first.
        flashing: species whose cells flash.
        frozen: whether nobody can plant or move while play stands still.
        waits_for: players without a cell whom the set-up still gives time to plant.
        ends_in: generations until a round is ended by the scores; None unless they are few.
        typing: (player, place) of the digit of a handicap that is being typed, 0 the tens; None outside of that.
        series: set that the rounds belong to; None if they belong to none.
        seconds_left: seconds that are left of a set-up, rounded up; None outside of one.
        clock_left: generations until the shot clock is at the bottom if nobody plants; None outside of play.
        done: players who have said that they have planted all that they want to.
        has_figures: whether the status stands below the board.
    """

    title: str
    option: str
    phase: str
    selecting: bool
    status: tuple[str, ...]
    border: float | None = None
    clock: float | None = None
    menu: tuple[MenuEntry, ...] = ()
    cursors: tuple[tuple[Place, ...], ...] = ()
    winner: int | None = None
    ending: str = ""
    wins: tuple[int, ...] = ()
    round: int = 1
    flashing: tuple[int, ...] = ()
    typing: tuple[int, int] | None = None
    frozen: bool = False
    waits_for: tuple[int, ...] = ()
    ends_in: int | None = None
    series: Series | None = None
    seconds_left: int | None = None
    clock_left: int | None = None
    done: tuple[int, ...] = ()
    has_figures: bool = True

    @property
    def tied(self) -> bool:
        """Whether the game is over and nobody has won."""
        return self.ending != "" and self.winner is None


def overlay(
    state: GameState, shape: tuple[int, int], scores: tuple[int, ...] = (0, 0), generation: int = 0
) -> Overlay | None:
    """Return the overlay of any game's ``state`` on a board of ``shape``; None for a game that has none.

    Args:
        state: state of the game.
        shape: (rows, columns) of the board.
        scores: live cells of the two species, for a state that does not hold them (Study Mode's).
        generation: generation of the board, likewise.
    """
    if isinstance(state, ContestState):
        return _contest(state, shape)
    if isinstance(state, StudyState):
        return Overlay(
            title=TITLES["study"],
            option=state.option,
            phase="play" if state.running else "halted",
            selecting=False,
            status=_status(scores, _seeds(state, typing=state.typing), generation),
            cursors=tuple(
                ((cursor.row, cursor.column),) if cursor.visible and not state.typing else ()
                for cursor in state.cursors
            ),
            typing=_typing(state) if state.typing else None,
        )
    return None


def _contest(state: ContestState, shape: tuple[int, int]) -> Overlay:
    return Overlay(
        title=TITLES[state.game],
        option=state.option,
        phase="halted" if state.halted else str(state.phase),
        selecting=state.phase is RoundPhase.SELECT,
        status=_status(state.scores, _seeds(state, typing=state.phase is RoundPhase.HANDICAP), state.generation),
        border=shape[1] / 2,
        clock=state.clock.height,
        menu=_menu(state) if state.has_menu else (),
        cursors=tuple(_cursor_cells(state, player, shape) for player in range(PLAYERS)),
        winner=state.winner,
        ending=str(state.ending) if isinstance(state.ending, Ending) else "",
        wins=tuple(side.wins for side in state.sides),
        round=state.round,
        flashing=state.flashing,
        frozen=state.frozen,
        waits_for=late_planters(state) if state.fair is not None and state.fair.begins else (),
        ends_in=_ends_in(state),
        typing=_typing(state) if state.phase is RoundPhase.HANDICAP else None,
        series=state.series,
        seconds_left=_seconds_left(state),
        clock_left=_clock_left(state),
        done=_done(state),
    )


def _seconds_left(state: ContestState) -> int | None:
    if state.phase is not RoundPhase.SET_UP:
        return None
    return -(-(OPTIONS[state.option].set_up_ticks - state.clock.ticks) // TICKS_PER_SECOND)


def _clock_left(state: ContestState) -> int | None:
    return -(-state.clock.notches // OPTIONS[state.option].notches) if state.phase is RoundPhase.PLAY else None


def _done(state: ContestState) -> tuple[int, ...]:
    if state.fair is None or state.phase is not RoundPhase.SET_UP:
        return ()
    return tuple(player for player, ready in enumerate(state.fair.ready) if ready)


def _ends_in(state: ContestState) -> int | None:
    left = state.generations_left
    return left if left is not None and left <= _LAST_GENERATIONS and state.phase is RoundPhase.PLAY else None


def _status(scores: tuple[int, ...], seeds: tuple[str, ...], generation: int) -> tuple[str, ...]:
    left, right = scores[:PLAYERS]
    return f"{left:04}", seeds[0], f"{generation:04}", seeds[1], f"{right:04}"


def _typing(state: ContestState | StudyState) -> tuple[int, int]:
    return typing_player(state), len(state.digits) % QUOTA_DIGITS


def _seeds(state: ContestState | StudyState, *, typing: bool) -> tuple[str, ...]:
    if not typing:
        return tuple(f"{seeds:02}" for seeds in state.seeds)
    dial = () if state.dial is None else (state.dial,)
    typed = "".join(str(digit) for digit in (*state.digits, *dial)).ljust(PLAYERS * QUOTA_DIGITS, _MISSING)
    return typed[:QUOTA_DIGITS], typed[QUOTA_DIGITS:]


def _menu(state: ContestState) -> tuple[MenuEntry, ...]:
    left, right = (
        [
            MenuEntry(
                player,
                entry,
                shapes[turn].shape,
                _live_places(shapes[turn]),
                chosen=entry == side.entry,
                lit=entry == side.entry and side.in_menu,
            )
            for entry, (shapes, turn) in enumerate(zip(TURNED_SHAPES[player], side.turns, strict=True))
        ]
        for player, side in enumerate(state.sides)
    )
    return (*left, *reversed(right))


def _cursor_cells(state: ContestState, player: int, shape: tuple[int, int]) -> tuple[Place, ...]:
    side = state.sides[player]
    if not state.accepts_input or side.in_menu:
        return ()
    cells, place = cells_in_hand(player, side), (side.cursor.row, side.cursor.column)
    if not fits(cells.shape, shape):
        return (place,)
    row, column = corner(player, place, cells.shape)
    return tuple((row + down, column + right) for down, right in _live_places(cells))


def _live_places(cells: Cells) -> tuple[Place, ...]:
    return _places_of(cells.tobytes(), cells.shape)


@cache
def _places_of(cells: bytes, shape: tuple[int, ...]) -> tuple[Place, ...]:
    """Return the live places of one of the few shapes that there are: a picture has all twenty of the menu."""
    found = np.argwhere(np.frombuffer(cells, np.uint8).reshape(shape))
    return tuple((int(row), int(column)) for row, column in found)
