"""The part of LIFE-2 that people may see: plain data for a view, without the secrets of a hand."""

from dataclasses import dataclass, replace

from gpulife.games.core.game import TICKS_PER_SECOND, Cursor, Place
from gpulife.games.core.series import Series
from gpulife.games.life2.input import typist
from gpulife.games.life2.state import PLAYERS, Hand, Life2Phase, Life2State, home


@dataclass(frozen=True, slots=True)
class SeenHand:
    """The visible part of one player's hand.

    Attributes:
        chosen: number of pieces chosen in this turn.
        needs: number of pieces to choose.
        ready: whether all of them are chosen; never before places are chosen.
        waits: whether the other player comes first.
        typed: number of digits typed of a place.
        refused: reason why the last choice was refused: "outside", "taken" or "".
        wins: games won.
        ghosts: places chosen, if they are shown.
        marker: place of the marker, if it is shown and does anything.
    """

    chosen: int
    needs: int
    ready: bool
    waits: bool
    typed: int
    refused: str
    wins: int
    ghosts: tuple[Place, ...] = ()
    marker: Place | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """The visible part of a game.

    Attributes:
        phase: "select", "opening", "turn", "reveal", "growth" or "over".
        option: name of the option.
        halted: whether time stands still.
        turn: number of the turn.
        seconds: seconds left on the clock; None without a clock.
        hands: hands of both players.
        home: place where markers that are not shown start; None while there are none.
        typist: player who types digits now; None for nobody.
        placed: places of the last pieces of both, while they are new.
        shared: places that both chose, while they are new.
        emptied: place that was emptied in their stead, while it is new.
        winner: winner of a game that is over; None before, and for a draw.
        ending: end of the game, "shut-out" or "resigned"; "" before.
        series: set that the games belong to; None if they belong to none.
    """

    phase: str
    option: str
    halted: bool
    turn: int
    seconds: int | None
    hands: tuple[SeenHand, ...]
    home: Place | None
    typist: int | None
    placed: tuple[tuple[Place, ...], ...]
    shared: tuple[Place, ...]
    emptied: Place | None
    winner: int | None
    ending: str
    series: Series | None = None


def seen(state: Life2State, shape: tuple[int, int], shown: frozenset[int]) -> Seen:
    """Return what is seen of ``state`` on a board of ``shape``, with the places of the players of ``shown``."""
    new = state.phase in (Life2Phase.REVEAL, Life2Phase.GROWTH)
    return Seen(
        phase=str(state.phase),
        option=state.option,
        halted=state.halted,
        turn=state.turn,
        seconds=-(-state.clock // TICKS_PER_SECOND) if state.choosing and state.rules.turn_seconds else None,
        hands=tuple(_hand(state, player, shown=player in shown) for player in range(PLAYERS)),
        home=home(shape) if state.choosing and not shown else None,
        typist=typist(state),
        placed=state.placed if new else ((),) * PLAYERS,
        shared=state.shared if new else (),
        emptied=state.emptied if new else None,
        winner=state.winner,
        ending=str(state.ending) if state.ending is not None else "",
        series=state.series,
    )


def observed(state: Life2State, viewer: int) -> Life2State:
    """Return what a seat, or NOBODY, may know of ``state``: of the others how many places they have chosen.

    Their places seem to lie off the board, and their markers in the corner.
    """
    if not state.choosing:
        return state
    left, right = (
        hand if player == viewer else Hand(Cursor(0, 0), ((-1, -1),) * len(hand.chosen), wins=hand.wins)
        for player, hand in enumerate(state.hands)
    )
    return replace(state, hands=(left, right))


def _hand(state: Life2State, player: int, *, shown: bool) -> SeenHand:
    hand, choosing = state.hands[player], state.choosing
    ready = choosing and state.is_ready(player)
    may_choose = state.may_choose(player)
    return SeenHand(
        chosen=len(hand.chosen) if choosing else 0,
        needs=state.needs if choosing else 0,
        ready=ready,
        waits=choosing and not ready and not may_choose,
        typed=len(hand.typed),
        refused=hand.refused if choosing else "",
        wins=hand.wins,
        ghosts=hand.chosen if shown and choosing else (),
        marker=(hand.cursor.row, hand.cursor.column) if shown and may_choose else None,
    )
