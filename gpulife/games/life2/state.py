"""The state of LIFE-2, which the game's other modules read and replace, and the options of ruling R14."""

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Any, Self

from msgspec import Meta

from gpulife.games.core.bounds import Digit, Natural
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Cursor, Place
from gpulife.games.core.pace import GENERATION
from gpulife.games.core.round_end import TurnsState

PLAYERS = 2
HIDDEN_PLACE = (-1, -1)
"""Off the board: a place that somebody chose, where who it is shown to may only know that there is one."""
OPENING_PIECES = 3
"""Number of pieces that each player places first; afterwards it is one a turn."""


@dataclass(frozen=True, slots=True)
class Life2Option:
    """An option of LIFE-2.

    Attributes:
        about: one line for people.
        coded: whether the rules are those of the program of 1978, rather than of its description (ruling R14).
        opening_seconds: time to choose the first pieces; 0 for as long as it takes.
        turn_seconds: time to choose a piece; 0 for as long as it takes.
    """

    about: str
    coded: bool = False
    opening_seconds: int = 0
    turn_seconds: int = 0


LIFE2_OPTIONS: MappingProxyType[str, Life2Option] = MappingProxyType(
    {
        "PRINTED": Life2Option("as in the description of 1978: a place that both choose stays empty"),
        "CODED": Life2Option("as its program of 1978 did it, with other rules for places that both choose", coded=True),
        "FAST": Life2Option(
            "as Printed, against the clock: who is late places less", opening_seconds=20, turn_seconds=8
        ),
    }
)


class Life2Phase(StrEnum):
    """The phases of a game."""

    SELECT = "select"
    """Waiting for START."""
    OPENING = "opening"
    """The players choose their first pieces, in secret."""
    TURN = "turn"
    """They choose one more each, in secret."""
    REVEAL = "reveal"
    """What they chose is on the board; the generation comes when its time is over."""
    GROWTH = "growth"
    """It has been ordered, and is judged in the next tick."""
    OVER = "over"
    """Somebody has won, or nobody."""


@dataclass(frozen=True)
class Hand:
    """One player's part of the state. All of it but the number of pieces is secret while players choose.

    Attributes:
        cursor: the marker that is stepped over the board.
        chosen: places of this turn, in the order of choosing.
        typed: digits of the place that is being typed.
        on_chosen: whether the marker has not moved since it chose, so that the trigger takes that back.
        refused: reason why the last choice was refused: "outside" or "taken"; "" if it was not.
        wins: games won since START.
    """

    cursor: Cursor
    chosen: Annotated[tuple[Place, ...], Meta(max_length=OPENING_PIECES)] = ()
    typed: tuple[Digit, ...] = ()
    on_chosen: bool = False
    refused: str = ""
    wins: Natural = 0


@dataclass(frozen=True)
class Life2State(TurnsState):
    """LIFE-2 at one tick.

    Attributes:
        hands: hands of the left player and of the right player.
        phase: phase of the game.
        empty: number of places on the board on which nothing lives.
        wait: ticks until what is chosen is revealed, or until the generation comes.
        clock: ticks left for choosing; 0 without a clock.
        halted: whether time stands still. Players may go on choosing.
        turn: 1 for the opening, one more each turn.
        placed: places of each player's last pieces, to be shown.
        shared: places that both chose, to be shown.
        emptied: place that the program of 1978 then emptied by mistake, to be shown.
    """

    hands: tuple[Hand, Hand]
    phase: Life2Phase = Life2Phase.SELECT
    empty: int = 0
    wait: Annotated[int, Meta(ge=-GENERATION, le=GENERATION)] = 0
    clock: Annotated[int, Meta(ge=0, le=1 << 16)] = 0
    halted: bool = False
    turn: Natural = 1
    placed: tuple[tuple[Place, ...], ...] = ((),) * PLAYERS
    shared: tuple[Place, ...] = ()
    emptied: Place | None = None

    @property
    def rules(self) -> Life2Option:
        """The rules of its option."""
        return LIFE2_OPTIONS[self.option]

    @property
    def choosing(self) -> bool:
        """Whether players choose places."""
        return self.phase in (Life2Phase.OPENING, Life2Phase.TURN)

    @property
    def holds_secrets(self) -> bool:
        """Whether players choose places that nobody else may know yet, files included."""
        return self.choosing

    @property
    def progress(self) -> float:
        """Always 1: there is no wave."""
        return 1.0

    @property
    def cursors(self) -> tuple[Cursor, ...]:
        """The cursors, one a player, all invisible: only the game's own overlay knows from whom to hide them."""
        return tuple(replace(hand.cursor, visible=False) for hand in self.hands)

    @property
    def needs(self) -> int:
        """The number of pieces that each has to choose in this turn: fewer where there are fewer empty places."""
        return min(OPENING_PIECES if self.phase is Life2Phase.OPENING else 1, self.empty)

    def is_ready(self, player: int) -> bool:
        """Return whether a player has chosen all pieces of this turn."""
        gone = len(self.hands[0].chosen) if player and self.takes_turns else 0
        return len(self.hands[player].chosen) >= min(self.needs, self.empty - gone)

    def may_choose(self, player: int) -> bool:
        """Return whether a player may choose a place now; in CODED's first turn the left player comes first."""
        if not self.choosing or self.frozen or self.is_ready(player):
            return False
        return player == 0 or not self.takes_turns or self.is_ready(0)

    @property
    def takes_turns(self) -> bool:
        """Whether the second player waits for the first: in the first turn of CODED, where places are not secret."""
        return self.rules.coded and self.phase is Life2Phase.OPENING

    def with_hand(self, player: int, **changes: Any) -> Self:
        """Return the state with ``changes`` in one player's hand."""
        left, right = self.hands
        if player == 0:
            return replace(self, hands=(replace(left, **changes), right))
        return replace(self, hands=(left, replace(right, **changes)))


def home(shape: tuple[int, int]) -> Place:
    """Return where the markers begin: in the middle of the board."""
    return shape[0] // 2, shape[1] // 2
