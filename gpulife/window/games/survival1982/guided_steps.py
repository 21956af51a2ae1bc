"""The steps of the guided round: what the player is to do in each of them, and when it is done."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

from gpulife.games.core.game import Place
from gpulife.games.survival1982.state import ContestState, RoundPhase
from gpulife.input.glyphs import Legend
from gpulife.rules import Cells
from gpulife.window.games.survival1982.ship_flight import SHIP

BLOCK: tuple[Place, ...] = ((10, 12), (10, 13), (11, 12), (11, 13))
"""Cells where the player is advised to plant a block. A block elsewhere completes the step, too."""
_APART = 4
TARGET: tuple[Place, ...] = tuple(
    (row + down, column + right)
    for row in (22, 22 + _APART, 22 + 2 * _APART)
    for column in (60, 60 + _APART)
    for down in (0, 1)
    for right in (0, 1)
)
"""The computer's cells that the spaceship is to hit: six blocks. One spaceship can destroy all of them."""
PULSAR = 6
"""Index in the seed menu of the shape that becomes a pulsar."""
_MOVES = 8
"""Rows and columns that the cursor must move in the first step. One tap of a key moves it by a few."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The cursor's place, and the number of shapes that were planted, when a step began."""

    cursor: Place
    planted: int

    @classmethod
    def of(cls, state: ContestState) -> Self:
        """Return the cursor's place and the number of planted shapes in a state of the game."""
        side = state.sides[0]
        return cls((side.cursor.row, side.cursor.column), sum(side.ledger.planted))


Done = Callable[[Moment, ContestState, Callable[[], Cells]], bool]
"""Function that returns True if a step is done.

Its arguments: the ``Moment`` when the step began, the state of the game, and a function that reads the board.
"""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the guided round.

    Attributes:
        text: what the player is to do, with placeholders such as "{trigger}" for controls.
        done: function that returns True if the player has done it.
        because: a sentence that explains what the player sees; "" for none.
        holds: True if time stops during the set-up until this step is done.
        low: height, 0 to 1, at which the bar stops falling until the player plants; 0 if it does not stop.
        shows_bar: True to point at the yellow bar.
        shows_block: True to draw a frame around the cells of BLOCK, and to take cells only there.
        moves: True if the step is about moving the cursor alone, so that nothing can be planted yet.
        takes: True if the step is about taking the shape ``entry``; False if it is about planting it.
        entry: index in the seed menu of the shape to take, which gets a frame; None for none. The card warns the player
            if they take another one.
        begins: True to show a button that begins play.
        aims: True to draw a frame around the place from where a spaceship destroys most.
    """

    text: str
    done: Done
    because: str = ""
    holds: bool = True
    low: float = 0.0
    shows_bar: bool = False
    shows_block: bool = False
    moves: bool = False
    takes: bool = False
    entry: int | None = None
    begins: bool = False
    aims: bool = False

    @property
    def free(self) -> bool:
        """True if the player may plant what and where they like."""
        return not (self.moves or self.shows_block or self.entry is not None)

    def text_for(self, legend: Legend) -> str:
        """Return the text for a player. On a pad, which has no number keys, shapes are taken from the list."""
        return f"{self.text} {_FROM_LIST}" if self.entry is not None and legend.hands.pad else self.text


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


def _holds(state: ContestState, entry: int) -> bool:
    """Return True if the player has taken the shape with the index ``entry``, or has planted it."""
    side = state.sides[0]
    return (side.entry == entry and not side.in_menu) or side.ledger.planted[entry] > 0


def _has_pulsar(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del began, read
    return _holds(state, PULSAR) or _plays(state)


def _planted_pulsar(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del began, read
    return state.sides[0].ledger.planted[PULSAR] > 0 or _plays(state)


def _began(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del began, read
    return _plays(state)


def _has_ship(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del began, read
    return _holds(state, SHIP) or state.phase is RoundPhase.OVER


def _planted_ship(began: Moment, state: ContestState, read: Callable[[], Cells]) -> bool:
    del began, read
    return state.sides[0].ledger.planted[SHIP] > 0 or state.phase is RoundPhase.OVER


def _plays(state: ContestState) -> bool:
    return state.phase in (RoundPhase.PLAY, RoundPhase.OVER)


STEPS = (
    Step(
        "Move the cursor with {move}, or point with the mouse.",
        _moved,
        because="The left half is yours. Whoever has more living cells at the end wins.",
        moves=True,
    ),
    Step(
        "Plant a block in the yellow frame: four cells in a square. {click} or {trigger} plants a cell.",
        _has_block,
        because="Time has not started yet: plant in peace. The cursor stays on your half.",
        shows_block=True,
    ),
    Step(
        f"Take the framed shape below the board: press {{digit-{PULSAR + 1}}}, or click it.",
        _has_pulsar,
        because="A block lives for ever: each of its cells has three neighbours.",
        takes=True,
        entry=PULSAR,
    ),
    Step(
        "Plant it where it has room: {trigger} or {click}.",
        _planted_pulsar,
        because="It becomes a pulsar once time starts. A shape costs a seed for each of its cells.",
        entry=PULSAR,
    ),
    Step(
        "Plant more, or press Done. Play begins when the computer has planted, too.",
        _began,
        because="The yellow bar in the middle rises: when it is at the top, play begins by itself.",
        shows_bar=True,
        holds=False,
        begins=True,
    ),
    Step(
        f"Now cells are born and die. Attack: take the spaceship, press {{digit-{SHIP + 1}}} or click it.",
        _has_ship,
        because="The yellow bar falls. Planting fills it again.",
        shows_bar=True,
        low=0.6,
        takes=True,
        entry=SHIP,
    ),
    Step(
        "Send it over: plant it in the yellow frame. It flies along the dotted line and breaks what it hits.",
        _planted_ship,
        low=1.0,
        entry=SHIP,
        aims=True,
    ),
    Step(
        "Watch what happens.",
        lambda _began, _state, _read: False,
        because="When the yellow bar is empty, whoever has more cells wins. That is all!",
    ),
)


def taught_shapes(step: int) -> tuple[int, ...]:
    """Return the entries of the seed menu that the player knows in step number ``step``, counted from 0."""
    return tuple(sorted({0} | {each.entry for each in STEPS[: step + 1] if each.entry is not None}))


def learned_text(planted: Sequence[int], *, has_hit: bool) -> str:
    """Return what the round has taught, in one sentence; "" for nothing.

    Args:
        planted: how many of each shape the player has planted.
        has_hit: True if the player's spaceship has destroyed cells.
    """
    lessons = ((0, "a block keeps"), (PULSAR, "a pulsar grows where it has room"), (SHIP, "a spaceship attacks"))
    learned = [words for entry, words in lessons if planted[entry] and (entry != SHIP or has_hit)]
    *others, last = learned or [""]
    return f"You have learned: {', '.join(others)}{', and ' * bool(others)}{last}." if last else ""


_FROM_LIST = "With the stick: down to the lower edge, let go, {down} again, choose with {left} {right}, {up}."
