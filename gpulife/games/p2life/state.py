"""The state of P2Life, the check of states from files, and the options (ruling R32 in docs/rulings.md)."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Any, Self

from msgspec import Meta

from gpulife.games.core.bounds import Natural, OneOfTwo
from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import Cursor, Place
from gpulife.games.core.game_spec import Census
from gpulife.games.core.pace import PaceKind
from gpulife.games.core.round_end import Ending, TurnsState
from gpulife.games.core.score_history import RoundStats
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

PLAYERS = 2
OPENING_TOKENS = 10
"""Tokens that each player places before the first generation."""
MAX_GENERATIONS = 200
"""Number of generations after which a game ends."""
MAX_WAITED = 600
"""Highest value of ``P2LifeState.waited``, in ticks; longer waits count as this long."""
OPTIONS: MappingProxyType[str, int] = MappingProxyType({"12": 12, "4": 4, "1": 1})
"""Number of generations between two tokens of a player, keyed by the option's name."""


class Phase(StrEnum):
    """The phases of a game."""

    SELECT = "select"
    """Waiting for START."""
    OPENING = "opening"
    """The players place their first tokens in turn."""
    TOKENS = "tokens"
    """Each player places one more token, or passes."""
    GROWTH = "growth"
    """Generations are computed."""
    OVER = "over"
    """The game has ended, with or without a winner."""


@dataclass(frozen=True)
class Side:
    """One player's part of the state.

    Attributes:
        cursor: the player's cursor, at which the trigger places a token.
        tokens: number of tokens still to place before the next generation.
        last: place of the player's last token, which the screen shows; None if there is none.
        wins: games won since START.
    """

    cursor: Cursor
    tokens: Annotated[int, Meta(ge=0, le=OPENING_TOKENS)] = 0
    last: Place | None = None
    wins: Natural = 0


@dataclass(frozen=True)
class P2LifeState(TurnsState):
    """The state of P2Life at one tick.

    ``beat.left`` is the number of generations before players place tokens again.

    Attributes:
        sides: sides of the left and the right player.
        phase: phase of the game.
        mover: the player whose turn it is to place a token.
        waited: ticks since the mover's turn began, up to MAX_WAITED.
        generation: generations since the game began.
        halted: True if the game is halted, or will be at the end of the current generation.
    """

    sides: tuple[Side, Side]
    phase: Phase = Phase.SELECT
    mover: OneOfTwo = 0
    waited: Annotated[int, Meta(ge=0, le=MAX_WAITED)] = 0
    generation: Annotated[int, Meta(ge=0, le=MAX_GENERATIONS)] = 0
    halted: bool = False

    @property
    def choosing(self) -> bool:
        """True while players place tokens."""
        return self.phase in (Phase.OPENING, Phase.TOKENS)

    @property
    def first(self) -> int:
        """The player who places first in this game; in the next game it is the other player."""
        return (self.round - 1) % PLAYERS

    @property
    def unlimited(self) -> bool:
        """True if generations are computed as fast as possible."""
        return self.pace.kind is PaceKind.UNLIMITED

    @property
    def cursors(self) -> tuple[Cursor, ...]:
        """The cursors, one for each player. Only the cursor of the player whose turn it is can be seen."""
        return tuple(
            replace(side.cursor, visible=self.choosing and player == self.mover)
            for player, side in enumerate(self.sides)
        )

    @property
    def seeds(self) -> tuple[int, ...]:
        """Tokens left to place before the next generation, one number for each player."""
        return tuple(side.tokens for side in self.sides)

    def may_place(self, player: int) -> bool:
        """Return True if ``player`` can place a token now."""
        return self.choosing and not self.frozen and player == self.mover

    def may_pass(self, player: int) -> bool:
        """Return True if ``player`` may pass (place no token) now, which is allowed after the opening."""
        return self.phase is Phase.TOKENS and self.may_place(player)

    def with_side(self, player: int, **changes: Any) -> Self:
        """Return the state with ``changes`` to one player's side."""
        left, right = (replace(side, **changes) if each == player else side for each, side in enumerate(self.sides))
        return replace(self, sides=(left, right))


def round_stats(state: P2LifeState, census: Callable[[], Census]) -> RoundStats | None:
    """Return the statistics of the current game for the score history; None before the first game.

    Scores are live cells, which ``census`` counts. Tokens do not appear: the state does not count them.
    """
    if state.phase is Phase.SELECT:
        return None
    left, right = (int(count) for count in census()[:PLAYERS])
    nothing = (0,) * PLAYERS
    return RoundStats(
        round=(state.starts, state.round),
        began=0,
        # While a generation is shown, the board already has its cells.
        generation=min(state.generation + state.beat.going, MAX_GENERATIONS),
        over=state.phase is Phase.OVER,
        scores=(left, right),
        seeds=nothing,
        spent=nothing,
        earned=nothing,
        planted=((), ()),
        shapes=(),
        winner=state.winner,
    )


def check_p2life(state: P2LifeState, start: P2LifeState, shape: tuple[int, int]) -> None:
    """Raise ImplausibleError if ``state`` is impossible on a board of ``shape`` in a game that began with ``start``."""
    check_timed_state(state, start)
    check_series(state.series, start.series)
    require_length("players", state.sides, PLAYERS)
    check_cursors((side.cursor for side in state.sides), shape)
    require_on_board("a token", (side.last for side in state.sides), shape)
    most = {Phase.TOKENS: 1, Phase.SELECT: 0, Phase.GROWTH: 0}.get(state.phase)
    for tokens in state.seeds:
        require(most is None or tokens <= most, f"tokens is {tokens} in phase {state.phase}: it must be at most {most}")
    require_range("generations before the next tokens", state.beat.left, 0, OPTIONS[state.option])
    require_one_of("ending", state.ending, {None, Ending.SHUT_OUT, Ending.RESIGNED, Ending.LIMIT})
    require((state.phase is Phase.OVER) == (state.ending is not None), "phase and ending contradict each other")
    require(state.ending is not None or state.winner is None, "there is a winner before the end")
