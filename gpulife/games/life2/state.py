"""The state of LIFE-2, and its options (ruling R14 in docs/rulings.md)."""

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
"""Stands for a secretly chosen place in states for anybody but its player."""
OPENING_PIECES = 3
"""Number of pieces that each player places in the first turn; in each later turn a player places one."""


@dataclass(frozen=True, slots=True)
class Life2Option:
    """An option of LIFE-2.

    Attributes:
        about: one line of description.
        coded: True for the rules of the program of 1978, False for those of its description (ruling R14).
        opening_seconds: seconds to choose the first pieces; 0 for no limit.
        turn_seconds: seconds to choose a piece in later turns; 0 for no limit.
    """

    about: str
    coded: bool = False
    opening_seconds: int = 0
    turn_seconds: int = 0


LIFE2_OPTIONS: MappingProxyType[str, Life2Option] = MappingProxyType(
    {
        "PRINTED": Life2Option("as in the description of 1978: a place that both choose stays empty"),
        "CODED": Life2Option("as in the program of 1978: special rules for places that both choose", coded=True),
        "FAST": Life2Option(
            "with a clock: if you are late, you place fewer pieces",
            opening_seconds=20,
            turn_seconds=8,
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
    """Each player chooses one more piece, in secret."""
    REVEAL = "reveal"
    """The chosen pieces are shown on the board before the next generation."""
    GROWTH = "growth"
    """The generation has been ordered; the next tick evaluates it."""
    OVER = "over"
    """The game has ended, with or without a winner."""


@dataclass(frozen=True)
class Hand:
    """One player's part of the state. While players choose, only the number of their pieces is public.

    Attributes:
        cursor: the player's marker on the board.
        chosen: places chosen in this turn, in order.
        typed: the digits typed so far, when a place is chosen by typing its column and row.
        on_chosen: True if the marker has not moved since the last choice; the trigger then takes that choice back.
        refused: why the last choice was refused: "outside" or "taken"; "" if it was not refused.
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
    """The state of LIFE-2 at one tick.

    Attributes:
        hands: hands of the left and the right player.
        phase: phase of the game.
        empty: number of dead cells on the board.
        wait: number of ticks before the choices are revealed or, in the phase REVEAL, before the next generation.
        clock: ticks left for choosing; 0 without a clock.
        halted: True if the clock is halted. Players may still choose.
        turn: 1 for the opening, one more each turn.
        placed: places of each player's last pieces, which the screen shows.
        shared: places that both players had chosen in the last reveal, which the screen shows.
        emptied: place that was emptied in the last reveal, as the option CODED does if both players choose the place
            above and left of it; None if there is none.
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
        """The rules of the match's option."""
        return LIFE2_OPTIONS[self.option]

    @property
    def choosing(self) -> bool:
        """True while players choose places."""
        return self.phase in (Life2Phase.OPENING, Life2Phase.TURN)

    @property
    def holds_secrets(self) -> bool:
        """True while players choose places: secret choices must not be saved to files."""
        return self.choosing

    @property
    def progress(self) -> float:
        """Always 1: LIFE-2 shows each new generation at once, not from top to bottom."""
        return 1.0

    @property
    def cursors(self) -> tuple[Cursor, ...]:
        """The cursors, one for each player.

        All are invisible. Only the game's overlay shows them, to those who may see them.
        """
        return tuple(replace(hand.cursor, visible=False) for hand in self.hands)

    @property
    def needs(self) -> int:
        """The number of pieces that each player places in this turn; fewer if there are not enough dead cells."""
        return min(OPENING_PIECES if self.phase is Life2Phase.OPENING else 1, self.empty)

    def is_ready(self, player: int) -> bool:
        """Return True if ``player`` has chosen all pieces of this turn."""
        gone = len(self.hands[0].chosen) if player and self.takes_turns else 0
        return len(self.hands[player].chosen) >= min(self.needs, self.empty - gone)

    def may_choose(self, player: int) -> bool:
        """Return True if ``player`` may choose a place now.

        In the first turn of the option CODED the right player has to wait for the left one.
        """
        if not self.choosing or self.frozen or self.is_ready(player):
            return False
        return player == 0 or not self.takes_turns or self.is_ready(0)

    @property
    def takes_turns(self) -> bool:
        """True in the first turn of the option CODED: the right player waits for the left, and places are public."""
        return self.rules.coded and self.phase is Life2Phase.OPENING

    def with_hand(self, player: int, **changes: Any) -> Self:
        """Return the state with ``changes`` to one player's hand."""
        left, right = self.hands
        if player == 0:
            return replace(self, hands=(replace(left, **changes), right))
        return replace(self, hands=(left, replace(right, **changes)))


def home(shape: tuple[int, int]) -> Place:
    """Return the place where the players' markers start: the middle of a board of ``shape``."""
    return shape[0] // 2, shape[1] // 2
