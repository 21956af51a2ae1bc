"""The overlay of LIFE-2: plain data made from the state, without the places that have to stay secret."""

from dataclasses import dataclass

from gpulife.games.core.fast_replace import replace
from gpulife.games.core.game import TICKS_PER_SECOND, Cursor, Place
from gpulife.games.core.series import Series
from gpulife.games.life2.input import typing_player
from gpulife.games.life2.state import HIDDEN_PLACE, PLAYERS, Hand, Life2Phase, Life2State, home


@dataclass(frozen=True, slots=True)
class VisibleHand:
    """The visible part of one player's hand.

    Attributes:
        chosen: number of pieces chosen in this turn.
        needs: number of pieces to choose.
        ready: whether all of them are chosen; never before places are chosen.
        waits: whether the other player has to choose first.
        typed: number of digits of a place that are typed so far.
        refused: reason why the last choice was refused: "outside", "taken" or "".
        wins: games won.
        ghosts: places chosen; empty if they are secret.
        marker: place of the marker; None if it is secret or cannot choose now.
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
class Life2Overlay:
    """Everything about a game that is not a cell of the board, as far as people may see it.

    Attributes:
        phase: "select", "opening", "turn", "reveal", "growth" or "over".
        option: name of the option.
        halted: whether time stands still.
        turn: number of the turn.
        seconds: seconds left on the clock; None without a clock.
        hands: hands of both players.
        home: place where secret markers start; None where there are none.
        typing_player: player who types digits now; None for nobody.
        placed: places of the last pieces of both, while they are new.
        shared: places that both chose, while they are new.
        emptied: place that was emptied instead of these, while that is new.
        winner: winner of a game that is over; None before, and for a draw.
        ending: end of the game, "shut-out" or "resigned"; "" before.
        series: set that the games belong to; None if they belong to none.
    """

    phase: str
    option: str
    halted: bool
    turn: int
    seconds: int | None
    hands: tuple[VisibleHand, ...]
    home: Place | None
    typing_player: int | None
    placed: tuple[tuple[Place, ...], ...]
    shared: tuple[Place, ...]
    emptied: Place | None
    winner: int | None
    ending: str
    series: Series | None = None


def life2_overlay(state: Life2State, shape: tuple[int, int], shown: frozenset[int]) -> Life2Overlay:
    """Return the overlay of ``state`` on a board of ``shape``, which shows the secrets of the players in ``shown``."""
    new = state.phase in (Life2Phase.REVEAL, Life2Phase.GROWTH)
    return Life2Overlay(
        phase=str(state.phase),
        option=state.option,
        halted=state.halted,
        turn=state.turn,
        seconds=-(-state.clock // TICKS_PER_SECOND) if state.choosing and state.rules.turn_seconds else None,
        hands=tuple(_hand(state, player, shown=player in shown) for player in range(PLAYERS)),
        home=home(shape) if state.choosing and not shown else None,
        typing_player=typing_player(state),
        placed=state.placed if new else ((),) * PLAYERS,
        shared=state.shared if new else (),
        emptied=state.emptied if new else None,
        winner=state.winner,
        ending=str(state.ending) if state.ending is not None else "",
        series=state.series,
    )


def visible_state(state: Life2State, viewer: int) -> Life2State:
    """Return ``state`` without what a seat, or NOBODY, may not know: which places others have chosen in this turn.

    Their number stays; in the result they lie off the board, and the others' markers in the corner.
    """
    if not state.choosing:
        return state
    left, right = (
        hand if player == viewer else Hand(Cursor(0, 0), (HIDDEN_PLACE,) * len(hand.chosen), wins=hand.wins)
        for player, hand in enumerate(state.hands)
    )
    return replace(state, hands=(left, right))


def _hand(state: Life2State, player: int, *, shown: bool) -> VisibleHand:
    hand, choosing = state.hands[player], state.choosing
    ready = choosing and state.is_ready(player)
    may_choose = state.may_choose(player)
    return VisibleHand(
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
