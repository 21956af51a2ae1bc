"""The steps of the guided round: what the player is asked to do, and how the game's state tells that it is done."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from gpulife.games.core.game import Place
from gpulife.games.survival1982.survival_state import ContestState, RoundPhase
from gpulife.input.glyphs import Legend
from gpulife.rules import Cells

BLOCK: tuple[Place, ...] = ((40, 30), (40, 31), (41, 30), (41, 31))
"""Where the block is proposed; any other place is as good."""
PULSAR = 6
"""Entry of the menu that grows into a pulsar."""
_MOVES = 4


@dataclass(frozen=True, slots=True)
class Moment:
    """What is remembered of the moment at which a step began: the cursor, and what was planted."""

    cursor: Place
    planted: int

    @classmethod
    def of(cls, state: ContestState) -> Self:
        """Return the moment of a state."""
        side = state.sides[0]
        return cls((side.cursor.row, side.cursor.column), sum(side.ledger.planted))


Done = Callable[[Moment, ContestState, Callable[[], Cells]], bool]
"""Function of the step's first moment, the state now, and a function that reads the board."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        text: what to do, with controls in braces.
        done: whether it is done.
        because: what the step before has shown, as a sentence; "" for nothing.
        holds: whether time stands still in a set-up while the player does nothing.
        shows_block: whether the proposed block is framed.
        entry: entry of the menu that is framed; None for none.
        begins: whether a button begins play.
    """

    text: str
    done: Done
    because: str = ""
    holds: bool = True
    shows_block: bool = False
    entry: int | None = None
    begins: bool = False

    def text_for(self, legend: Legend) -> str:
        """Return the text for a reader: who has a pad, or no key for being done, begins as one halts."""
        has_key = not legend.hands.pad and legend.spoken("{done}") != "(no key)"
        return self.text if has_key else self.text.replace("{done}", "{halt}")


def _moved(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del read
    cursor = state.sides[0].cursor
    return abs(cursor.row - began.cursor[0]) + abs(cursor.column - began.cursor[1]) >= _MOVES or _plays(state)


def _has_block(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del began
    if _plays(state):
        return True
    if state.scores[0] < len(BLOCK):
        return False
    own = read() == 1
    return bool((own[1:, 1:] & own[1:, :-1] & own[:-1, 1:] & own[:-1, :-1]).any())


def _in_list(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del began, read
    return state.sides[0].in_menu or state.sides[0].entry != 0 or _plays(state)


def _has_pulsar(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del began, read
    return (state.sides[0].entry == PULSAR and not state.sides[0].in_menu) or _plays(state)


def _planted_pulsar(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del began, read
    return state.sides[0].ledger.planted[PULSAR] > 0 or _plays(state)


def _began(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del began, read
    return _plays(state)


def _planted_more(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del read
    return state.phase is RoundPhase.OVER or sum(state.sides[0].ledger.planted) > began.planted


def _plays(state: ContestState) -> bool:
    return state.phase in (RoundPhase.PLAY, RoundPhase.OVER)


STEPS = (
    Step("Move the cursor with {move}, or point with the mouse.", _moved, because="The left half is yours."),
    Step(
        "Plant a block: four cells in a square. {trigger} plants a cell, and so does a {click}.",
        _has_block,
        shows_block=True,
    ),
    Step(
        "Open the list of shapes: go down to the lower edge, let go, and press {down} again. Or turn the {wheel}.",
        _in_list,
        because="A block lives for ever: each of its cells has three neighbours.",
        entry=PULSAR,
    ),
    Step(
        "Choose the framed shape with {left} {right} and take it to the board with {up}. Or turn the {wheel}.",
        _has_pulsar,
        because="A shape costs a seed for each of its cells.",
        entry=PULSAR,
    ),
    Step("Plant it where it has room: {trigger} or {click}.", _planted_pulsar, because="It becomes a pulsar."),
    Step(
        "The set-up is done: press {done}. Play begins as soon as the computer has planted, too.",
        _began,
        because="The yellow bar rises: when it is at the top, play begins by itself.",
        holds=False,
        begins=True,
    ),
    Step(
        "Now cells are born and die. The yellow bar falls, and planting lifts it. Plant once more!",
        _planted_more,
        because="What you plant appears at the end of a generation.",
    ),
    Step(
        "When the bar is at the bottom, whoever has more cells wins. That is all: play on, or leave.",
        lambda _began, _state, _read: False,
    ),
)
